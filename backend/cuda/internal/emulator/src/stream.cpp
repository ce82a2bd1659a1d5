#include "stream.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <algorithm>
#include <thread>

#include "signals.h"
#include "world.h"

namespace emu {

namespace {

void sleep_for(int64_t nanoseconds) {
  timespec t = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
  nanosleep(&t, nullptr);
}

} // namespace

std::shared_ptr<Stream> Stream::start(Device *device) {
  std::shared_ptr<Stream> s(new Stream(device));
  // The thread must not run the handlers of the program that it is part of.
  sigset_t all, before;
  sigfillset(&all);
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE}) sigdelset(&all, signal);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread([s] { s->loop(); }).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return s;
}

void Stream::loop() {
  unblock_timer_of_thread();
  Grid grid;
  for (;;) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !queue_.empty(); });
    if (queue_.empty()) return;
    Work work = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    int64_t pause = std::max<int64_t>(delay, world().delay);
    if (pause > 0) sleep_for(pause);
    work(grid);
    work = nullptr; // what it holds goes before it counts as done
    lock.lock();
    done_++;
    changed_.notify_all();
  }
}

void Stream::submit(Work work) {
  std::lock_guard<std::mutex> lock(mutex_);
  queue_.push_back(std::move(work));
  submitted_++;
  changed_.notify_all();
}

void Stream::wait() {
  std::unique_lock<std::mutex> lock(mutex_);
  uint64_t until = submitted_;
  changed_.wait(lock, [&] { return done_ >= until; });
}

bool Stream::idle() {
  std::lock_guard<std::mutex> lock(mutex_);
  return done_ == submitted_;
}

void Stream::close() {
  std::lock_guard<std::mutex> lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

void Event::record(Stream &stream, std::shared_ptr<Event> self) {
  std::lock_guard<std::mutex> lock(mutex_);
  uint64_t n = ++recorded_;
  stream.submit([self, n](Grid &) {
    std::lock_guard<std::mutex> lock(self->mutex_);
    self->done_ = std::max(self->done_, n);
    self->time_ = monotonic();
    self->changed_.notify_all();
  });
}

void Event::wait() { wait(records()); }

void Event::wait(uint64_t n) {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [&] { return done_ >= n; });
}

bool Event::complete() {
  std::lock_guard<std::mutex> lock(mutex_);
  return done_ == recorded_;
}

uint64_t Event::records() {
  std::lock_guard<std::mutex> lock(mutex_);
  return recorded_;
}

int64_t Event::time() {
  std::lock_guard<std::mutex> lock(mutex_);
  return time_;
}

} // namespace emu
