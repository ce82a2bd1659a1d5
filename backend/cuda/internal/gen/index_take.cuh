// dst, contiguous, gets src at the index.

extern "C" __global__ void __launch_bounds__(256)
cg_take(cg_elem *dst, const cg_elem *src, const cg_i64 *index, cg_space s, cg_strides src_by, cg_strides index_by, cg_i64 n,
        cg_u32 *fault) {
  cg_elem v[cg_each];
  bool good[cg_each];
#pragma unroll
  for (int u = 0; u < cg_each; u++) {
    cg_num t = cg_first() + u * 256;
    good[u] = false;
    if (t >= s.count) continue;
    cg_place p = cg_split(s, t);
    cg_i64 i = index[cg_at(index_by, p.o, p.m, p.r)];
    good[u] = cg_resolve(i, n, fault);
    if (good[u]) v[u] = src[cg_at(src_by, p.o, cg_idx(i), p.r)];
  }
#pragma unroll
  for (int u = 0; u < cg_each; u++)
    if (good[u]) dst[cg_first() + u * 256] = v[u];
}
