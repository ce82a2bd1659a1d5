// The driver's functions for memory.

#include <cstring>

#include "world.h"

using namespace emu;

namespace {

// Runs a copy in stream order, unless the device has failed by then.
template <class F> CUresult enqueue(Device *device, CUstream handle, F work) {
  auto stream = world().stream(device, handle);
  if (!stream) return CUDA_INVALID_HANDLE;
  stream->submit([device, work](Grid &) {
    if (!device->error) work();
  });
  return CUDA_SUCCESS;
}

bool on_device(CUdeviceptr p, size_t bytes) { return world().memory.holds(p, bytes, false); }

template <class T> CUresult set(CUdeviceptr to, T value, size_t n, CUstream stream, Device *d) {
  if (n == 0) return CUDA_SUCCESS;
  if (n > SIZE_MAX / sizeof(T) || to % sizeof(T) != 0 || !on_device(to, n * sizeof(T))) return CUDA_INVALID_VALUE;
  return enqueue(d, stream, [=] {
    for (size_t i = 0; i < n; i++) ((T *)to)[i] = value;
  });
}

} // namespace

CG_EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *p, size_t bytes) {
  CG_BEGIN_ON(d);
  if (!p || bytes == 0) return CUDA_INVALID_VALUE;
  size_t used = world().memory.bytes(d->ordinal), room = d->memory;
  if (used > room || bytes > room - used) return CUDA_OUT_OF_MEMORY;
  *p = world().memory.allocate(bytes, d->ordinal);
  return *p ? CUDA_SUCCESS : CUDA_OUT_OF_MEMORY;
}

CG_EXPORT CUresult cuMemFree_v2(CUdeviceptr p) {
  CG_BEGIN_ON(d);
  if (p == 0) return CUDA_SUCCESS;
  world().synchronize(d);
  std::string damage;
  if (!world().memory.release(p, false, damage)) return CUDA_INVALID_VALUE;
  if (!damage.empty()) world().fault(d, CUDA_ILLEGAL_ADDRESS, damage);
  return d->error;
}

CG_EXPORT CUresult cuMemHostAlloc(void **p, size_t bytes, unsigned) {
  CG_BEGIN_ON(d);
  if (!p || bytes == 0) return CUDA_INVALID_VALUE;
  *p = (void *)world().memory.allocate(bytes, -1);
  return *p ? CUDA_SUCCESS : CUDA_OUT_OF_MEMORY;
}

CG_EXPORT CUresult cuMemFreeHost(void *p) {
  CG_BEGIN_ON(d);
  for (Device &other : world().devices) world().synchronize(&other);
  std::string damage;
  if (!world().memory.release((uint64_t)p, true, damage)) return CUDA_INVALID_VALUE;
  if (!damage.empty()) world().fault(d, CUDA_ILLEGAL_ADDRESS, damage);
  return d->error;
}

// Memory that isn't pinned is read before the call returns, as CUDA does.
CG_EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream) {
  CG_BEGIN_ON(d);
  if (bytes == 0) return CUDA_SUCCESS;
  if (!from || !on_device(to, bytes)) return CUDA_INVALID_VALUE;
  world().copied_in += bytes;
  if (world().memory.holds((uint64_t)from, bytes, true)) {
    return enqueue(d, stream, [=] { memcpy((void *)to, from, bytes); });
  }
  std::vector<char> staged((const char *)from, (const char *)from + bytes);
  return enqueue(d, stream, [to, staged] { memcpy((void *)to, staged.data(), staged.size()); });
}

// Memory that isn't pinned has been written when the call returns.
CG_EXPORT CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream) {
  CG_BEGIN_ON(d);
  if (bytes == 0) return CUDA_SUCCESS;
  if (!to || !on_device(from, bytes)) return CUDA_INVALID_VALUE;
  world().copied_out += bytes;
  if (CUresult r = enqueue(d, stream, [=] { memcpy(to, (const void *)from, bytes); })) return r;
  if (world().memory.holds((uint64_t)to, bytes, true)) return CUDA_SUCCESS;
  world().stream(d, stream)->wait();
  return d->error;
}

CG_EXPORT CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  CG_BEGIN_ON(d);
  if (bytes == 0) return CUDA_SUCCESS;
  if (!on_device(to, bytes) || !on_device(from, bytes)) return CUDA_INVALID_VALUE;
  world().copied += bytes;
  return enqueue(d, stream, [=] { memmove((void *)to, (const void *)from, bytes); });
}

CG_EXPORT CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t bytes, CUstream stream) {
  CG_BEGIN_ON(d);
  int known = 0;
  for (Device &other : world().devices) {
    known += other.context == to_context;
    known += other.context == from_context;
  }
  if (known != 2 || to_context == 0 || from_context == 0) return CUDA_INVALID_CONTEXT;
  if (bytes == 0) return CUDA_SUCCESS;
  if (!on_device(to, bytes) || !on_device(from, bytes)) return CUDA_INVALID_VALUE;
  world().copied += bytes;
  return enqueue(d, stream, [=] { memmove((void *)to, (const void *)from, bytes); });
}

CG_EXPORT CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t n, CUstream stream) {
  CG_BEGIN_ON(d);
  return set(to, value, n, stream, d);
}

CG_EXPORT CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t n, CUstream stream) {
  CG_BEGIN_ON(d);
  return set(to, value, n, stream, d);
}
