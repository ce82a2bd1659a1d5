typedef cg_u32 cg_idx;
typedef cg_i32 cg_off;
struct cg_space {
  const cg_f32 *in0;
  cg_f32 *out0;
  cg_u32 *fault;
};
struct cg_vals {
  cg_f32 v0;
};
CG_FN void cg_eval(const cg_space &s, cg_idx i, cg_vals &v) {
  cg_f32 a0;
  {
    const cg_idx j = i;
    a0 = s.in0[cg_off(j)];
  }
  {
    const cg_idx j = i;
    {
      const cg_f32 x0 = a0;
      v.v0 = x0;
    }
  }
}
CG_FN void cg_eval4(const cg_space &s, cg_idx i, cg_vals (&v)[4]) {
  cg_f32 a0[4];
  {
    const cg_idx j = i;
    cg_load<false>(s.in0 + (cg_off(j)), a0);
  }
  {
    const cg_idx j = i;
#pragma unroll
    for (int k = 0; k < 4; k++) {
      const cg_f32 x0 = a0[k];
      v[k].v0 = x0;
    }
  }
}
CG_FN void cg_put(const cg_space &s, cg_idx i, cg_f32 r0) {
  {
    const cg_idx j = i;
    s.out0[cg_off(j)] = r0;
  }
}
CG_FN void cg_put4(const cg_space &s, cg_idx i, const cg_f32 (&r0)[4]) {
  {
    const cg_idx j = i;
    cg_store<false>(s.out0 + (cg_off(j)), r0);
  }
}
typedef cg_f32 cg_elem;
typedef cg_f64 cg_acc;
CG_FN cg_acc cg_enter(cg_elem x) { return cg_cast_f32_f64(x); }
CG_FN cg_elem cg_leave(cg_acc x) { return cg_cast_f64_f32(x); }
CG_FN cg_acc cg_join(cg_acc a, cg_acc b) { return a + b; }
CG_FN cg_acc cg_identity() { return -0.0; }
constexpr bool cg_exact = true, cg_linked = true, cg_quads = true;
constexpr bool cg_floats = true;
constexpr int cg_runs = 8;
constexpr int cg_warps = 8;
// Long rows: blocks of cg_warps warps take tiles of whole nodes, a lane cg_runs
// runs; lines of more than one tile are linked.
constexpr int cg_groups = cg_warps * cg_runs, cg_nodes = cg_groups / 32;

extern "C" __global__ void __launch_bounds__(cg_warps * 32)
    cg_scan(cg_space s, cg_idx length, cg_u32 strips, cg_u32 pieces, cg_u32 words, cg_u64 *state, cg_u32 launch, cg_u32 *counter) {
  __shared__ cg_acc group[cg_groups];
  __shared__ cg_acc node[cg_nodes];
  __shared__ cg_front ahead[cg_nodes];
  __shared__ cg_u32 drawn;
  cg_u32 block = blockIdx.x, tile = 0;
  if (cg_linked) {
    if (threadIdx.x == 0) drawn = cg_draw(counter, strips * pieces);
    __syncthreads();
    block = drawn / pieces;
    tile = drawn % pieces;
  }
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const cg_idx line = cg_idx(block) * length;
  const cg_idx first = (cg_idx(tile) * (cg_groups * 32) + warp * cg_runs * 32 + lane) * cg_run;
  cg_elem x[cg_runs][cg_run];
  cg_acc before[cg_runs];
#pragma unroll
  for (int k = 0; k < cg_runs; k++) cg_take(s, line, first + k * (32 * cg_run), length, 1, x[k]);
#pragma unroll
  for (int k = 0; k < cg_runs; k++) {
    const cg_acc sum = cg_prefix<32>(cg_total(x[k]), lane);
    before[k] = cg_shuffle_up(sum, 1);
    if (lane == 31) group[warp * cg_runs + k] = sum;
  }
  __syncthreads();
  if (warp < cg_nodes) {
    const cg_acc sum = cg_prefix<32>(group[warp * 32 + lane], lane);
    group[warp * 32 + lane] = cg_shuffle_up(sum, 1);
    if (lane == 31) node[warp] = sum;
  }
  if (cg_linked || cg_nodes > 1) {
    __syncthreads();
    if (warp == 0) {
      const cg_acc own = node[lane % cg_nodes];
      cg_front front;
      if (cg_linked) {
        const cg_u32 count = pieces * cg_nodes;
        front = cg_link<cg_nodes, false>(state + cg_u64(block) * words, count, tile * cg_nodes, own, launch, lane);
      } else {
        const cg_acc sum = cg_prefix<cg_nodes>(own, lane);
        front = cg_before(lane > 0, cg_shuffle_up(sum, 1));
      }
      if (lane < cg_nodes) ahead[lane] = front;
    }
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < cg_runs; k++) {
    const int g = warp * cg_runs + k;
    cg_front front = cg_before(g % 32 > 0, group[g]);
    if (cg_linked || cg_nodes > 1) front = cg_chain(ahead[g / 32], front);
    cg_give(s, line, first + k * (32 * cg_run), length, 1, cg_chain(front, cg_before(lane > 0, before[k])), x[k]);
  }
}
