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

// What kernels use beyond the prelude.

#define __shared__ __attribute__((shared))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))

struct cg_stub_dim { unsigned x, y, z; };
extern __device__ cg_stub_dim threadIdx, blockIdx, blockDim, gridDim;

__device__ void __syncthreads();
__device__ int __syncthreads_or(int);
__device__ int __syncthreads_and(int);
__device__ int __syncthreads_count(int);
__device__ void __syncwarp(unsigned = 0xffffffffu);
__device__ void __threadfence();
__device__ void __nanosleep(unsigned);
__device__ unsigned __umulhi(unsigned, unsigned);
__device__ unsigned long long __umul64hi(unsigned long long, unsigned long long);
__device__ int __popc(unsigned);
__device__ int __popcll(unsigned long long);
__device__ int __ffs(int);
__device__ int __clz(int);
__device__ int __clzll(long long);
__device__ unsigned __brev(unsigned);
__device__ unsigned __activemask();
__device__ unsigned __ballot_sync(unsigned, int);
__device__ int __any_sync(unsigned, int);
__device__ int __all_sync(unsigned, int);

#define CG_STUB_SHUFFLE(T)                                                     \
  __device__ T __shfl_sync(unsigned, T, int, int = 32);                        \
  __device__ T __shfl_up_sync(unsigned, T, unsigned, int = 32);                \
  __device__ T __shfl_down_sync(unsigned, T, unsigned, int = 32);              \
  __device__ T __shfl_xor_sync(unsigned, T, int, int = 32);                    \
  __device__ unsigned __match_any_sync(unsigned, T);
CG_STUB_SHUFFLE(int) CG_STUB_SHUFFLE(unsigned) CG_STUB_SHUFFLE(long long)
CG_STUB_SHUFFLE(unsigned long long) CG_STUB_SHUFFLE(float) CG_STUB_SHUFFLE(double)

#define CG_STUB_ATOMIC(T)                                                      \
  __device__ T atomicAdd(T *, T);                                              \
  __device__ T atomicMin(T *, T);                                              \
  __device__ T atomicMax(T *, T);                                              \
  __device__ T atomicAnd(T *, T);                                              \
  __device__ T atomicOr(T *, T);                                               \
  __device__ T atomicXor(T *, T);                                              \
  __device__ T atomicExch(T *, T);                                             \
  __device__ T atomicCAS(T *, T, T);
CG_STUB_ATOMIC(int) CG_STUB_ATOMIC(unsigned) CG_STUB_ATOMIC(unsigned long long)
__device__ long long atomicMax(long long *, long long);
__device__ long long atomicMin(long long *, long long);
__device__ float atomicAdd(float *, float);
__device__ double atomicAdd(double *, double);
