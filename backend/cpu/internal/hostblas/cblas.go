//go:build cgo && (linux || darwin)

package hostblas

// #cgo CFLAGS: -std=c11 -O2
// #include "cblas.h"
import "C"

import "github.com/cugond/cugond/internal/dl"

// cblas is gonum's BLAS with the routines that an optimised library does faster
// taken over by it. The others, and every call that the library can't or need
// not take, stay with the embedded implementation.
type cblas struct {
	portable
	functions
	thresholds
	gate gate
}

var _ Implementation = (*cblas)(nil)

// functions holds the addresses of the library's functions.
type functions struct {
	sgemm, dgemm, cgemm, zgemm C.uintptr_t
	ssymm, dsymm               C.uintptr_t
	ssyrk, dsyrk               C.uintptr_t
	strmm, dtrmm               C.uintptr_t
	strsm, dtrsm               C.uintptr_t

	sgemv, dgemv, cgemv, zgemv C.uintptr_t
	sger, dger                 C.uintptr_t
	cgeru, cgerc, zgeru, zgerc C.uintptr_t

	sdot, ddot                 C.uintptr_t
	cdotu, cdotc, zdotu, zdotc C.uintptr_t
	snrm2, dnrm2               C.uintptr_t
	scnrm2, dznrm2             C.uintptr_t
	sasum, dasum               C.uintptr_t
	scasum, dzasum             C.uintptr_t
	saxpy, daxpy, caxpy, zaxpy C.uintptr_t
	sscal, dscal, cscal, zscal C.uintptr_t
}

// symbol is a function's name in the library and where its address goes.
type symbol struct {
	name    string
	address *C.uintptr_t
}

func (f *functions) symbols() []symbol {
	return []symbol{
		{"cblas_sgemm", &f.sgemm}, {"cblas_dgemm", &f.dgemm}, {"cblas_cgemm", &f.cgemm}, {"cblas_zgemm", &f.zgemm},
		{"cblas_ssymm", &f.ssymm}, {"cblas_dsymm", &f.dsymm},
		{"cblas_ssyrk", &f.ssyrk}, {"cblas_dsyrk", &f.dsyrk},
		{"cblas_strmm", &f.strmm}, {"cblas_dtrmm", &f.dtrmm},
		{"cblas_strsm", &f.strsm}, {"cblas_dtrsm", &f.dtrsm},
		{"cblas_sgemv", &f.sgemv}, {"cblas_dgemv", &f.dgemv}, {"cblas_cgemv", &f.cgemv}, {"cblas_zgemv", &f.zgemv},
		{"cblas_sger", &f.sger}, {"cblas_dger", &f.dger},
		{"cblas_cgeru", &f.cgeru}, {"cblas_cgerc", &f.cgerc}, {"cblas_zgeru", &f.zgeru}, {"cblas_zgerc", &f.zgerc},
		{"cblas_sdot", &f.sdot}, {"cblas_ddot", &f.ddot},
		{"cblas_cdotu_sub", &f.cdotu}, {"cblas_cdotc_sub", &f.cdotc},
		{"cblas_zdotu_sub", &f.zdotu}, {"cblas_zdotc_sub", &f.zdotc},
		{"cblas_snrm2", &f.snrm2}, {"cblas_dnrm2", &f.dnrm2}, {"cblas_scnrm2", &f.scnrm2}, {"cblas_dznrm2", &f.dznrm2},
		{"cblas_sasum", &f.sasum}, {"cblas_dasum", &f.dasum}, {"cblas_scasum", &f.scasum}, {"cblas_dzasum", &f.dzasum},
		{"cblas_saxpy", &f.saxpy}, {"cblas_daxpy", &f.daxpy}, {"cblas_caxpy", &f.caxpy}, {"cblas_zaxpy", &f.zaxpy},
		{"cblas_sscal", &f.sscal}, {"cblas_dscal", &f.dscal}, {"cblas_cscal", &f.cscal}, {"cblas_zscal", &f.zscal},
	}
}

// bind looks the CBLAS functions up in an open library and asks it what it is.
// It returns the reason why the library can't serve, if it can't.
func bind(lib *dl.Library) (bound, string) {
	b := &cblas{thresholds: defaultThresholds}
	for _, s := range b.symbols() {
		address, err := lib.Sym(s.name)
		if err != nil {
			if _, err := lib.Sym(s.name + "64_"); err == nil {
				return bound{}, "has 64-bit integers and the suffix 64_ (ILP64); a build with 32-bit integers (LP64) is needed"
			}
			return bound{}, "not a CBLAS library: no symbol " + s.name
		}
		*s.address = C.uintptr_t(address)
	}
	id := identify(lib)
	if id.int64s || C.hb_int64(b.ddot) == 1 {
		return bound{}, "has 64-bit integers (ILP64); a build with 32-bit integers (LP64) is needed"
	}
	b.gate = newGate(id.calls)
	return bound{impl: b, identity: id, gate: b.gate}, ""
}

// stringFrom calls a function of the library that takes nothing and returns a
// string, and returns nothing if there is no such function.
func stringFrom(lib *dl.Library, name string) string {
	address, err := lib.Sym(name)
	if err != nil {
		return ""
	}
	return C.GoString(C.hb_string(C.uintptr_t(address)))
}

// intFrom calls a function of the library that takes nothing and returns an
// int, and returns otherwise if there is no such function.
func intFrom(lib *dl.Library, name string, otherwise int) int {
	address, err := lib.Sym(name)
	if err != nil {
		return otherwise
	}
	return int(C.hb_int(C.uintptr_t(address)))
}

// identify asks a library what it is.
func identify(lib *dl.Library) identity {
	has := func(name string) bool {
		_, err := lib.Sym(name)
		return err == nil
	}
	switch {
	case has("openblas_get_config"):
		id := openBLAS(stringFrom(lib, "openblas_get_config"), intFrom(lib, "openblas_get_parallel", 1) != 0)
		id.core = stringFrom(lib, "openblas_get_corename")
		id.threads = intFrom(lib, "openblas_get_num_threads", 0)
		return id
	case has("MKL_Get_Max_Threads"):
		return identity{name: "MKL", threads: intFrom(lib, "MKL_Get_Max_Threads", 0), calls: cores()}
	case has("bli_info_get_version_str"):
		return identity{name: "BLIS", version: stringFrom(lib, "bli_info_get_version_str"), calls: cores()}
	case has("ATL_buildinfo"):
		return identity{name: "ATLAS", calls: cores()}
	case isAccelerate(lib.Path()):
		return identity{name: "Accelerate", calls: cores()}
	}
	return identity{name: unknownCBLAS, calls: cores()}
}
