//go:build cgo && linux

#include "sys.h"

#define CG_TYPE(name, symbol, optional, parameters) typedef int(*cgb_fn_##name) parameters;
CG_FUNCTIONS(CG_TYPE)

// CALL is the function of a number, for a call.
#define CALL(name) ((cgb_fn_##name)l->address[CG_FN_##name])

// NOT_SUPPORTED is the status for a function that the library lacks, and for
// types that scalars can't be given in here.
#define NOT_SUPPORTED 15

// NEED returns from the trampoline if the library lacks a function.
#define NEED(name) \
	if (CALL(name) == NULL) return NOT_SUPPORTED

// CURRENT makes the context current, or returns from the trampoline. The thread
// may have run another goroutine's calls since the last one.
#define CURRENT() \
	do { \
		int status = ((int (*)(uintptr_t))h->set_current)(h->context); \
		if (status != 0) return status + CG_SET_CURRENT; \
	} while (0)

#define CG_SYMBOL(name, symbol, optional, parameters) {symbol, optional},
static const struct {
	const char *name;
	int optional;
} symbols[CG_NUM_FUNCTIONS] = {CG_FUNCTIONS(CG_SYMBOL)};

const char *cgb_symbol(int number, int *optional) {
	*optional = symbols[number].optional;
	return symbols[number].name;
}

int cgb_property(const cgb_cublas *l, int property, int *value) {
	return CALL(property)(property, value);
}

int cgb_create(const cgb_cublas *l, cgb_handle *h) {
	CURRENT();
	return CALL(create)(&h->handle);
}

int cgb_destroy(const cgb_cublas *l, const cgb_handle *h) {
	CURRENT();
	return CALL(destroy)(h->handle);
}

int cgb_version(const cgb_cublas *l, const cgb_handle *h, int *version) {
	NEED(version);
	CURRENT();
	return CALL(version)(h->handle, version);
}

int cgb_set_stream(const cgb_cublas *l, const cgb_handle *h, uintptr_t stream) {
	CURRENT();
	return CALL(set_stream)(h->handle, stream);
}

int cgb_set_workspace(const cgb_cublas *l, const cgb_handle *h, uint64_t memory, size_t bytes) {
	CURRENT();
	return CALL(set_workspace)(h->handle, (uintptr_t)memory, bytes);
}

int cgb_set_math(const cgb_cublas *l, const cgb_handle *h, int mode) {
	CURRENT();
	return CALL(set_math)(h->handle, mode);
}

int cgb_set_pointer(const cgb_cublas *l, const cgb_handle *h, int mode) {
	NEED(set_pointer);
	CURRENT();
	return CALL(set_pointer)(h->handle, mode);
}

// scalar holds a number in the type that the library reads it in. A real number
// is read from the real part of a complex one.
typedef union {
	float f[2];
	double d[2];
	int32_t i;
} scalar;

static scalar as_float(const double *v) {
	return (scalar){.f = {(float)v[0], (float)v[1]}};
}

static scalar as_double(const double *v) {
	return (scalar){.d = {v[0], v[1]}};
}

// reduce sets the scalar for a computation, or returns 0 for one in a type that
// C lacks.
static int reduce(scalar *s, const double *v, int compute) {
	switch (compute) {
	case 68: case 69: case 74: case 75: case 77: // CUBLAS_COMPUTE_32F…
		*s = as_float(v);
		return 1;
	case 70: case 71: // CUBLAS_COMPUTE_64F…
		*s = as_double(v);
		return 1;
	case 72: case 73: // CUBLAS_COMPUTE_32I…
		s->i = (int32_t)v[0];
		return 1;
	}
	return 0;
}

static int small(int64_t v) {
	return v >= INT32_MIN && v <= INT32_MAX;
}

// wide reports whether sizes need 64 bits.
static int wide(const cgb_gemm *g) {
	return !(small(g->m) && small(g->n) && small(g->k) && small(g->batch) && small(g->a.ld) && small(g->b.ld) && small(g->c.ld));
}

#define OPERAND(x) (uintptr_t)g->x.address, g->x.type, INT(g->x.ld)
#define CALL_EX(name) \
	CALL(name)(h->handle, g->ta, g->tb, INT(g->m), INT(g->n), INT(g->k), &alpha, OPERAND(a), OPERAND(b), &beta, OPERAND(c), g->compute, -1)
#define CALL_STRIDED(name) \
	CALL(name)(h->handle, g->ta, g->tb, INT(g->m), INT(g->n), INT(g->k), &alpha, OPERAND(a), g->a.stride, OPERAND(b), g->b.stride, &beta, \
		OPERAND(c), g->c.stride, INT(g->batch), g->compute, -1)
#define CALL_BATCHED(name) \
	CALL(name)(h->handle, g->ta, g->tb, INT(g->m), INT(g->n), INT(g->k), &alpha, OPERAND(a), OPERAND(b), &beta, OPERAND(c), INT(g->batch), \
		g->compute, -1)
#define CALL_TYPED(name) \
	CALL(name)(h->handle, g->ta, g->tb, INT(g->m), INT(g->n), INT(g->k), &alpha, (uintptr_t)g->a.address, INT(g->a.ld), \
		(uintptr_t)g->b.address, INT(g->b.ld), &beta, (uintptr_t)g->c.address, INT(g->c.ld))

// PRODUCT returns the call with sizes of 32 bits where they suffice, since
// libraries may lack the other. The algorithm, -1, is the library's choice.
#define INT(v) ((cgb_size)(v))
#define PRODUCT(call, name) \
	do { \
		if (wide(g)) { \
			typedef int64_t cgb_size; \
			NEED(name##_64); \
			CURRENT(); \
			return call(name##_64); \
		} else { \
			typedef int cgb_size; \
			NEED(name); \
			CURRENT(); \
			return call(name); \
		} \
	} while (0)

int cgb_gemm_ex(const cgb_cublas *l, const cgb_handle *h, const cgb_gemm *g) {
	scalar alpha, beta;
	if (!reduce(&alpha, g->alpha, g->compute) || !reduce(&beta, g->beta, g->compute)) return NOT_SUPPORTED;
	PRODUCT(CALL_EX, gemm_ex);
}

int cgb_gemm_strided(const cgb_cublas *l, const cgb_handle *h, const cgb_gemm *g) {
	scalar alpha, beta;
	if (!reduce(&alpha, g->alpha, g->compute) || !reduce(&beta, g->beta, g->compute)) return NOT_SUPPORTED;
	PRODUCT(CALL_STRIDED, gemm_strided);
}

int cgb_gemm_batched(const cgb_cublas *l, const cgb_handle *h, const cgb_gemm *g) {
	scalar alpha, beta;
	if (!reduce(&alpha, g->alpha, g->compute) || !reduce(&beta, g->beta, g->compute)) return NOT_SUPPORTED;
	PRODUCT(CALL_BATCHED, gemm_batched);
}

int cgb_gemm_typed(const cgb_cublas *l, const cgb_handle *h, const cgb_gemm *g) {
	int single = g->c.type == 0 || g->c.type == 4; // CUDA_R_32F, CUDA_C_32F
	scalar alpha = single ? as_float(g->alpha) : as_double(g->alpha);
	scalar beta = single ? as_float(g->beta) : as_double(g->beta);
	switch (g->c.type) {
	case 0: PRODUCT(CALL_TYPED, sgemm);
	case 1: PRODUCT(CALL_TYPED, dgemm);
	case 4: PRODUCT(CALL_TYPED, cgemm);
	case 5: PRODUCT(CALL_TYPED, zgemm);
	}
	return NOT_SUPPORTED;
}
