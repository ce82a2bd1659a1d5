// The kernels of all element types and their table GM_TABLE. Each instruction
// set's file includes this once, after it has defined
//
//   GM_MR          rows of a tile
//   GM_NV          vectors across a tile of real numbers; complex ones have one
//   GM_F32, GM_F64              vector types
//   GM_F32_SPLAT(x), …          a vector of equal elements
//   GM_F32_FMA(a, b, c), …      a·b + c
//   GM_F32_FNMA(a, b, c), …     c - a·b

#include "gemm.h"

#include <string.h>

#define GM_INLINE static inline __attribute__((always_inline))
#if defined(__clang__)
#define GM_UNROLL _Pragma("clang loop unroll(full)")
#else
#define GM_UNROLL _Pragma("GCC unroll 16")
#endif

#define R float
#define V GM_F32
#define SPLAT GM_F32_SPLAT
#define FMA GM_F32_FMA
#define FNMA GM_F32_FNMA
#define NV GM_NV
#define FN(name) name##_f32
#include "kernels_real.h"
#undef NV
#undef FN
#define NV 1
#define FN(name) name##_c64
#include "kernels_complex.h"
#undef R
#undef V
#undef SPLAT
#undef FMA
#undef FNMA
#undef NV
#undef FN

#define R double
#define V GM_F64
#define SPLAT GM_F64_SPLAT
#define FMA GM_F64_FMA
#define FNMA GM_F64_FNMA
#define NV GM_NV
#define FN(name) name##_f64
#include "kernels_real.h"
#undef NV
#undef FN
#define NV 1
#define FN(name) name##_c128
#include "kernels_complex.h"

#define GM_LANES(v, r) (int64_t)(sizeof(v) / sizeof(r))

const gm_kernels GM_TABLE[GM_TYPES] = {
    {GM_MR, GM_NV *GM_LANES(GM_F32, float), pack_a_f32, pack_b_f32, block_f32,
     small_f32},
    {GM_MR, GM_NV *GM_LANES(GM_F64, double), pack_a_f64, pack_b_f64, block_f64,
     small_f64},
    {GM_MR, GM_LANES(GM_F32, float), pack_a_c64, pack_b_c64, block_c64, NULL},
    {GM_MR, GM_LANES(GM_F64, double), pack_a_c128, pack_b_c128, block_c128,
     NULL},
};
