// Runs the grid of one launch on the calling OS thread.

#pragma once

#include <csetjmp>
#include <cstdint>
#include <string>
#include <vector>

#include "abi.h"
#include "api.h"
#include "fiber.h"

namespace emu {

struct Launch {
  const cg_emu_module *module;
  const cg_emu_kernel *kernel;
  cg_emu_dim grid, block;
  unsigned shared;            // bytes of dynamic shared memory
  std::vector<char> params;   // packed
  uint64_t seed;              // 0: blocks and threads in order, else shuffled by it
  int64_t timeout;            // nanoseconds; 0 for none
};

// The blocks run one after another. The threads of a block run on fibers: one
// fiber runs thread after thread as plain calls, until one has to wait; it
// keeps that fiber, and the next threads start on another. A launch without
// synchronisation is so a loop.
class Grid {
public:
  Grid();
  ~Grid();
  Grid(const Grid &) = delete;

  // Returns CUDA's status and, in error, what went wrong in words.
  CUresult run(const Launch &launch, std::string &error);

  // What the running thread calls.
  unsigned long long warp(int op, unsigned mask, unsigned long long value, int arg, int width);
  int barrier(int predicate, int *threads);
  void yield();
  [[noreturn]] void fail(CUresult status, std::string text);

  // Of the calling OS thread while it runs a grid, else null. Signal handlers
  // use it.
  static Grid *current();
  // Leaves the launch from within a signal handler; text is a literal.
  [[noreturn]] void jump(CUresult status, const char *text);

private:
  enum State : uint8_t { Waiting, Running, Ready, AtBarrier, AtWarp, Done };
  struct Thread {
    cg_emu_thread self;
    State state;
    int fiber;
    int op; // of the warp operation that it waits in
    unsigned mask;
    unsigned long long value; // put in, then the result
    int arg, width;
  };

  static void body(void *grid);
  void threads();
  CUresult block();
  void fill_shared();
  void check_shared();
  void park();
  void finish(Thread &t);
  void release_barrier();
  bool complete_warp(unsigned warp, unsigned mask);
  unsigned long long warp_result(const Thread *lanes, unsigned present, int lane) const;
  static unsigned long long warp_vote(const Thread *lanes, unsigned present, const Thread &t);
  void resume(Thread &t);
  void describe(const char *text);

  Fibers fibers_;
  char *shared_;
  const Launch *launch_ = nullptr;
  cg_emu_block block_;
  cg_emu_thread **self_ = nullptr;
  char *statics_ = nullptr; // of the module's __shared__ variables on this OS thread
  size_t statics_size_ = 0;
  std::vector<Thread> threads_;
  std::vector<unsigned> order_;
  std::vector<int> free_; // fibers that run no thread
  unsigned next_ = 0, live_ = 0;
  Thread *now_ = nullptr;
  int fiber_ = 0;
  int waiting_ = 0, predicates_ = 0, barrier_result_ = 0, barrier_threads_ = 0;
  int at_warp_ = 0; // threads that wait in a warp operation
  uint64_t progress_ = 0;
  CUresult status_ = 0;
  const char *signal_text_ = nullptr;
  std::string error_;
  sigjmp_buf out_;
};

// The functions that a module calls.
extern const cg_emu_host host;

} // namespace emu
