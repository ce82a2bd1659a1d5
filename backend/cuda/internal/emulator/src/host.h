// What stands before the text of every module.

#include "abi.h"
#include "host_types.h"
#include "host_sync.h"
#include "host_math.h"
