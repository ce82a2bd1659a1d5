// The driver's functions for devices and contexts.

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "world.h"

using namespace emu;

namespace {

// Finds a device by its ordinal.
CUresult ordinal(int i, Device *&device) {
  if (i < 0 || i >= world().count) return CUDA_INVALID_DEVICE;
  device = &world().devices[i];
  return CUDA_SUCCESS;
}

Device *device_of(CUcontext context) {
  std::lock_guard<std::mutex> lock(world().mutex);
  for (Device &d : world().devices) {
    if (context != 0 && d.context == context) return &d;
  }
  return nullptr;
}

} // namespace

CG_EXPORT CUresult cuInit(unsigned flags) {
  if (int status = calls().enter(__func__)) return status;
  if (flags != 0) return CUDA_INVALID_VALUE;
  if (world().count == 0) return CUDA_NO_DEVICE;
  std::lock_guard<std::mutex> lock(world().mutex);
  world().initialized = true;
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuDriverGetVersion(int *version) {
  if (int status = calls().enter(__func__)) return status;
  if (!version) return CUDA_INVALID_VALUE;
  *version = world().version;
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuGetErrorName(CUresult status, const char **text) {
  switch (status) {
#define X(name, value, words) case value: *text = value == 0 ? "CUDA_SUCCESS" : "CUDA_ERROR_" #name; return CUDA_SUCCESS;
    CG_STATUSES(X)
#undef X
  }
  *text = nullptr;
  return CUDA_INVALID_VALUE;
}

CG_EXPORT CUresult cuGetErrorString(CUresult status, const char **text) {
  switch (status) {
#define X(name, value, words) case value: *text = words; return CUDA_SUCCESS;
    CG_STATUSES(X)
#undef X
  }
  *text = nullptr;
  return CUDA_INVALID_VALUE;
}

CG_EXPORT CUresult cuDeviceGetCount(int *count) {
  CG_BEGIN;
  if (!count) return CUDA_INVALID_VALUE;
  *count = world().count;
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuDeviceGet(CUdevice *device, int i) {
  CG_BEGIN;
  Device *d;
  if (!device) return CUDA_INVALID_VALUE;
  if (CUresult r = ordinal(i, d)) return r;
  *device = i;
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuDeviceGetName(char *name, int size, CUdevice device) {
  CG_BEGIN;
  Device *d;
  if (CUresult r = ordinal(device, d)) return r;
  if (!name || size <= 0) return CUDA_INVALID_VALUE;
  snprintf(name, size, "Emulated GPU %d", device);
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device) {
  CG_BEGIN;
  Device *d;
  if (CUresult r = ordinal(device, d)) return r;
  if (!value || attribute < 1 || attribute > 200) return CUDA_INVALID_VALUE;
  std::lock_guard<std::mutex> lock(world().mutex);
  *value = d->attribute(attribute);
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device) {
  CG_BEGIN;
  Device *d;
  if (CUresult r = ordinal(device, d)) return r;
  *bytes = d->memory;
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device) {
  CG_BEGIN;
  Device *d;
  if (CUresult r = ordinal(device, d)) return r;
  memcpy(uuid->bytes, "cugond-emulator", 16);
  uuid->bytes[15] = (unsigned char)(device + 1);
  return CUDA_SUCCESS;
}
CG_EXPORT CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device) { return cuDeviceGetUuid(uuid, device); }

CG_EXPORT CUresult cuDeviceGetPCIBusId(char *id, int size, CUdevice device) {
  CG_BEGIN;
  Device *d;
  if (CUresult r = ordinal(device, d)) return r;
  if (!id || size < 13) return CUDA_INVALID_VALUE;
  snprintf(id, size, "0000:%02X:00.0", device + 1);
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuDeviceCanAccessPeer(int *can, CUdevice a, CUdevice b) {
  CG_BEGIN;
  Device *d;
  if (CUresult r = ordinal(a, d)) return r;
  if (CUresult r = ordinal(b, d)) return r;
  *can = a != b;
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  CG_BEGIN;
  Device *d;
  if (CUresult r = ordinal(device, d)) return r;
  if (!context) return CUDA_INVALID_VALUE;
  if (d->error) return d->error;
  std::lock_guard<std::mutex> lock(world().mutex);
  if (d->retained++ == 0) d->context = world().handle();
  *context = d->context;
  return CUDA_SUCCESS;
}

// The last release destroys the context: its streams end, and its handles are
// no longer valid. Memory that is still allocated stays, to be counted.
CG_EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  CG_BEGIN;
  Device *d;
  if (CUresult r = ordinal(device, d)) return r;
  {
    std::lock_guard<std::mutex> lock(world().mutex);
    if (d->retained == 0) return CUDA_INVALID_CONTEXT;
    if (--d->retained > 0) return CUDA_SUCCESS;
  }
  world().synchronize(d);
  for (auto &s : world().streams_of(d)) s->close();
  std::lock_guard<std::mutex> lock(world().mutex);
  d->context = 0;
  d->null_stream = nullptr;
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuCtxSetCurrent(CUcontext context) {
  CG_BEGIN;
  if (context != 0 && !device_of(context)) return CUDA_INVALID_CONTEXT;
  set_current(context);
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuCtxGetCurrent(CUcontext *context) {
  CG_BEGIN;
  *context = current_context();
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuCtxGetDevice(CUdevice *device) {
  CG_BEGIN_ON(d);
  *device = d->ordinal;
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuCtxSynchronize() {
  CG_BEGIN_ON(d);
  world().synchronize(d);
  return d->error;
}

CG_EXPORT CUresult cuMemGetInfo_v2(size_t *free, size_t *total) {
  CG_BEGIN_ON(d);
  *total = d->memory;
  *free = *total - std::min(*total, world().memory.bytes(d->ordinal));
  return CUDA_SUCCESS;
}
