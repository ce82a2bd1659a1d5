// Calls of Fortran LAPACK with 32-bit integers. Everything goes by address;
// matrices are column-major; characters have a hidden length at the end of the
// arguments. Each returns LAPACK's info. f is the routine's address.
#include <stdint.h>

int hl_getrf(uintptr_t f, int m, int n, void *a, int lda, int *ipiv);
int hl_potrf(uintptr_t f, char uplo, int n, void *a, int lda);
int hl_geqrf(uintptr_t f, int m, int n, void *a, int lda, void *tau, void *work, int lwork);
int hl_orgqr(uintptr_t f, int m, int n, int k, void *a, int lda, void *tau, void *work, int lwork);
int hl_syevd(uintptr_t f, char jobz, char uplo, int n, void *a, int lda, void *w,
	void *work, int lwork, int *iwork, int liwork);
int hl_heevd(uintptr_t f, char jobz, char uplo, int n, void *a, int lda, void *w,
	void *work, int lwork, void *rwork, int lrwork, int *iwork, int liwork);
int hl_gesdd(uintptr_t f, char jobz, int m, int n, void *a, int lda, void *s, void *u, int ldu,
	void *vt, int ldvt, void *work, int lwork, int *iwork);
int hl_cgesdd(uintptr_t f, char jobz, int m, int n, void *a, int lda, void *s, void *u, int ldu,
	void *vt, int ldvt, void *work, int lwork, void *rwork, int *iwork);
void hl_trsm(uintptr_t f, char side, char uplo, char trans, char diag, int m, int n, void *alpha,
	void *a, int lda, void *b, int ldb);
