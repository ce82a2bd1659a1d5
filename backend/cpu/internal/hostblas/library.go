package hostblas

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/cugond/cugond/internal/dl"
)

// The words that [Open] takes besides a path.
const (
	SpecAuto     = "auto"
	SpecOpenBLAS = "openblas"
	SpecGonum    = "gonum"
)

const advice = "install OpenBLAS (Debian and Ubuntu: libopenblas0, Fedora: openblas, Homebrew: openblas), " +
	"set CUGOND_BLAS to the path of a CBLAS library with 32-bit integers, or set it to auto or gonum"

// Library is a BLAS for host memory and what is known of it.
type Library struct {
	Impl    Implementation
	Name    string // "OpenBLAS", "MKL", …, "CBLAS" if it does not tell, or "gonum"
	Path    string // the library's file; empty for gonum
	Version string // empty if unknown
	Core    string // the processor family that its kernels are for; empty if unknown
	Threads int    // threads that it computes with; 0 if it does not tell

	// Fallback is why Open took gonum when it was free to choose, or nil.
	Fallback error

	lib  *dl.Library // nil for gonum
	gate gate
}

// Open returns the BLAS that spec asks for, in the words of CUGOND_BLAS:
//
//	"" or "auto"   an optimised library if the machine has one, else gonum
//	"openblas"     the same library, or an error
//	"gonum"        gonum's code, with package gemm's products where C can be called
//	anything else  a CBLAS library by its path or soname, or an error
//
// With "auto" the error is always nil, and [Library.Fallback] tells why gonum
// was taken. Other errors are of type [*OpenError] and wrap a [*dl.Error] that lists
// what was tried. A library with 64-bit integers (ILP64) is refused, as is, unless
// named by spec, one that is not known to be optimised.
//
// A library that was opened stays open for as long as the process runs, since it
// has threads of its own.
func Open(spec string) (*Library, error) {
	spec = strings.TrimSpace(spec)
	switch spec {
	case SpecGonum:
		return gonumLibrary(nil), nil
	case "", SpecAuto:
		l, err := openFirst(SpecAuto, "OpenBLAS", false, candidates(runtime.GOOS, runtime.GOARCH))
		if err != nil {
			return gonumLibrary(err), nil
		}
		return l, nil
	case SpecOpenBLAS:
		return openFirst(spec, "OpenBLAS", false, candidates(runtime.GOOS, runtime.GOARCH))
	}
	return openFirst(spec, spec, true, []string{spec})
}

// OpenError reports that the BLAS asked for is not to be had.
type OpenError struct {
	Spec string
	Err  error
}

// Error returns what was asked for, what was tried, and what to do.
func (e *OpenError) Error() string {
	return fmt.Sprintf("hostblas: CUGOND_BLAS=%s: %v; %s", e.Spec, e.Err, advice)
}

// Unwrap returns the [*dl.Error] with the libraries that were tried.
func (e *OpenError) Unwrap() error { return e.Err }

// openFirst opens the first of places that serves. Libraries that are not known
// to be optimised serve only if the user named them.
func openFirst(spec, name string, named bool, places []string) (*Library, error) {
	var tried []dl.Attempt
	for _, place := range places {
		lib, err := dl.Open(name, place)
		if err != nil {
			var e *dl.Error
			if errors.As(err, &e) {
				tried = append(tried, e.Tried...)
			}
			continue
		}
		b, reason := bind(lib)
		if reason == "" && b.name == unknownCBLAS && !named {
			reason = "not known to be optimised, as reference BLAS is not; it is used only if CUGOND_BLAS names it"
		}
		if reason != "" {
			// It stays open, as it may have started threads.
			tried = append(tried, dl.Attempt{Path: place, Reason: reason})
			continue
		}
		return &Library{
			Impl:    b.impl,
			Name:    b.name,
			Path:    lib.Path(),
			Version: b.version,
			Core:    b.core,
			Threads: b.threads,
			lib:     lib,
			gate:    b.gate,
		}, nil
	}
	return nil, &OpenError{Spec: spec, Err: &dl.Error{Library: name, Tried: tried, Err: dl.ErrNotFound}}
}

// gonumLibrary returns gonum's BLAS, taken for the given reason if any.
func gonumLibrary(reason error) *Library {
	return &Library{
		Impl:     ownImplementation(),
		Name:     "gonum",
		Threads:  runtime.GOMAXPROCS(0),
		Fallback: reason,
	}
}

// Sym returns the address of another function of the same library, such as
// LAPACK's dgesdd_, or an error that wraps [dl.ErrNotFound]. gonum has none.
// Calls of it belong between Enter and Leave.
func (l *Library) Sym(name string) (uintptr, error) {
	if l.lib == nil {
		return 0, &dl.Error{Library: l.Name, Symbol: name, Err: dl.ErrNotFound}
	}
	return l.lib.Sym(name)
}

// Enter waits until the library may be given another call. The methods of Impl
// do so themselves: it is for calls of addresses from Sym. Each Enter must be
// followed by a Leave, without another Enter or a call of Impl between them.
func (l *Library) Enter() {
	if l.gate != nil {
		l.gate.enter()
	}
}

// Leave ends what Enter began.
func (l *Library) Leave() {
	if l.gate != nil {
		l.gate.leave()
	}
}
