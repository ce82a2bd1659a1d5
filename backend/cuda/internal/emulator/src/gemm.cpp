#include "gemm.h"

#include <algorithm>
#include <vector>

namespace emu {

namespace {

float conjugate(float x) { return x; }
double conjugate(double x) { return x; }
template <class T> std::complex<T> conjugate(std::complex<T> x) { return std::conj(x); }

template <class T> struct Scalar {
  static T of(std::complex<double> z) { return T(z.real()); }
};
template <class T> struct Scalar<std::complex<T>> {
  static std::complex<T> of(std::complex<double> z) { return std::complex<T>(z); }
};

float times(float x, float y) { return x * y; }
double times(double x, double y) { return x * y; }
// Without C++'s repair of infinities, which a GPU doesn't do.
template <class T> std::complex<T> times(std::complex<T> x, std::complex<T> y) {
  return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

// op(X) as a column-major matrix without gaps.
template <class T> std::vector<T> packed(const Operand &x, int op, int64_t rows, int64_t columns) {
  const T *from = (const T *)x.address;
  std::vector<T> to(rows * columns);
  for (int64_t j = 0; j < columns; j++) {
    for (int64_t i = 0; i < rows; i++) {
      T v = op == 0 ? from[i + j * x.ld] : from[j + i * x.ld];
      to[i + j * rows] = op == 2 ? conjugate(v) : v;
    }
  }
  return to;
}

template <class T> void multiply(const Gemm &g) {
  T alpha = Scalar<T>::of(g.alpha), beta = Scalar<T>::of(g.beta);
  std::vector<T> a, b, sum(g.m);
  if (alpha != T(0)) {
    a = packed<T>(g.a, g.ta, g.m, g.k);
    b = packed<T>(g.b, g.tb, g.k, g.n);
  }
  for (int64_t j = 0; j < g.n; j++) {
    std::fill(sum.begin(), sum.end(), T(0));
    for (int64_t l = 0; alpha != T(0) && l < g.k; l++) {
      T v = b[l + j * g.k];
      const T *column = &a[l * g.m];
      for (int64_t i = 0; i < g.m; i++) sum[i] += times(column[i], v);
    }
    T *c = (T *)g.c.address + j * g.c.ld;
    // With a beta of 0, C is not read.
    for (int64_t i = 0; i < g.m; i++) c[i] = times(alpha, sum[i]) + (beta == T(0) ? T(0) : times(beta, c[i]));
  }
}

} // namespace

bool Gemm::valid() const {
  if (ta < 0 || ta > 2 || tb < 0 || tb > 2 || m < 0 || n < 0 || k < 0 || batch < 0) return false;
  auto enough = [](int64_t ld, int64_t rows) { return ld >= std::max<int64_t>(1, rows); };
  return enough(a.ld, ta == 0 ? m : k) && enough(b.ld, tb == 0 ? k : n) && enough(c.ld, m);
}

bool Gemm::supported() const {
  if (a.type != b.type || a.type != c.type) return false;
  if (a.type == R32 || a.type == C32) return compute == Compute32 || compute == Compute32Pedantic || compute == ComputeTF32;
  return (a.type == R64 || a.type == C64) && (compute == Compute64 || compute == Compute64Pedantic);
}

void Gemm::scalars(const void *x, const void *y) {
  auto read = [this](const void *p) -> std::complex<double> {
    switch (a.type) {
    case R32: return *(const float *)p;
    case R64: return *(const double *)p;
    case C32: return std::complex<double>(*(const std::complex<float> *)p);
    }
    return *(const std::complex<double> *)p;
  };
  alpha = read(x);
  beta = read(y);
}

size_t Gemm::extent(const Operand &o) const {
  bool unread = &o != &c && alpha == 0.0;
  int64_t rows = &o == &a ? (ta == 0 ? m : k) : &o == &b ? (tb == 0 ? k : n) : m;
  int64_t columns = &o == &a ? (ta == 0 ? k : m) : &o == &b ? (tb == 0 ? n : k) : n;
  if (unread || rows == 0 || columns == 0) return 0;
  return size_t((columns - 1) * o.ld + rows) * size_of(o.type);
}

void Gemm::run() const {
  switch (c.type) {
  case R32: return multiply<float>(*this);
  case R64: return multiply<double>(*this);
  case C32: return multiply<std::complex<float>>(*this);
  case C64: return multiply<std::complex<double>>(*this);
  }
}

} // namespace emu
