// sum of all
struct cg_lines {
  cg_f32 *out0;
  cg_u64 kept, reduced;
  cg_u32 slabs, tiles;
  cg_idx reduced_0;
};
struct cg_shift { };
CG_FN void cg_shift_by(const cg_vals &v, cg_shift &k) { }
struct cg_state {
  cg_sum p0;
  CG_MEMBER void clear() { p0.clear(); }
  CG_MEMBER void add(const cg_vals &v, const cg_shift &k, cg_idx j) {
    p0.add(v.v0);
  }
  CG_MEMBER void merge(const cg_state &o) { p0.merge(o.p0); }
  CG_MEMBER cg_state down(int d, int w) const {
    cg_state o;
    o.p0 = p0.down(d, w);
    return o;
  }
};
static_assert(sizeof(cg_state) == 8, "scratch is measured by it");
CG_FN cg_idx cg_base(const cg_lines &l, cg_idx k) {
  return 0;
}
CG_FN cg_idx cg_along(const cg_lines &l, cg_idx j) {
  return j;
}
CG_FN void cg_quad(const cg_space &s, const cg_lines &l, cg_idx base, cg_idx j, cg_vals (&v)[4]) {
  cg_eval4(s, base + cg_along(l, j), v);
}
CG_FN void cg_shift_to(const cg_space &s, cg_idx base, cg_shift &k) {
}
CG_FN void cg_finish(const cg_lines &l, cg_idx k, const cg_state &t) {
  const double n = double(l.reduced);
  (void)n;
  l.out0[0] = float(t.p0.value());
}
extern "C" __global__ void __launch_bounds__(512)
cg_reduce(const cg_space s, const cg_lines l, cg_state *parts, cg_u32 *counters) {
  cg_rows_split<512, 2>(s, l, parts, counters);
}

// sum, mean and deviation of all
struct cg_lines {
  cg_f32 *out0;
  cg_f32 *out1;
  cg_f32 *out2;
  double ddof2;
  cg_u64 kept, reduced;
  cg_u32 slabs, tiles;
  cg_idx reduced_0;
};
struct cg_shift { double k0; };
CG_FN void cg_shift_by(const cg_vals &v, cg_shift &k) { k.k0 = v.v0; }
struct cg_state {
  cg_sum p0;
  cg_spread p1;
  CG_MEMBER void clear() { p0.clear(); p1.clear(); }
  CG_MEMBER void add(const cg_vals &v, const cg_shift &k, cg_idx j) {
    p0.add(v.v0);
    p1.add(double(v.v0) - k.k0);
  }
  CG_MEMBER void merge(const cg_state &o) { p0.merge(o.p0); p1.merge(o.p1); }
  CG_MEMBER cg_state down(int d, int w) const {
    cg_state o;
    o.p0 = p0.down(d, w); o.p1 = p1.down(d, w);
    return o;
  }
};
static_assert(sizeof(cg_state) == 24, "scratch is measured by it");
CG_FN cg_idx cg_base(const cg_lines &l, cg_idx k) {
  return 0;
}
CG_FN cg_idx cg_along(const cg_lines &l, cg_idx j) {
  return j;
}
CG_FN void cg_quad(const cg_space &s, const cg_lines &l, cg_idx base, cg_idx j, cg_vals (&v)[4]) {
  cg_eval4(s, base + cg_along(l, j), v);
}
CG_FN void cg_shift_to(const cg_space &s, cg_idx base, cg_shift &k) {
  cg_vals v;
  cg_eval(s, base, v);
  cg_shift_by(v, k);
}
CG_FN void cg_finish(const cg_lines &l, cg_idx k, const cg_state &t) {
  const double n = double(l.reduced);
  (void)n;
  l.out0[0] = float(t.p0.value());
  l.out1[0] = float(t.p0.value() / n);
  l.out2[0] = float(sqrt(cg_variance(t.p1, n, l.ddof2)));
}
extern "C" __global__ void __launch_bounds__(512)
cg_reduce(const cg_space s, const cg_lines l, cg_state *parts, cg_u32 *counters) {
  cg_rows_split<512, 2>(s, l, parts, counters);
}

// means of columns
struct cg_lines {
  cg_f64 *out0;
  cg_i64 out0_0;
  cg_u64 kept, reduced;
  cg_u32 slabs, tiles;
  cg_idx kept_0;
  cg_idx reduced_0;
};
struct cg_shift { };
CG_FN void cg_shift_by(const cg_vals &v, cg_shift &k) { }
struct cg_state {
  cg_twofold p0;
  cg_sum p1;
  CG_MEMBER void clear() { p0.clear(); p1.clear(); }
  CG_MEMBER void add(const cg_vals &v, const cg_shift &k, cg_idx j) {
    p0.add(v.v0);
    p1.add(v.v0 * 0x1p-64);
  }
  CG_MEMBER void merge(const cg_state &o) { p0.merge(o.p0); p1.merge(o.p1); }
  CG_MEMBER cg_state down(int d, int w) const {
    cg_state o;
    o.p0 = p0.down(d, w); o.p1 = p1.down(d, w);
    return o;
  }
};
static_assert(sizeof(cg_state) == 24, "scratch is measured by it");
CG_FN cg_idx cg_base(const cg_lines &l, cg_idx k) {
  return k;
}
CG_FN cg_idx cg_along(const cg_lines &l, cg_idx j) {
  return j * l.reduced_0;
}
CG_FN void cg_across(const cg_space &s, cg_idx i, cg_vals (&v)[4]) {
  cg_eval4(s, i, v);
}
CG_FN void cg_shift_to(const cg_space &s, cg_idx base, cg_shift (&k)[4]) {
}
CG_FN void cg_finish(const cg_lines &l, cg_idx k, const cg_state &t) {
  const double n = double(l.reduced);
  (void)n;
  l.out0[cg_i64(k) * l.out0_0] = cg_mean(t.p0.value(), t.p1.value(), n);
}
extern "C" __global__ void __launch_bounds__(256, 3)
cg_reduce(const cg_space s, const cg_lines l, cg_state *parts, cg_u32 *counters) {
  cg_columns<4, 32, 2, true>(s, l, parts, counters);
}

// first largest of rows
struct cg_lines {
  cg_i64 *out0;
  cg_i64 out0_0;
  cg_u64 kept, reduced;
  cg_u32 slabs, tiles;
  cg_idx kept_0;
  cg_idx reduced_0;
};
struct cg_shift { };
CG_FN void cg_shift_by(const cg_vals &v, cg_shift &k) { }
struct cg_state {
  cg_first_max<cg_i8> p0;
  CG_MEMBER void clear() { p0.clear(); }
  CG_MEMBER void add(const cg_vals &v, const cg_shift &k, cg_idx j) {
    p0.add(v.v0, cg_i64(j));
  }
  CG_MEMBER void merge(const cg_state &o) { p0.merge(o.p0); }
  CG_MEMBER cg_state down(int d, int w) const {
    cg_state o;
    o.p0 = p0.down(d, w);
    return o;
  }
};
static_assert(sizeof(cg_state) == 16, "scratch is measured by it");
CG_FN cg_idx cg_base(const cg_lines &l, cg_idx k) {
  return k * l.kept_0;
}
CG_FN cg_idx cg_along(const cg_lines &l, cg_idx j) {
  return j;
}
CG_FN void cg_quad(const cg_space &s, const cg_lines &l, cg_idx base, cg_idx j, cg_vals (&v)[4]) {
#pragma unroll
  for (int e = 0; e < 4; e++) cg_eval(s, base + cg_along(l, j + e), v[e]);
}
CG_FN void cg_shift_to(const cg_space &s, cg_idx base, cg_shift &k) {
}
CG_FN void cg_finish(const cg_lines &l, cg_idx k, const cg_state &t) {
  const double n = double(l.reduced);
  (void)n;
  l.out0[cg_i64(k) * l.out0_0] = t.p0.value();
}
extern "C" __global__ void __launch_bounds__(256)
cg_reduce(const cg_space s, const cg_lines l, cg_state *parts, cg_u32 *counters) {
  cg_rows_short<4, 8>(s, l);
}

// channels
struct cg_lines {
  cg_c64 *out0;
  cg_i64 out0_0;
  cg_c64 *out1;
  cg_i64 out1_0;
  cg_u64 kept, reduced;
  cg_u32 slabs, tiles;
  cg_idx kept_0;
  cg_idx reduced_0;
  cg_idx reduced_1;
  cg_divisor reduced_n1;
};
struct cg_shift { };
CG_FN void cg_shift_by(const cg_vals &v, cg_shift &k) { }
struct cg_state {
  cg_complex_prod p0;
  cg_complex_sum<cg_sum> p1;
  CG_MEMBER void clear() { p0.clear(); p1.clear(); }
  CG_MEMBER void add(const cg_vals &v, const cg_shift &k, cg_idx j) {
    p0.add(cg_widest(v.v0));
    p1.add(cg_widen(v.v0));
  }
  CG_MEMBER void merge(const cg_state &o) { p0.merge(o.p0); p1.merge(o.p1); }
  CG_MEMBER cg_state down(int d, int w) const {
    cg_state o;
    o.p0 = p0.down(d, w); o.p1 = p1.down(d, w);
    return o;
  }
};
static_assert(sizeof(cg_state) == 32, "scratch is measured by it");
CG_FN cg_idx cg_base(const cg_lines &l, cg_idx k) {
  return k * l.kept_0;
}
CG_FN cg_idx cg_along(const cg_lines &l, cg_idx j) {
  const cg_idx q1 = cg_quotient(j, l.reduced_n1), c1 = j - q1 * l.reduced_n1.d;
  return q1 * l.reduced_0 + c1;
}
CG_FN void cg_quad(const cg_space &s, const cg_lines &l, cg_idx base, cg_idx j, cg_vals (&v)[4]) {
#pragma unroll
  for (int e = 0; e < 4; e++) cg_eval(s, base + cg_along(l, j + e), v[e]);
}
CG_FN void cg_shift_to(const cg_space &s, cg_idx base, cg_shift &k) {
}
CG_FN void cg_finish(const cg_lines &l, cg_idx k, const cg_state &t) {
  const double n = double(l.reduced);
  (void)n;
  l.out0[cg_i64(k) * l.out0_0] = cg_narrow(t.p0.value());
  l.out1[cg_i64(k) * l.out1_0] = cg_narrow(cg_c128{t.p1.re.value() / n, t.p1.im.value() / n});
}
extern "C" __global__ void __launch_bounds__(512)
cg_reduce(const cg_space s, const cg_lines l, cg_state *parts, cg_u32 *counters) {
  cg_rows_long<512, 2>(s, l);
}

// too many for 32 bits, one result transposed
struct cg_lines {
  cg_b8 *out0;
  cg_i64 out0_0;
  cg_i64 out0_1;
  cg_i64 *out1;
  cg_i64 out1_0;
  cg_i64 out1_1;
  cg_u64 kept, reduced;
  cg_u32 slabs, tiles;
  cg_idx kept_0;
  cg_idx kept_1;
  cg_idx reduced_0;
  cg_u64 kept_n1;
  cg_u64 out_n1;
};
struct cg_shift { };
CG_FN void cg_shift_by(const cg_vals &v, cg_shift &k) { }
struct cg_state {
  cg_any p0;
  cg_int_sum<cg_i64> p1;
  CG_MEMBER void clear() { p0.clear(); p1.clear(); }
  CG_MEMBER void add(const cg_vals &v, const cg_shift &k, cg_idx j) {
    p0.add(v.v0);
    p1.add(v.v0);
  }
  CG_MEMBER void merge(const cg_state &o) { p0.merge(o.p0); p1.merge(o.p1); }
  CG_MEMBER cg_state down(int d, int w) const {
    cg_state o;
    o.p0 = p0.down(d, w); o.p1 = p1.down(d, w);
    return o;
  }
};
static_assert(sizeof(cg_state) == 16, "scratch is measured by it");
CG_FN cg_idx cg_base(const cg_lines &l, cg_idx k) {
  const cg_idx q1 = k / l.kept_n1, c1 = k - q1 * l.kept_n1;
  return q1 * l.kept_0 + c1;
}
CG_FN cg_idx cg_along(const cg_lines &l, cg_idx j) {
  return j * l.reduced_0;
}
CG_FN void cg_across(const cg_space &s, cg_idx i, cg_vals (&v)[4]) {
  cg_eval4(s, i, v);
}
CG_FN void cg_shift_to(const cg_space &s, cg_idx base, cg_shift (&k)[4]) {
}
CG_FN void cg_finish(const cg_lines &l, cg_idx k, const cg_state &t) {
  const double n = double(l.reduced);
  (void)n;
  const cg_idx q1 = k / l.out_n1, c1 = k - q1 * l.out_n1;
  l.out0[cg_i64(q1) * l.out0_0 + cg_i64(c1) * l.out0_1] = t.p0.value();
  l.out1[cg_i64(q1) * l.out1_0 + cg_i64(c1) * l.out1_1] = t.p1.value();
}
extern "C" __global__ void __launch_bounds__(256, 3)
cg_reduce(const cg_space s, const cg_lines l, cg_state *parts, cg_u32 *counters) {
  cg_columns<4, 32, 8, false>(s, l, parts, counters);
}

// of two values, one of them stored
struct cg_lines {
  cg_f32 *out0;
  cg_i64 out0_0;
  double ddof0;
  cg_f32 *out1;
  cg_i64 out1_0;
  cg_u64 kept, reduced;
  cg_u32 slabs, tiles;
  cg_idx kept_0;
  cg_idx reduced_0;
};
struct cg_shift { double k0; };
CG_FN void cg_shift_by(const cg_vals &v, cg_shift &k) { k.k0 = v.v0; }
struct cg_state {
  cg_spread p0;
  cg_sum p1;
  CG_MEMBER void clear() { p0.clear(); p1.clear(); }
  CG_MEMBER void add(const cg_vals &v, const cg_shift &k, cg_idx j) {
    p0.add(double(v.v0) - k.k0);
    p1.add(double(v.v1) * double(v.v1));
  }
  CG_MEMBER void merge(const cg_state &o) { p0.merge(o.p0); p1.merge(o.p1); }
  CG_MEMBER cg_state down(int d, int w) const {
    cg_state o;
    o.p0 = p0.down(d, w); o.p1 = p1.down(d, w);
    return o;
  }
};
static_assert(sizeof(cg_state) == 24, "scratch is measured by it");
CG_FN cg_idx cg_base(const cg_lines &l, cg_idx k) {
  return k * l.kept_0;
}
CG_FN cg_idx cg_along(const cg_lines &l, cg_idx j) {
  return j;
}
CG_FN void cg_quad(const cg_space &s, const cg_lines &l, cg_idx base, cg_idx j, cg_vals (&v)[4]) {
  cg_eval4(s, base + cg_along(l, j), v);
}
CG_FN void cg_shift_to(const cg_space &s, cg_idx base, cg_shift &k) {
  cg_vals v;
  cg_eval(s, base, v);
  cg_shift_by(v, k);
}
CG_FN void cg_finish(const cg_lines &l, cg_idx k, const cg_state &t) {
  const double n = double(l.reduced);
  (void)n;
  l.out0[cg_i64(k) * l.out0_0] = float(cg_variance(t.p0, n, l.ddof0));
  l.out1[cg_i64(k) * l.out1_0] = float(sqrt(t.p1.value()));
}
extern "C" __global__ void __launch_bounds__(256)
cg_reduce(const cg_space s, const cg_lines l, cg_state *parts, cg_u32 *counters) {
  cg_rows_short<32, 2>(s, l);
}

