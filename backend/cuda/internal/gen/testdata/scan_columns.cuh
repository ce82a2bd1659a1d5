typedef cg_u32 cg_idx;
typedef cg_i32 cg_off;
struct cg_space {
  const cg_i16 *in0;
  cg_i16 *out0;
  cg_u32 *fault;
};
struct cg_vals {
  cg_i16 v0;
};
CG_FN void cg_eval(const cg_space &s, cg_idx i, cg_vals &v) {
  cg_i16 a0;
  {
    const cg_idx j = i;
    a0 = s.in0[cg_off(j)];
  }
  {
    const cg_idx j = i;
    {
      const cg_i16 x0 = a0;
      v.v0 = x0;
    }
  }
}
CG_FN void cg_eval4(const cg_space &s, cg_idx i, cg_vals (&v)[4]) {
  cg_i16 a0[4];
  {
    const cg_idx j = i;
    cg_load<false>(s.in0 + (cg_off(j)), a0);
  }
  {
    const cg_idx j = i;
#pragma unroll
    for (int k = 0; k < 4; k++) {
      const cg_i16 x0 = a0[k];
      v[k].v0 = x0;
    }
  }
}
CG_FN void cg_put(const cg_space &s, cg_idx i, cg_i16 r0) {
  {
    const cg_idx j = i;
    s.out0[cg_off(j)] = r0;
  }
}
CG_FN void cg_put4(const cg_space &s, cg_idx i, const cg_i16 (&r0)[4]) {
  {
    const cg_idx j = i;
    cg_store<false>(s.out0 + (cg_off(j)), r0);
  }
}
typedef cg_i16 cg_elem;
typedef cg_i32 cg_acc;
CG_FN cg_acc cg_enter(cg_elem x) { return cg_cast_i16_i32(x); }
CG_FN cg_elem cg_leave(cg_acc x) { return cg_cast_i32_i16(x); }
CG_FN cg_acc cg_join(cg_acc a, cg_acc b) { return cg_maximum(a, b); }
CG_FN cg_acc cg_identity() { return cg_limits<cg_i32>::lowest(); }
constexpr bool cg_exact = true, cg_linked = true, cg_quads = false;
constexpr bool cg_floats = false;
constexpr int cg_runs = 4;
constexpr int cg_width = 32;
// Long columns: blocks of 256 threads take cg_width columns side by side and a
// stretch of their rows, of whole groups where columns are cut. Columns of more
// than one stretch are linked.
constexpr int cg_rows = 256 / cg_width;     // threads to a column
constexpr int cg_held = cg_rows * cg_runs;  // runs in a stretch
constexpr int cg_groups = (cg_held + 31) / 32;
constexpr int cg_pitch = cg_groups * 32 + 1; // odd: no two columns in one bank

extern "C" __global__ void __launch_bounds__(256)
    cg_scan(cg_space s, cg_idx lines, cg_idx length, cg_idx columns, cg_u32 strips, cg_u32 pieces, cg_u32 words, cg_u64 *state,
            cg_u32 launch, cg_u32 *counter) {
  __shared__ cg_acc sum[cg_width * cg_pitch];
  __shared__ cg_acc group[cg_width * cg_groups];
  __shared__ cg_front ahead[cg_width * cg_groups];
  __shared__ cg_u32 drawn;
  cg_u32 strip = blockIdx.x, stretch = 0;
  if (cg_linked) {
    if (threadIdx.x == 0) drawn = cg_draw(counter, strips * pieces);
    __syncthreads();
    strip = drawn % strips;
    stretch = drawn / strips;
  }
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int column = threadIdx.x % cg_width, row = threadIdx.x / cg_width;
  const cg_idx strip0 = cg_idx(strip) * cg_width, l = strip0 + column;
  const cg_idx line = l / columns * columns * length + l % columns;
  const cg_idx first = (cg_idx(stretch) * cg_held + row) * cg_run;
  const cg_idx end = l < lines ? length : 0;
  cg_elem x[cg_runs][cg_run];
#pragma unroll
  for (int k = 0; k < cg_runs; k++) cg_take(s, line, first + k * (cg_rows * cg_run), end, columns, x[k]);
#pragma unroll
  for (int k = 0; k < cg_runs; k++) sum[column * cg_pitch + k * cg_rows + row] = cg_total(x[k]);
  __syncthreads();
  for (int p = warp; p < cg_width * cg_groups; p += 8) {
    cg_acc *runs = sum + p / cg_groups * cg_pitch + p % cg_groups * 32;
    cg_acc v = cg_acc();
    if (cg_held >= 32 || lane < cg_held) v = runs[lane];
    v = cg_prefix<32>(v, lane);
    runs[lane] = cg_shuffle_up(v, 1);
    if (lane == 31) group[p] = v;
  }
  if (cg_linked || cg_groups > 1) {
    __syncthreads();
    for (int c = warp; c < cg_width && strip0 + c < lines; c += 8) {
      const cg_acc own = group[c * cg_groups + lane % cg_groups];
      cg_front front;
      if (cg_linked) {
        front = cg_link<cg_groups, true>(state + cg_u64(strip0 + c) * words, pieces * cg_groups, stretch * cg_groups, own, launch, lane);
      } else {
        front = cg_before(lane > 0, cg_shuffle_up(cg_prefix<cg_groups>(own, lane), 1));
      }
      if (lane < cg_groups) ahead[c * cg_groups + lane] = front;
    }
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < cg_runs; k++) {
    const int r = k * cg_rows + row;
    cg_front front = cg_before(r % 32 > 0, sum[column * cg_pitch + r]);
    if (cg_linked || cg_groups > 1) front = cg_chain(ahead[column * cg_groups + r / 32], front);
    cg_give(s, line, first + k * (cg_rows * cg_run), end, columns, front, x[k]);
  }
}
