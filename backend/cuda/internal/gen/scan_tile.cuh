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
