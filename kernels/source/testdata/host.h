// What the prelude uses of CUDA, in terms of the host's C++ library, so that
// kernels run without a device.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define __device__
#define __global__
#define __forceinline__ inline

static float __int_as_float(int i) { float x; memcpy(&x, &i, sizeof x); return x; }
static int __float_as_int(float x) { int i; memcpy(&i, &x, sizeof i); return i; }
static double __longlong_as_double(long long i) { double x; memcpy(&x, &i, sizeof x); return x; }
static long long __double_as_longlong(double x) { long long i; memcpy(&i, &x, sizeof i); return i; }
