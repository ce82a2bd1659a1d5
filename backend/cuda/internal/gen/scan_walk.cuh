// Many long columns: blocks of 256 threads walk down 32 of them side by side, a
// group of rows at a time, and wait for nobody.
constexpr int cg_pitch = 33; // odd: no two columns in one bank

// Where a column has come to in the tree of its groups: on each level the totals
// of the earlier siblings, a lane each, and above the groups what these hold
// together.
struct cg_path {
  cg_acc kin[cg_levels];
  cg_front above[cg_levels];
};

// Takes the total of group q, the next one, and returns what precedes it.
CG_FN cg_front cg_step(cg_path &p, cg_u32 q, cg_acc v, int lane) {
  cg_front front = cg_before(false, v);
#pragma unroll
  for (int k = 1; k < cg_levels; k++)
    if (p.above[k].some) front = cg_chain(p.above[k], front);
  bool whole = true; // all siblings below are known
#pragma unroll
  for (int k = 0; k < cg_levels; k++) {
    const int place = q & 31;
    q >>= 5;
    if (!whole) break;
    if (lane < place) v = p.kin[k];
    if (lane == place) p.kin[k] = v;
    v = cg_prefix<32>(v, lane);
    if (k == 0) front = cg_chain(front, cg_before(place > 0, cg_shuffle(v, (place - 1) & 31)));
    else p.above[k] = cg_before(place < 31, cg_shuffle(v, place)); // the next one's
    whole = place == 31;
    v = cg_shuffle(v, 31);
  }
  return front;
}

extern "C" __global__ void __launch_bounds__(256) cg_scan(cg_space s, cg_idx lines, cg_idx length, cg_idx columns) {
  __shared__ cg_acc sum[32 * cg_pitch];
  __shared__ cg_front ahead[32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const cg_idx l = cg_idx(blockIdx.x) * 32 + lane;
  const cg_idx line = l / columns * columns * length + l % columns;
  const cg_idx end = l < lines ? length : 0;
  const cg_u32 groups = (length + 127) / 128;
  cg_path path[4];
#pragma unroll
  for (int i = 0; i < 4; i++) {
#pragma unroll
    for (int k = 0; k < cg_levels; k++) path[i].kin[k] = cg_identity(), path[i].above[k] = cg_before(false, cg_identity());
  }
  cg_elem x[4][cg_run], next[4][cg_run];
#pragma unroll
  for (int k = 0; k < 4; k++) cg_take(s, line, (k * 8 + warp) * cg_run, end, columns, x[k]);
  for (cg_u32 q = 0; q < groups; q++) {
    const cg_idx first = (cg_idx(q) * 32 + warp) * cg_run;
#pragma unroll
    for (int k = 0; k < 4; k++) sum[lane * cg_pitch + k * 8 + warp] = cg_total(x[k]);
    __syncthreads();
    if (q + 1 < groups) {
#pragma unroll
      for (int k = 0; k < 4; k++) cg_take(s, line, first + (k * 8 + 32) * cg_run, end, columns, next[k]);
    }
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const int c = i * 8 + warp;
      const cg_acc v = cg_prefix<32>(sum[c * cg_pitch + lane], lane);
      sum[c * cg_pitch + lane] = cg_shuffle_up(v, 1);
      const cg_front front = cg_step(path[i], q, cg_shuffle(v, 31), lane);
      if (lane == 0) ahead[c] = front;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; k++) {
      const int r = k * 8 + warp;
      const cg_front front = cg_chain(ahead[lane], cg_before(r > 0, sum[lane * cg_pitch + r]));
      cg_give(s, line, first + k * 8 * cg_run, end, columns, front, x[k]);
    }
#pragma unroll
    for (int k = 0; k < 4; k++) {
#pragma unroll
      for (int j = 0; j < cg_run; j++) x[k][j] = next[k][j];
    }
  }
}
