// Streams and events.

#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

#include "api.h"
#include "grid.h"

namespace emu {

struct Device;

// Work is done by one OS thread, in order. Nothing but events orders streams.
class Stream {
public:
  // A piece of work gets the grid of its stream's thread. It has to look at
  // its device's state itself.
  typedef std::function<void(Grid &)> Work;

  static std::shared_ptr<Stream> start(Device *device);
  void submit(Work work);
  void wait(); // for what was submitted so far
  bool idle();
  void close(); // the thread ends after the work that is there
  Device *device() const { return device_; }

  std::atomic<int64_t> delay{0}; // nanoseconds before each piece of work

private:
  explicit Stream(Device *device) : device_(device) {}
  void loop();

  Device *device_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Work> queue_;
  uint64_t submitted_ = 0, done_ = 0;
  bool closed_ = false;
};

// An event is complete when the work before its latest record is done, and
// before its first record.
class Event {
public:
  Event(Device *device, bool timing) : device(device), timing(timing) {}
  void record(Stream &stream, std::shared_ptr<Event> self);
  void wait();           // for the latest record
  void wait(uint64_t n); // for the nth
  bool complete();
  uint64_t records();
  int64_t time(); // of the latest record that is complete

  Device *const device;
  const bool timing;

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  uint64_t recorded_ = 0, done_ = 0;
  int64_t time_ = 0;
};

} // namespace emu
