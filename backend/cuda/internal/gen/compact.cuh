// A thread of a tile looks at 8 runs of 4 elements, so that a warp's are in
// order: run k of lane l is number 32k + l of the warp's.
constexpr int cg_runs = 8, cg_warps = 8;
constexpr cg_u32 cg_tile = cg_warps * cg_runs * 128;

CG_FN cg_idx cg_run_at(cg_u32 tile, int k) {
  return cg_idx(tile) * cg_tile + ((threadIdx.x / 32 * cg_runs + k) * 32 + threadIdx.x % 32) * 4;
}

// The mask at the thread's elements, 4 bits a run.
CG_FN cg_u32 cg_chosen(const cg_space &s, cg_u32 tile, cg_idx n) {
  cg_u32 bits = 0;
#pragma unroll
  for (int k = 0; k < cg_runs; k++) {
    const cg_idx i = cg_run_at(tile, k);
    cg_b8 m[4] = {0, 0, 0, 0};
    if (i + 4 <= n) {
      cg_mask4(s, i, m);
    } else {
      for (int j = 0; j < 4; j++)
        if (i + j < n) cg_mask(s, i + j, m[j]);
    }
#pragma unroll
    for (int j = 0; j < 4; j++) bits |= cg_u32(m[j] != 0) << (4 * k + j);
  }
  return bits;
}
