// Integer operations, wrapping and free of undefined behaviour:
// x/0 and x%0 are 0, MIN/-1 is MIN, shifts past the width give 0 or the sign.
// Where there is no vector instruction for a division, 8, 16 and 32 bit ones
// are done in floating point, in which their truncated quotient is exact.

#ifndef CG_INT_OPS_H
#define CG_INT_OPS_H

#include <stdint.h>

#ifndef CG_PLAIN
#define CG_PLAIN static inline __attribute__((always_inline, unused))
#endif

// CG_SIGNED and CG_UNSIGNED define the operations of one type. T is the type,
// U the unsigned type of its width, W an unsigned type of 32 bits or more in
// which its arithmetic wraps, Q the type in which its division is done.

#define CG_COMMON(s, T, U, W, bits)                                            \
  CG_PLAIN T cg_clip_##s(T x, T lo, T hi) {                                    \
    x = x > lo ? x : lo;                                                       \
    return x < hi ? x : hi;                                                    \
  }                                                                            \
  CG_PLAIN T cg_shl_##s(T a, T b) {                                            \
    W r = (W)(U)a << ((U)b & (bits - 1));                                      \
    return (U)b < bits ? (T)r : (T)0;                                          \
  }

#define CG_SIGNED(s, T, U, W, Q, bits)                                         \
  CG_COMMON(s, T, U, W, bits)                                                  \
  CG_PLAIN T cg_shr_##s(T a, T b) {                                            \
    return (T)(a >> ((U)b < bits ? (U)b : (U)(bits - 1)));                     \
  }                                                                            \
  CG_PLAIN T cg_abs_##s(T a) {                                                 \
    return a < 0 ? (T)(0 - (W)a) : a;                                          \
  }                                                                            \
  CG_PLAIN T cg_sign_##s(T a) { return (T)((a > 0) - (a < 0)); }               \
  CG_PLAIN T cg_div_##s(T a, T b) {                                            \
    T d = ((b == 0) | (b == -1)) ? (T)1 : b;                                   \
    T q = (T)((Q)a / (Q)d);                                                    \
    q = b == -1 ? (T)(0 - (W)a) : q;                                           \
    return b == 0 ? (T)0 : q;                                                  \
  }                                                                            \
  /* a - (a/b)*b wraps to 0 for MIN and -1. */                                 \
  CG_PLAIN T cg_rem_##s(T a, T b) {                                            \
    T r = (T)((W)a - (W)cg_div_##s(a, b) * (W)b);                              \
    return b == 0 ? (T)0 : r;                                                  \
  }                                                                            \
  CG_PLAIN T cg_floordiv_##s(T a, T b) {                                       \
    T q = cg_div_##s(a, b);                                                    \
    T r = (T)((W)a - (W)q * (W)b);                                             \
    T low = (T)((b != 0) & (r != 0) & ((r < 0) != (b < 0)));                   \
    return (T)((W)q - (W)low);                                                 \
  }                                                                            \
  CG_PLAIN T cg_mod_##s(T a, T b) {                                            \
    T r = cg_rem_##s(a, b);                                                    \
    T add = ((r != 0) & ((r < 0) != (b < 0))) ? b : (T)0;                      \
    return (T)((W)r + (W)add);                                                 \
  }                                                                            \
  /* By squaring. A negative exponent gives 0; it is a fault by then. */       \
  CG_PLAIN T cg_pow_##s(T a, T b) {                                            \
    W r = b < 0 ? 0 : 1, x = (W)a;                                             \
    for (U e = b < 0 ? (U)0 : (U)b; e != 0; e >>= 1) {                         \
      r = e & 1 ? r * x : r;                                                   \
      x *= x;                                                                  \
    }                                                                          \
    return (T)r;                                                               \
  }

#define CG_UNSIGNED(s, T, W, Q, bits)                                          \
  CG_COMMON(s, T, T, W, bits)                                                  \
  CG_PLAIN T cg_shr_##s(T a, T b) {                                            \
    T r = (T)(a >> (b & (bits - 1)));                                          \
    return b < bits ? r : (T)0;                                                \
  }                                                                            \
  CG_PLAIN T cg_div_##s(T a, T b) {                                            \
    T d = b == 0 ? (T)1 : b;                                                   \
    T q = (T)((Q)a / (Q)d);                                                    \
    return b == 0 ? (T)0 : q;                                                  \
  }                                                                            \
  CG_PLAIN T cg_floordiv_##s(T a, T b) { return cg_div_##s(a, b); }            \
  CG_PLAIN T cg_mod_##s(T a, T b) {                                            \
    T r = (T)((W)a - (W)cg_div_##s(a, b) * (W)b);                              \
    return b == 0 ? (T)0 : r;                                                  \
  }                                                                            \
  CG_PLAIN T cg_pow_##s(T a, T b) {                                            \
    W r = 1, x = (W)a;                                                         \
    for (T e = b; e != 0; e >>= 1) {                                           \
      r = e & 1 ? r * x : r;                                                   \
      x *= x;                                                                  \
    }                                                                          \
    return (T)r;                                                               \
  }

CG_SIGNED(i8, int8_t, uint8_t, uint32_t, float, 8)
CG_SIGNED(i16, int16_t, uint16_t, uint32_t, float, 16)
CG_SIGNED(i32, int32_t, uint32_t, uint32_t, double, 32)
CG_SIGNED(i64, int64_t, uint64_t, uint64_t, int64_t, 64)
CG_UNSIGNED(u8, uint8_t, uint32_t, float, 8)
CG_UNSIGNED(u16, uint16_t, uint32_t, float, 16)
CG_UNSIGNED(u32, uint32_t, uint32_t, double, 32)
CG_UNSIGNED(u64, uint64_t, uint64_t, uint64_t, 64)

#undef CG_COMMON
#undef CG_SIGNED
#undef CG_UNSIGNED

#endif
