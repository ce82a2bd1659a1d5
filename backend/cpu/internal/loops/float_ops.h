// The cheap operations on floats, exact on every machine.

#ifndef CG_FLOAT_OPS_H
#define CG_FLOAT_OPS_H

#include <stdint.h>
#include <string.h>

#ifndef CG_PLAIN
#define CG_PLAIN static inline __attribute__((always_inline, unused))
#endif

// CG_FLOAT defines the operations of type T, whose bits are of type U.
#define CG_FLOAT(s, T, U)                                                      \
  CG_PLAIN uint8_t cg_signbit_##s(T x) {                                       \
    U u;                                                                       \
    memcpy(&u, &x, sizeof u);                                                  \
    return (uint8_t)(u >> (sizeof u * 8 - 1));                                 \
  }                                                                            \
  /* ±1, or the zero or NaN itself. */                                         \
  CG_PLAIN T cg_sign_##s(T x) {                                                \
    T r = x > 0 ? (T)1 : x;                                                    \
    return x < 0 ? (T)-1 : r;                                                  \
  }                                                                            \
  /* Of equals the first; NaN if there is one. */                              \
  CG_PLAIN T cg_maximum_##s(T x, T y) {                                        \
    return ((x >= y) | (x != x)) ? x : y;                                      \
  }                                                                            \
  CG_PLAIN T cg_minimum_##s(T x, T y) {                                        \
    return ((x <= y) | (x != x)) ? x : y;                                      \
  }                                                                            \
  /* NaN only if both are. */                                                  \
  CG_PLAIN T cg_fmax_##s(T x, T y) {                                           \
    return ((x >= y) | (y != y)) ? x : y;                                      \
  }                                                                            \
  CG_PLAIN T cg_fmin_##s(T x, T y) {                                           \
    return ((x <= y) | (y != y)) ? x : y;                                      \
  }                                                                            \
  /* Written so that no test depends on another's result, or it would not      \
     vectorise. */                                                             \
  CG_PLAIN T cg_clip_##s(T x, T lo, T hi) {                                    \
    T r = x < lo ? lo : x;                                                     \
    r = lo != lo ? lo : r;                                                     \
    r = r > hi ? hi : r;                                                       \
    return hi != hi ? hi : r;                                                  \
  }

CG_FLOAT(f32, float, uint32_t)
CG_FLOAT(f64, double, uint64_t)

#undef CG_FLOAT

#endif
