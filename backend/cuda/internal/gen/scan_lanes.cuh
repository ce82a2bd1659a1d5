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
