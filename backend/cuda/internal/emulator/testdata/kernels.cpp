// Kernels that need what a block's threads do together.

#include "selftest.h"

#define TEXT(...) #__VA_ARGS__

static std::vector<int> ramp(int n) {
  std::vector<int> v(n);
  for (int i = 0; i < n; i++) v[i] = i * 7 % 1001;
  return v;
}

static long long sum(const std::vector<int> &v) {
  long long s = 0;
  for (int x : v) s += x;
  return s;
}

CASE(plain) {
  Machine m;
  handle f = m.kernel(TEXT(extern "C" __global__ void k(const float *x, double a, float *y, unsigned char skip, long long n) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n && i != skip) y[i] = float(x[i] * a) + gridDim.x;
  }));
  const int n = 1000;
  std::vector<float> x(n);
  for (int i = 0; i < n; i++) x[i] = i;
  uint64_t in = m.upload(x), out = m.upload(x);
  OK(m.launch(f, 4, 256, 0, in, 0.5, out, (unsigned char)7, (long long)n));
  auto y = m.download<float>(out, n);
  for (int i = 0; i < n; i++) REQUIRE(y[i] == (i == 7 ? 7 : i * 0.5f + 4));
  void *params[5];
  double a = 2;
  unsigned char skip = 0;
  long long count = n;
  params[0] = &in, params[1] = &a, params[2] = &out, params[3] = &skip, params[4] = &count;
  OK(cuLaunchKernel(f, 4, 1, 1, 256, 1, 1, 0, m.stream, params, nullptr));
  EQUAL(2002, m.download<float>(out, n)[999]);
}

CASE(three_dimensions) {
  Machine m;
  handle f = m.kernel(TEXT(extern "C" __global__ void k(unsigned *y) {
    unsigned b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    y[b * 24 + t] = b * 1000 + threadIdx.z * 100 + threadIdx.y * 10 + threadIdx.x;
  }));
  uint64_t out = m.upload(std::vector<unsigned>(5 * 6 * 7 * 24));
  void *params[] = {&out};
  OK(cuLaunchKernel(f, 5, 6, 7, 4, 3, 2, 0, m.stream, params, nullptr));
  auto y = m.download<unsigned>(out, 5 * 6 * 7 * 24);
  for (unsigned i = 0; i < y.size(); i++) EQUAL(i / 24 * 1000 + i % 24 / 12 * 100 + i / 4 % 3 * 10 + i % 4, y[i]);
}

CASE(block_reduction) {
  Machine m;
  handle f = m.kernel(TEXT(extern "C" __global__ void __launch_bounds__(256) k(const int *x, int *y) {
    __shared__ int s[256];
    unsigned t = threadIdx.x;
    s[t] = x[blockIdx.x * 256 + t];
    __syncthreads();
    for (unsigned h = 128; h > 0; h /= 2) {
      if (t < h) s[t] += s[t + h];
      __syncthreads();
    }
    if (t == 0) y[blockIdx.x] = s[0];
  }));
  for (uint64_t seed : {0, 1, 2}) {
    cgEmulatorSetOrder(seed);
    auto x = ramp(8 * 256);
    uint64_t in = m.upload(x), out = m.upload(std::vector<int>(8));
    OK(m.launch(f, 8, 256, 0, in, out));
    EQUAL(sum(x), sum(m.download<int>(out, 8)));
  }
  int value;
  OK(cuFuncGetAttribute(&value, 0, f));
  EQUAL(256, value);
  OK(cuFuncGetAttribute(&value, 1, f));
  REQUIRE(value >= 1024 && value <= 1040);
  EQUAL(1, m.launch(f, 1, 512, 0, uint64_t(0), uint64_t(0)));
}

// Without the barrier that it needs, a kernel gives something else.
CASE(missing_barrier_shows) {
  Machine m;
  handle f = m.kernel(TEXT(extern "C" __global__ void k(int *y) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    y[threadIdx.x] = s[63 - threadIdx.x];
  }));
  uint64_t out = m.upload(std::vector<int>(64));
  OK(m.launch(f, 1, 64, 0, out));
  EQUAL((int)0xa5a5a5a5, m.download<int>(out, 64)[0]);
}

CASE(dynamic_shared) {
  Machine m;
  handle f = m.kernel(TEXT(extern "C" __global__ void k(int *y, int n) {
    extern __shared__ alignas(16) unsigned char bytes[];
    int *s = (int *)bytes;
    s[threadIdx.x] = threadIdx.x * 3;
    __syncthreads();
    y[threadIdx.x] = s[n - 1 - threadIdx.x];
  }));
  uint64_t out = m.upload(std::vector<int>(100));
  OK(m.launch(f, 1, 100, 400, out, 100));
  EQUAL(3 * 99, m.download<int>(out, 100)[0]);
  EQUAL(1, m.launch(f, 1, 100, 64 << 10, out, 100));
  OK(cuFuncSetAttribute(f, 8, 64 << 10));
  OK(m.launch(f, 1, 100, 64 << 10, out, 100));
  EQUAL(1, cuFuncSetAttribute(f, 8, 1 << 20));
  OK(m.launch(f, 1, 100, 396, out, 100));
  EQUAL(700, m.sync());
  REQUIRE(contains(m.fault(), "byte 396 of 396 bytes of dynamic shared memory"));
}

CASE(warp_shuffles) {
  Machine m;
  handle f = m.kernel(TEXT(extern "C" __global__ void k(const double *x, double *sums, int *lanes) {
    int lane = threadIdx.x % 32;
    double v = x[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
    if (lane == 0) sums[threadIdx.x / 32] = v;
    int *l = lanes + threadIdx.x * 5;
    l[0] = __shfl_sync(~0u, lane, 5);
    l[1] = __shfl_up_sync(~0u, lane, 3);
    l[2] = __shfl_down_sync(~0u, lane, 3);
    l[3] = __shfl_up_sync(~0u, lane, 1, 8);
    l[4] = __shfl_sync(~0u, lane, 9, 8);
  }));
  std::vector<double> x(96);
  for (int i = 0; i < 96; i++) x[i] = i + 0.25;
  uint64_t in = m.upload(x), out = m.upload(std::vector<double>(3)), lanes = m.upload(std::vector<int>(96 * 5));
  OK(m.launch(f, 1, 96, 0, in, out, lanes));
  auto sums = m.download<double>(out, 3);
  for (int w = 0; w < 3; w++) REQUIRE(sums[w] == 32 * 32 * w + 496 + 8);
  auto l = m.download<int>(lanes, 96 * 5);
  for (int i = 0; i < 96; i++) {
    int lane = i % 32;
    EQUAL(5, l[i * 5]);
    EQUAL(lane < 3 ? lane : lane - 3, l[i * 5 + 1]);
    EQUAL(lane > 28 ? lane : lane + 3, l[i * 5 + 2]);
    EQUAL(lane % 8 == 0 ? lane : lane - 1, l[i * 5 + 3]);
    EQUAL(lane / 8 * 8 + 1, l[i * 5 + 4]);
  }
}

CASE(votes) {
  Machine m;
  handle f = m.kernel(TEXT(extern "C" __global__ void k(unsigned *y) {
    unsigned t = threadIdx.x;
    unsigned *r = y + t * 9;
    r[0] = __ballot_sync(~0u, t % 3 == 0);
    r[1] = __any_sync(~0u, t == 40);
    r[2] = __all_sync(~0u, t < 32);
    r[3] = __match_any_sync(~0u, t % 4);
    r[4] = __reduce_add_sync(~0u, t);
    r[5] = (unsigned)__reduce_min_sync(~0u, (int)t - 40);
    r[6] = (unsigned)__syncthreads_count(t < 50);
    r[7] = (unsigned)(__syncthreads_or(t == 63) != 0) + 2 * (__syncthreads_and(t < 64) != 0) + 4 * (__syncthreads_and(t < 63) != 0);
    if (t % 2) r[8] = __ballot_sync(0xaaaaaaaau, t > 33);
    else r[8] = __ballot_sync(0x55555555u, t > 33);
    __syncwarp();
  }));
  uint64_t out = m.upload(std::vector<unsigned>(64 * 9));
  OK(m.launch(f, 1, 64, 0, out));
  auto y = m.download<unsigned>(out, 64 * 9);
  for (unsigned t = 0; t < 64; t++) {
    unsigned w = t / 32, ballot = 0, sum = 0, odd = 0;
    for (unsigned i = 0; i < 32; i++) {
      unsigned u = w * 32 + i;
      ballot |= unsigned(u % 3 == 0) << i;
      odd |= unsigned(u > 33 && u % 2 == t % 2) << i;
      sum += u;
    }
    unsigned *r = &y[t * 9];
    EQUAL(ballot, r[0]);
    EQUAL(w == 1, r[1]);
    EQUAL(w == 0, r[2]);
    EQUAL(0x11111111u << t % 4, r[3]);
    EQUAL(sum, r[4]);
    EQUAL((int)w * 32 - 40, (int)r[5]);
    EQUAL(50, r[6]);
    EQUAL(3, r[7]);
    EQUAL(odd, r[8]);
  }
}

CASE(early_exit) {
  Machine m;
  handle f = m.kernel(TEXT(extern "C" __global__ void k(int *y, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    __syncthreads();
    unsigned there = __ballot_sync(~0u, 1);
    __syncthreads();
    y[t] = __popc(there);
  }));
  for (uint64_t seed : {0, 3}) {
    cgEmulatorSetOrder(seed);
    uint64_t out = m.upload(std::vector<int>(100, -1));
    OK(m.launch(f, 1, 100, 0, out, 71));
    auto y = m.download<int>(out, 100);
    for (int t = 0; t < 100; t++) EQUAL(t >= 71 ? -1 : t < 64 ? 32 : 7, y[t]);
  }
}

CASE(last_block_finishes) {
  Machine m;
  handle f = m.kernel(TEXT(extern "C" __global__ void k(const int *x, int *parts, unsigned *ticket, int *y) {
    __shared__ int s;
    __shared__ bool last;
    if (threadIdx.x == 0) s = 0;
    __syncthreads();
    atomicAdd(&s, x[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) {
      parts[blockIdx.x] = s;
      __threadfence();
      last = atomicAdd(ticket, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last || threadIdx.x != 0) return;
    int total = 0;
    for (unsigned b = 0; b < gridDim.x; b++) total += parts[b];
    *y = total;
    *ticket = 0;
  }));
  for (uint64_t seed : {0, 5, 6}) {
    cgEmulatorSetOrder(seed);
    auto x = ramp(33 * 64);
    uint64_t in = m.upload(x), parts = m.upload(std::vector<int>(33)), ticket = m.upload(std::vector<int>(1)), out = m.upload(std::vector<int>(1));
    OK(m.launch(f, 33, 64, 0, in, parts, ticket, out));
    EQUAL(sum(x), m.download<int>(out, 1)[0]);
    EQUAL(0, m.download<int>(ticket, 1)[0]);
  }
}

// A scan in one pass: blocks in the order of their tickets wait for the prefix
// of the one before; the warps of a block wait for one another the same way.
CASE(look_back) {
  Machine m;
  handle f = m.kernel(TEXT(extern "C" __global__ void k(const int *x, int *y, unsigned *ticket, unsigned long long *state) {
    __shared__ unsigned tile;
    if (threadIdx.x == 0) tile = atomicAdd(ticket, 1u);
    __syncthreads();
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, i = tile * 128 + threadIdx.x;
    int v = x[i];
    for (int d = 1; d < 32; d *= 2) {
      int u = __shfl_up_sync(~0u, v, d);
      if (lane >= d) v += u;
    }
    unsigned part = tile * 4 + warp;
    int before = 0;
    if (lane == 31) {
      unsigned long long s = 0;
      if (part > 0) do s = __atomic_load_n(&state[part - 1], __ATOMIC_ACQUIRE); while (s == 0);
      before = (int)s;
      __atomic_store_n(&state[part], 1ull << 32 | (unsigned)(before + v), __ATOMIC_RELEASE);
    }
    y[i] = v + __shfl_sync(~0u, before, 31);
  }));
  for (uint64_t seed : {0, 9, 10}) {
    cgEmulatorSetOrder(seed);
    auto x = ramp(20 * 128);
    uint64_t in = m.upload(x), out = m.upload(x), ticket = m.upload(std::vector<int>(1)), state = m.upload(std::vector<uint64_t>(80));
    OK(m.launch(f, 20, 128, 0, in, out, ticket, state));
    auto y = m.download<int>(out, x.size());
    int s = 0;
    for (size_t i = 0; i < x.size(); i++) EQUAL(s += x[i], y[i]);
  }
}

CASE(atomics) {
  Machine m;
  handle f = m.kernel(TEXT(extern "C" __global__ void k(int *i, unsigned *u, unsigned long long *l, double *d) {
    int t = threadIdx.x;
    atomicMax(&i[0], t);
    atomicMin(&i[1], -t);
    atomicSub(&i[2], t);
    atomicOr(&u[0], 1u << t % 32);
    atomicAnd(&u[1], ~(1u << t % 8));
    atomicXor(&u[2], (unsigned)t);
    if (atomicCAS(&u[3], 0u, t + 1u) == 0) u[4] = t;
    atomicInc(&u[5], 9u);
    atomicAdd(&l[0], 1ull << 40);
    atomicExch(&l[1], (unsigned long long)t);
    atomicAdd(d, 0.5);
  }));
  uint64_t i = m.upload(std::vector<int>(3)), u = m.upload(std::vector<unsigned>{0, ~0u, 0, 0, 99, 0}), l = m.upload(std::vector<uint64_t>(2)), d = m.upload(std::vector<double>(1));
  OK(m.launch(f, 1, 64, 0, i, u, l, d));
  auto is = m.download<int>(i, 3);
  EQUAL(63, is[0]);
  EQUAL(-63, is[1]);
  EQUAL(-2016, is[2]);
  auto us = m.download<unsigned>(u, 6);
  EQUAL(~0u, us[0]);
  EQUAL(0xffffff00u, us[1]);
  EQUAL(0, us[2]);
  EQUAL(us[3], us[4] + 1);
  EQUAL(4, us[5]);
  EQUAL(64ll << 40, m.download<uint64_t>(l, 1)[0]);
  EQUAL(32, m.download<double>(d, 1)[0]);
}

CASE(intrinsics) {
  Machine m;
  handle f = m.kernel(TEXT(extern "C" __global__ void k(unsigned long long *y) {
    int n = 0;
    y[n++] = __popc(0xf0f0u) + __popcll(~0ull);
    y[n++] = __ffs(0) + __ffs(8) + __clz(0) + __clzll(1);
    y[n++] = __brev(1u);
    y[n++] = __umulhi(0xffffffffu, 0xffffffffu);
    y[n++] = __umul64hi(~0ull, ~0ull);
    y[n++] = (unsigned)__mulhi(-1, 1);
    y[n++] = __byte_perm(0x03020100u, 0x07060504u, 0x7531u);
    y[n++] = (unsigned)__float2int_rn(2.5f) + (unsigned)__float2int_rz(-2.5f);
    y[n++] = (unsigned)__float2int_rn(1e20f);
    y[n++] = (unsigned)__float_as_int(fmaf(1.5f, 2.0f, 0.25f));
    y[n++] = (unsigned long long)__double_as_longlong(fma(1e16, 1.0, 1.0) - 1e16);
    y[n++] = __funnelshift_l(0x80000000u, 1u, 1u);
  }));
  uint64_t out = m.upload(std::vector<uint64_t>(12));
  OK(m.launch(f, 1, 1, 0, out));
  auto y = m.download<uint64_t>(out, 12);
  const uint64_t want[] = {8 + 64, 0 + 4 + 32 + 63, 0x80000000, 0xfffffffe, ~1ull, 0xffffffff, 0x07050301, 0, 0x7fffffff, 0x40500000, 0, 3};
  for (int i = 0; i < 12; i++) EQUAL(want[i], y[i]);
}
