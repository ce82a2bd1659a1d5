// The machine that the emulator stands in for.

#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "api.h"
#include "calls.h"
#include "memory.h"
#include "module.h"
#include "stream.h"

namespace emu {

struct Device {
  int ordinal = 0;
  int retained = 0;         // of the primary context
  CUcontext context = 0;    // its handle while retained
  std::atomic<int> error{0}; // once set, every call fails with it
  std::atomic<size_t> memory{0};
  std::shared_ptr<Stream> null_stream;

  int attribute(int which) const;
  std::map<int, int> attributes; // that differ from the default
};

class World {
public:
  World();

  static constexpr int max_devices = 16;

  std::mutex mutex; // guards all that follows but memory and atomics
  bool initialized = false;
  std::atomic<int> count{1}, version{13000};
  Device devices[max_devices];
  std::map<uint64_t, std::shared_ptr<Stream>> streams;
  std::map<uint64_t, std::shared_ptr<Event>> events;
  std::map<uint64_t, std::shared_ptr<Module>> modules;
  std::map<uint64_t, std::shared_ptr<Function>> functions;

  Memory memory;
  std::atomic<int64_t> delay{0}, timeout{0};
  std::atomic<uint64_t> seed{0};
  std::atomic<uint64_t> launches{0}, copied_in{0}, copied_out{0}, copied{0};

  uint64_t handle() { return next_handle_ += 16; }
  void reset(); // what controls have set; handles and memory stay
  // Makes the device fail from now on, and says why on stderr.
  void fault(Device *device, CUresult status, const std::string &text);
  std::string last_fault();
  std::vector<std::shared_ptr<Stream>> streams_of(const Device *device);
  void synchronize(const Device *device); // waits for all of its streams
  // The stream of a handle in a context, or null. 0, 1 and 2 are the
  // context's default stream, which is as independent as any other.
  std::shared_ptr<Stream> stream(Device *device, CUstream handle);

private:
  void configure(const char *text);

  std::atomic<uint64_t> next_handle_{0x10000};
  std::string last_fault_;
};

// Never destroyed, since streams' threads outlive main.
World &world();

// Begin a function of the driver: counts the call, makes it fail if a test
// wants so, and (begin with a device) finds the device of the calling
// thread's context.
CUresult begin(const char *function);
CUresult begin(const char *function, Device *&device);
void set_current(CUcontext context);
CUcontext current_context();

template <class T> std::shared_ptr<T> find(std::map<uint64_t, std::shared_ptr<T>> &table, uint64_t handle) {
  std::lock_guard<std::mutex> lock(world().mutex);
  auto at = table.find(handle);
  return at == table.end() ? nullptr : at->second;
}

template <class T> uint64_t keep(std::map<uint64_t, std::shared_ptr<T>> &table, std::shared_ptr<T> value) {
  uint64_t handle = world().handle();
  std::lock_guard<std::mutex> lock(world().mutex);
  table[handle] = std::move(value);
  return handle;
}

template <class T> std::shared_ptr<T> take(std::map<uint64_t, std::shared_ptr<T>> &table, uint64_t handle) {
  std::lock_guard<std::mutex> lock(world().mutex);
  auto at = table.find(handle);
  if (at == table.end()) return nullptr;
  std::shared_ptr<T> value = at->second;
  table.erase(at);
  return value;
}

} // namespace emu

#define CG_BEGIN                                                               \
  if (CUresult status_ = emu::begin(__func__)) return status_
#define CG_BEGIN_ON(device)                                                    \
  emu::Device *device = nullptr;                                               \
  if (CUresult status_ = emu::begin(__func__, device)) return status_
