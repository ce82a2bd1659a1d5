//go:build cgo && (linux || darwin)

// Kernels for machines with AVX-512. Of 32 registers a tile takes 28.

#include <immintrin.h>

#define GM_TABLE gm_avx512
#define GM_MR 14
#define GM_NV 2
#define GM_F32 __m512
#define GM_F32_SPLAT(x) _mm512_set1_ps(x)
#define GM_F32_FMA(a, b, c) _mm512_fmadd_ps(a, b, c)
#define GM_F32_FNMA(a, b, c) _mm512_fnmadd_ps(a, b, c)
#define GM_F64 __m512d
#define GM_F64_SPLAT(x) _mm512_set1_pd(x)
#define GM_F64_FMA(a, b, c) _mm512_fmadd_pd(a, b, c)
#define GM_F64_FNMA(a, b, c) _mm512_fnmadd_pd(a, b, c)

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx2,fma"))), apply_to = function)
#include "kernels.h"
#pragma clang attribute pop
#else
#pragma GCC target("avx512f,avx2,fma")
#include "kernels.h"
#endif
