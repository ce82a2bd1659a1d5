// Counts the calls of a library's functions and makes chosen ones fail.

#pragma once

#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "api.h"

namespace emu {

class Calls {
public:
  // Returns the status that this call is to fail with, or 0.
  int enter(const char *function) {
    std::lock_guard<std::mutex> lock(mutex_);
    uint64_t n = ++counts_[function];
    for (size_t i = 0; i < faults_.size(); i++) {
      if (faults_[i].function != function || faults_[i].call != n) continue;
      int status = faults_[i].status;
      faults_.erase(faults_.begin() + i);
      return status;
    }
    return 0;
  }

  uint64_t count(const char *function) {
    std::lock_guard<std::mutex> lock(mutex_);
    auto at = counts_.find(function);
    return at == counts_.end() ? 0 : at->second;
  }

  // The nth call of a function from now on fails; n counts from 1.
  void fail(const char *function, uint64_t n, int status) {
    std::lock_guard<std::mutex> lock(mutex_);
    faults_.push_back({function, counts_[function] + n, status});
  }

  void reset() {
    std::lock_guard<std::mutex> lock(mutex_);
    counts_.clear();
    faults_.clear();
  }

private:
  struct Fault {
    std::string function;
    uint64_t call;
    int status;
  };
  std::mutex mutex_;
  std::map<std::string, uint64_t> counts_;
  std::vector<Fault> faults_;
};

// One of each library; never destroyed, since threads outlive main.
inline Calls &calls() {
  static Calls *c = new Calls;
  return *c;
}

} // namespace emu

// The controls that each of the libraries exports.
#define CG_EXPORT_CALLS                                                        \
  CG_EXPORT void cgEmulatorFail(const char *function, uint64_t n, int status) { \
    emu::calls().fail(function, n, status);                                    \
  }                                                                            \
  CG_EXPORT uint64_t cgEmulatorCalls(const char *function) { return emu::calls().count(function); } \
  CG_EXPORT void cgEmulatorResetCalls() { emu::calls().reset(); }
