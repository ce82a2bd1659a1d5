// The part of the driver's interface that the emulator has, declared here so
// that no toolkit is needed.

#pragma once

#include <cstddef>
#include <cstdint>

typedef int CUresult;
typedef int CUdevice;
typedef uint64_t CUdeviceptr;
// Handles are numbers that are never used again, so that a stale one is found.
typedef uint64_t CUcontext, CUstream, CUevent, CUmodule, CUfunction;
struct CUuuid { unsigned char bytes[16]; };

// Every status that the emulator gives by itself or that tests may ask for.
#define CG_STATUSES(X)                                                         \
  X(SUCCESS, 0, "no error")                                                    \
  X(INVALID_VALUE, 1, "invalid argument")                                      \
  X(OUT_OF_MEMORY, 2, "out of memory")                                         \
  X(NOT_INITIALIZED, 3, "initialization error")                                \
  X(DEINITIALIZED, 4, "driver shutting down")                                  \
  X(DEVICE_UNAVAILABLE, 46, "CUDA-capable device(s) is/are busy or unavailable") \
  X(NO_DEVICE, 100, "no CUDA-capable device is detected")                      \
  X(INVALID_DEVICE, 101, "invalid device ordinal")                             \
  X(INVALID_IMAGE, 200, "device kernel image is invalid")                      \
  X(INVALID_CONTEXT, 201, "invalid device context")                            \
  X(NO_BINARY_FOR_GPU, 209, "no kernel image is available for execution on the device") \
  X(ECC_UNCORRECTABLE, 214, "uncorrectable ECC error encountered")             \
  X(INVALID_SOURCE, 300, "device kernel image is invalid")                     \
  X(OPERATING_SYSTEM, 304, "OS call failed or operation not supported on this OS") \
  X(INVALID_HANDLE, 400, "invalid resource handle")                            \
  X(NOT_FOUND, 500, "named symbol not found")                                  \
  X(NOT_READY, 600, "device not ready")                                        \
  X(ILLEGAL_ADDRESS, 700, "an illegal memory access was encountered")          \
  X(LAUNCH_OUT_OF_RESOURCES, 701, "too many resources requested for launch")   \
  X(LAUNCH_TIMEOUT, 702, "the launch timed out and was terminated")            \
  X(CONTEXT_IS_DESTROYED, 709, "context is destroyed")                         \
  X(ASSERT, 710, "device-side assert triggered")                               \
  X(HARDWARE_STACK_ERROR, 714, "hardware stack error")                         \
  X(ILLEGAL_INSTRUCTION, 715, "an illegal instruction was encountered")        \
  X(MISALIGNED_ADDRESS, 716, "misaligned address")                             \
  X(LAUNCH_FAILED, 719, "unspecified launch failure")                          \
  X(NOT_PERMITTED, 800, "operation not permitted")                             \
  X(NOT_SUPPORTED, 801, "operation not supported")                             \
  X(UNKNOWN, 999, "unknown error")

enum : CUresult {
#define X(name, value, text) CUDA_##name = value,
  CG_STATUSES(X)
#undef X
};

#define CG_EXPORT extern "C" __attribute__((visibility("default")))
