// Folds of bools, bytes that hold 0 or 1.

#define CG_OR(a, b) ((a) | (b))
#define CG_AND(a, b) ((a) & (b))

CG_FOLD_EASY(any_b8, uint8_t, uint8_t, 0, CG_OR)
CG_FOLD_EASY(all_b8, uint8_t, uint8_t, 1, CG_AND)

// count_b8 counts in bytes as long as they can't overflow.
static int64_t count_bytes(const uint8_t *x, int64_t n) {
  int64_t total = 0;
  while (n >= 64) {
    uint8_t lane[64] = {0};
    int64_t groups = n / 64 < 255 ? n / 64 : 255;
    for (int64_t g = 0; g < groups; g++, x += 64)
      for (int i = 0; i < 64; i++)
        lane[i] = (uint8_t)(lane[i] + x[i]);
    for (int i = 0; i < 64; i++)
      total += lane[i];
    n -= 64 * groups;
  }
  for (int64_t i = 0; i < n; i++)
    total += x[i];
  return total;
}

static void count_b8(const cg_call *c) {
  const uint8_t *x = c->a;
  int64_t *s = c->dst;
  int64_t len = c->n < c->aux ? c->n : c->aux;
  for (int64_t done = 0; done < c->n; done += len, x += len)
    *s++ += count_bytes(x, len);
}

static void count_b8_cols(const cg_call *c) {
  int64_t cols = c->aux, rows = c->n / cols;
  int64_t rs = c->b ? *(const int64_t *)c->b : cols;
  for (int64_t j = 0; j < cols; j += 8 * CG_COLUMNS) {
    int64_t *s = (int64_t *)c->dst + j;
    int64_t k = cols - j < 8 * CG_COLUMNS ? cols - j : 8 * CG_COLUMNS;
    for (int64_t r = 0; r < rows; r += 255) {
      uint8_t lane[8 * CG_COLUMNS] = {0};
      int64_t end = rows - r < 255 ? rows : r + 255;
      for (int64_t q = r; q < end; q++) {
        const uint8_t *restrict x = (const uint8_t *)c->a + q * rs + j;
        for (int64_t i = 0; i < k; i++)
          lane[i] = (uint8_t)(lane[i] + x[i]);
      }
      for (int64_t i = 0; i < k; i++)
        s[i] += lane[i];
    }
  }
}
