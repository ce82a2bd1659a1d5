// Loops over elementwise operations. The operations' expressions name their
// operands a, b and c.

#define CG_OP(op, type) (CG_FN_OP + (op)*CG_NUM_TYPES + (type))
#define CG_CAST_FN(in, out) (CG_FN_CAST + (in)*CG_NUM_TYPES + (out))
#define CG_OPERANDS1(T) const T *restrict pa = k->a;
#define CG_OPERANDS2(T) CG_OPERANDS1(T) const T *restrict pb = k->b;
#define CG_OPERANDS3(T) CG_OPERANDS2(T) const T *restrict pc = k->c;
#define CG_VALUES1(T) const T a = pa[i];
#define CG_VALUES2(T) CG_VALUES1(T) const T b = pb[i];
#define CG_VALUES3(T) CG_VALUES2(T) const T c = pc[i];

// The expression stands last, since it may hold commas.
#define CG_EACH(values, ...)                                                   \
  CG_IVDEP                                                                     \
  for (int64_t i = 0; i < n; i++) {                                            \
    values d[i] = __VA_ARGS__;                                                 \
  }

#define CG_MAP1(name, T, R, ...)                                               \
  static void name(const cg_call *k) {                                         \
    R *restrict d = k->dst;                                                    \
    int64_t n = k->n;                                                          \
    CG_OPERANDS1(T)                                                            \
    CG_EACH(CG_VALUES1(T), __VA_ARGS__)                                        \
  }
#define CG_MAP2(name, T, R, ...)                                               \
  static void name(const cg_call *k) {                                         \
    R *restrict d = k->dst;                                                    \
    int64_t n = k->n;                                                          \
    CG_OPERANDS2(T)                                                            \
    CG_EACH(CG_VALUES2(T), __VA_ARGS__)                                        \
  }
#define CG_MAP3(name, T, R, ...)                                               \
  static void name(const cg_call *k) {                                         \
    R *restrict d = k->dst;                                                    \
    int64_t n = k->n;                                                          \
    CG_OPERANDS3(T)                                                            \
    CG_EACH(CG_VALUES3(T), __VA_ARGS__)                                        \
  }

// Functions in pairs: all elements by the fast one, and where the predicate
// held for any, those again by the slow one.
#define CG_PAIR(operands, values, R, fast, rare, slow)                         \
  {                                                                            \
    R *restrict d = k->dst;                                                    \
    int64_t n = k->n;                                                          \
    int any = 0;                                                               \
    operands CG_IVDEP for (int64_t i = 0; i < n; i++) {                        \
      values d[i] = fast;                                                      \
      any |= rare;                                                             \
    }                                                                          \
    if (any)                                                                   \
      for (int64_t i = 0; i < n; i++) {                                        \
        values if (rare) d[i] = slow;                                          \
      }                                                                        \
  }
#define CG_PAIR1(name, T, R, fast, rare, slow)                                 \
  static void name(const cg_call *k)                                           \
      CG_PAIR(CG_OPERANDS1(T), CG_VALUES1(T), R, fast, rare, slow)
#define CG_PAIR2(name, T, R, fast, rare, slow)                                 \
  static void name(const cg_call *k)                                           \
      CG_PAIR(CG_OPERANDS2(T), CG_VALUES2(T), R, fast, rare, slow)
