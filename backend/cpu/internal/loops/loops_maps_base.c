//go:build cgo && (linux || darwin)

// Operations and casts for every machine of the architecture.

#define CG_MAPS cg_maps_base

// x86-64 processors without AVX2 are rare, and not worth the time that more
// takes to compile.
#if defined(__x86_64__) && !defined(__clang__)
#pragma GCC optimize("O2")
#endif

#include "loops_maps.h"
