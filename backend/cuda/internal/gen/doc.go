// Package gen writes the CUDA C++ text of kernels, and decides how they are
// launched. It is plain Go and needs no GPU, so that its texts can be compared
// and parsed anywhere.
//
// A kernel's text depends on what [Space] says of it and on nothing else:
// sizes, strides, scalars and addresses are arguments. Texts are C++17 for
// NVRTC, compiled without contraction; they follow the two files of package
// kernels/source, and hold no PTX of their own.
package gen

import "github.com/cugond/cugond/kernels/source"

// Source is a kernel's text.
type Source struct {
	Name string // of its extern "C" function
	Text string // all of it, with what it starts from
}

// Full returns a source of a text that follows the prelude.
func Full(name, text string) Source {
	return Source{Name: name, Text: source.Prelude + source.Device + text}
}
