// Lines of values that lie one after another: the threads of a line take its
// quads in turn, each into a state of its own, and the states are merged in a
// fixed tree. What a thread takes depends on the length of the line and the
// number of threads alone. (cg_quad, cg_state and so on are generated.)

// cg_walk takes the quads q, q + step, … of a line in, U of them under way at a
// time.
template <int U>
CG_FN void cg_walk(const cg_space &s, const cg_lines &l, cg_idx base, cg_idx q, cg_idx step, cg_state &t) {
  const cg_idx n = cg_idx(l.reduced), quads = n / 4;
  cg_shift k;
  cg_shift_to(s, base, k);
#pragma unroll 1
  for (; q + (U - 1) * step < quads; q += U * step) {
    cg_vals v[U][4];
#pragma unroll
    for (int u = 0; u < U; u++) cg_quad(s, l, base, (q + u * step) * 4, v[u]);
#pragma unroll
    for (int u = 0; u < U; u++)
#pragma unroll
      for (int e = 0; e < 4; e++) t.add(v[u][e], k, (q + u * step) * 4 + e);
  }
  if (U > 1) {
#pragma unroll 1
    for (; q < quads; q += step) {
      cg_vals v[4];
      cg_quad(s, l, base, q * 4, v);
#pragma unroll
      for (int e = 0; e < 4; e++) t.add(v[e], k, q * 4 + e);
    }
  }
  if (q == quads) {
#pragma unroll 1
    for (cg_idx j = quads * 4; j < n; j++) {
      cg_vals v;
      cg_eval(s, base + cg_along(l, j), v);
      t.add(v, k, j);
    }
  }
}

// Short lines, W lanes each.
template <int W, int U> CG_FN void cg_rows_short(const cg_space &s, const cg_lines &l) {
  const cg_idx row = cg_idx(blockIdx.x) * (256 / W) + threadIdx.x / W;
  const bool in = row < cg_idx(l.kept);
  cg_state t;
  t.clear();
  if (in) cg_walk<U>(s, l, cg_base(l, row), threadIdx.x % W, W, t);
#pragma unroll
  for (int d = W / 2; d > 0; d /= 2) t.merge(t.down(d, W));
  if (in && threadIdx.x % W == 0) cg_finish(l, row, t);
}

// The state of T threads goes to the first.
template <int T> CG_FN void cg_merge_block(cg_state &t) {
  __shared__ cg_state warps[T / 32];
#pragma unroll
  for (int d = 16; d > 0; d /= 2) t.merge(t.down(d, 32));
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = t;
  __syncthreads();
  if (threadIdx.x < 32) {
    if (threadIdx.x < T / 32) t = warps[threadIdx.x];
    else t.clear();
#pragma unroll
    for (int d = T / 64; d > 0; d /= 2) t.merge(t.down(d, 32));
  }
}

// Long lines, a block each.
template <int T, int U> CG_FN void cg_rows_long(const cg_space &s, const cg_lines &l) {
  cg_state t;
  t.clear();
  cg_walk<U>(s, l, cg_base(l, cg_idx(blockIdx.x)), threadIdx.x, T, t);
  cg_merge_block<T>(t);
  if (threadIdx.x == 0) cg_finish(l, cg_idx(blockIdx.x), t);
}

// Few long lines, several blocks each, of which the last to finish merges the
// states of all.
template <int T, int U>
CG_FN void cg_rows_split(const cg_space &s, const cg_lines &l, cg_state *parts, cg_u32 *counters) {
  const cg_u32 row = blockIdx.x / l.slabs, slab = blockIdx.x % l.slabs;
  cg_state t;
  t.clear();
  cg_walk<U>(s, l, cg_base(l, row), cg_idx(slab) * T + threadIdx.x, cg_idx(l.slabs) * T, t);
  cg_merge_block<T>(t);
  if (threadIdx.x == 0) parts[blockIdx.x] = t;
  if (!cg_last(counters + row, l.slabs)) return;
  t.clear();
#pragma unroll 1
  for (cg_u32 i = threadIdx.x; i < l.slabs; i += T) t.merge(parts[row * l.slabs + i]);
  cg_merge_block<T>(t);
  if (threadIdx.x == 0) cg_finish(l, row, t);
}
