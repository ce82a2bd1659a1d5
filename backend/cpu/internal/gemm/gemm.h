// The interface between Go and C: what is compiled for each instruction set
// and element type.

#ifndef GM_GEMM_H
#define GM_GEMM_H

#include <stddef.h>
#include <stdint.h>

// GM_DEPTH is the most terms of a product that are summed in one go: a panel of
// B as deep as this stays in the nearest cache.
#define GM_DEPTH 256

// Elements of operands are at row*i + col*j, those of C at ldc*i + j. A product
// is C = alpha·A·B + beta·C with complex alpha and beta, of which real types
// take the real parts. beta = 0 overwrites C without reading it.
typedef struct {
  int64_t mr, nr; // rows and columns of a tile

  // pack_a packs m rows of k elements into panels of mr rows, the last one
  // filled up with zeros; pack_b packs n columns into panels of nr columns.
  void (*pack_a)(int64_t m, int64_t k, const void *a, int64_t row, int64_t col,
                 int conj, void *to);
  void (*pack_b)(int64_t n, int64_t k, const void *b, int64_t row, int64_t col,
                 int conj, void *to);

  // block computes m×n elements of C from packed operands.
  void (*block)(int64_t m, int64_t n, int64_t k, const double *alpha,
                const void *a, const void *b, const double *beta, void *c,
                int64_t ldc);

  // small computes a product that is no more than GM_DEPTH deep from operands
  // that are not packed. Null: there is none for the type.
  void (*small)(int64_t m, int64_t n, int64_t k, const double *alpha,
                const void *a, int64_t arow, int64_t acol, const void *b,
                int64_t brow, int64_t bcol, const double *beta, void *c,
                int64_t ldc);
} gm_kernels;

enum { GM_ISA_BASE, GM_ISA_AVX2, GM_ISA_AVX512 };
enum { GM_FLOAT32, GM_FLOAT64, GM_COMPLEX64, GM_COMPLEX128, GM_TYPES };

extern const gm_kernels gm_base[GM_TYPES];
extern const gm_kernels gm_avx2[GM_TYPES];
extern const gm_kernels gm_avx512[GM_TYPES];

// gm_open returns the kernels for an instruction set, or null if the machine
// lacks it.
const gm_kernels *gm_open(int isa);

void gm_pack_a(const gm_kernels *kern, int64_t m, int64_t k, const char *a,
               int64_t row, int64_t col, int conj, char *to);
void gm_pack_b(const gm_kernels *kern, int64_t n, int64_t k, const char *b,
               int64_t row, int64_t col, int conj, char *to);
void gm_block(const gm_kernels *kern, int64_t m, int64_t n, int64_t k,
              double alpha_re, double alpha_im, const char *a, const char *b,
              double beta_re, double beta_im, char *c, int64_t ldc);
void gm_small(const gm_kernels *kern, int64_t m, int64_t n, int64_t k,
              double alpha, const char *a, int64_t arow, int64_t acol,
              const char *b, int64_t brow, int64_t bcol, double beta, char *c,
              int64_t ldc);

#endif
