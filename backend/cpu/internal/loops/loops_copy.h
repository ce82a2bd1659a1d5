// Copies, which casts between types of the same bits are too.

#define CG_COPY(bits)                                                          \
  static __attribute__((unused)) void copy_##bits(const cg_call *c) {          \
    if (c->dst != c->a)                                                        \
      memcpy(c->dst, c->a, (size_t)c->n * (bits / 8));                         \
  }

CG_COPY(8)
CG_COPY(16)
CG_COPY(32)
CG_COPY(64)
CG_COPY(128)
