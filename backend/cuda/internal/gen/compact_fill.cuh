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
