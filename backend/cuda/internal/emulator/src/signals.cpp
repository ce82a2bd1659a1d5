#include "signals.h"

#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cstdlib>

#include "grid.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

namespace emu {

namespace {

constexpr int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE};
struct sigaction before[4];

constexpr size_t stack_size = 64 << 10;
thread_local char *stack = nullptr;
thread_local timer_t timer;

int timer_signal() { return SIGRTMAX - 2; }

void on_fault(int signal, siginfo_t *info, void *context) {
  if (Grid *g = Grid::current()) {
    if (signal == SIGFPE) g->jump(CUDA_LAUNCH_FAILED, "division of an integer by zero, which has no defined result");
    // The compiler's checks, and the processor's where instructions need alignment.
    if (signal == SIGILL || info->si_code == SI_KERNEL || (signal == SIGBUS && info->si_code == BUS_ADRALN))
      g->jump(CUDA_MISALIGNED_ADDRESS, "a misaligned access, or an index outside an array");
    g->jump(CUDA_ILLEGAL_ADDRESS, "access to memory that isn't the device's");
  }
  for (int i = 0; i < 4; i++) {
    if (faults[i] != signal) continue;
    if (before[i].sa_flags & SA_SIGINFO) return before[i].sa_sigaction(signal, info, context);
    if (before[i].sa_handler != SIG_DFL && before[i].sa_handler != SIG_IGN) return before[i].sa_handler(signal);
    sigaction(signal, &before[i], nullptr); // and the fault comes again
  }
}

void on_timer(int, siginfo_t *, void *) {
  if (Grid *g = Grid::current()) g->jump(CUDA_LAUNCH_TIMEOUT, "the kernel ran longer than a launch may");
}

} // namespace

void install_signals() {
  struct sigaction a = {};
  a.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigfillset(&a.sa_mask);
  a.sa_sigaction = on_fault;
  for (int i = 0; i < 4; i++) sigaction(faults[i], &a, &before[i]);
  a.sa_sigaction = on_timer;
  sigaction(timer_signal(), &a, nullptr);
}

void start_signals_of_thread() {
  stack = (char *)malloc(stack_size);
  stack_t s = {};
  s.ss_sp = stack;
  s.ss_size = stack_size;
  sigaltstack(&s, nullptr);
  sigevent e = {};
  e.sigev_notify = SIGEV_THREAD_ID;
  e.sigev_signo = timer_signal();
  e.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
  timer_create(CLOCK_MONOTONIC, &e, &timer);
}

void end_signals_of_thread() {
  timer_delete(timer);
  stack_t s = {};
  s.ss_flags = SS_DISABLE;
  sigaltstack(&s, nullptr);
  free(stack);
}

void unblock_timer_of_thread() {
  sigset_t s;
  sigemptyset(&s);
  sigaddset(&s, timer_signal());
  pthread_sigmask(SIG_UNBLOCK, &s, nullptr);
}

void start_timer(int64_t nanoseconds) {
  itimerspec t = {};
  t.it_value.tv_sec = nanoseconds / 1000000000;
  t.it_value.tv_nsec = nanoseconds % 1000000000;
  timer_settime(timer, 0, &t, nullptr);
}

int64_t monotonic() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

} // namespace emu
