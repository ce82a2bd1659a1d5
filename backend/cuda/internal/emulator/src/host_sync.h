// CUDA C++ as host code: barriers, warp operations, fences and atomics.

#define CG_EMU_MEMORY() __asm__ __volatile__("" ::: "memory")

static inline int cg_emu_barrier(int predicate, int *threads) {
  CG_EMU_MEMORY();
  int n = cg_emu->barrier(predicate, threads);
  CG_EMU_MEMORY();
  return n;
}

static inline unsigned long long cg_emu_warp(int op, unsigned mask, unsigned long long value = 0, int arg = 0, int width = 32) {
  CG_EMU_MEMORY();
  unsigned long long r = cg_emu->warp(op, mask, value, arg, width);
  CG_EMU_MEMORY();
  return r;
}

// A loop that waits for another thread has to call one of these.
static inline void cg_emulated_yield() {
  CG_EMU_MEMORY();
  cg_emu->yield();
  CG_EMU_MEMORY();
}
static inline void __nanosleep(unsigned) { cg_emulated_yield(); }

static inline void __syncthreads() { int n; cg_emu_barrier(0, &n); }
static inline int __syncthreads_count(int p) { int n; return cg_emu_barrier(p != 0, &n); }
static inline int __syncthreads_or(int p) { return __syncthreads_count(p) != 0; }
static inline int __syncthreads_and(int p) { int n; return cg_emu_barrier(p != 0, &n) == n; }

static inline void __syncwarp(unsigned mask = 0xffffffffu) { cg_emu_warp(CG_EMU_SYNC, mask); }
static inline unsigned __ballot_sync(unsigned mask, int p) { return (unsigned)cg_emu_warp(CG_EMU_BALLOT, mask, p != 0); }
static inline int __any_sync(unsigned mask, int p) { return __ballot_sync(mask, p) != 0; }
static inline int __all_sync(unsigned mask, int p) { return __ballot_sync(mask, !p) == 0; }
// Lanes need not run together, so no more than the caller is promised.
static inline unsigned __activemask() { return 1u << (cg_emu_self->rank & 31); }

template <class T> static inline unsigned long long cg_emu_bits(T v) {
  unsigned long long b = 0;
  __builtin_memcpy(&b, &v, sizeof v);
  return b;
}
template <class T> static inline T cg_emu_value(unsigned long long b) {
  T v;
  __builtin_memcpy(&v, &b, sizeof v);
  return v;
}

#define CG_EMU_SHUFFLE(T, name, op, A)                                         \
  static inline T name(unsigned mask, T v, A arg, int width = 32) {            \
    return cg_emu_value<T>(cg_emu_warp(op, mask, cg_emu_bits(v), (int)arg, width)); \
  }
#define CG_EMU_WARP(T)                                                         \
  CG_EMU_SHUFFLE(T, __shfl_sync, CG_EMU_SHFL_IDX, int)                         \
  CG_EMU_SHUFFLE(T, __shfl_up_sync, CG_EMU_SHFL_UP, unsigned)                  \
  CG_EMU_SHUFFLE(T, __shfl_down_sync, CG_EMU_SHFL_DOWN, unsigned)              \
  CG_EMU_SHUFFLE(T, __shfl_xor_sync, CG_EMU_SHFL_XOR, int)                     \
  static inline unsigned __match_any_sync(unsigned mask, T v) {                \
    return (unsigned)cg_emu_warp(CG_EMU_MATCH_ANY, mask, cg_emu_bits(v));      \
  }                                                                            \
  static inline unsigned __match_all_sync(unsigned mask, T v, int *all) {      \
    unsigned r = (unsigned)cg_emu_warp(CG_EMU_MATCH_ALL, mask, cg_emu_bits(v)); \
    *all = r != 0;                                                             \
    return r;                                                                  \
  }
CG_EMU_WARP(int)
CG_EMU_WARP(unsigned)
CG_EMU_WARP(long)
CG_EMU_WARP(unsigned long)
CG_EMU_WARP(long long)
CG_EMU_WARP(unsigned long long)
CG_EMU_WARP(float)
CG_EMU_WARP(double)

#define CG_EMU_REDUCE(T, name, op)                                             \
  static inline T name(unsigned mask, T v) { return (T)cg_emu_warp(op, mask, cg_emu_bits(v)); }
CG_EMU_REDUCE(int, __reduce_add_sync, CG_EMU_REDUCE_ADD)
CG_EMU_REDUCE(unsigned, __reduce_add_sync, CG_EMU_REDUCE_ADD)
CG_EMU_REDUCE(int, __reduce_min_sync, CG_EMU_REDUCE_MIN_SIGNED)
CG_EMU_REDUCE(unsigned, __reduce_min_sync, CG_EMU_REDUCE_MIN)
CG_EMU_REDUCE(int, __reduce_max_sync, CG_EMU_REDUCE_MAX_SIGNED)
CG_EMU_REDUCE(unsigned, __reduce_max_sync, CG_EMU_REDUCE_MAX)
CG_EMU_REDUCE(unsigned, __reduce_and_sync, CG_EMU_REDUCE_AND)
CG_EMU_REDUCE(unsigned, __reduce_or_sync, CG_EMU_REDUCE_OR)
CG_EMU_REDUCE(unsigned, __reduce_xor_sync, CG_EMU_REDUCE_XOR)

static inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static inline void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static inline void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
[[noreturn]] static inline void __trap() {
  cg_emu->trap("__trap()");
  __builtin_unreachable();
}

// The overloads are CUDA's, so that a call that NVRTC refuses is refused here.

template <int size> struct cg_emu_word;
template <> struct cg_emu_word<2> { typedef unsigned short type; };
template <> struct cg_emu_word<4> { typedef unsigned type; };
template <> struct cg_emu_word<8> { typedef unsigned long long type; };

template <class T, class F> static inline T cg_emu_update(T *p, F f) {
  typedef typename cg_emu_word<sizeof(T)>::type U;
  U old = __atomic_load_n((U *)p, __ATOMIC_SEQ_CST);
  for (;;) {
    T now = cg_emu_value<T>(old);
    if (__atomic_compare_exchange_n((U *)p, &old, (U)cg_emu_bits<T>(f(now)), false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return now;
  }
}

#define CG_EMU_ATOMIC(name, T, value)                                          \
  static inline T name(T *p, T v) {                                            \
    return cg_emu_update(p, [v](T x) -> T { return value; });                  \
  }                                                                            \
  static inline T name##_block(T *p, T v) { return name(p, v); }               \
  static inline T name##_system(T *p, T v) { return name(p, v); }
#define CG_EMU_CAS(T)                                                          \
  static inline T atomicCAS(T *p, T expected, T v) {                           \
    return cg_emu_update(p, [=](T x) -> T { return x == expected ? v : x; });  \
  }

typedef unsigned long long cg_emu_ull;
typedef long long cg_emu_ll;
CG_EMU_ATOMIC(atomicAdd, int, (int)((unsigned)x + (unsigned)v))
CG_EMU_ATOMIC(atomicAdd, unsigned, x + v)
CG_EMU_ATOMIC(atomicAdd, cg_emu_ull, x + v)
CG_EMU_ATOMIC(atomicAdd, float, x + v)
CG_EMU_ATOMIC(atomicAdd, double, x + v)
CG_EMU_ATOMIC(atomicSub, int, (int)((unsigned)x - (unsigned)v))
CG_EMU_ATOMIC(atomicSub, unsigned, x - v)
CG_EMU_ATOMIC(atomicExch, int, v)
CG_EMU_ATOMIC(atomicExch, unsigned, v)
CG_EMU_ATOMIC(atomicExch, cg_emu_ull, v)
CG_EMU_ATOMIC(atomicExch, float, v)
CG_EMU_ATOMIC(atomicInc, unsigned, x >= v ? 0 : x + 1)
CG_EMU_ATOMIC(atomicDec, unsigned, x == 0 || x > v ? v : x - 1)
#define CG_EMU_ATOMIC_ORDER(T)                                                 \
  CG_EMU_ATOMIC(atomicMin, T, x < v ? x : v)                                   \
  CG_EMU_ATOMIC(atomicMax, T, x > v ? x : v)
CG_EMU_ATOMIC_ORDER(int)
CG_EMU_ATOMIC_ORDER(unsigned)
CG_EMU_ATOMIC_ORDER(cg_emu_ll)
CG_EMU_ATOMIC_ORDER(cg_emu_ull)
#define CG_EMU_ATOMIC_BITS(T)                                                  \
  CG_EMU_ATOMIC(atomicAnd, T, x & v)                                           \
  CG_EMU_ATOMIC(atomicOr, T, x | v)                                            \
  CG_EMU_ATOMIC(atomicXor, T, x ^ v)
CG_EMU_ATOMIC_BITS(int)
CG_EMU_ATOMIC_BITS(unsigned)
CG_EMU_ATOMIC_BITS(cg_emu_ull)
CG_EMU_CAS(unsigned short)
CG_EMU_CAS(int)
CG_EMU_CAS(unsigned)
CG_EMU_CAS(cg_emu_ull)

// Kernels wait for one another by atomic loads in a loop: let others run.
template <class T> static inline T cg_emu_load(const T *p, int) {
  cg_emulated_yield();
  return __atomic_load_n(p, __ATOMIC_SEQ_CST);
}
#define __atomic_load_n(p, order) cg_emu_load(p, order)
