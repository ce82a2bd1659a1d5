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
