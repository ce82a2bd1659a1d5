// A BLAS that records what it is given, for tests. It also has the driver's
// cuCtxSetCurrent. Built with -DMINIMAL it lacks what is optional, with
// -DNO_GEMM a function that is not, and with -DNEED_LT it rests on a cublasLt.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef NEED_LT
int cublasLtFake(void);
int uses_lt(void) { return cublasLtFake(); }
#endif

// The last product, and the last arguments of other calls.
struct {
	char function[40];
	int64_t size[3], ld[3], stride[3], batch;
	uint64_t address[3];
	double alpha[2], beta[2];
	int32_t op[2], type[3], compute, algorithm;
} product;
uint64_t last[4];
int64_t calls, stale, alive;
int next_status, set_status;

static _Thread_local uintptr_t current;
static _Thread_local int fresh;

int cuCtxSetCurrent(uintptr_t c) {
	if (set_status != 0) return set_status;
	current = c;
	fresh = 1;
	return 0;
}

#define ENTER() \
	do { \
		__atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED); \
		if (!fresh || current != 0xc0de) __atomic_fetch_add(&stale, 1, __ATOMIC_RELAXED); \
		fresh = 0; \
		if (next_status != 0) return next_status; \
	} while (0)
#define HANDLE() \
	do { \
		ENTER(); \
		if (handle != 0xb1a5) return 1; \
	} while (0)

int cublasCreate_v2(uintptr_t *handle) { ENTER(); *handle = 0xb1a5; alive++; return 0; }
int cublasDestroy_v2(uintptr_t handle) { HANDLE(); alive--; return 0; }
int cublasGetProperty(int p, int *v) { *v = (int[]){13, 2, 7}[p]; return next_status; }
int cublasSetStream_v2(uintptr_t handle, uintptr_t s) { HANDLE(); last[0] = s; return 0; }
int cublasSetWorkspace_v2(uintptr_t handle, void *p, size_t n) { HANDLE(); last[0] = (uintptr_t)p, last[1] = n; return 0; }
int cublasSetMathMode(uintptr_t handle, int m) { HANDLE(); last[0] = (uint64_t)m; return 0; }

// keep records a scalar in the type of the computation.
static void keep(double *to, const void *from, int kind) {
	to[0] = to[1] = 0;
	if (kind == 'i') to[0] = *(const int32_t *)from;
	if (kind == 's' || kind == 'c') to[0] = ((const float *)from)[0];
	if (kind == 'c') to[1] = ((const float *)from)[1];
	if (kind == 'd' || kind == 'z') to[0] = ((const double *)from)[0];
	if (kind == 'z') to[1] = ((const double *)from)[1];
}

static int kind_of(int compute, int type) {
	if (compute == 72 || compute == 73) return 'i';
	if (compute == 70 || compute == 71) return type == 5 ? 'z' : 'd';
	return type == 4 ? 'c' : 's';
}

#define RECORD(kind) \
	do { \
		memset(&product, 0, sizeof product); \
		strcpy(product.function, __func__); \
		product.size[0] = m, product.size[1] = n, product.size[2] = k; \
		product.ld[0] = lda, product.ld[1] = ldb, product.ld[2] = ldc; \
		product.address[0] = (uintptr_t)a, product.address[1] = (uintptr_t)b, product.address[2] = (uintptr_t)c; \
		product.op[0] = ta, product.op[1] = tb; \
		keep(product.alpha, alpha, kind); \
		keep(product.beta, beta, kind); \
	} while (0)
#define TYPES() \
	product.type[0] = at, product.type[1] = bt, product.type[2] = ct, product.compute = compute, product.algorithm = algorithm

#define EX(name, I) \
	int name(uintptr_t handle, int ta, int tb, I m, I n, I k, const void *alpha, const void *a, int at, I lda, const void *b, int bt, I ldb, \
		const void *beta, void *c, int ct, I ldc, int compute, int algorithm) { \
		HANDLE(); \
		RECORD(kind_of(compute, ct)); \
		TYPES(); \
		return 0; \
	}
#define STRIDED(name, I) \
	int name(uintptr_t handle, int ta, int tb, I m, I n, I k, const void *alpha, const void *a, int at, I lda, long long sa, const void *b, \
		int bt, I ldb, long long sb, const void *beta, void *c, int ct, I ldc, long long sc, I batch, int compute, int algorithm) { \
		HANDLE(); \
		RECORD(kind_of(compute, ct)); \
		TYPES(); \
		product.stride[0] = sa, product.stride[1] = sb, product.stride[2] = sc, product.batch = batch; \
		return 0; \
	}
#define BATCHED(name, I) \
	int name(uintptr_t handle, int ta, int tb, I m, I n, I k, const void *alpha, const void *const *a, int at, I lda, const void *const *b, \
		int bt, I ldb, const void *beta, void *const *c, int ct, I ldc, I batch, int compute, int algorithm) { \
		HANDLE(); \
		RECORD(kind_of(compute, ct)); \
		TYPES(); \
		product.batch = batch; \
		return 0; \
	}
#define TYPED(name, I, T, kind) \
	int name(uintptr_t handle, int ta, int tb, I m, I n, I k, const T *alpha, const T *a, I lda, const T *b, I ldb, const T *beta, T *c, I ldc) { \
		HANDLE(); \
		RECORD(kind); \
		return 0; \
	}

#ifndef NO_GEMM
EX(cublasGemmEx, int)
#endif
STRIDED(cublasGemmStridedBatchedEx, int)
#ifndef MINIMAL
int cublasGetVersion_v2(uintptr_t handle, int *v) { HANDLE(); *v = 130207; return 0; }
int cublasSetPointerMode_v2(uintptr_t handle, int m) { HANDLE(); last[0] = (uint64_t)m; return 0; }
EX(cublasGemmEx_64, int64_t)
STRIDED(cublasGemmStridedBatchedEx_64, int64_t)
BATCHED(cublasGemmBatchedEx, int)
BATCHED(cublasGemmBatchedEx_64, int64_t)
TYPED(cublasSgemm_v2, int, float, 's')
TYPED(cublasSgemm_v2_64, int64_t, float, 's')
TYPED(cublasDgemm_v2, int, double, 'd')
TYPED(cublasDgemm_v2_64, int64_t, double, 'd')
TYPED(cublasCgemm_v2, int, float, 'c')
TYPED(cublasCgemm_v2_64, int64_t, float, 'c')
TYPED(cublasZgemm_v2, int, double, 'z')
TYPED(cublasZgemm_v2_64, int64_t, double, 'z')
#endif
