typedef cg_u32 cg_idx;
typedef cg_i32 cg_off;
struct cg_space {
  const cg_c64 *in0;
  cg_c64 *out0;
  cg_u32 *fault;
};
struct cg_vals {
  cg_c64 v0;
};
CG_FN void cg_eval(const cg_space &s, cg_idx i, cg_vals &v) {
  cg_c64 a0;
  {
    const cg_idx j = i;
    a0 = s.in0[cg_off(j)];
  }
  {
    const cg_idx j = i;
    {
      const cg_c64 x0 = a0;
      v.v0 = x0;
    }
  }
}
CG_FN void cg_eval4(const cg_space &s, cg_idx i, cg_vals (&v)[4]) {
  cg_c64 a0[4];
  {
    const cg_idx j = i;
    cg_load<false>(s.in0 + (cg_off(j)), a0);
  }
  {
    const cg_idx j = i;
#pragma unroll
    for (int k = 0; k < 4; k++) {
      const cg_c64 x0 = a0[k];
      v[k].v0 = x0;
    }
  }
}
CG_FN void cg_put(const cg_space &s, cg_idx i, cg_c64 r0) {
  {
    const cg_idx j = i;
    s.out0[cg_off(j)] = r0;
  }
}
CG_FN void cg_put4(const cg_space &s, cg_idx i, const cg_c64 (&r0)[4]) {
  {
    const cg_idx j = i;
    cg_store<false>(s.out0 + (cg_off(j)), r0);
  }
}
typedef cg_c64 cg_elem;
typedef cg_c128 cg_acc;
CG_FN cg_acc cg_enter(cg_elem x) { return cg_cast_c64_c128(x); }
CG_FN cg_elem cg_leave(cg_acc x) { return cg_cast_c128_c64(x); }
CG_FN cg_acc cg_join(cg_acc a, cg_acc b) { return cg_mul(a, b); }
CG_FN cg_acc cg_identity() { return {1, 0}; }
constexpr bool cg_exact = false, cg_linked = false, cg_quads = false;
constexpr bool cg_floats = false;
constexpr int cg_runs = 1;
constexpr int cg_lanes = 2;
// Rows of up to 8 groups: each is the work of cg_lanes neighbouring lanes. More
// than one group takes all 32.
extern "C" __global__ void __launch_bounds__(128) cg_scan(cg_space s, cg_idx lines, cg_idx length) {
  const int lane = threadIdx.x % cg_lanes;
  const cg_idx l = (cg_idx(blockIdx.x) * 128 + threadIdx.x) / cg_lanes;
  const cg_idx line = l * length;
  if (l >= lines) length = 0; // shuffles want whole warps
  cg_elem x[cg_runs][cg_run];
  cg_acc before[cg_runs], group = cg_acc();
#pragma unroll
  for (int k = 0; k < cg_runs; k++) cg_take(s, line, (k * cg_lanes + lane) * cg_run, length, 1, x[k]);
#pragma unroll
  for (int k = 0; k < cg_runs; k++) {
    cg_acc sum = cg_prefix<cg_lanes>(cg_total(x[k]), lane);
    before[k] = cg_shuffle_up(sum, 1);
    if (cg_runs > 1) {
      sum = cg_shuffle(sum, 31);
      if (lane == k) group = sum;
    }
  }
  if (cg_runs > 1) group = cg_prefix<cg_runs>(group, lane);
#pragma unroll
  for (int k = 0; k < cg_runs; k++) {
    cg_front front = cg_before(lane > 0, before[k]);
    if (k > 0) front = cg_chain(cg_before(true, cg_shuffle(group, k - 1)), front);
    cg_give(s, line, (k * cg_lanes + lane) * cg_run, length, 1, front, x[k]);
  }
}
