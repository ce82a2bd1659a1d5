// C = alpha op(A) op(B) + beta C of column-major matrices.

#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>

namespace emu {

enum { R32 = 0, R64 = 1, C32 = 4, C64 = 5 }; // element types, by cuBLAS's numbers
enum { Compute32 = 68, Compute32Pedantic = 69, Compute64 = 70, Compute64Pedantic = 71, ComputeTF32 = 77 };

inline size_t size_of(int type) { return type == R32 ? 4 : type == C64 ? 16 : 8; }

struct Operand {
  uint64_t address;
  int type;
  int64_t ld, stride;
};

struct Gemm {
  int ta, tb; // 0: as it is, 1: transposed, 2: transposed and conjugated
  int64_t m, n, k, batch;
  Operand a, b, c;
  int compute;
  std::complex<double> alpha, beta;

  bool valid() const;     // sizes and leading dimensions
  bool supported() const; // one type for all, and a compute type that fits
  void scalars(const void *alpha, const void *beta); // reads them, of the matrices' type
  size_t extent(const Operand &o) const; // bytes that the product touches of a matrix
  void run() const;
};

} // namespace emu
