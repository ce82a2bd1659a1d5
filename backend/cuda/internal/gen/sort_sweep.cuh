// One pass over long rows, of tiles tiles each. A tile adds its counts to those
// of the tiles before it by looking back at what they have published in status:
// 256 words a tile, zero until they hold the tile's own counts, then those of
// all the row's tiles up to it. (A. Adinets, D. Merrill, "Onesweep: A Faster
// Least Significant Digit Radix Sort for GPUs", 2022.)
//
// Blocks take tiles in the order in which they start, so that a tile waits for
// running blocks alone. ticket is zero before and after; next, which the next
// pass needs clear, is cleared.

extern "C" __global__ void __launch_bounds__(cg_threads, 2)
cg_sort_sweep(const cg_key *src, cg_key *key_a, cg_key *key_b, cg_pos *pos_a, cg_out *dst, cg_u64 n, cg_u32 tiles, cg_u32 pass,
              const cg_u32 *plan, const cg_count *base, cg_count *status, cg_count *next, cg_u32 *ticket) {
  constexpr cg_count whole = cg_count(1) << (sizeof(cg_count) * 8 - 1), own = whole >> 1;
  __shared__ cg_shared s;
  __shared__ cg_u32 sums[8], drawn;
  __shared__ cg_count start[256]; // where a digit's keys go, less their place in the block
  cg_u32 tid = threadIdx.x;
  cg_u32 todo = plan[pass]; // of the first row, which is often the only one
  if (tid == 0) {
    drawn = atomicAdd(ticket, 1u);
    if (drawn + 1 == gridDim.x) *ticket = 0;
  }
  cg_clear(s);
  __syncthreads();
  cg_u64 row = drawn / tiles;
  cg_u32 tile = drawn % tiles;
  status += drawn * cg_u64(256);
  if (tid < 256) next[drawn * cg_u64(256) + tid] = 0;
  if (row > 0) todo = plan[row * cg_passes + pass];
  if (!(todo & cg_run)) return;

  cg_count begin = cg_count(tile) * cg_tile;
  cg_u32 size = n - begin < cg_tile ? cg_u32(n - begin) : cg_tile;
  const cg_key *in = (todo & cg_first ? src : todo & cg_to_b ? key_a : key_b) + row * n + begin;
  cg_key key[cg_items];
  // What fills the last tile up is last of all, also of equals.
#pragma unroll
  for (int i = 0; i < cg_items; i++) key[i] = cg_number(i) < size ? in[cg_number(i)] : cg_key(~cg_key(0));
  if (todo & cg_first) {
#pragma unroll
    for (int i = 0; i < cg_items; i++)
      if (cg_number(i) < size) key[i] = cg_encode(key[i]);
  }

  int shift = int(pass) * 8;
  cg_count first = tid < 256 ? base[(row * cg_passes + pass) * 256 + tid] : 0;
  cg_u16 rank[cg_items];
  cg_rank(s, key, shift, rank);
  __syncthreads();
  cg_u32 total[cg_digits] = {};
  if (tid < 256) {
    cg_total(s, total);
    cg_store_cg(status + tid, cg_count(total[0]) | (tile == 0 ? whole : own));
  }
  cg_u32 below = cg_below(total, sums);
  cg_place(s, total, below, key, shift, rank);
  cg_scatter(s.key, key, rank);

  if (tid < 256) {
    cg_count before = 0;
    if (tile > 0) {
      const cg_count *p = status + tid;
      cg_count seen = 0;
      while (!(seen & whole)) {
        p -= 256;
        do seen = cg_load_cg(p);
        while (seen == 0);
        before += seen & ~(whole | own);
      }
      cg_store_cg(status + tid, (before + total[0]) | whole);
    }
    start[tid] = first + before - below;
  }
  __syncthreads();

  cg_count to[cg_items];
  cg_key *out = (todo & cg_to_b ? key_b : key_a) + row * n;
  dst += row * n;
#pragma unroll
  for (int i = 0; i < cg_items; i++) {
    cg_u32 p = i * cg_threads + tid;
    if (p >= size) continue;
    cg_key k = s.key[p];
    to[i] = start[cg_digit(k, shift)] + p;
    if (!(todo & cg_last)) out[to[i]] = k;
    else if (!cg_positions) dst[to[i]] = cg_out(cg_decode(k));
  }
  if (!cg_positions) return;

  cg_pos *pos_b = (cg_pos *)dst, pos[cg_items];
  pos_a += row * n;
  const cg_pos *pos_in = (todo & cg_to_b ? pos_a : pos_b) + begin;
#pragma unroll
  for (int i = 0; i < cg_items; i++) {
    pos[i] = cg_pos(begin + cg_number(i));
    if (!(todo & cg_first) && cg_number(i) < size) pos[i] = pos_in[cg_number(i)];
  }
  __syncthreads();
  cg_scatter(s.pos, pos, rank);
  cg_pos *pos_out = todo & cg_to_b ? pos_b : pos_a;
#pragma unroll
  for (int i = 0; i < cg_items; i++) {
    cg_u32 p = i * cg_threads + tid;
    if (p >= size) continue;
    if (todo & cg_last) dst[to[i]] = cg_out(s.pos[p]);
    else pos_out[to[i]] = s.pos[p];
  }
}
