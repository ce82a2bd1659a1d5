// Device memory and pinned host memory.

#pragma once

#include <map>
#include <mutex>
#include <string>

#include "api.h"

namespace emu {

// An allocation lies between guard zones that hold a pattern, and those
// between pages that can't be touched. New device memory holds a pattern too,
// so that a read of what was never written shows.
struct Allocation {
  uint64_t address;
  size_t bytes;
  char *map;
  size_t mapped;
  int device; // -1 for pinned host memory
};

class Memory {
public:
  // Returns 0 if the system has no more memory.
  uint64_t allocate(size_t bytes, int device);
  // Returns false if no allocation of this kind begins there. damage is empty
  // unless something was written around the allocation.
  bool release(uint64_t address, bool host, std::string &damage);
  // Whether the bytes lie inside one allocation of this kind.
  bool holds(uint64_t address, size_t bytes, bool host);
  // What was written around living allocations; empty if nothing.
  std::string damage();
  size_t live(bool host); // allocations
  size_t bytes(int device);

private:
  std::string damage(const Allocation &a) const;

  std::mutex mutex_;
  std::map<uint64_t, Allocation> allocations_;
};

} // namespace emu
