// contiguous
typedef cg_u32 cg_idx;
typedef cg_i32 cg_off;
struct cg_space {
  const cg_f32 *in0;
  const cg_f32 *in1;
  cg_f32 *out0;
  cg_u32 *fault;
  cg_f32 p0;
};
struct cg_vals {
};
CG_FN void cg_eval(const cg_space &s, cg_idx i) {
  cg_f32 a0;
  cg_f32 a1;
  {
    const cg_idx j = i;
    a0 = s.in0[cg_off(j)];
    a1 = s.in1[cg_off(j)];
  }
  cg_f32 r0;
  {
    const cg_idx j = i;
    {
      const cg_f32 x0 = a0;
      const cg_f32 x1 = a1;
      const cg_f32 x3 = x0 * x1;
      const cg_f32 x4 = sin(x0);
      const cg_f32 x5 = x3 + x4;
      const cg_f32 x6 = x5 - s.p0;
      r0 = x6;
    }
  }
  {
    const cg_idx j = i;
    s.out0[cg_off(j)] = r0;
  }
}
extern "C" __global__ void __launch_bounds__(256) cg_map(const cg_space s, const cg_idx n) {
  const cg_idx i = cg_idx(blockIdx.x) * 2048 + threadIdx.x * 4;
  if (i + 1028 <= n) {
  cg_f32 a0[2][4];
  cg_f32 a1[2][4];
#pragma unroll
  for (int u = 0; u < 2; u++) {
    const cg_idx j = i + u * 1024;
    cg_load<false>(s.in0 + (cg_off(j)), a0[u]);
    cg_load<false>(s.in1 + (cg_off(j)), a1[u]);
  }
  cg_f32 r0[2][4];
#pragma unroll
  for (int u = 0; u < 2; u++) {
    const cg_idx j = i + u * 1024;
#pragma unroll
    for (int k = 0; k < 4; k++) {
      const cg_f32 x0 = a0[u][k];
      const cg_f32 x1 = a1[u][k];
      const cg_f32 x3 = x0 * x1;
      const cg_f32 x4 = sin(x0);
      const cg_f32 x5 = x3 + x4;
      const cg_f32 x6 = x5 - s.p0;
      r0[u][k] = x6;
    }
  }
#pragma unroll
  for (int u = 0; u < 2; u++) {
    const cg_idx j = i + u * 1024;
    cg_store<false>(s.out0 + (cg_off(j)), r0[u]);
  }
    return;
  }
#pragma unroll 1
  for (int u = 0; u < 2; u++)
#pragma unroll 1
    for (int k = 0; k < 4; k++) {
      const cg_idx j = i + u * 1024 + k;
      if (j < n) cg_eval(s, j);
    }
}
// a row for all
typedef cg_u32 cg_idx;
typedef cg_i32 cg_off;
struct cg_space {
  const cg_f32 *in0;
  const cg_f32 *in1;
  cg_f32 *out0;
  cg_u32 *fault;
  cg_f32 p0;
  cg_divisor d1;
  cg_off in1_0;
  cg_off in1_1;
};
struct cg_vals {
};
CG_FN void cg_eval(const cg_space &s, cg_idx i) {
  cg_f32 a0;
  cg_f32 a1;
  {
    const cg_idx j = i;
    cg_idx c0 = j;
    const cg_idx q1 = cg_quotient(c0, s.d1), c1 = c0 - q1 * s.d1.d; c0 = q1;
    a0 = s.in0[cg_off(j)];
    a1 = s.in1[cg_off(c0) * s.in1_0 + cg_off(c1)];
  }
  cg_f32 r0;
  {
    const cg_idx j = i;
    {
      const cg_f32 x0 = a0;
      const cg_f32 x1 = a1;
      const cg_f32 x3 = x0 * x1;
      const cg_f32 x4 = sin(x0);
      const cg_f32 x5 = x3 + x4;
      const cg_f32 x6 = x5 - s.p0;
      r0 = x6;
    }
  }
  {
    const cg_idx j = i;
    cg_idx c0 = j;
    const cg_idx q1 = cg_quotient(c0, s.d1), c1 = c0 - q1 * s.d1.d; c0 = q1;
    s.out0[cg_off(j)] = r0;
  }
}
extern "C" __global__ void __launch_bounds__(256) cg_map(const cg_space s, const cg_idx n) {
  const cg_idx i = cg_idx(blockIdx.x) * 2048 + threadIdx.x * 4;
  if (i + 1028 <= n) {
  cg_f32 a0[2][4];
  cg_f32 a1[2][4];
#pragma unroll
  for (int u = 0; u < 2; u++) {
    const cg_idx j = i + u * 1024;
    cg_idx c0 = j;
    const cg_idx q1 = cg_quotient(c0, s.d1), c1 = c0 - q1 * s.d1.d; c0 = q1;
    cg_load<false>(s.in0 + (cg_off(j)), a0[u]);
    cg_load<false>(s.in1 + (cg_off(c0) * s.in1_0 + cg_off(c1)), a1[u]);
  }
  cg_f32 r0[2][4];
#pragma unroll
  for (int u = 0; u < 2; u++) {
    const cg_idx j = i + u * 1024;
#pragma unroll
    for (int k = 0; k < 4; k++) {
      const cg_f32 x0 = a0[u][k];
      const cg_f32 x1 = a1[u][k];
      const cg_f32 x3 = x0 * x1;
      const cg_f32 x4 = sin(x0);
      const cg_f32 x5 = x3 + x4;
      const cg_f32 x6 = x5 - s.p0;
      r0[u][k] = x6;
    }
  }
#pragma unroll
  for (int u = 0; u < 2; u++) {
    const cg_idx j = i + u * 1024;
    cg_idx c0 = j;
    const cg_idx q1 = cg_quotient(c0, s.d1), c1 = c0 - q1 * s.d1.d; c0 = q1;
    cg_store<false>(s.out0 + (cg_off(j)), r0[u]);
  }
    return;
  }
#pragma unroll 1
  for (int u = 0; u < 2; u++)
#pragma unroll 1
    for (int k = 0; k < 4; k++) {
      const cg_idx j = i + u * 1024 + k;
      if (j < n) cg_eval(s, j);
    }
}
// channels
typedef cg_u32 cg_idx;
typedef cg_i32 cg_off;
struct cg_space {
  const cg_u8 *in0;
  const cg_u8 *in1;
  const cg_u8 *group0;
  cg_f32 *out0;
  cg_u32 *fault;
  cg_off in0_0;
  cg_off in1_0;
};
struct cg_vals {
};
CG_FN void cg_eval(const cg_space &s, cg_idx i) {
  cg_u8 a0;
  cg_u8 a1;
  {
    const cg_idx j = i;
    a0 = s.in0[cg_off(j) * s.in0_0];
    a1 = s.in1[cg_off(j) * s.in1_0];
  }
  cg_f32 r0;
  {
    const cg_idx j = i;
    {
      const cg_u8 x0 = a0;
      const cg_u8 x1 = a1;
      const cg_f32 x2 = cg_cast_u8_f32(x0);
      const cg_f32 x3 = cg_cast_u8_f32(x1);
      const cg_f32 x4 = x2 + x3;
      r0 = x4;
    }
  }
  {
    const cg_idx j = i;
    s.out0[cg_off(j)] = r0;
  }
}
extern "C" __global__ void __launch_bounds__(256) cg_map(const cg_space s, const cg_idx n) {
  const cg_idx i = cg_idx(blockIdx.x) * 2048 + threadIdx.x * 4;
  if (i + 1028 <= n) {
  cg_u8 g0[2][12];
#pragma unroll
  for (int u = 0; u < 2; u++) {
    const cg_idx j = i + u * 1024;
    cg_load<false>(s.group0 + cg_off(j) * 3, g0[u]);
  }
  cg_f32 r0[2][4];
#pragma unroll
  for (int u = 0; u < 2; u++) {
    const cg_idx j = i + u * 1024;
#pragma unroll
    for (int k = 0; k < 4; k++) {
      const cg_u8 x0 = g0[u][k * 3 + 0];
      const cg_u8 x1 = g0[u][k * 3 + 2];
      const cg_f32 x2 = cg_cast_u8_f32(x0);
      const cg_f32 x3 = cg_cast_u8_f32(x1);
      const cg_f32 x4 = x2 + x3;
      r0[u][k] = x4;
    }
  }
#pragma unroll
  for (int u = 0; u < 2; u++) {
    const cg_idx j = i + u * 1024;
    cg_store<false>(s.out0 + (cg_off(j)), r0[u]);
  }
    return;
  }
#pragma unroll 1
  for (int u = 0; u < 2; u++)
#pragma unroll 1
    for (int k = 0; k < 4; k++) {
      const cg_idx j = i + u * 1024 + k;
      if (j < n) cg_eval(s, j);
    }
}
// transposed
typedef cg_u32 cg_idx;
typedef cg_i32 cg_off;
struct cg_space {
  const cg_f32 *in0;
  cg_f32 *out0;
  cg_u32 *fault;
  cg_divisor d1;
  cg_off in0_0;
  cg_off in0_1;
  cg_off out0_0;
  cg_off out0_1;
};
struct cg_vals {
};
extern "C" __global__ void __launch_bounds__(256) cg_tile(const cg_space s, const cg_idx na, const cg_idx nb, const cg_u32 ta, const cg_u32 tb) {
  __shared__ cg_f32 t0[64][129];
  const cg_u32 rest = blockIdx.x / ta, batch = rest / tb;
  const cg_idx a0 = cg_idx(blockIdx.x - rest * ta) * 64, b0 = cg_idx(rest - batch * tb) * 128;
  {
    cg_f32 v[8][4];
#pragma unroll
    for (int u = 0; u < 8; u++) {
      const cg_idx c1 = a0 + threadIdx.x / 32 + u * 8, c0 = b0 + threadIdx.x % 32 * 4;
      if (c1 < na && c0 < nb) cg_load<false>(s.in0 + (cg_off(c0) * s.in0_0 + cg_off(c1) * s.in0_1), v[u]);
    }
#pragma unroll
    for (int u = 0; u < 8; u++)
#pragma unroll
      for (int k = 0; k < 4; k++)
        t0[threadIdx.x / 32 + u * 8][threadIdx.x % 32 * 4 + k] = v[u][k];
  }
  __syncthreads();
#pragma unroll 2
  for (int u = 0; u < 8; u++) {
    const int la = threadIdx.x % 16 * 4, lb = threadIdx.x / 16 + u * 16;
    const cg_idx c1 = a0 + la, c0 = b0 + lb;
    if (c1 >= na || c0 >= nb) continue;
  {
  }
  cg_f32 r0[4];
  {
#pragma unroll
    for (int k = 0; k < 4; k++) {
      const cg_f32 x0 = t0[la + k][lb];
      r0[k] = x0;
    }
  }
  {
    cg_store<false>(s.out0 + (cg_off(c0) * s.out0_0 + cg_off(c1)), r0);
  }
  }
}
