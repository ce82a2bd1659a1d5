#include "world.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "signals.h"

namespace emu {

namespace {

thread_local CUcontext current = 0;

constexpr size_t default_memory = (size_t)2 << 30;
constexpr int64_t default_timeout = 20000000000;

// A small card of compute capability 9.0: few multiprocessors, so that small
// arrays already need several blocks for each.
constexpr int defaults[][2] = {
    {1, 1024}, {2, 1024}, {3, 1024}, {4, 64},           // threads of a block
    {5, 2147483647}, {6, 65535}, {7, 65535},            // blocks of a grid
    {8, 48 << 10}, {9, 64 << 10}, {10, 32}, {11, 2147483647}, {12, 65536},
    {13, 1980000}, {14, 512}, {15, 1}, {16, 4}, {17, 0}, {18, 0}, {19, 1}, {20, 0},
    {31, 1}, {32, 1}, {34, 0}, {35, 0}, {36, 2619000}, {37, 5120}, {38, 4 << 20},
    {39, 2048}, {40, 3}, {41, 1}, {50, 0}, {75, 9}, {76, 0},
    {81, 228 << 10}, {82, 65536}, {83, 1}, {87, 2}, {97, 227 << 10}, {106, 32}, {111, 1 << 10},
};

} // namespace

int Device::attribute(int which) const {
  auto own = attributes.find(which);
  if (own != attributes.end()) return own->second;
  if (which == 33) return ordinal + 1; // PCI bus
  for (auto &d : defaults) {
    if (d[0] == which) return d[1];
  }
  return 0;
}

World &world() {
  static World *w = new World;
  return *w;
}

World::World() {
  install_signals();
  for (int i = 0; i < max_devices; i++) devices[i].ordinal = i;
  reset();
}

void World::reset() {
  std::lock_guard<std::mutex> lock(mutex);
  count = 1;
  version = 13000;
  delay = 0;
  timeout = default_timeout;
  seed = 0;
  launches = copied_in = copied_out = copied = 0;
  last_fault_.clear();
  for (Device &d : devices) {
    d.memory = default_memory;
    d.attributes.clear();
    d.error = 0;
  }
  for (auto &s : streams) s.second->delay = 0;
  if (const char *text = getenv("CUGOND_EMULATOR")) configure(text);
}

// Words such as devices=2 memory=1000000 version=12080 seed=7 timeout=5000.
void World::configure(const char *text) {
  std::istringstream words(text);
  std::string word;
  while (words >> word) {
    size_t at = word.find('=');
    std::string name = word.substr(0, at);
    long long value = at == std::string::npos ? 0 : atoll(word.c_str() + at + 1);
    if (name == "devices" && value >= 0 && value <= max_devices) count = (int)value;
    else if (name == "memory") for (Device &d : devices) d.memory = (size_t)value;
    else if (name == "version") version = (int)value;
    else if (name == "seed") seed = (uint64_t)value;
    else if (name == "timeout") timeout = value * 1000000;
    else fprintf(stderr, "emulator: CUGOND_EMULATOR has no setting %s\n", word.c_str());
  }
}

void World::fault(Device *device, CUresult status, const std::string &text) {
  device->error = status;
  fprintf(stderr, "emulator: device %d: status %d: %s\n", device->ordinal, status, text.c_str());
  std::lock_guard<std::mutex> lock(mutex);
  last_fault_ = text;
}

std::string World::last_fault() {
  std::lock_guard<std::mutex> lock(mutex);
  return last_fault_;
}

std::vector<std::shared_ptr<Stream>> World::streams_of(const Device *device) {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<std::shared_ptr<Stream>> all;
  if (device->null_stream) all.push_back(device->null_stream);
  for (auto &s : streams) {
    if (s.second->device() == device) all.push_back(s.second);
  }
  return all;
}

void World::synchronize(const Device *device) {
  for (auto &s : streams_of(device)) s->wait();
}

std::shared_ptr<Stream> World::stream(Device *device, CUstream handle) {
  std::lock_guard<std::mutex> lock(mutex);
  if (handle <= 2) {
    if (!device->null_stream) device->null_stream = Stream::start(device);
    return device->null_stream;
  }
  auto at = streams.find(handle);
  if (at == streams.end() || at->second->device() != device) return nullptr;
  return at->second;
}

CUresult begin(const char *function) {
  if (int status = calls().enter(function)) return status;
  std::lock_guard<std::mutex> lock(world().mutex);
  return world().initialized ? CUDA_SUCCESS : CUDA_NOT_INITIALIZED;
}

CUresult begin(const char *function, Device *&device) {
  if (CUresult status = begin(function)) return status;
  World &w = world();
  std::lock_guard<std::mutex> lock(w.mutex);
  if (current == 0) return CUDA_INVALID_CONTEXT;
  for (Device &d : w.devices) {
    if (d.context == current) device = &d;
  }
  if (!device) return CUDA_CONTEXT_IS_DESTROYED;
  return device->error;
}

void set_current(CUcontext context) { current = context; }
CUcontext current_context() { return current; }

} // namespace emu
