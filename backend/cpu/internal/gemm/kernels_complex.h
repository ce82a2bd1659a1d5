// Kernels of the complex type with parts of type R; FN gives them their names.
// Packed panels hold the real parts of a row or column, then the imaginary
// parts. Products are by components, without C's repair of infinities.

#define VL (int64_t)(sizeof(V) / sizeof(R))
#define NR (NV * VL)

static void FN(pack)(int64_t size, int64_t n, int64_t k, const R *from,
                     int64_t across, int64_t along, int conj, R *out) {
  R sign = conj ? -1 : 1;
  for (int64_t i0 = 0; i0 < n; i0 += size) {
    int64_t width = n - i0 < size ? n - i0 : size;
    for (int64_t p = 0; p < k; p++, out += 2 * size) {
      for (int64_t i = 0; i < width; i++) {
        const R *x = from + 2 * ((i0 + i) * across + p * along);
        out[i] = x[0];
        out[size + i] = sign * x[1];
      }
      for (int64_t i = width; i < size; i++)
        out[i] = out[size + i] = 0;
    }
  }
}

static void FN(pack_a)(int64_t m, int64_t k, const void *a, int64_t row,
                       int64_t col, int conj, void *to) {
  FN(pack)(GM_MR, m, k, a, row, col, conj, to);
}

static void FN(pack_b)(int64_t n, int64_t k, const void *b, int64_t row,
                       int64_t col, int conj, void *to) {
  FN(pack)(NR, n, k, b, col, row, conj, to);
}

// product sums k terms of a tile, whose parts go to re and im.
GM_INLINE void FN(product)(int64_t k, const R *a, const R *b, R *re, R *im) {
  V accre[GM_MR][NV], accim[GM_MR][NV];
  GM_UNROLL
  for (int i = 0; i < GM_MR; i++)
    GM_UNROLL
    for (int v = 0; v < NV; v++)
      accre[i][v] = accim[i][v] = SPLAT(0);
  for (int64_t p = 0; p < k; p++) {
    V bre[NV], bim[NV];
    GM_UNROLL
    for (int v = 0; v < NV; v++) {
      memcpy(&bre[v], b + v * VL, sizeof(V));
      memcpy(&bim[v], b + NR + v * VL, sizeof(V));
    }
    GM_UNROLL
    for (int i = 0; i < GM_MR; i++) {
      V are = SPLAT(a[i]);
      GM_UNROLL
      for (int v = 0; v < NV; v++) {
        accre[i][v] = FMA(are, bre[v], accre[i][v]);
        accim[i][v] = FMA(are, bim[v], accim[i][v]);
      }
      V aim = SPLAT(a[GM_MR + i]);
      GM_UNROLL
      for (int v = 0; v < NV; v++) {
        accre[i][v] = FNMA(aim, bim[v], accre[i][v]);
        accim[i][v] = FMA(aim, bre[v], accim[i][v]);
      }
    }
    a += 2 * GM_MR;
    b += 2 * NR;
  }
  GM_UNROLL
  for (int i = 0; i < GM_MR; i++)
    GM_UNROLL
    for (int v = 0; v < NV; v++) {
      memcpy(re + i * NR + v * VL, &accre[i][v], sizeof(V));
      memcpy(im + i * NR + v * VL, &accim[i][v], sizeof(V));
    }
}

// store writes rows×cols elements of a tile. Factors of 1 are left out: by
// components, 1 times a number with an infinite part is NaN.
GM_INLINE void FN(store)(int64_t rows, int64_t cols, R *re, R *im,
                         const double *alpha, const double *beta, R *c,
                         int64_t ldc) {
  if (alpha[0] != 1 || alpha[1] != 0) {
    R are = (R)alpha[0], aim = (R)alpha[1];
    for (int64_t i = 0; i < GM_MR * NR; i++) {
      R x = re[i], y = im[i];
      re[i] = are * x - aim * y;
      im[i] = are * y + aim * x;
    }
  }
  R bre = (R)beta[0], bim = (R)beta[1];
  for (int64_t i = 0; i < rows; i++, re += NR, im += NR) {
    R *row = c + 2 * i * ldc;
    if (bre == 0 && bim == 0)
      for (int64_t j = 0; j < cols; j++) {
        row[2 * j] = re[j];
        row[2 * j + 1] = im[j];
      }
    else if (bre == 1 && bim == 0)
      for (int64_t j = 0; j < cols; j++) {
        row[2 * j] += re[j];
        row[2 * j + 1] += im[j];
      }
    else
      for (int64_t j = 0; j < cols; j++) {
        R x = row[2 * j], y = row[2 * j + 1];
        row[2 * j] = bre * x - bim * y + re[j];
        row[2 * j + 1] = bre * y + bim * x + im[j];
      }
  }
}

static void FN(block)(int64_t m, int64_t n, int64_t k, const double *alpha,
                      const void *apack, const void *bpack, const double *beta,
                      void *out, int64_t ldc) {
  const R *b = bpack;
  R *c = out;
  for (int64_t j = 0; j < n; j += NR, b += 2 * NR * k) {
    int64_t cols = n - j < NR ? n - j : NR;
    const R *a = apack;
    for (int64_t i = 0; i < m; i += GM_MR, a += 2 * GM_MR * k) {
      int64_t rows = m - i < GM_MR ? m - i : GM_MR;
      R re[GM_MR * NR], im[GM_MR * NR];
      FN(product)(k, a, b, re, im);
      FN(store)(rows, cols, re, im, alpha, beta, c + 2 * (i * ldc + j), ldc);
    }
  }
}

#undef NR
#undef VL
