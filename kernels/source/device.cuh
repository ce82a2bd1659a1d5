// What kernels need of the machine: wide and streaming memory access, tickets,
// and loads and stores with an order. PTX stands here alone, so that generated
// text also compiles where there is none.

#ifndef CG_DEVICE
#define CG_DEVICE

struct alignas(8) cg_w8 { cg_u32 x, y; };
struct alignas(16) cg_w16 { cg_u32 x, y, z, w; };

// The widest word in which memory of the given size moves.
template <int size> struct cg_word { typedef cg_w16 W; };
template <> struct cg_word<1> { typedef cg_u8 W; };
template <> struct cg_word<2> { typedef cg_u16 W; };
template <> struct cg_word<4> { typedef cg_u32 W; };
template <> struct cg_word<8> { typedef cg_w8 W; };

#ifdef CG_EMULATED

template <class W> CG_FN W cg_load_stream(const W *p) { return *p; }
template <class W> CG_FN void cg_store_stream(W *p, W v) { *p = v; }

CG_FN cg_u32 cg_ticket(cg_u32 *p) { return atomicAdd(p, 1u); }
CG_FN cg_u32 cg_load_acquire(const cg_u32 *p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); }
CG_FN cg_u64 cg_load_acquire(const cg_u64 *p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); }
CG_FN void cg_store_release(cg_u32 *p, cg_u32 v) { __atomic_store_n(p, v, __ATOMIC_RELEASE); }
CG_FN void cg_store_release(cg_u64 *p, cg_u64 v) { __atomic_store_n(p, v, __ATOMIC_RELEASE); }
CG_FN cg_u32 cg_load_cg(const cg_u32 *p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
CG_FN cg_u64 cg_load_cg(const cg_u64 *p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
CG_FN void cg_store_cg(cg_u32 *p, cg_u32 v) { __atomic_store_n(p, v, __ATOMIC_RELAXED); }
CG_FN void cg_store_cg(cg_u64 *p, cg_u64 v) { __atomic_store_n(p, v, __ATOMIC_RELAXED); }

#else

// Evict-first: for data that is used once and larger than the cache.
CG_FN cg_u8 cg_load_stream(const cg_u8 *p) {
  cg_u32 v;
  asm volatile("ld.global.cs.u8 %0, [%1];" : "=r"(v) : "l"(p));
  return cg_u8(v);
}
CG_FN cg_u16 cg_load_stream(const cg_u16 *p) {
  cg_u16 v;
  asm volatile("ld.global.cs.u16 %0, [%1];" : "=h"(v) : "l"(p));
  return v;
}
CG_FN cg_u32 cg_load_stream(const cg_u32 *p) {
  cg_u32 v;
  asm volatile("ld.global.cs.u32 %0, [%1];" : "=r"(v) : "l"(p));
  return v;
}
CG_FN cg_w8 cg_load_stream(const cg_w8 *p) {
  cg_w8 v;
  asm volatile("ld.global.cs.v2.u32 {%0, %1}, [%2];" : "=r"(v.x), "=r"(v.y) : "l"(p));
  return v;
}
CG_FN cg_w16 cg_load_stream(const cg_w16 *p) {
  cg_w16 v;
  asm volatile("ld.global.cs.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p));
  return v;
}
CG_FN void cg_store_stream(cg_u8 *p, cg_u8 v) {
  asm volatile("st.global.cs.u8 [%0], %1;" ::"l"(p), "r"(cg_u32(v)) : "memory");
}
CG_FN void cg_store_stream(cg_u16 *p, cg_u16 v) {
  asm volatile("st.global.cs.u16 [%0], %1;" ::"l"(p), "h"(v) : "memory");
}
CG_FN void cg_store_stream(cg_u32 *p, cg_u32 v) {
  asm volatile("st.global.cs.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
CG_FN void cg_store_stream(cg_w8 *p, cg_w8 v) {
  asm volatile("st.global.cs.v2.u32 [%0], {%1, %2};" ::"l"(p), "r"(v.x), "r"(v.y) : "memory");
}
CG_FN void cg_store_stream(cg_w16 *p, cg_w16 v) {
  asm volatile("st.global.cs.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(p), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
}

// Adds one and returns what was there. What this thread wrote before is seen by
// the thread that draws a later ticket.
CG_FN cg_u32 cg_ticket(cg_u32 *p) {
  cg_u32 v;
  asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;" : "=r"(v) : "l"(p) : "memory");
  return v;
}
CG_FN cg_u32 cg_load_acquire(const cg_u32 *p) {
  cg_u32 v;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
CG_FN cg_u64 cg_load_acquire(const cg_u64 *p) {
  cg_u64 v;
  asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
  return v;
}
CG_FN void cg_store_release(cg_u32 *p, cg_u32 v) {
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
CG_FN void cg_store_release(cg_u64 *p, cg_u64 v) {
  asm volatile("st.release.gpu.global.u64 [%0], %1;" ::"l"(p), "l"(v) : "memory");
}
// Past the first-level cache, without an order.
CG_FN cg_u32 cg_load_cg(const cg_u32 *p) {
  cg_u32 v;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
CG_FN cg_u64 cg_load_cg(const cg_u64 *p) {
  cg_u64 v;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
  return v;
}
CG_FN void cg_store_cg(cg_u32 *p, cg_u32 v) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
CG_FN void cg_store_cg(cg_u64 *p, cg_u64 v) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p), "l"(v) : "memory");
}

#endif

// n elements that lie together, in words as wide as divides their size, to
// which p is aligned.
CG_FN constexpr int cg_word_size(int size) { return (size & -size) < 16 ? size & -size : 16; }

template <bool stream, class T, int n> CG_FN void cg_load(const T *p, T (&v)[n]) {
  constexpr int size = sizeof(T) * n, word = cg_word_size(size);
  typedef typename cg_word<word>::W W;
  union { W w[size / word]; T t[n]; } u;
#pragma unroll
  for (int i = 0; i < size / word; i++) u.w[i] = stream ? cg_load_stream((const W *)p + i) : ((const W *)p)[i];
#pragma unroll
  for (int i = 0; i < n; i++) v[i] = u.t[i];
}

template <bool stream, class T, int n> CG_FN void cg_store(T *p, const T (&v)[n]) {
  constexpr int size = sizeof(T) * n, word = cg_word_size(size);
  typedef typename cg_word<word>::W W;
  union { W w[size / word]; T t[n]; } u;
#pragma unroll
  for (int i = 0; i < n; i++) u.t[i] = v[i];
#pragma unroll
  for (int i = 0; i < size / word; i++) {
    if (stream) cg_store_stream((W *)p + i, u.w[i]);
    else ((W *)p)[i] = u.w[i];
  }
}

// Division by a number that is the same for all: d with what cg_magic (on the
// host) makes of it. Holds for n below 2^31. (T. Granlund, P. Montgomery,
// "Division by Invariant Integers using Multiplication", 1994.)
struct cg_divisor { cg_u32 d, m, s; };
CG_FN cg_u32 cg_quotient(cg_u32 n, cg_divisor d) { return (__umulhi(n, d.m) + n) >> d.s; }

#endif
