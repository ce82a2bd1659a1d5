//go:build cgo && (linux || darwin)

#include "code.h"

#if defined(__x86_64__)
#define HAVE_X86 1
#else
#define HAVE_X86 0
#endif

static int supported(int isa) {
#if HAVE_X86
  __builtin_cpu_init();
  int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
             __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  switch (isa) {
  case CG_ISA_AVX2:
    return avx2;
  case CG_ISA_AVX512:
    return avx2 && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
  }
#endif
  return isa == CG_ISA_BASE;
}

int cg_open(int isa, cg_table *table) {
  if (!supported(isa))
    return 0;
  switch (isa) {
#if HAVE_X86
  case CG_ISA_AVX2:
    *table = (cg_table){cg_maps_avx2, cg_folds_avx2};
    return 1;
  case CG_ISA_AVX512: // memory bounds the others
    *table = (cg_table){cg_maps_avx512, cg_folds_avx2};
    return 1;
#endif
  default:
    *table = (cg_table){cg_maps_base, cg_folds_base};
    return 1;
  }
}

static cg_fn find(const cg_table *table, int fn) {
  return fn < CG_FN_MOVE ? table->maps[fn] : table->folds[fn - CG_FN_MOVE];
}

int cg_has(const cg_table *table, int fn) {
  return fn >= 0 && fn < CG_FN_COUNT && find(table, fn) != NULL;
}

void cg_run(const cg_table *table, const cg_micro *code, int64_t ncode,
            const uintptr_t *ptrs, const int64_t *steps, int64_t pos, int64_t n,
            int64_t block) {
  for (int64_t k = 0, done = 0; done < n; k++, done += block) {
    int64_t m = n - done < block ? n - done : block;
#define SLOT(s) ((void *)(ptrs[s] + (uintptr_t)(steps[s] * k)))
    for (int64_t i = 0; i < ncode; i++) {
      const cg_micro *op = &code[i];
      cg_call c = {SLOT(op->dst), SLOT(op->a), SLOT(op->b), SLOT(op->c),
                   op->aux,       pos + done,  m};
      find(table, op->fn)(&c);
    }
#undef SLOT
  }
}

void cg_facts(int64_t out[CG_NUM_FACTS]) {
  int64_t facts[CG_NUM_FACTS] = {
      sizeof(cg_micro),
      offsetof(cg_micro, fn),
      offsetof(cg_micro, dst),
      offsetof(cg_micro, a),
      offsetof(cg_micro, b),
      offsetof(cg_micro, c),
      offsetof(cg_micro, aux),
      sizeof(cg_call),
      offsetof(cg_call, dst),
      offsetof(cg_call, a),
      offsetof(cg_call, b),
      offsetof(cg_call, c),
      offsetof(cg_call, aux),
      offsetof(cg_call, pos),
      offsetof(cg_call, n),
      sizeof(cg_layout),
      offsetof(cg_layout, shape),
      offsetof(cg_layout, strides),
      CG_FN_CAST,
      CG_FN_MOVE,
      CG_FN_FOLD,
      CG_FN_FOLD_COL,
      CG_FN_MERGE,
      CG_FN_SCAN,
      CG_FN_COUNT,
  };
  for (int i = 0; i < CG_NUM_FACTS; i++)
    out[i] = facts[i];
}
