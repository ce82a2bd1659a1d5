typedef cg_u32 cg_idx;
typedef cg_i32 cg_off;
struct cg_space {
  const cg_u8 *in0;
  cg_u8 *out0;
  cg_u32 *fault;
};
struct cg_vals {
  cg_u8 v0;
};
CG_FN void cg_eval(const cg_space &s, cg_idx i, cg_vals &v) {
  cg_u8 a0;
  {
    const cg_idx j = i;
    a0 = s.in0[cg_off(j)];
  }
  {
    const cg_idx j = i;
    {
      const cg_u8 x0 = a0;
      v.v0 = x0;
    }
  }
}
CG_FN void cg_eval4(const cg_space &s, cg_idx i, cg_vals (&v)[4]) {
  cg_u8 a0[4];
  {
    const cg_idx j = i;
    cg_load<false>(s.in0 + (cg_off(j)), a0);
  }
  {
    const cg_idx j = i;
#pragma unroll
    for (int k = 0; k < 4; k++) {
      const cg_u8 x0 = a0[k];
      v[k].v0 = x0;
    }
  }
}
CG_FN void cg_put(const cg_space &s, cg_idx i, cg_u8 r0) {
  {
    const cg_idx j = i;
    s.out0[cg_off(j)] = r0;
  }
}
CG_FN void cg_put4(const cg_space &s, cg_idx i, const cg_u8 (&r0)[4]) {
  {
    const cg_idx j = i;
    cg_store<false>(s.out0 + (cg_off(j)), r0);
  }
}
typedef cg_u8 cg_elem;
typedef cg_u32 cg_acc;
CG_FN cg_acc cg_enter(cg_elem x) { return cg_cast_u8_u32(x); }
CG_FN cg_elem cg_leave(cg_acc x) { return cg_cast_u32_u8(x); }
CG_FN cg_acc cg_join(cg_acc a, cg_acc b) { return a * b; }
CG_FN cg_acc cg_identity() { return 1; }
constexpr bool cg_exact = true, cg_linked = false, cg_quads = false;
constexpr bool cg_floats = false;
constexpr int cg_runs = 2;
// Short columns: each is a thread's, which holds all its runs.
extern "C" __global__ void __launch_bounds__(256) cg_scan(cg_space s, cg_idx lines, cg_idx length, cg_idx columns) {
  const cg_idx l = cg_idx(blockIdx.x) * 256 + threadIdx.x;
  if (l >= lines) return;
  const cg_idx line = l / columns * columns * length + l % columns;
  cg_elem x[cg_runs][cg_run];
  cg_acc sum[cg_runs];
#pragma unroll
  for (int k = 0; k < cg_runs; k++) cg_take(s, line, k * cg_run, length, columns, x[k]);
#pragma unroll
  for (int k = 0; k < cg_runs; k++) sum[k] = cg_total(x[k]);
#pragma unroll
  for (int by = 1; by < cg_runs; by <<= 1) {
#pragma unroll
    for (int k = cg_runs - 1; k >= by; k--) sum[k] = cg_join(sum[k - by], sum[k]);
  }
#pragma unroll
  for (int k = 0; k < cg_runs; k++) cg_give(s, line, k * cg_run, length, columns, cg_before(k > 0, sum[k > 0 ? k - 1 : 0]), x[k]);
}
