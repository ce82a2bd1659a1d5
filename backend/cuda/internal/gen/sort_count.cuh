// Counts the digits of all passes in one reading, and plans the passes: blocks
// blocks a row, of which the last to finish makes the plan.
//
// histogram (rows × passes × 256) and done (one a row) are zero before and
// after. base gets the number of the row's keys with a lower digit. status,
// which the first pass needs clear, is cleared.

extern "C" __global__ void __launch_bounds__(512)
cg_sort_count(const cg_key *src, cg_u64 n, cg_u32 blocks, cg_count *histogram, cg_u32 *done, cg_count *base, cg_u32 *plan,
              cg_count *status, cg_u64 statuses) {
  constexpr int bins = cg_passes * 256, copies = cg_passes < 8 ? 8 : 4, unroll = 8;
  __shared__ cg_u32 count[bins * copies];
  __shared__ cg_u32 same[cg_passes];
  __shared__ bool last;
  cg_u32 tid = threadIdx.x, part = blockIdx.x % blocks;
  cg_u64 row = blockIdx.x / blocks;
  src += row * n;
  histogram += row * bins;
  base += row * bins;
  plan += row * cg_passes;

  for (cg_u64 i = blockIdx.x * cg_u64(512) + tid; i < statuses; i += gridDim.x * cg_u64(512)) status[i] = 0;
  for (int i = tid; i < bins * copies; i += 512) count[i] = 0;
  __syncthreads();

  // Copies keep lanes with equal digits apart.
  cg_u64 step = cg_u64(blocks) * 512;
  for (cg_u64 i = part * cg_u64(512) + tid; i < n; i += unroll * step) {
    cg_key key[unroll];
#pragma unroll
    for (int u = 0; u < unroll; u++) key[u] = i + u * step < n ? src[i + u * step] : cg_key(0);
#pragma unroll
    for (int u = 0; u < unroll; u++) {
      if (i + u * step >= n) continue;
      cg_key k = cg_encode(key[u]);
#pragma unroll
      for (int p = 0; p < cg_passes; p++) atomicAdd(&count[(p * 256 + (int(k >> (8 * p)) & 255)) * copies + tid % copies], 1u);
    }
  }
  __syncthreads();
  for (int i = tid; i < bins; i += 512) {
    cg_u32 sum = 0;
    for (int c = 0; c < copies; c++) sum += count[i * copies + (c + i) % copies];
    if (sum) atomicAdd(&histogram[i], cg_count(sum));
  }
  __threadfence();
  __syncthreads();
  if (tid == 0) last = cg_ticket(done + row) == blocks - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();

  // A warp a pass, eight digits a lane.
  cg_u32 pass = tid / 32, lane = tid % 32;
  if (pass < cg_passes) {
    if (lane == 0) same[pass] = 0;
    __syncwarp();
    cg_count digit[8], sum = 0;
    cg_u32 from = pass * 256 + lane * 8;
    for (int d = 0; d < 8; d++) {
      digit[d] = cg_load_cg(histogram + from + d);
      histogram[from + d] = 0;
      if (digit[d] == n) same[pass] = 1;
      sum += digit[d];
    }
    cg_count below = sum;
    for (int o = 1; o < 32; o <<= 1) {
      cg_count up = __shfl_up_sync(~0u, below, o);
      if (lane >= o) below += up;
    }
    below -= sum;
    for (int d = 0; d < 8; d++) {
      base[from + d] = below;
      below += digit[d];
    }
  }
  __syncthreads();
  if (tid != 0) return;
  done[row] = 0;
  int left = 0;
  for (int p = 0; p < cg_passes; p++) left += !same[p];
  // With one key in all of the row, a pass is there to copy it.
  if (left == 0) same[0] = 0, left = 1;
  cg_u32 start = cg_first;
  for (int p = 0; p < cg_passes; p++) {
    plan[p] = 0;
    if (same[p]) continue;
    left--;
    plan[p] = cg_run | start | (left == 0 ? cg_last : 0) | (left % 2 == 0 ? cg_to_b : 0);
    start = 0;
  }
}
