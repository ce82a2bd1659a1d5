// Turns faults of kernels and launches that run too long into errors of the
// launch.

#pragma once

#include <cstdint>

namespace emu {

// Installs the handlers. What isn't a kernel's goes on to the handlers that
// were there before.
void install_signals();

// For the calling OS thread: a stack for the handlers, and a timer.
void start_signals_of_thread();
void end_signals_of_thread();
void unblock_timer_of_thread();

// Ends the running launch after so many nanoseconds; 0 stops the timer.
void start_timer(int64_t nanoseconds);

int64_t monotonic(); // nanoseconds

} // namespace emu
