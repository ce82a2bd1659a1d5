//go:build cgo && (linux || darwin)

// Kernels for machines with AVX2 and FMA. Of 16 registers a tile takes 12.

#include <immintrin.h>

#define GM_TABLE gm_avx2
#define GM_MR 6
#define GM_NV 2
#define GM_F32 __m256
#define GM_F32_SPLAT(x) _mm256_set1_ps(x)
#define GM_F32_FMA(a, b, c) _mm256_fmadd_ps(a, b, c)
#define GM_F32_FNMA(a, b, c) _mm256_fnmadd_ps(a, b, c)
#define GM_F64 __m256d
#define GM_F64_SPLAT(x) _mm256_set1_pd(x)
#define GM_F64_FMA(a, b, c) _mm256_fmadd_pd(a, b, c)
#define GM_F64_FNMA(a, b, c) _mm256_fnmadd_pd(a, b, c)

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#include "kernels.h"
#pragma clang attribute pop
#else
#pragma GCC target("avx2,fma")
#include "kernels.h"
#endif
