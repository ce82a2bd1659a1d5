// C = A·B for batches of row-major results. Each operand has its own strides, in
// elements; batch is the number of products, of which product p takes operands
// at the offsets that pa and pb hold, or at p·sa and p·sb where they are null.
// A block computes one 64×64 tile, a thread 4×4 of it.

struct cg_operand { const T *x; const cg_i64 *offsets; cg_i64 batch, row, column; };

extern "C" __global__ void __launch_bounds__(256)
cg_matmul(T *c, const cg_operand a, const cg_operand b, const cg_i64 m, const cg_i64 n, const cg_i64 k, const cg_i64 tm, const cg_i64 tn) {
  __shared__ T sa[16][64 + 4], sb[16][64 + 4];
  cg_i64 tile = blockIdx.x;
  const cg_i64 p = tile / (tm * tn);
  tile -= p * tm * tn;
  const cg_i64 i0 = tile / tn * 64, j0 = tile % tn * 64;
  const T *pa = a.x + (a.offsets ? a.offsets[p] : p * a.batch);
  const T *pb = b.x + (b.offsets ? b.offsets[p] : p * b.batch);
  const int t = threadIdx.x, ti = t / 16 * 4, tj = t % 16 * 4;
  // Neighbouring threads load neighbours in memory.
  const bool byRow = a.column <= 1 && a.column >= -1, byColumn = b.column > 1 || b.column < -1;
  W s[4][4] = {};
  for (cg_i64 k0 = 0; k0 < k; k0 += 16) {
#pragma unroll
    for (int u = 0; u < 4; u++) {
      const int e = t + u * 256;
      const int ai = byRow ? e / 16 : e % 64, ak = byRow ? e % 16 : e / 64;
      const int bj = byColumn ? e / 16 : e % 64, bk = byColumn ? e % 16 : e / 64;
      sa[ak][ai] = i0 + ai < m && k0 + ak < k ? pa[(i0 + ai) * a.row + (k0 + ak) * a.column] : T(0);
      sb[bk][bj] = j0 + bj < n && k0 + bk < k ? pb[(k0 + bk) * b.row + (j0 + bj) * b.column] : T(0);
    }
    __syncthreads();
#pragma unroll
    for (int kk = 0; kk < 16; kk++) {
      W x[4], y[4];
#pragma unroll
      for (int u = 0; u < 4; u++) x[u] = W(sa[kk][ti + u]), y[u] = W(sb[kk][tj + u]);
#pragma unroll
      for (int u = 0; u < 4; u++)
#pragma unroll
        for (int v = 0; v < 4; v++) s[u][v] = cg_fused(s[u][v], x[u], y[v]);
    }
    __syncthreads();
  }
  T *out = c + p * m * n;
#pragma unroll
  for (int u = 0; u < 4; u++)
#pragma unroll
    for (int v = 0; v < 4; v++)
      if (i0 + ti + u < m && j0 + tj + v < n) out[(i0 + ti + u) * n + j0 + tj + v] = T(s[u][v]);
}
