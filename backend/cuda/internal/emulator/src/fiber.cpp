#include "fiber.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <new>

#if !defined(__x86_64__) && !defined(__aarch64__)
#include <ucontext.h>
#endif

namespace emu {

#if defined(__x86_64__)

struct FiberContext { void *sp = nullptr; };

// Saves the registers that a call keeps on this stack, goes over to the other
// one and takes them from there.
extern "C" void cg_fiber_switch(void **from, void *to);
__asm__(".text\n.type cg_fiber_switch,@function\n.hidden cg_fiber_switch\ncg_fiber_switch:\n"
        "pushq %rbp\npushq %rbx\npushq %r12\npushq %r13\npushq %r14\npushq %r15\n"
        "movq %rsp, (%rdi)\nmovq %rsi, %rsp\n"
        "popq %r15\npopq %r14\npopq %r13\npopq %r12\npopq %rbx\npopq %rbp\nret\n"
        // A new fiber: its body and argument were left in registers.
        ".type cg_fiber_start,@function\n.hidden cg_fiber_start\ncg_fiber_start:\n"
        "movq %r13, %rdi\ncallq *%r12\nud2\n");
extern "C" void cg_fiber_start();

static void *initial(char *top, void (*body)(void *), void *argument) {
  void **sp = (void **)top - 9; // the stack is aligned to 16 where the body is called
  memset(sp, 0, 9 * sizeof *sp);
  sp[2] = argument;                // r13
  sp[3] = (void *)body;            // r12
  sp[6] = (void *)cg_fiber_start;  // where the first switch returns to
  return sp;
}

#elif defined(__aarch64__)

struct FiberContext { void *sp = nullptr; };

extern "C" void cg_fiber_switch(void **from, void *to);
__asm__(".text\n.type cg_fiber_switch,%function\n.hidden cg_fiber_switch\ncg_fiber_switch:\n"
        "sub sp, sp, #160\n"
        "stp x19, x20, [sp, #0]\nstp x21, x22, [sp, #16]\nstp x23, x24, [sp, #32]\n"
        "stp x25, x26, [sp, #48]\nstp x27, x28, [sp, #64]\nstp x29, x30, [sp, #80]\n"
        "stp d8, d9, [sp, #96]\nstp d10, d11, [sp, #112]\nstp d12, d13, [sp, #128]\nstp d14, d15, [sp, #144]\n"
        "mov x9, sp\nstr x9, [x0]\nmov sp, x1\n"
        "ldp x19, x20, [sp, #0]\nldp x21, x22, [sp, #16]\nldp x23, x24, [sp, #32]\n"
        "ldp x25, x26, [sp, #48]\nldp x27, x28, [sp, #64]\nldp x29, x30, [sp, #80]\n"
        "ldp d8, d9, [sp, #96]\nldp d10, d11, [sp, #112]\nldp d12, d13, [sp, #128]\nldp d14, d15, [sp, #144]\n"
        "add sp, sp, #160\nret\n"
        ".type cg_fiber_start,%function\n.hidden cg_fiber_start\ncg_fiber_start:\n"
        "mov x0, x20\nblr x19\nbrk #1\n");
extern "C" void cg_fiber_start();

static void *initial(char *top, void (*body)(void *), void *argument) {
  void **sp = (void **)top - 20;
  memset(sp, 0, 20 * sizeof *sp);
  sp[0] = (void *)body;            // x19
  sp[1] = argument;                // x20
  sp[11] = (void *)cg_fiber_start; // x30
  return sp;
}

#else

struct FiberContext {
  ucontext_t context;
  bool ready = false;
};

#endif

Fibers::Fibers(void (*body)(void *), void *argument)
    : body_(body), argument_(argument), contexts_(new FiberContext[max + 1]) {
  memory_ = (char *)mmap(nullptr, max * stack, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory_ == MAP_FAILED) throw std::bad_alloc();
}

Fibers::~Fibers() { munmap(memory_, max * stack); }

#if defined(__x86_64__) || defined(__aarch64__)

void Fibers::prepare(int i) {
  for (; guarded_ <= i; guarded_++) mprotect(memory_ + guarded_ * stack, sysconf(_SC_PAGESIZE), PROT_NONE);
  contexts_[i].sp = initial(memory_ + i * stack + room(i), body_, argument_);
}

void Fibers::run(int i) {
  if (!contexts_[i].sp) prepare(i);
  cg_fiber_switch(&contexts_[max].sp, contexts_[i].sp);
}

void Fibers::leave(int i) { cg_fiber_switch(&contexts_[i].sp, contexts_[max].sp); }

void Fibers::forget() {
  for (int i = 0; i < max; i++) contexts_[i].sp = nullptr;
}

#else

// makecontext passes ints only.
static void start(unsigned b0, unsigned b1, unsigned a0, unsigned a1) {
  auto body = (void (*)(void *))(uintptr_t)((uint64_t)b1 << 32 | b0);
  body((void *)(uintptr_t)((uint64_t)a1 << 32 | a0));
}

void Fibers::prepare(int i) {
  for (; guarded_ <= i; guarded_++) mprotect(memory_ + guarded_ * stack, sysconf(_SC_PAGESIZE), PROT_NONE);
  ucontext_t &c = contexts_[i].context;
  getcontext(&c);
  c.uc_stack.ss_sp = memory_ + i * stack;
  c.uc_stack.ss_size = room(i);
  c.uc_link = nullptr;
  uint64_t b = (uintptr_t)body_, a = (uintptr_t)argument_;
  makecontext(&c, (void (*)())start, 4, (unsigned)b, (unsigned)(b >> 32), (unsigned)a, (unsigned)(a >> 32));
  contexts_[i].ready = true;
}

void Fibers::run(int i) {
  if (!contexts_[i].ready) prepare(i);
  swapcontext(&contexts_[max].context, &contexts_[i].context);
}

void Fibers::leave(int i) { swapcontext(&contexts_[i].context, &contexts_[max].context); }

void Fibers::forget() {
  for (int i = 0; i < max; i++) contexts_[i].ready = false;
}

#endif

} // namespace emu
