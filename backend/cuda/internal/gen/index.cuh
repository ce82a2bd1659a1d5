// Elements addressed by computed positions, over the space (O, m, R) of the
// index. A thread does four, a block's width apart.

constexpr int cg_each = 4;

struct cg_strides { cg_idx o, m, r; };

// count is the number of places in the space. With cg_outer unset O is 1, with
// cg_inner unset R is.
struct cg_space {
  cg_num count;
  cg_extent m, r;
};

struct cg_place { cg_idx o, m, r; };

CG_FN cg_place cg_split(const cg_space &s, cg_num t) {
  cg_num o = 0, m = t, r = 0;
  if (cg_inner) {
    m = cg_over(t, s.r);
    r = t - m * s.r.d;
  }
  if (cg_outer) {
    o = cg_over(m, s.m);
    m -= o * s.m.d;
  }
  return {cg_idx(o), cg_idx(m), cg_idx(r)};
}

CG_FN cg_idx cg_at(const cg_strides &by, cg_idx o, cg_idx m, cg_idx r) { return o * by.o + m * by.m + r * by.r; }

CG_FN cg_num cg_first() { return cg_num(blockIdx.x) * (256 * cg_each) + threadIdx.x; }

// Makes i a position from the beginning. One out of range is a fault.
CG_FN bool cg_resolve(cg_i64 &i, cg_i64 n, cg_u32 *fault) {
  if (i < 0) i += n;
  bool good = cg_u64(i) < cg_u64(n);
  if (!good) atomicMax(fault, cg_fault);
  return good;
}
