// What the prelude uses of CUDA, declared so that clang parses kernels without
// a toolkit.

#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __forceinline__ __inline__ __attribute__((always_inline))

#define CG_STUB1(f)                                                            \
  __device__ float f(float);                                                   \
  __device__ double f(double);
#define CG_STUB2(f)                                                            \
  __device__ float f(float, float);                                            \
  __device__ double f(double, double);

CG_STUB1(fabs) CG_STUB1(sqrt) CG_STUB1(cbrt) CG_STUB1(exp) CG_STUB1(exp2)
CG_STUB1(expm1) CG_STUB1(log) CG_STUB1(log2) CG_STUB1(log10) CG_STUB1(log1p)
CG_STUB1(sin) CG_STUB1(cos) CG_STUB1(tan) CG_STUB1(asin) CG_STUB1(acos)
CG_STUB1(atan) CG_STUB1(sinh) CG_STUB1(cosh) CG_STUB1(tanh) CG_STUB1(asinh)
CG_STUB1(acosh) CG_STUB1(atanh) CG_STUB1(floor) CG_STUB1(ceil) CG_STUB1(trunc)
CG_STUB1(rint) CG_STUB1(erf) CG_STUB1(erfc) CG_STUB1(tgamma) CG_STUB1(lgamma)
CG_STUB2(hypot) CG_STUB2(pow) CG_STUB2(atan2) CG_STUB2(fmod) CG_STUB2(copysign)
CG_STUB2(nextafter) CG_STUB2(fmax)

__device__ float fma(float, float, float);
__device__ double fma(double, double, double);
__device__ int ilogb(double);
__device__ double scalbn(double, int);

__device__ float __int_as_float(int);
__device__ int __float_as_int(float);
__device__ double __longlong_as_double(long long);
__device__ long long __double_as_longlong(double);
