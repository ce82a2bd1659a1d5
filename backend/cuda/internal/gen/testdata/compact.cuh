typedef cg_u32 cg_idx;
typedef cg_i32 cg_off;
struct cg_space {
  const cg_b8 *in0;
  const cg_f64 *in1;
  cg_u32 *fault;
  cg_divisor d1;
  cg_off in1_0;
  cg_off in1_1;
};
struct cg_vals {
};
typedef cg_f64 cg_elem;
CG_FN void cg_mask(const cg_space &s, cg_idx i, cg_b8 &a0) {
  {
    const cg_idx j = i;
    cg_idx c0 = j;
    const cg_idx q1 = cg_quotient(c0, s.d1), c1 = c0 - q1 * s.d1.d; c0 = q1;
    a0 = s.in0[cg_off(j)];
  }
}
CG_FN void cg_mask4(const cg_space &s, cg_idx i, cg_b8 (&a0)[4]) {
  {
    const cg_idx j = i;
    cg_idx c0 = j;
    const cg_idx q1 = cg_quotient(c0, s.d1), c1 = c0 - q1 * s.d1.d; c0 = q1;
    cg_load<false>(s.in0 + (cg_off(j)), a0);
  }
}
CG_FN void cg_source(const cg_space &s, cg_idx i, cg_f64 &a1) {
  {
    const cg_idx j = i;
    cg_idx c0 = j;
    const cg_idx q1 = cg_quotient(c0, s.d1), c1 = c0 - q1 * s.d1.d; c0 = q1;
    a1 = s.in1[cg_off(c0) * s.in1_0 + cg_off(c1) * s.in1_1];
  }
}
// A thread of a tile looks at 8 runs of 4 elements, so that a warp's are in
// order: run k of lane l is number 32k + l of the warp's.
constexpr int cg_runs = 8, cg_warps = 8;
constexpr cg_u32 cg_tile = cg_warps * cg_runs * 128;

CG_FN cg_idx cg_run_at(cg_u32 tile, int k) {
  return cg_idx(tile) * cg_tile + ((threadIdx.x / 32 * cg_runs + k) * 32 + threadIdx.x % 32) * 4;
}

// The mask at the thread's elements, 4 bits a run.
CG_FN cg_u32 cg_chosen(const cg_space &s, cg_u32 tile, cg_idx n) {
  cg_u32 bits = 0;
#pragma unroll
  for (int k = 0; k < cg_runs; k++) {
    const cg_idx i = cg_run_at(tile, k);
    cg_b8 m[4] = {0, 0, 0, 0};
    if (i + 4 <= n) {
      cg_mask4(s, i, m);
    } else {
      for (int j = 0; j < 4; j++)
        if (i + j < n) cg_mask(s, i + j, m[j]);
    }
#pragma unroll
    for (int j = 0; j < 4; j++) bits |= cg_u32(m[j] != 0) << (4 * k + j);
  }
  return bits;
}
// Stores the chosen elements, which no block has to wait for.
extern "C" __global__ void __launch_bounds__(cg_warps * 32)
    cg_compact_fill(cg_space s, cg_idx n, const cg_u64 *offsets, cg_elem *out) {
  __shared__ cg_u32 found[cg_warps];
  const cg_u32 tile = blockIdx.x;
  const cg_u64 offset = offsets[tile];
  if (offsets[tile + 1] == offset) return;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const cg_u32 bits = cg_chosen(s, tile, n);
  // A byte holds what the lanes up to this one have of a run: 128 at most.
  cg_u32 sums[2] = {0, 0}, totals[2], all = 0;
#pragma unroll
  for (int k = 0; k < cg_runs; k++) sums[k / 4] |= cg_u32(__popc(bits >> 4 * k & 15)) << 8 * (k % 4);
#pragma unroll
  for (int h = 0; h < 2; h++) {
    const cg_u32 own = sums[h];
#pragma unroll
    for (int by = 1; by < 32; by <<= 1) {
      const cg_u32 u = __shfl_up_sync(~0u, sums[h], by);
      if (lane >= by) sums[h] += u;
    }
    totals[h] = __shfl_sync(~0u, sums[h], 31);
    sums[h] -= own;
  }
#pragma unroll
  for (int k = 0; k < cg_runs; k++) all += totals[k / 4] >> 8 * (k % 4) & 255;
  if (lane == 0) found[warp] = all;
  __syncthreads();
  cg_elem *run = out + offset;
#pragma unroll
  for (int w = 0; w < cg_warps - 1; w++) run += w < warp ? found[w] : 0;
#pragma unroll
  for (int k = 0; k < cg_runs; k++) {
    cg_elem *to = run + (sums[k / 4] >> 8 * (k % 4) & 255);
    const cg_idx i = cg_run_at(tile, k);
#pragma unroll
    for (int j = 0; j < 4; j++)
      if (bits >> (4 * k + j) & 1) cg_source(s, i + j, *to++);
    run += totals[k / 4] >> 8 * (k % 4) & 255;
  }
}
