//go:build cgo && (linux || darwin)

#include "gemm.h"

const gm_kernels *gm_open(int isa) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  switch (isa) {
  case GM_ISA_AVX2:
    return avx2 ? gm_avx2 : NULL;
  case GM_ISA_AVX512:
    return avx2 && __builtin_cpu_supports("avx512f") ? gm_avx512 : NULL;
  }
#endif
  return isa == GM_ISA_BASE ? gm_base : NULL;
}

void gm_pack_a(const gm_kernels *kern, int64_t m, int64_t k, const char *a,
               int64_t row, int64_t col, int conj, char *to) {
  kern->pack_a(m, k, a, row, col, conj, to);
}

void gm_pack_b(const gm_kernels *kern, int64_t n, int64_t k, const char *b,
               int64_t row, int64_t col, int conj, char *to) {
  kern->pack_b(n, k, b, row, col, conj, to);
}

void gm_block(const gm_kernels *kern, int64_t m, int64_t n, int64_t k,
              double alpha_re, double alpha_im, const char *a, const char *b,
              double beta_re, double beta_im, char *c, int64_t ldc) {
  const double alpha[2] = {alpha_re, alpha_im}, beta[2] = {beta_re, beta_im};
  kern->block(m, n, k, alpha, a, b, beta, c, ldc);
}

void gm_small(const gm_kernels *kern, int64_t m, int64_t n, int64_t k,
              double alpha, const char *a, int64_t arow, int64_t acol,
              const char *b, int64_t brow, int64_t bcol, double beta, char *c,
              int64_t ldc) {
  kern->small(m, n, k, &alpha, a, arow, acol, b, brow, bcol, &beta, c, ldc);
}
