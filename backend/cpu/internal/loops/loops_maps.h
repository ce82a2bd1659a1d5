// The operations and casts, and their table CG_MAPS. Each instruction set's
// file includes this once.

#include "loops_prelude.h"

#include "loops_copy.h"
#include "loops_map.h"
#include "loops_select.h"

#include "loops_gen.h"
