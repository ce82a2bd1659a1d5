// Package emulator builds libraries that stand in for NVIDIA's in tests, so
// that the CUDA backend runs on machines without a GPU: a driver (libcuda), a
// compiler (NVRTC) and a cuBLAS, in C++ under src.
//
// Device memory is host memory. The compiler makes host code of CUDA text with
// the C++ compiler of the machine; a launch runs a grid's blocks one after
// another, with a fiber for each thread of a block that waits, so that
// barriers, shuffles and votes mean what they mean on a GPU. Each stream is a
// thread of its own, and nothing but events orders them, so that work that
// depends on other streams without saying so goes wrong.
//
// The emulator is strict where CUDA is silent. New device memory, and shared
// memory before each block, hold a pattern. Writes around an allocation are
// found when it is freed, accesses far from any when they happen; misaligned
// accesses, indices outside arrays of known size, deadlocks and launches that
// don't end are errors of the launch with CUDA's status, and their reason is on
// stderr and in [Control.Fault]. [Control] sets up the machine and its failures.
//
// It differs from a GPU in that mathematical functions are the host's, that
// __activemask names the calling lane alone, that a loop that waits for another
// thread of its block has to do so by atomic loads or with __nanosleep, that
// extern __shared__ stands only in functions, and that kernels are found by
// their extern "C".
//
// CUGOND_EMULATOR in the environment gives settings to programs that open the
// libraries without Control: "devices=2 memory=1000000 version=12080 seed=7
// timeout=5000", memory in bytes and the timeout of a launch in milliseconds.
package emulator
