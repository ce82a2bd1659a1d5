//go:build cgo && (linux || darwin)

// Kernels for any machine of the architecture: SSE2 or NEON.

#define GM_TABLE gm_base
#define GM_MR 6

#if defined(__aarch64__)

#include <arm_neon.h>

#define GM_NV 4
#define GM_F32 float32x4_t
#define GM_F32_SPLAT(x) vdupq_n_f32(x)
#define GM_F32_FMA(a, b, c) vfmaq_f32(c, a, b)
#define GM_F32_FNMA(a, b, c) vfmsq_f32(c, a, b)
#define GM_F64 float64x2_t
#define GM_F64_SPLAT(x) vdupq_n_f64(x)
#define GM_F64_FMA(a, b, c) vfmaq_f64(c, a, b)
#define GM_F64_FNMA(a, b, c) vfmsq_f64(c, a, b)

#else

#define GM_NV 2
typedef float gm_f32 __attribute__((vector_size(16)));
typedef double gm_f64 __attribute__((vector_size(16)));
#define GM_F32 gm_f32
#define GM_F32_SPLAT(x) (gm_f32){x, x, x, x}
#define GM_F32_FMA(a, b, c) ((c) + (a) * (b))
#define GM_F32_FNMA(a, b, c) ((c) - (a) * (b))
#define GM_F64 gm_f64
#define GM_F64_SPLAT(x) (gm_f64){x, x}
#define GM_F64_FMA(a, b, c) ((c) + (a) * (b))
#define GM_F64_FNMA(a, b, c) ((c) - (a) * (b))

#endif

#include "kernels.h"
