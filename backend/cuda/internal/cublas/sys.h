#include <stddef.h>
#include <stdint.h>

// The library's types, as far as its calling convention goes: results,
// operations and types are ints, handles are pointers, device addresses are
// pointers of 64 bits.

// Parameters of the products, with ints of 32 or 64 bits for sizes.
#define CG_GEMM_EX(I) \
	(uintptr_t handle, int ta, int tb, I m, I n, I k, const void *alpha, uintptr_t a, int at, I lda, uintptr_t b, int bt, I ldb, \
		const void *beta, uintptr_t c, int ct, I ldc, int compute, int algorithm)
#define CG_GEMM_STRIDED(I) \
	(uintptr_t handle, int ta, int tb, I m, I n, I k, const void *alpha, uintptr_t a, int at, I lda, long long sa, uintptr_t b, int bt, \
		I ldb, long long sb, const void *beta, uintptr_t c, int ct, I ldc, long long sc, I batch, int compute, int algorithm)
#define CG_GEMM_BATCHED(I) \
	(uintptr_t handle, int ta, int tb, I m, I n, I k, const void *alpha, uintptr_t a, int at, I lda, uintptr_t b, int bt, I ldb, \
		const void *beta, uintptr_t c, int ct, I ldc, I batch, int compute, int algorithm)
#define CG_GEMM(I) \
	(uintptr_t handle, int ta, int tb, I m, I n, I k, const void *alpha, uintptr_t a, I lda, uintptr_t b, I ldb, const void *beta, \
		uintptr_t c, I ldc)

// CG_FUNCTIONS lists every function that is used: the name it is called by here,
// the symbol, whether a library may lack it, and its parameters.
#define CG_FUNCTIONS(F) \
	F(create, "cublasCreate_v2", 0, (uintptr_t *handle)) \
	F(destroy, "cublasDestroy_v2", 0, (uintptr_t handle)) \
	F(version, "cublasGetVersion_v2", 1, (uintptr_t handle, int *version)) \
	F(property, "cublasGetProperty", 0, (int property, int *value)) \
	F(set_stream, "cublasSetStream_v2", 0, (uintptr_t handle, uintptr_t stream)) \
	F(set_workspace, "cublasSetWorkspace_v2", 0, (uintptr_t handle, uintptr_t memory, size_t bytes)) \
	F(set_math, "cublasSetMathMode", 0, (uintptr_t handle, int mode)) \
	F(set_pointer, "cublasSetPointerMode_v2", 1, (uintptr_t handle, int mode)) \
	F(gemm_ex, "cublasGemmEx", 0, CG_GEMM_EX(int)) \
	F(gemm_ex_64, "cublasGemmEx_64", 1, CG_GEMM_EX(int64_t)) \
	F(gemm_strided, "cublasGemmStridedBatchedEx", 0, CG_GEMM_STRIDED(int)) \
	F(gemm_strided_64, "cublasGemmStridedBatchedEx_64", 1, CG_GEMM_STRIDED(int64_t)) \
	F(gemm_batched, "cublasGemmBatchedEx", 1, CG_GEMM_BATCHED(int)) \
	F(gemm_batched_64, "cublasGemmBatchedEx_64", 1, CG_GEMM_BATCHED(int64_t)) \
	F(sgemm, "cublasSgemm_v2", 1, CG_GEMM(int)) \
	F(sgemm_64, "cublasSgemm_v2_64", 1, CG_GEMM(int64_t)) \
	F(dgemm, "cublasDgemm_v2", 1, CG_GEMM(int)) \
	F(dgemm_64, "cublasDgemm_v2_64", 1, CG_GEMM(int64_t)) \
	F(cgemm, "cublasCgemm_v2", 1, CG_GEMM(int)) \
	F(cgemm_64, "cublasCgemm_v2_64", 1, CG_GEMM(int64_t)) \
	F(zgemm, "cublasZgemm_v2", 1, CG_GEMM(int)) \
	F(zgemm_64, "cublasZgemm_v2_64", 1, CG_GEMM(int64_t))

#define CG_NUMBER(name, symbol, optional, parameters) CG_FN_##name,
enum { CG_FUNCTIONS(CG_NUMBER) CG_NUM_FUNCTIONS };

// cgb_cublas holds the functions' addresses by their numbers, 0 for a function
// that the library lacks. They are integers so that Go passes the table on
// without looking for pointers in it.
typedef struct {
	uintptr_t address[CG_NUM_FUNCTIONS];
} cgb_cublas;

// cgb_symbol returns a function's symbol, and whether a library may lack it.
const char *cgb_symbol(int number, int *optional);

// cgb_handle is the library's handle, its context, and the driver's function
// that makes the context current.
typedef struct {
	uintptr_t handle, context, set_current;
} cgb_handle;

// cgb_matrix and cgb_gemm are Matrix and Product.
typedef struct {
	uint64_t address;
	int64_t ld, stride;
	int type;
} cgb_matrix;

typedef struct {
	cgb_matrix a, b, c;
	int64_t m, n, k, batch;
	double alpha[2], beta[2];
	int ta, tb, compute;
} cgb_gemm;

// CG_SET_CURRENT is added to the driver's status if making the context current
// failed, so that the call itself was not made.
#define CG_SET_CURRENT (1 << 16)

int cgb_property(const cgb_cublas *l, int property, int *value);

// Calls in the handle's context, which becomes the thread's current one.
int cgb_create(const cgb_cublas *l, cgb_handle *h);
int cgb_destroy(const cgb_cublas *l, const cgb_handle *h);
int cgb_version(const cgb_cublas *l, const cgb_handle *h, int *version);
int cgb_set_stream(const cgb_cublas *l, const cgb_handle *h, uintptr_t stream);
int cgb_set_workspace(const cgb_cublas *l, const cgb_handle *h, uint64_t memory, size_t bytes);
int cgb_set_math(const cgb_cublas *l, const cgb_handle *h, int mode);
int cgb_set_pointer(const cgb_cublas *l, const cgb_handle *h, int mode);
int cgb_gemm_ex(const cgb_cublas *l, const cgb_handle *h, const cgb_gemm *g);
int cgb_gemm_strided(const cgb_cublas *l, const cgb_handle *h, const cgb_gemm *g);
int cgb_gemm_batched(const cgb_cublas *l, const cgb_handle *h, const cgb_gemm *g);
int cgb_gemm_typed(const cgb_cublas *l, const cgb_handle *h, const cgb_gemm *g);
