// Package driver calls NVIDIA's driver, libcuda.so.1, which is opened when a
// program first asks for it.
//
// A [Driver] is the open library, a [Context] the primary context of one of its
// devices; all work is done by the context's methods. The driver keeps a current
// context for each OS thread, and goroutines change threads at will, so each
// method makes its context current and makes its call in one and the same call
// of C: methods are safe from any goroutine and any thread.
//
// Streams, events, modules and functions are small values around the driver's
// handles. Nothing is freed by the garbage collector: what was made is destroyed
// by whoever made it. The functions used are those of CUDA 12, which later
// drivers keep; each is looked up by the name of its version, since a name with
// a higher version can be another function.
//
// The package needs cgo and Linux; elsewhere it holds the status codes alone.
package driver
