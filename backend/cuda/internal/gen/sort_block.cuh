// Rows that fit into a block's shared memory, a block a row: all digits from
// the lowest on. A digit that is the same in all of the row is left out.

extern "C" __global__ void __launch_bounds__(cg_threads) cg_sort_block(const cg_key *src, cg_out *dst, cg_u64 rows, cg_u32 n) {
  __shared__ cg_shared s;
  __shared__ cg_u32 sums[8];
  for (cg_u64 row = blockIdx.x; row < rows; row += gridDim.x) {
    const cg_key *in = src + row * n;
    cg_key key[cg_items], differ = 0, any = cg_encode(in[0]);
    cg_pos pos[cg_items];
    // What fills the block up is last of all, also of equals.
#pragma unroll
    for (int i = 0; i < cg_items; i++) {
      pos[i] = cg_number(i);
      key[i] = cg_key(~cg_key(0));
      if (pos[i] < n) {
        key[i] = cg_encode(in[pos[i]]);
        differ |= key[i] ^ any;
      }
    }
    for (int shift = 0; shift < int(sizeof(cg_key)) * 8; shift += 8) {
      if (!__syncthreads_or(cg_digit(differ, shift))) continue;
      cg_clear(s);
      __syncthreads();
      cg_u16 rank[cg_items];
      cg_rank(s, key, shift, rank);
      __syncthreads();
      cg_u32 total[cg_digits] = {};
      if (threadIdx.x < cg_adders) cg_total(s, total);
      cg_place(s, total, cg_below(total, sums), key, shift, rank);
      cg_scatter(s.key, key, rank);
#pragma unroll
      for (int i = 0; i < cg_items; i++) key[i] = s.key[cg_number(i)];
      if (cg_positions) {
        __syncthreads();
        cg_scatter(s.pos, pos, rank);
#pragma unroll
        for (int i = 0; i < cg_items; i++) pos[i] = s.pos[cg_number(i)];
      }
    }
#pragma unroll
    for (int i = 0; i < cg_items; i++)
      if (cg_number(i) < n) dst[row * n + cg_number(i)] = cg_positions ? cg_out(pos[i]) : cg_out(cg_decode(key[i]));
  }
}
