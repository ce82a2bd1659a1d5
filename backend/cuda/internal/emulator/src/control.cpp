// What tests set and ask.

#include <cstring>

#include "world.h"

using namespace emu;

CG_EXPORT_CALLS

namespace {

void copy_text(const std::string &text, char *to, size_t size) {
  if (size == 0) return;
  size_t n = text.size() < size - 1 ? text.size() : size - 1;
  memcpy(to, text.data(), n);
  to[n] = 0;
}

} // namespace

CG_EXPORT void cgEmulatorReset() { world().reset(); }

CG_EXPORT void cgEmulatorSetDevices(int n) { world().count = n < 0 ? 0 : n > World::max_devices ? World::max_devices : n; }
CG_EXPORT void cgEmulatorSetVersion(int version) { world().version = version; }
CG_EXPORT void cgEmulatorSetOrder(uint64_t seed) { world().seed = seed; }
CG_EXPORT void cgEmulatorSetTimeout(int64_t nanoseconds) { world().timeout = nanoseconds; }

CG_EXPORT void cgEmulatorSetMemory(int device, size_t bytes) {
  if (device >= 0 && device < World::max_devices) world().devices[device].memory = bytes;
}

CG_EXPORT void cgEmulatorSetAttribute(int device, int attribute, int value) {
  std::lock_guard<std::mutex> lock(world().mutex);
  if (device >= 0 && device < World::max_devices) world().devices[device].attributes[attribute] = value;
}

CG_EXPORT void cgEmulatorLose(int device, int status) {
  if (device >= 0 && device < World::max_devices) world().devices[device].error = status;
}

// Delays each piece of a stream's work, or of every stream's for 0.
CG_EXPORT void cgEmulatorDelay(CUstream stream, int64_t nanoseconds) {
  if (stream == 0) world().delay = nanoseconds;
  else if (auto s = find(world().streams, stream)) s->delay = nanoseconds;
}

enum { Allocations, HostAllocations, Streams, Events, Modules, Launches, CopiedIn, CopiedOut, Copied };

CG_EXPORT uint64_t cgEmulatorCounter(int which) {
  World &w = world();
  if (which == Allocations || which == HostAllocations) return w.memory.live(which == HostAllocations);
  std::lock_guard<std::mutex> lock(w.mutex);
  switch (which) {
  case Streams: return w.streams.size();
  case Events: return w.events.size();
  case Modules: return w.modules.size();
  case Launches: return w.launches;
  case CopiedIn: return w.copied_in;
  case CopiedOut: return w.copied_out;
  case Copied: return w.copied;
  }
  return 0;
}

// What was written around living allocations, or nothing.
CG_EXPORT void cgEmulatorDamage(char *to, size_t size) { copy_text(world().memory.damage(), to, size); }

// Why a device failed last.
CG_EXPORT void cgEmulatorFault(char *to, size_t size) { copy_text(world().last_fault(), to, size); }

// For the other libraries: runs work in stream order, unless the device has
// failed by then, and in any case drop.
CG_EXPORT CUresult cgEmulatorEnqueue(CUstream stream, const char *(*work)(void *), void (*drop)(void *), void *argument) {
  Device *d = nullptr;
  CUresult status = begin("cgEmulatorEnqueue", d);
  std::shared_ptr<Stream> s;
  if (status == CUDA_SUCCESS) s = world().stream(d, stream);
  if (!s) {
    drop(argument);
    return status ? status : CUDA_INVALID_HANDLE;
  }
  s->submit([=](Grid &) {
    const char *error = d->error ? nullptr : work(argument);
    if (error) world().fault(d, CUDA_ILLEGAL_ADDRESS, error);
    drop(argument);
  });
  return CUDA_SUCCESS;
}

CG_EXPORT int cgEmulatorHolds(CUdeviceptr p, size_t bytes) { return world().memory.holds(p, bytes, false); }
