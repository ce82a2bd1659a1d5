// Fibers: several stacks on one OS thread.

#pragma once

#include <cstddef>
#include <memory>

namespace emu {

struct FiberContext; // a saved stack pointer, or what the system has for it

// The stacks of one OS thread, made once and used for every block. Fiber i
// runs body(argument) from its first switch on; body must not return.
class Fibers {
public:
  static constexpr int max = 1024;
  // The first page of a stack is a guard. Stacks begin at different places of
  // a page, and an odd number of pages apart: else all would compete for the
  // same lines of the caches.
  static constexpr size_t stack = 132 << 10;

  Fibers(void (*body)(void *), void *argument);
  ~Fibers();
  Fibers(const Fibers &) = delete;

  void run(int i);     // from the OS thread's own stack to fiber i
  void leave(int i);   // from fiber i back to where run was called
  void forget();       // all fibers start again at body

private:
  void prepare(int i);
  size_t room(int i) const { return stack - size_t(i % 32) * 128; }

  void (*body_)(void *);
  void *argument_;
  char *memory_;
  int guarded_ = 0; // fibers whose guard page is in place
  std::unique_ptr<FiberContext[]> contexts_;
};

} // namespace emu
