// Finds the element that stays of those with one index: the last along m.
// table, zero before, has the shape of what is written, less the axes along
// which the index does not vary, and gets the element's number from 1 on. The
// space is the index's, less those axes too.

extern "C" __global__ void __launch_bounds__(256)
cg_put_mark(cg_num *table, const cg_i64 *index, cg_space s, cg_strides table_by, cg_strides index_by, cg_i64 n, cg_u32 *fault) {
#pragma unroll
  for (int u = 0; u < cg_each; u++) {
    cg_num t = cg_first() + u * 256;
    if (t >= s.count) continue;
    cg_place p = cg_split(s, t);
    cg_i64 i = index[cg_at(index_by, p.o, p.m, p.r)];
    if (cg_resolve(i, n, fault)) atomicMax(table + cg_at(table_by, p.o, cg_idx(i), p.r), cg_num(p.m) + 1);
  }
}
