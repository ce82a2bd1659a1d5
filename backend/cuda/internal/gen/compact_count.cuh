// Stores how many chosen elements there are before each tile, and in all.
extern "C" __global__ void __launch_bounds__(cg_warps * 32)
    cg_compact_count(cg_space s, cg_idx n, cg_u32 tiles, cg_u64 *offsets, cg_u64 *state, cg_u32 launch, cg_u32 *counter) {
  __shared__ cg_u32 drawn;
  __shared__ int found[cg_warps];
  if (threadIdx.x == 0) drawn = cg_draw(counter, tiles);
  __syncthreads();
  const cg_u32 tile = drawn;
  const int lane = threadIdx.x % 32;
  int count = __popc(cg_chosen(s, tile, n));
#pragma unroll
  for (int by = 16; by > 0; by /= 2) count += __shfl_xor_sync(~0u, count, by);
  if (lane == 0) found[threadIdx.x / 32] = count;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  cg_acc total = 0;
#pragma unroll
  for (int w = 0; w < cg_warps; w++) total += found[w];
  const cg_front front = cg_link<1, false>(state, tiles, tile, total, launch, lane);
  if (lane > 0) return;
  offsets[tile] = front.v;
  if (tile == tiles - 1) offsets[tiles] = front.v + total;
}
