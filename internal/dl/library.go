package dl

import (
	"path/filepath"
	"strings"
	"sync"
)

// Library is an open shared library. Its methods may be called from many
// goroutines at once.
type Library struct {
	name string
	path string

	mu     sync.RWMutex
	handle handle
	closed bool
}

// Open opens the first of candidates that the system's loader accepts. A
// candidate that contains a slash is a path, any other is a soname that the
// loader searches for in its own places (LD_LIBRARY_PATH, the loader's cache,
// the system's folders). Without candidates, name itself is tried. The name
// is otherwise for error messages only.
//
// If none can be opened, the error is an [*Error] that wraps [ErrNotFound] and
// lists each candidate with the loader's reason.
func Open(name string, candidates ...string) (*Library, error) {
	if len(candidates) == 0 {
		candidates = []string{name}
	}
	tried := make([]Attempt, 0, len(candidates))
	for _, c := range candidates {
		if reason := unusable(c); reason != "" {
			tried = append(tried, Attempt{Path: c, Reason: reason})
			continue
		}
		h, reason := open(c)
		if reason != "" {
			tried = append(tried, Attempt{Path: c, Reason: reason})
			continue
		}
		return &Library{name: name, path: realPath(h, c), handle: h}, nil
	}
	return nil, &Error{Library: name, Tried: tried, Err: ErrNotFound}
}

// unusable returns why a name can't be handed to the loader, or nothing. The
// loader takes an empty name for the running program, and C ends a string at
// its first NUL byte: both would open or find something that was not asked for.
func unusable(name string) string {
	switch {
	case name == "":
		return "empty name"
	case strings.IndexByte(name, 0) >= 0:
		return "name contains a NUL byte"
	}
	return ""
}

// realPath returns the file behind an open library with symbolic links
// resolved, or the candidate where the loader can't tell or the file is not
// visible (macOS keeps system libraries in a cache, not in files).
func realPath(h handle, candidate string) string {
	p := loadedPath(h)
	if p == "" {
		return candidate
	}
	if abs, err := filepath.Abs(p); err == nil {
		p = abs
	}
	if real, err := filepath.EvalSymlinks(p); err == nil {
		p = real
	}
	return p
}

// Name returns the name given to [Open].
func (l *Library) Name() string { return l.name }

// Path returns the path of the library's file with symbolic links resolved,
// or the candidate that was opened where the loader can't tell.
func (l *Library) Path() string { return l.path }

// Sym returns the address of a symbol, searched for in the library and in the
// libraries that it depends on. The address is valid until the library is
// closed. It is a number and not a pointer because it is meant to be passed
// back to C, and because Go's garbage collector has no business with it.
//
// If there is no such symbol, the error is an [*Error] that wraps
// [ErrNotFound]; after Close it wraps [ErrClosed].
func (l *Library) Sym(name string) (uintptr, error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.closed {
		return 0, &Error{Library: l.name, Symbol: name, Err: ErrClosed}
	}
	reason := unusable(name)
	var addr uintptr
	if reason == "" {
		addr, reason = lookup(l.handle, name)
	}
	if reason != "" {
		return 0, &Error{
			Library: l.name,
			Symbol:  name,
			Tried:   []Attempt{{Path: l.path, Reason: reason}},
			Err:     ErrNotFound,
		}
	}
	return addr, nil
}

// Close drops the reference to the library; the loader unmaps it with the last
// one. Addresses from Sym must not be used afterwards. Closing a library again
// returns an error that wraps [ErrClosed].
//
// A library that has started threads of its own, as BLAS libraries do, must
// not be closed.
func (l *Library) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return &Error{Library: l.name, Err: ErrClosed}
	}
	l.closed = true
	if reason := closeHandle(l.handle); reason != "" {
		return &Error{Library: l.name, Tried: []Attempt{{Path: l.path, Reason: reason}}, Err: ErrClosed}
	}
	return nil
}
