// Moves, folds and scans, and their table CG_FOLDS. Each instruction set's file
// includes this once.

#include "loops_prelude.h"

#include "loops_copy.h"
#include "loops_transpose.h"

#include "loops_moves.h"

#include "loops_fold_sum.h"

#include "loops_fold_var.h"

#include "loops_fold_extreme.h"

#include "loops_fold_bool.h"

#include "loops_scan.h"

// The table's indices, from CG_FN_MOVE on.
#define CG_MOVE(move, log) ((move)*CG_NUM_SIZES + (log))
#define CG_FOLD(fold, type)                                                    \
  (CG_FN_FOLD - CG_FN_MOVE + (fold)*CG_NUM_TYPES + (type))
#define CG_FOLD_COLUMNS(fold, type)                                            \
  (CG_FN_FOLD_COL - CG_FN_MOVE + (fold)*CG_NUM_TYPES + (type))
#define CG_SCAN_FN(scan, type)                                                 \
  (CG_FN_SCAN - CG_FN_MOVE + (scan)*CG_NUM_TYPES + (type))

#include "loops_gen.h"
