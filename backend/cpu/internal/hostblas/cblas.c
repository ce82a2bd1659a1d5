//go:build cgo && (linux || darwin)

#include "cblas.h"

enum { ROW_MAJOR = 101 };

#undef REAL
#define REAL(S, T)                                                                              \
	T hb_##S##dot(uintptr_t f, int n, const T *x, int incx, const T *y, int incy) {         \
		return ((T(*)(int, const T *, int, const T *, int))f)(n, x, incx, y, incy);     \
	}                                                                                       \
	void hb_##S##axpy(uintptr_t f, int n, T alpha, const T *x, int incx, T *y, int incy) {  \
		((void (*)(int, T, const T *, int, T *, int))f)(n, alpha, x, incx, y, incy);    \
	}                                                                                       \
	void hb_##S##gemv(uintptr_t f, int trans, int m, int n, T alpha, const T *a, int lda,   \
		const T *x, int incx, T beta, T *y, int incy) {                                 \
		((void (*)(int, int, int, int, T, const T *, int, const T *, int, T, T *,       \
			int))f)(ROW_MAJOR, trans, m, n, alpha, a, lda, x, incx, beta, y, incy); \
	}                                                                                       \
	void hb_##S##ger(uintptr_t f, int m, int n, T alpha, const T *x, int incx,              \
		const T *y, int incy, T *a, int lda) {                                          \
		((void (*)(int, int, int, T, const T *, int, const T *, int, T *,               \
			int))f)(ROW_MAJOR, m, n, alpha, x, incx, y, incy, a, lda);              \
	}                                                                                       \
	void hb_##S##gemm(uintptr_t f, int transa, int transb, int m, int n, int k, T alpha,    \
		const T *a, int lda, const T *b, int ldb, T beta, T *c, int ldc) {              \
		((void (*)(int, int, int, int, int, int, T, const T *, int, const T *, int, T,  \
			T *, int))f)(ROW_MAJOR, transa, transb, m, n, k, alpha, a, lda, b, ldb, \
			beta, c, ldc);                                                          \
	}                                                                                       \
	void hb_##S##symm(uintptr_t f, int side, int uplo, int m, int n, T alpha,               \
		const T *a, int lda, const T *b, int ldb, T beta, T *c, int ldc) {              \
		((void (*)(int, int, int, int, int, T, const T *, int, const T *, int, T, T *,  \
			int))f)(ROW_MAJOR, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c,    \
			ldc);                                                                   \
	}                                                                                       \
	void hb_##S##syrk(uintptr_t f, int uplo, int trans, int n, int k, T alpha,              \
		const T *a, int lda, T beta, T *c, int ldc) {                                   \
		((void (*)(int, int, int, int, int, T, const T *, int, T, T *,                  \
			int))f)(ROW_MAJOR, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);     \
	}                                                                                       \
	void hb_##S##trxm(uintptr_t f, int side, int uplo, int trans, int diag, int m, int n,   \
		T alpha, const T *a, int lda, T *b, int ldb) {                                  \
		((void (*)(int, int, int, int, int, int, int, T, const T *, int, T *,           \
			int))f)(ROW_MAJOR, side, uplo, trans, diag, m, n, alpha, a, lda, b,     \
			ldb);                                                                   \
	}                                                                                       \
	T hb_##S##nrm2(uintptr_t f, int n, const T *x, int incx) {                              \
		return ((T(*)(int, const T *, int))f)(n, x, incx);                              \
	}                                                                                       \
	T hb_##S##asum(uintptr_t f, int n, const T *x, int incx) {                              \
		return ((T(*)(int, const T *, int))f)(n, x, incx);                              \
	}                                                                                       \
	void hb_##S##scal(uintptr_t f, int n, T alpha, T *x, int incx) {                        \
		((void (*)(int, T, T *, int))f)(n, alpha, x, incx);                             \
	}

// CBLAS takes complex scalars by address, and returns dot products by address.
#undef COMPLEX
#define COMPLEX(S, T, Z)                                                                        \
	Z hb_##S##dot(uintptr_t f, int n, const T *x, int incx, const T *y, int incy) {         \
		Z dot = {0, 0};                                                                 \
		((void (*)(int, const void *, int, const void *, int,                           \
			void *))f)(n, x, incx, y, incy, &dot);                                  \
		return dot;                                                                     \
	}                                                                                       \
	void hb_##S##axpy(uintptr_t f, int n, T alphar, T alphai, const T *x, int incx,         \
		T *y, int incy) {                                                               \
		Z alpha = {alphar, alphai};                                                     \
		((void (*)(int, const void *, const void *, int, void *, int))f)(n, &alpha, x,  \
			incx, y, incy);                                                         \
	}                                                                                       \
	void hb_##S##gemv(uintptr_t f, int trans, int m, int n, T alphar, T alphai,             \
		const T *a, int lda, const T *x, int incx, T betar, T betai, T *y, int incy) {  \
		Z alpha = {alphar, alphai}, beta = {betar, betai};                              \
		((void (*)(int, int, int, int, const void *, const void *, int, const void *,   \
			int, const void *, void *, int))f)(ROW_MAJOR, trans, m, n, &alpha, a,   \
			lda, x, incx, &beta, y, incy);                                          \
	}                                                                                       \
	void hb_##S##ger(uintptr_t f, int m, int n, T alphar, T alphai, const T *x, int incx,   \
		const T *y, int incy, T *a, int lda) {                                          \
		Z alpha = {alphar, alphai};                                                     \
		((void (*)(int, int, int, const void *, const void *, int, const void *, int,   \
			void *, int))f)(ROW_MAJOR, m, n, &alpha, x, incx, y, incy, a, lda);     \
	}                                                                                       \
	void hb_##S##gemm(uintptr_t f, int transa, int transb, int m, int n, int k,             \
		T alphar, T alphai, const T *a, int lda, const T *b, int ldb,                   \
		T betar, T betai, T *c, int ldc) {                                              \
		Z alpha = {alphar, alphai}, beta = {betar, betai};                              \
		((void (*)(int, int, int, int, int, int, const void *, const void *, int,       \
			const void *, int, const void *, void *, int))f)(ROW_MAJOR, transa,     \
			transb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc);                \
	}                                                                                       \
	T hb_##S##norm(uintptr_t f, int n, const T *x, int incx) {                              \
		return ((T(*)(int, const void *, int))f)(n, x, incx);                           \
	}                                                                                       \
	void hb_##S##scal(uintptr_t f, int n, T alphar, T alphai, T *x, int incx) {             \
		Z alpha = {alphar, alphai};                                                     \
		((void (*)(int, const void *, void *, int))f)(n, &alpha, x, incx);              \
	}

REAL(s, float)
REAL(d, double)
COMPLEX(c, float, cblas_c64)
COMPLEX(z, double, cblas_c128)

// The length is 1 in its low 32 bits and negative as a whole: 32-bit integers
// make it a product of one element, 64-bit ones an empty sum. This needs
// integer arguments to travel in 64-bit registers, as they do here.
int hb_int64(uintptr_t f) {
#if defined(__x86_64__) || defined(__aarch64__)
	const int64_t n = INT64_MIN + 1;
	const double x[1] = {3}, y[1] = {5};
	double dot = ((double (*)(int64_t, const double *, int64_t, const double *, int64_t))f)(n,
		x, 1, y, 1);
	if (dot == 15) return 0;
	if (dot == 0) return 1;
#else
	(void)f;
#endif
	return -1;
}

int hb_int(uintptr_t f) { return ((int (*)(void))f)(); }

const char *hb_string(uintptr_t f) { return ((const char *(*)(void))f)(); }
