// Lines of values that lie side by side: a thread has the same V lines all the
// time, and the threads of a line, in 256 / W groups, take its values in turn.
// What a thread takes depends on the number of lines and their length alone.

// The states of all groups go to the first, by halves.
template <int V, int W> CG_FN void cg_merge_groups(cg_state (&t)[V]) {
  if constexpr (W < 256) {
    __shared__ cg_state others[V][128];
    const int group = threadIdx.x / W;
#pragma unroll
    for (int h = 128 / W; h > 0; h /= 2) {
      if (group >= h && group < 2 * h) {
#pragma unroll
        for (int v = 0; v < V; v++) others[v][threadIdx.x - h * W] = t[v];
      }
      __syncthreads();
      if (group < h) {
#pragma unroll
        for (int v = 0; v < V; v++) t[v].merge(others[v][threadIdx.x]);
      }
      __syncthreads();
    }
  }
}

template <int V, int U>
CG_FN void cg_walk_columns(const cg_space &s, const cg_lines &l, cg_idx k, cg_idx j, cg_idx end, cg_idx step,
                           cg_state (&t)[V]) {
  const cg_idx base = cg_base(l, k);
  cg_shift shift[V];
  cg_shift_to(s, base, shift);
#pragma unroll 1
  for (; j + (U - 1) * step < end; j += U * step) {
    cg_vals x[U][V];
#pragma unroll
    for (int u = 0; u < U; u++) cg_across(s, base + cg_along(l, j + u * step), x[u]);
#pragma unroll
    for (int u = 0; u < U; u++)
#pragma unroll
      for (int v = 0; v < V; v++) t[v].add(x[u][v], shift[v], j + u * step);
  }
  if (U > 1) {
#pragma unroll 1
    for (; j < end; j += step) {
      cg_vals x[V];
      cg_across(s, base + cg_along(l, j), x);
#pragma unroll
      for (int v = 0; v < V; v++) t[v].add(x[v], shift[v], j);
    }
  }
}

// W threads side by side. With SPLIT, the lines are cut into slabs, which
// blocks of their own take; the last block to finish merges them.
template <int V, int W, int U, bool SPLIT>
CG_FN void cg_columns(const cg_space &s, const cg_lines &l, cg_state *parts, cg_u32 *counters) {
  const cg_u32 tile = SPLIT ? blockIdx.x % l.tiles : blockIdx.x, slab = SPLIT ? blockIdx.x / l.tiles : 0;
  const cg_u32 group = threadIdx.x / W;
  const cg_idx k = (cg_idx(tile) * W + threadIdx.x % W) * V;
  const cg_idx kept = cg_idx(l.kept);
  const bool in = k < kept;
  cg_state t[V];
#pragma unroll
  for (int v = 0; v < V; v++) t[v].clear();
  cg_idx first = 0, end = cg_idx(l.reduced);
  if (SPLIT) {
    first = cg_idx(l.reduced * slab / l.slabs);
    end = cg_idx(l.reduced * (slab + 1) / l.slabs);
  }
  if (in) cg_walk_columns<V, U>(s, l, k, first + group, end, 256 / W, t);
  cg_merge_groups<V, W>(t);
  if (SPLIT) {
    if (in && group == 0) {
#pragma unroll
      for (int v = 0; v < V; v++) parts[slab * kept + k + v] = t[v];
    }
    if (!cg_last(counters + tile, l.slabs)) return;
#pragma unroll
    for (int v = 0; v < V; v++) t[v].clear();
    if (in) {
#pragma unroll 1
      for (cg_u32 i = group; i < l.slabs; i += 256 / W)
#pragma unroll
        for (int v = 0; v < V; v++) t[v].merge(parts[i * kept + k + v]);
    }
    cg_merge_groups<V, W>(t);
  }
  if (in && group == 0) {
#pragma unroll
    for (int v = 0; v < V; v++) cg_finish(l, k + v, t[v]);
  }
}
