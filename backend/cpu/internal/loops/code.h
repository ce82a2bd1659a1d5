// The micro-operation interface between Go and C, mirrored from code.go. A
// test compares sizes and offsets.

#ifndef CG_CODE_H
#define CG_CODE_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint16_t fn;
  uint16_t dst, a, b, c; // slots of the pointer table; slot 0 is null
  uint16_t pad[3];
  int64_t aux;
} cg_micro;

typedef struct {
  void *dst, *a, *b, *c;
  int64_t aux; // from the micro
  int64_t pos; // position of the block's first element
  int64_t n;   // elements in the block
} cg_call;

#define CG_MAX_DIMS 16

typedef struct {
  int64_t nd;
  int64_t shape[CG_MAX_DIMS];
  int64_t strides[CG_MAX_DIMS]; // in bytes
} cg_layout;

typedef void (*cg_fn)(const cg_call *);

// Function numbers, mirrored from code.go.
#define CG_NUM_TYPES 14
#define CG_NUM_SIZES 5
#define CG_FN_OP 0
#define CG_FN_CAST (CG_FN_OP + 96 * CG_NUM_TYPES)
#define CG_FN_MOVE (CG_FN_CAST + CG_NUM_TYPES * CG_NUM_TYPES)
#define CG_FN_FOLD (CG_FN_MOVE + 6 * CG_NUM_SIZES)
#define CG_FN_FOLD_COL (CG_FN_FOLD + 16 * CG_NUM_TYPES)
#define CG_FN_MERGE (CG_FN_FOLD_COL + 16 * CG_NUM_TYPES)
#define CG_FN_FINISH (CG_FN_MERGE + 16 * CG_NUM_TYPES)
#define CG_FN_SCAN (CG_FN_FINISH + 16 * CG_NUM_TYPES)
#define CG_FN_COUNT (CG_FN_SCAN + 8 * CG_NUM_TYPES)

// The functions that are compiled for one instruction set: operations and
// casts by number, the others by number less CG_FN_MOVE. They are two tables
// so that they are two files, compiled at the same time.
typedef struct {
  const cg_fn *maps, *folds;
} cg_table;

enum { CG_ISA_BASE, CG_ISA_AVX2, CG_ISA_AVX512 };

extern const cg_fn cg_maps_base[CG_FN_MOVE];
extern const cg_fn cg_maps_avx2[CG_FN_MOVE];
extern const cg_fn cg_maps_avx512[CG_FN_MOVE];
extern const cg_fn cg_folds_base[CG_FN_COUNT - CG_FN_MOVE];
extern const cg_fn cg_folds_avx2[CG_FN_COUNT - CG_FN_MOVE];

// cg_open finds the functions for an instruction set. It returns 0 when the
// machine lacks it.
int cg_open(int isa, cg_table *table);

// cg_has reports whether a function exists.
int cg_has(const cg_table *table, int fn);

// cg_run carries out a walk: ncode micro-operations on each of the blocks that
// n elements are divided into. ptrs holds the slots' addresses for the first
// block, as integers; steps, what they advance by a block.
void cg_run(const cg_table *table, const cg_micro *code, int64_t ncode,
            const uintptr_t *ptrs, const int64_t *steps, int64_t pos, int64_t n,
            int64_t block);

// cg_facts fills out with sizes, offsets and numbers that the Go side
// compares with its own.
#define CG_NUM_FACTS 25
void cg_facts(int64_t out[CG_NUM_FACTS]);

#endif
