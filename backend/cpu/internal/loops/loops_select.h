// Operations that only move bits, one for each size of elements.

// where takes a's element b where the bool is 1, else c. As masks, since
// every vector unit has those.
#define CG_WHERE(T, bits)                                                      \
  static void where_##bits(const cg_call *k) {                                 \
    T *restrict d = k->dst;                                                    \
    const uint8_t *restrict cond = k->a;                                       \
    const T *restrict yes = k->b, *restrict no = k->c;                         \
    CG_IVDEP                                                                   \
    for (int64_t i = 0, n = k->n; i < n; i++) {                                \
      T mask = (T)(0 - (T)cond[i]);                                            \
      d[i] = (T)((yes[i] & mask) | (no[i] & (T)~mask));                        \
    }                                                                          \
  }

CG_WHERE(uint8_t, 8)
CG_WHERE(uint16_t, 16)
CG_WHERE(uint32_t, 32)
CG_WHERE(uint64_t, 64)

static void where_128(const cg_call *k) {
  cg_u128 *restrict d = k->dst;
  const uint8_t *restrict cond = k->a;
  const cg_u128 *restrict yes = k->b, *restrict no = k->c;
  for (int64_t i = 0, n = k->n; i < n; i++) {
    uint64_t mask = 0 - (uint64_t)cond[i];
    d[i].lo = (yes[i].lo & mask) | (no[i].lo & ~mask);
    d[i].hi = (yes[i].hi & mask) | (no[i].hi & ~mask);
  }
}

// check copies a, and sets bit aux of the status word c where a bool of b is 0.
static void check_bools(const cg_call *k) {
  const uint8_t *restrict ok = k->b;
  uint8_t all = 1;
  for (int64_t i = 0, n = k->n; i < n; i++)
    all &= ok[i];
  if (!all)
    *(uint64_t *)k->c |= UINT64_C(1) << k->aux;
}

#define CG_CHECK(bits)                                                         \
  static void check_##bits(const cg_call *k) {                                 \
    memcpy(k->dst, k->a, (size_t)k->n * (bits / 8));                           \
    check_bools(k);                                                            \
  }

CG_CHECK(8)
CG_CHECK(16)
CG_CHECK(32)
CG_CHECK(64)
CG_CHECK(128)
