// Order of streams, several devices, and products of matrices.

#include <complex>

#include "selftest.h"

static const int64_t ms = 1000000;

CASE(streams_are_independent) {
  Machine m;
  handle slow;
  OK(cuStreamCreate(&slow, 1));
  cgEmulatorDelay(slow, 100 * ms);
  uint64_t p = m.upload(std::vector<int>(64));
  OK(m.sync());
  OK(cuMemsetD32Async(p, 7, 64, slow));
  EQUAL(600, cuStreamQuery(slow));
  EQUAL(0, m.download<int>(p, 64)[0]); // nothing says to wait
  OK(cuStreamSynchronize(slow));
  OK(cuStreamQuery(slow));
  EQUAL(7, m.download<int>(p, 64)[0]);
}

CASE(events_order_streams) {
  Machine m;
  handle slow, event;
  OK(cuStreamCreate(&slow, 1));
  OK(cuEventCreate(&event, 2));
  cgEmulatorDelay(slow, 50 * ms);
  uint64_t p = m.upload(std::vector<int>(64)), q = m.upload(std::vector<int>(64));
  OK(m.sync());
  OK(cuEventQuery(event)); // never recorded
  OK(cuMemsetD32Async(p, 7, 64, slow));
  OK(cuEventRecord(event, slow));
  OK(cuMemsetD32Async(p, 8, 64, slow)); // after the record, not waited for
  EQUAL(600, cuEventQuery(event));
  OK(cuStreamWaitEvent(m.stream, event, 0));
  OK(cuMemcpyDtoDAsync_v2(q, p, 256, m.stream));
  OK(cuEventDestroy_v2(event)); // waits that are under way go on
  EQUAL(7, m.download<int>(q, 64)[63]);
  OK(cuStreamDestroy_v2(slow)); // its work is still done
  EQUAL(400, cuStreamSynchronize(slow));
  EQUAL(400, cuEventQuery(event));
  OK(cuMemFree_v2(p));
}

CASE(pinned_memory_is_read_late) {
  Machine m;
  void *h;
  OK(cuMemHostAlloc(&h, 4, 0));
  uint64_t p = m.upload(std::vector<int>(1));
  OK(m.sync());
  cgEmulatorDelay(m.stream, 50 * ms);
  *(int *)h = 1;
  OK(cuMemcpyHtoDAsync_v2(p, h, 4, m.stream));
  *(int *)h = 2;
  EQUAL(2, m.download<int>(p, 1)[0]);
  int pageable = 3;
  OK(cuMemcpyHtoDAsync_v2(p, &pageable, 4, m.stream));
  pageable = 4;
  EQUAL(3, m.download<int>(p, 1)[0]);
  OK(cuMemFreeHost(h));
}

CASE(freeing_waits) {
  Machine m;
  uint64_t p = m.upload(std::vector<int>(64));
  OK(m.sync());
  cgEmulatorDelay(m.stream, 30 * ms);
  OK(cuMemsetD8Async(p, 1, 256, m.stream));
  OK(cuMemFree_v2(p));
  OK(cuStreamQuery(m.stream));
}

CASE(event_times) {
  Machine m;
  handle a, b, untimed;
  OK(cuEventCreate(&a, 0));
  OK(cuEventCreate(&b, 0));
  OK(cuEventCreate(&untimed, 2));
  float t;
  EQUAL(400, cuEventElapsedTime(&t, a, b));
  cgEmulatorDelay(m.stream, 20 * ms);
  OK(cuEventRecord(a, m.stream));
  OK(cuEventRecord(b, m.stream));
  EQUAL(600, cuEventElapsedTime(&t, a, b));
  OK(cuEventSynchronize(b));
  OK(cuEventElapsedTime(&t, a, b));
  REQUIRE(t >= 19 && t < 10000);
  OK(cuEventRecord(untimed, m.stream));
  OK(m.sync());
  EQUAL(400, cuEventElapsedTime(&t, a, untimed));
}

CASE(two_devices) {
  cgEmulatorSetDevices(2);
  Machine m;
  handle other, stream;
  EQUAL(101, cuDevicePrimaryCtxRetain(&other, 2));
  OK(cuDevicePrimaryCtxRetain(&other, 1));
  uint64_t p = m.upload(std::vector<int>(1, 5)), q;
  OK(m.sync());
  OK(cuCtxSetCurrent(other));
  OK(cuStreamCreate(&stream, 1));
  EQUAL(400, cuStreamSynchronize(m.stream));
  OK(cuMemAlloc_v2(&q, 4));
  OK(cuMemcpyPeerAsync(q, other, p, m.context, 4, stream));
  EQUAL(201, cuMemcpyPeerAsync(q, other, p, 77, 4, stream));
  int v = 0;
  OK(cuMemcpyDtoHAsync_v2(&v, q, 4, stream));
  EQUAL(5, v);
  cgEmulatorLose(0, 700);
  OK(cuStreamSynchronize(stream));
}

template <class T> static T conjugate(T x) { return x; }
template <class T> static std::complex<T> conjugate(std::complex<T> x) { return std::conj(x); }

// Small integers, so that every order of summation gives the same.
template <class T> static std::vector<T> numbers(size_t n) {
  std::vector<T> v(n);
  for (size_t i = 0; i < n; i++) {
    v[i] = T(int(i * 13 % 7) - 3);
    if constexpr (sizeof(T) == 16) v[i] += T(0, int(i % 5));
  }
  return v;
}

template <class T, class Call> static void product(Call call) {
  Machine m;
  handle h;
  OK(cublasCreate_v2(&h));
  OK(cublasSetStream_v2(h, m.stream));
  const int rows = 5, columns = 4, inner = 3, ld = 6;
  const int operations = sizeof(T) == 16 ? 3 : 2;
  for (int ta = 0; ta < operations; ta++) {
    for (int tb = 0; tb < operations; tb++) {
      auto a = numbers<T>(ld * ld), b = numbers<T>(ld * ld), c = numbers<T>(ld * ld);
      uint64_t pa = m.upload(a), pb = m.upload(b), pc = m.upload(c);
      T alpha = 2, beta = ta == 0 ? 0 : 3;
      OK(call(h, ta, tb, rows, columns, inner, &alpha, pa, ld, pb, ld, &beta, pc, ld));
      auto got = m.template download<T>(pc, c.size());
      for (int j = 0; j < columns; j++) {
        for (int i = 0; i < rows; i++) {
          T s = 0;
          for (int l = 0; l < inner; l++) {
            T x = ta == 0 ? a[i + l * ld] : a[l + i * ld], y = tb == 0 ? b[l + j * ld] : b[j + l * ld];
            s += (ta == 2 ? conjugate(x) : x) * (tb == 2 ? conjugate(y) : y);
          }
          REQUIRE(got[i + j * ld] == alpha * s + beta * c[i + j * ld]);
        }
        REQUIRE(got[5 + j * ld] == c[5 + j * ld]);
      }
    }
  }
  OK(cublasDestroy_v2(h));
  EQUAL(1, cublasSetStream_v2(h, m.stream));
}

CASE(product_double) { product<double>(cublasDgemm_v2); }
CASE(product_complex) { product<std::complex<double>>(cublasZgemm_v2_64); }
CASE(product_float) {
  product<float>([](handle h, int ta, int tb, int m, int n, int k, const void *alpha, uint64_t a, int lda, uint64_t b, int ldb, const void *beta, uint64_t c, int ldc) {
    EQUAL(7, cublasGemmEx(h, ta, tb, m, n, k, alpha, a, 0, 2, b, 0, ldb, beta, c, 0, ldc, 68, -1));
    EQUAL(15, cublasGemmEx(h, ta, tb, m, n, k, alpha, a, 0, lda, b, 1, ldb, beta, c, 0, ldc, 68, -1));
    return cublasGemmEx(h, ta, tb, m, n, k, alpha, a, 0, lda, b, 0, ldb, beta, c, 0, ldc, 68, -1);
  });
}

CASE(products_in_a_batch) {
  Machine m;
  handle h;
  OK(cublasCreate_v2(&h));
  OK(cublasSetStream_v2(h, m.stream));
  auto a = numbers<double>(4 * 3), b = numbers<double>(4);
  uint64_t pa = m.upload(a), pb = m.upload(b), pc = m.upload(std::vector<double>(12));
  double alpha = 1, beta = 0;
  OK(cublasGemmStridedBatchedEx(h, 0, 0, 2, 2, 2, &alpha, pa, 1, 2, 4, pb, 1, 2, 0, &beta, pc, 1, 2, 4, 3, 70, -1));
  auto c = m.download<double>(pc, 12);
  for (int i = 0; i < 12; i++) {
    const double *x = &a[i / 4 * 4 + i % 2], *y = &b[i % 4 / 2 * 2];
    REQUIRE(c[i] == x[0] * y[0] + x[2] * y[1]);
  }
  // One matrix too many.
  OK(cublasGemmStridedBatchedEx(h, 0, 0, 2, 2, 2, &alpha, pa, 1, 2, 4, pb, 1, 2, 0, &beta, pc, 1, 2, 4, 4, 70, -1));
  EQUAL(700, m.sync());
}
