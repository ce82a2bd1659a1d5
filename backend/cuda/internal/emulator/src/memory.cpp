#include "memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "pattern.h"

namespace emu {

namespace {

constexpr size_t zone = 256;     // at least 64 bytes, and the alignment
constexpr size_t moat = 1 << 20; // on either side, that can't be touched

size_t round_up(size_t n, size_t to) { return (n + to - 1) / to * to; }

} // namespace

uint64_t Memory::allocate(size_t bytes, int device) {
  size_t page = sysconf(_SC_PAGESIZE), inner = round_up(bytes + 2 * zone, page);
  if (inner < bytes) return 0;
  char *map = (char *)mmap(nullptr, inner + 2 * moat, PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED) return 0;
  if (mprotect(map + moat, inner, PROT_READ | PROT_WRITE) != 0) {
    munmap(map, inner + 2 * moat);
    return 0;
  }
  char *data = map + moat + zone;
  memset(map + moat, guard, zone);
  if (device >= 0) memset(data, unwritten, bytes);
  memset(data + bytes, guard, inner - zone - bytes);
  std::lock_guard<std::mutex> lock(mutex_);
  allocations_[(uint64_t)data] = {(uint64_t)data, bytes, map, inner + 2 * moat, device};
  return (uint64_t)data;
}

bool Memory::release(uint64_t address, bool host, std::string &damaged) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto at = allocations_.find(address);
  if (at == allocations_.end() || (at->second.device < 0) != host) return false;
  damaged = damage(at->second);
  munmap(at->second.map, at->second.mapped);
  allocations_.erase(at);
  return true;
}

bool Memory::holds(uint64_t address, size_t bytes, bool host) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin()) return false;
  const Allocation &a = std::prev(after)->second;
  size_t from = address - a.address;
  return (a.device < 0) == host && from <= a.bytes && bytes <= a.bytes - from;
}

std::string Memory::damage(const Allocation &a) const {
  const char *begin = a.map + moat, *data = (const char *)a.address, *end = a.map + a.mapped - moat;
  for (const char *p = begin; p < end; p++) {
    if (p == data) p += a.bytes;
    if (p == end || (unsigned char)*p == guard) continue;
    char text[160];
    snprintf(text, sizeof text, "byte %td of an allocation of %zu bytes at %#llx was written", p - data, a.bytes, (unsigned long long)a.address);
    return text;
  }
  return "";
}

std::string Memory::damage() {
  std::lock_guard<std::mutex> lock(mutex_);
  std::string all;
  for (auto &entry : allocations_) {
    std::string one = damage(entry.second);
    if (!one.empty()) all += (all.empty() ? "" : "; ") + one;
  }
  return all;
}

size_t Memory::live(bool host) {
  std::lock_guard<std::mutex> lock(mutex_);
  size_t n = 0;
  for (auto &entry : allocations_) n += (entry.second.device < 0) == host;
  return n;
}

size_t Memory::bytes(int device) {
  std::lock_guard<std::mutex> lock(mutex_);
  size_t n = 0;
  for (auto &entry : allocations_) n += entry.second.device == device ? round_up(entry.second.bytes, 512) : 0;
  return n;
}

} // namespace emu
