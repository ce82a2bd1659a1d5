// Rows of at most cg_width elements, a power of two up to 32: a lane an
// element, which counts those that come before its own.

extern "C" __global__ void __launch_bounds__(256) cg_sort_lanes(const cg_key *src, cg_out *dst, cg_u64 rows, cg_u32 n) {
  typedef typename cg_sized<sizeof(cg_key)>::W W;
  cg_u64 t = blockIdx.x * cg_u64(256) + threadIdx.x, row = t / cg_width;
  cg_u32 lane = threadIdx.x % cg_width;
  bool mine = row < rows && lane < n;
  W key = mine ? cg_encode(src[row * n + lane]) : cg_key(~cg_key(0));
  cg_u32 rank = 0;
#pragma unroll
  for (cg_u32 j = 0; j < cg_width; j++) {
    W other = __shfl_sync(~0u, key, j, cg_width);
    rank += other < key || (other == key && j < lane);
  }
  if (mine) dst[row * n + rank] = cg_positions ? cg_out(lane) : cg_out(cg_decode(cg_key(key)));
}
