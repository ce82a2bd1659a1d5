//go:build cgo && (linux || darwin)

// Operations and casts for machines with AVX-512 (F, BW, DQ, VL).

#define CG_MAPS cg_maps_avx512
#define CG_HAVE_FMA 1
#define CG_HAVE_ROUND 1

#ifdef __clang__
#pragma clang attribute push(__attribute__((target(                            \
    "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi,bmi2,lzcnt"))), apply_to = function)
#include "loops_maps.h"
#pragma clang attribute pop
#else
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi,bmi2,lzcnt")
#include "loops_maps.h"
#endif
