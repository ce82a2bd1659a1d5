//go:build cgo && (linux || darwin)

#include "lapack.h"

#include <stddef.h>

int hl_getrf(uintptr_t f, int m, int n, void *a, int lda, int *ipiv) {
	int info = 0;
	((void (*)(int *, int *, void *, int *, int *, int *))f)(&m, &n, a, &lda, ipiv, &info);
	return info;
}

int hl_potrf(uintptr_t f, char uplo, int n, void *a, int lda) {
	int info = 0;
	((void (*)(char *, int *, void *, int *, int *, size_t))f)(&uplo, &n, a, &lda, &info, 1);
	return info;
}

int hl_geqrf(uintptr_t f, int m, int n, void *a, int lda, void *tau, void *work, int lwork) {
	int info = 0;
	((void (*)(int *, int *, void *, int *, void *, void *, int *, int *))f)(
		&m, &n, a, &lda, tau, work, &lwork, &info);
	return info;
}

int hl_orgqr(uintptr_t f, int m, int n, int k, void *a, int lda, void *tau, void *work, int lwork) {
	int info = 0;
	((void (*)(int *, int *, int *, void *, int *, void *, void *, int *, int *))f)(
		&m, &n, &k, a, &lda, tau, work, &lwork, &info);
	return info;
}

int hl_syevd(uintptr_t f, char jobz, char uplo, int n, void *a, int lda, void *w,
	void *work, int lwork, int *iwork, int liwork) {
	int info = 0;
	((void (*)(char *, char *, int *, void *, int *, void *, void *, int *, int *, int *,
		int *, size_t, size_t))f)(
		&jobz, &uplo, &n, a, &lda, w, work, &lwork, iwork, &liwork, &info, 1, 1);
	return info;
}

int hl_heevd(uintptr_t f, char jobz, char uplo, int n, void *a, int lda, void *w,
	void *work, int lwork, void *rwork, int lrwork, int *iwork, int liwork) {
	int info = 0;
	((void (*)(char *, char *, int *, void *, int *, void *, void *, int *, void *, int *,
		int *, int *, int *, size_t, size_t))f)(
		&jobz, &uplo, &n, a, &lda, w, work, &lwork, rwork, &lrwork, iwork, &liwork, &info, 1, 1);
	return info;
}

int hl_gesdd(uintptr_t f, char jobz, int m, int n, void *a, int lda, void *s, void *u, int ldu,
	void *vt, int ldvt, void *work, int lwork, int *iwork) {
	int info = 0;
	((void (*)(char *, int *, int *, void *, int *, void *, void *, int *, void *, int *,
		void *, int *, int *, int *, size_t))f)(
		&jobz, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, iwork, &info, 1);
	return info;
}

int hl_cgesdd(uintptr_t f, char jobz, int m, int n, void *a, int lda, void *s, void *u, int ldu,
	void *vt, int ldvt, void *work, int lwork, void *rwork, int *iwork) {
	int info = 0;
	((void (*)(char *, int *, int *, void *, int *, void *, void *, int *, void *, int *,
		void *, int *, void *, int *, int *, size_t))f)(
		&jobz, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, rwork, iwork, &info, 1);
	return info;
}

void hl_trsm(uintptr_t f, char side, char uplo, char trans, char diag, int m, int n, void *alpha,
	void *a, int lda, void *b, int ldb) {
	((void (*)(char *, char *, char *, char *, int *, int *, void *, void *, int *, void *,
		int *, size_t, size_t, size_t, size_t))f)(
		&side, &uplo, &trans, &diag, &m, &n, alpha, a, &lda, b, &ldb, 1, 1, 1, 1);
}
