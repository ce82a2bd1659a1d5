#include <stdint.h>

// Calls through addresses found at run time. f is the address of the CBLAS
// function of the same name; dimensions are 32-bit integers (LP64); matrices
// are row-major. Complex scalars come by their parts and complex arrays as
// arrays of parts, which keeps pointer checks out of the calls. Functions of one
// signature share a call: trxm is for trmm and trsm, ger for geru and gerc, dot
// for dotu and dotc, norm for nrm2 and asum.

typedef struct { float re, im; } cblas_c64;
typedef struct { double re, im; } cblas_c128;

#define REAL(S, T)                                                                              \
	T hb_##S##dot(uintptr_t f, int n, const T *x, int incx, const T *y, int incy);          \
	void hb_##S##axpy(uintptr_t f, int n, T alpha, const T *x, int incx, T *y, int incy);   \
	void hb_##S##gemv(uintptr_t f, int trans, int m, int n, T alpha, const T *a, int lda,   \
		const T *x, int incx, T beta, T *y, int incy);                                  \
	void hb_##S##ger(uintptr_t f, int m, int n, T alpha, const T *x, int incx,              \
		const T *y, int incy, T *a, int lda);                                           \
	void hb_##S##gemm(uintptr_t f, int transa, int transb, int m, int n, int k, T alpha,    \
		const T *a, int lda, const T *b, int ldb, T beta, T *c, int ldc);               \
	void hb_##S##symm(uintptr_t f, int side, int uplo, int m, int n, T alpha,               \
		const T *a, int lda, const T *b, int ldb, T beta, T *c, int ldc);               \
	void hb_##S##syrk(uintptr_t f, int uplo, int trans, int n, int k, T alpha,              \
		const T *a, int lda, T beta, T *c, int ldc);                                    \
	void hb_##S##trxm(uintptr_t f, int side, int uplo, int trans, int diag, int m, int n,   \
		T alpha, const T *a, int lda, T *b, int ldb);                                   \
	T hb_##S##nrm2(uintptr_t f, int n, const T *x, int incx);                               \
	T hb_##S##asum(uintptr_t f, int n, const T *x, int incx);                               \
	void hb_##S##scal(uintptr_t f, int n, T alpha, T *x, int incx);

#define COMPLEX(S, T, Z)                                                                        \
	Z hb_##S##dot(uintptr_t f, int n, const T *x, int incx, const T *y, int incy);          \
	void hb_##S##axpy(uintptr_t f, int n, T alphar, T alphai, const T *x, int incx,         \
		T *y, int incy);                                                                \
	void hb_##S##gemv(uintptr_t f, int trans, int m, int n, T alphar, T alphai,             \
		const T *a, int lda, const T *x, int incx, T betar, T betai, T *y, int incy);   \
	void hb_##S##ger(uintptr_t f, int m, int n, T alphar, T alphai, const T *x, int incx,   \
		const T *y, int incy, T *a, int lda);                                           \
	void hb_##S##gemm(uintptr_t f, int transa, int transb, int m, int n, int k,             \
		T alphar, T alphai, const T *a, int lda, const T *b, int ldb,                   \
		T betar, T betai, T *c, int ldc);                                               \
	T hb_##S##norm(uintptr_t f, int n, const T *x, int incx);                               \
	void hb_##S##scal(uintptr_t f, int n, T alphar, T alphai, T *x, int incx);

REAL(s, float)
REAL(d, double)
COMPLEX(c, float, cblas_c64)
COMPLEX(z, double, cblas_c128)

// hb_int64 tells whether cblas_ddot at f takes 64-bit integers: 1 if so, 0 if
// they are 32-bit, -1 if it is neither, or can't be told on this processor.
int hb_int64(uintptr_t f);

int hb_int(uintptr_t f);           // calls int f(void)
const char *hb_string(uintptr_t f); // calls const char *f(void)
