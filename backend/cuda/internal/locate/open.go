package locate

import (
	"errors"

	"github.com/cugond/cugond/internal/dl"
)

// Symbol is a function that a library is asked for.
type Symbol struct {
	Name     string // with its version, cuMemAlloc_v2
	Optional bool   // its absence is a missing feature and no failure
}

// Open opens the first of candidates that has every symbol that is not
// optional. It returns the library with the addresses of the symbols, in their
// order, 0 for what is absent. Libraries that lack a symbol are closed again.
//
// The error is a [*dl.Error] that lists each candidate with its reason; it
// names the first symbol that a library lacked, if that was the reason of one.
func Open(name string, candidates []string, symbols []Symbol) (*dl.Library, []uintptr, error) {
	failure := &dl.Error{Library: name, Err: dl.ErrNotFound}
	for _, c := range candidates {
		lib, err := dl.Open(name, c)
		if err != nil {
			Collect(failure, err)
			continue
		}
		addresses, err := resolve(lib, symbols)
		if err == nil {
			return lib, addresses, nil
		}
		Collect(failure, errors.Join(err, lib.Close()))
	}
	return nil, nil, failure
}

// Collect adds to failure what err, from opening one more candidate, tells.
func Collect(failure *dl.Error, err error) {
	var e *dl.Error
	if !errors.As(err, &e) {
		return
	}
	failure.Tried = append(failure.Tried, e.Tried...)
	if failure.Symbol == "" {
		failure.Symbol = e.Symbol
	}
}

// resolve returns the addresses of symbols in a library.
func resolve(lib *dl.Library, symbols []Symbol) ([]uintptr, error) {
	addresses := make([]uintptr, len(symbols))
	for i, s := range symbols {
		address, err := lib.Sym(s.Name)
		if err != nil && !s.Optional {
			return nil, err
		}
		addresses[i] = address
	}
	return addresses, nil
}
