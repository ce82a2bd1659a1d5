// Package nvrtc compiles CUDA text with NVIDIA's run-time compiler, libnvrtc,
// which is opened when a program first asks for it.
//
// The compiler needs no device and no driver. It finds no header files, not even
// its own, so that text must bring what it uses. Its first compilation in a
// process takes about a tenth of a second, later ones some tens of milliseconds.
//
// The package needs cgo and Linux; elsewhere it holds the status codes alone.
package nvrtc
