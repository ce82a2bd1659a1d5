// CUDA C++ as host code: qualifiers, built-in variables and types. There are
// no includes, as there are none under NVRTC, which also keeps compiling fast.

#define __device__
#define __host__
#define __global__
#define __grid_constant__
#define __constant__ static
// A thread-local variable belongs to the OS thread that runs the block.
#define __shared__ static thread_local
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#ifndef __clang__
#define __builtin_assume(x) ((void)0)
#endif

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;

// Initialized, so that it isn't among the zeroed variables: those are the
// shared memory, which is filled with a pattern before each block.
static thread_local cg_emu_thread *cg_emu_self = (cg_emu_thread *)1;
static const cg_emu_host *cg_emu;

#define threadIdx (cg_emu_self->index)
#define blockIdx (cg_emu_self->block->index)
#define blockDim (cg_emu_self->block->block)
#define gridDim (cg_emu_self->block->grid)
static const int warpSize = 32;

typedef cg_emu_dim uint3;
struct dim3 {
  unsigned x, y, z;
  dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};

#define CG_EMU_VECTORS(T, name)                                                \
  struct name##1 { T x; };                                                     \
  struct alignas(2 * sizeof(T)) name##2 { T x, y; };                           \
  struct alignas(4 * sizeof(T) > 16 ? 16 : 4 * sizeof(T)) name##4 { T x, y, z, w; }; \
  static inline name##1 make_##name##1(T x) { return {x}; }                    \
  static inline name##2 make_##name##2(T x, T y) { return {x, y}; }            \
  static inline name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }

CG_EMU_VECTORS(signed char, char)
CG_EMU_VECTORS(unsigned char, uchar)
CG_EMU_VECTORS(short, short)
CG_EMU_VECTORS(unsigned short, ushort)
CG_EMU_VECTORS(int, int)
CG_EMU_VECTORS(unsigned, uint)
CG_EMU_VECTORS(long long, longlong)
CG_EMU_VECTORS(unsigned long long, ulonglong)
CG_EMU_VECTORS(float, float)
CG_EMU_VECTORS(double, double)
