// dst gets src at the index: of elements with one index, if there can be any,
// the one that table names.

extern "C" __global__ void __launch_bounds__(256)
cg_put(cg_elem *dst, const cg_elem *src, const cg_i64 *index, const cg_num *table, cg_space s, cg_strides dst_by,
       cg_strides src_by, cg_strides index_by, cg_strides table_by, cg_i64 n, cg_u32 *fault) {
#pragma unroll
  for (int u = 0; u < cg_each; u++) {
    cg_num t = cg_first() + u * 256;
    if (t >= s.count) continue;
    cg_place p = cg_split(s, t);
    cg_i64 i = index[cg_at(index_by, p.o, p.m, p.r)];
    if (!cg_resolve(i, n, fault)) continue;
    if (cg_marked && table[cg_at(table_by, p.o, cg_idx(i), p.r)] != cg_num(p.m) + 1) continue;
    dst[cg_at(dst_by, p.o, cg_idx(i), p.r)] = src[cg_at(src_by, p.o, p.m, p.r)];
  }
}
