// Casts between all pairs of element types: cg_cast_<from>_<to>.
//
// Integers wrap, floats to integers truncate and saturate with NaN giving 0,
// anything to bool is "not zero" (NaN is not zero), complex to real takes the
// real part, and the rest rounds as IEEE 754 has it.

#ifndef CG_CAST_OPS_H
#define CG_CAST_OPS_H

#include <stdint.h>

#ifndef CG_PLAIN
#define CG_PLAIN static inline __attribute__((always_inline, unused))
#endif

// By C's own conversion.
#define CG_CAST(f, F, t, T)                                                    \
  CG_PLAIN T cg_cast_##f##_##t(F x) { return (T)x; }

// From a float type F to an integer type T whose values lie in [lo, hi); V is
// a type that vector units convert to.
#define CG_CAST_SAT(f, F, t, T, V, lo, hi, min, max)                           \
  CG_PLAIN T cg_cast_##f##_##t(F x) {                                          \
    F y = ((x >= (F)(lo)) & (x < (F)(hi))) ? x : (F)0;                         \
    T r = (T)(V)y;                                                             \
    r = x >= (F)(hi) ? (T)(max) : r;                                           \
    return x < (F)(lo) ? (T)(min) : r;                                         \
  }

#define CG_CAST_TO_BOOL(f, F)                                                  \
  CG_PLAIN uint8_t cg_cast_##f##_b8(F x) { return x != 0; }

#define CG_CAST_TO_NUMBERS(f, F)                                               \
  CG_CAST(f, F, i8, int8_t)                                                    \
  CG_CAST(f, F, i16, int16_t)                                                  \
  CG_CAST(f, F, i32, int32_t)                                                  \
  CG_CAST(f, F, i64, int64_t)                                                  \
  CG_CAST(f, F, u8, uint8_t)                                                   \
  CG_CAST(f, F, u16, uint16_t)                                                 \
  CG_CAST(f, F, u32, uint32_t)                                                 \
  CG_CAST(f, F, u64, uint64_t)

#define CG_CAST_TO_SAT(f, F)                                                   \
  CG_CAST_SAT(f, F, i8, int8_t, int32_t, -0x1p7, 0x1p7, INT8_MIN, INT8_MAX)    \
  CG_CAST_SAT(f, F, i16, int16_t, int32_t, -0x1p15, 0x1p15, INT16_MIN,         \
              INT16_MAX)                                                       \
  CG_CAST_SAT(f, F, i32, int32_t, int32_t, -0x1p31, 0x1p31, INT32_MIN,         \
              INT32_MAX)                                                       \
  CG_CAST_SAT(f, F, i64, int64_t, int64_t, -0x1p63, 0x1p63, INT64_MIN,         \
              INT64_MAX)                                                       \
  CG_CAST_SAT(f, F, u8, uint8_t, int32_t, 0, 0x1p8, 0, UINT8_MAX)              \
  CG_CAST_SAT(f, F, u16, uint16_t, int32_t, 0, 0x1p16, 0, UINT16_MAX)          \
  CG_CAST_SAT(f, F, u32, uint32_t, uint32_t, 0, 0x1p32, 0, UINT32_MAX)         \
  CG_CAST_SAT(f, F, u64, uint64_t, uint64_t, 0, 0x1p64, 0, UINT64_MAX)

#define CG_CAST_TO_FIELD(f, F)                                                 \
  CG_CAST(f, F, f32, float)                                                    \
  CG_CAST(f, F, f64, double)                                                   \
  CG_PLAIN cg_c64 cg_cast_##f##_c64(F x) { return (cg_c64){(float)x, 0}; }     \
  CG_PLAIN cg_c128 cg_cast_##f##_c128(F x) { return (cg_c128){(double)x, 0}; }

#define CG_CAST_INT(f, F)                                                      \
  CG_CAST_TO_BOOL(f, F)                                                        \
  CG_CAST_TO_NUMBERS(f, F)                                                     \
  CG_CAST_TO_FIELD(f, F)

#define CG_CAST_FLOAT(f, F)                                                    \
  CG_CAST_TO_BOOL(f, F)                                                        \
  CG_CAST_TO_SAT(f, F)                                                         \
  CG_CAST_TO_FIELD(f, F)

// From a complex type with components of type r to a real type.
#define CG_CAST_PART(f, F, r, t, T)                                            \
  CG_PLAIN T cg_cast_##f##_##t(F z) { return cg_cast_##r##_##t(z.re); }

#define CG_CAST_COMPLEX(f, F, r)                                               \
  CG_PLAIN uint8_t cg_cast_##f##_b8(F z) {                                     \
    return (uint8_t)((z.re != 0) | (z.im != 0));                               \
  }                                                                            \
  CG_CAST_PART(f, F, r, i8, int8_t)                                            \
  CG_CAST_PART(f, F, r, i16, int16_t)                                          \
  CG_CAST_PART(f, F, r, i32, int32_t)                                          \
  CG_CAST_PART(f, F, r, i64, int64_t)                                          \
  CG_CAST_PART(f, F, r, u8, uint8_t)                                           \
  CG_CAST_PART(f, F, r, u16, uint16_t)                                         \
  CG_CAST_PART(f, F, r, u32, uint32_t)                                         \
  CG_CAST_PART(f, F, r, u64, uint64_t)                                         \
  CG_CAST_PART(f, F, r, f32, float)                                            \
  CG_CAST_PART(f, F, r, f64, double)                                           \
  CG_PLAIN cg_c64 cg_cast_##f##_c64(F z) {                                     \
    return (cg_c64){(float)z.re, (float)z.im};                                 \
  }                                                                            \
  CG_PLAIN cg_c128 cg_cast_##f##_c128(F z) {                                   \
    return (cg_c128){(double)z.re, (double)z.im};                              \
  }

CG_CAST_INT(b8, uint8_t)
CG_CAST_INT(i8, int8_t)
CG_CAST_INT(i16, int16_t)
CG_CAST_INT(i32, int32_t)
CG_CAST_INT(i64, int64_t)
CG_CAST_INT(u8, uint8_t)
CG_CAST_INT(u16, uint16_t)
CG_CAST_INT(u32, uint32_t)
CG_CAST_INT(u64, uint64_t)
CG_CAST_FLOAT(f32, float)
CG_CAST_FLOAT(f64, double)
CG_CAST_COMPLEX(c64, cg_c64, f32)
CG_CAST_COMPLEX(c128, cg_c128, f64)

#undef CG_CAST
#undef CG_CAST_SAT
#undef CG_CAST_TO_BOOL
#undef CG_CAST_TO_NUMBERS
#undef CG_CAST_TO_SAT
#undef CG_CAST_TO_FIELD
#undef CG_CAST_INT
#undef CG_CAST_FLOAT
#undef CG_CAST_PART
#undef CG_CAST_COMPLEX

#endif
