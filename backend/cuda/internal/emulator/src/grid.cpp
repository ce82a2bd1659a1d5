#include "grid.h"

#include <link.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstring>
#include <new>

#include "pattern.h"
#include "signals.h"

namespace emu {

namespace {

constexpr size_t shared_room = 256 << 10, shared_guard = 64;

// Reached from signal handlers, where other thread-local storage may not be.
thread_local Grid *grid __attribute__((tls_model("initial-exec"))) = nullptr;

struct Statics {
  const void *inside; // an address of the module
  char *begin;
  size_t size;
};

// The zeroed part of a module's thread-local storage is its shared memory.
int find_statics(dl_phdr_info *info, size_t, void *arg) {
  auto *s = (Statics *)arg;
  const ElfW(Phdr) *tls = nullptr;
  bool mine = false;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) &p = info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + p.p_vaddr, at = (uintptr_t)s->inside;
    if (p.p_type == PT_LOAD && at >= begin && at < begin + p.p_memsz) mine = true;
    if (p.p_type == PT_TLS) tls = &p;
  }
  if (!mine) return 0;
  if (tls && info->dlpi_tls_data) {
    s->begin = (char *)info->dlpi_tls_data + tls->p_filesz;
    s->size = tls->p_memsz - tls->p_filesz;
  }
  return 1;
}

uint64_t mix(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

uint64_t common_divisor(uint64_t a, uint64_t b) { return b == 0 ? a : common_divisor(b, a % b); }

unsigned long long host_warp(int op, unsigned mask, unsigned long long value, int arg, int width) {
  return grid->warp(op, mask, value, arg, width);
}
int host_barrier(int predicate, int *threads) { return grid->barrier(predicate, threads); }
void host_yield() { grid->yield(); }
void host_trap(const char *text) { grid->fail(CUDA_ILLEGAL_INSTRUCTION, text); }

} // namespace

const cg_emu_host host = {host_warp, host_barrier, host_yield, host_trap};

Grid *Grid::current() { return grid; }

Grid::Grid() : fibers_(body, this) {
  shared_ = (char *)mmap(nullptr, shared_room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (shared_ == MAP_FAILED) throw std::bad_alloc();
  start_signals_of_thread();
}

Grid::~Grid() {
  end_signals_of_thread();
  munmap(shared_, shared_room);
}

CUresult Grid::run(const Launch &launch, std::string &error) {
  launch_ = &launch;
  block_ = {launch.grid, launch.block, {0, 0, 0}, shared_};
  self_ = launch.module->self();
  Statics s = {launch.module->kernels, nullptr, 0};
  dl_iterate_phdr(find_statics, &s);
  statics_ = s.begin;
  statics_size_ = s.size;

  unsigned n = launch.block.x * launch.block.y * launch.block.z;
  threads_.assign(n, Thread());
  order_.resize(n);
  for (unsigned i = 0; i < n; i++) {
    unsigned x = i % launch.block.x, y = i / launch.block.x;
    threads_[i].self = {{x, y % launch.block.y, y / launch.block.y}, i, &block_};
    order_[i] = i;
  }
  free_.clear();
  for (int i = Fibers::max; i-- > 0;) free_.push_back(i);

  status_ = CUDA_SUCCESS;
  error_.clear();
  signal_text_ = nullptr;
  now_ = nullptr;
  if (sigsetjmp(out_, 1) == 0) {
    grid = this;
    start_timer(launch.timeout);
    status_ = [this] {
      const Launch &l = *launch_;
      uint64_t total = (uint64_t)l.grid.x * l.grid.y * l.grid.z, step = 1, first = 0;
      if (l.seed != 0) {
        step = mix(l.seed) % total | 1;
        while (common_divisor(step, total) != 1) step++;
        first = mix(l.seed + 1) % total;
      }
      for (uint64_t i = 0; i < total; i++) {
        uint64_t b = (first + (unsigned __int128)i * step) % total;
        block_.index = {unsigned(b % l.grid.x), unsigned(b / l.grid.x % l.grid.y), unsigned(b / l.grid.x / l.grid.y)};
        if (l.seed != 0) {
          for (unsigned k = (unsigned)order_.size(); k > 1; k--) std::swap(order_[k - 1], order_[mix(l.seed + i * 1024 + k) % k]);
        }
        if (CUresult r = block()) return r;
      }
      return CUresult(CUDA_SUCCESS);
    }();
  }
  grid = nullptr;
  start_timer(0);
  if (signal_text_) describe(signal_text_);
  if (status_ != CUDA_SUCCESS) fibers_.forget();
  *self_ = nullptr;
  error = error_;
  return status_;
}

CUresult Grid::block() {
  unsigned n = (unsigned)threads_.size();
  for (Thread &t : threads_) t.state = Waiting;
  next_ = 0;
  live_ = n;
  waiting_ = predicates_ = at_warp_ = 0;
  fill_shared();
  int64_t idle_since = 0;
  for (unsigned pass = 1; live_ > 0; pass++) {
    uint64_t before = progress_;
    bool ran = false;
    while (next_ < n) {
      fiber_ = free_.back();
      free_.pop_back();
      fibers_.run(fiber_);
      ran = true;
    }
    for (unsigned i : order_) {
      if (threads_[i].state != Ready) continue;
      resume(threads_[i]);
      ran = true;
    }
    if (!ran) {
      int barrier = 0, warp = 0;
      for (Thread &t : threads_) barrier += t.state == AtBarrier, warp += t.state == AtWarp;
      fail(CUDA_LAUNCH_TIMEOUT, "deadlock: " + std::to_string(barrier) + " threads wait in __syncthreads, " +
                                    std::to_string(warp) + " in warp operations");
    }
    if (progress_ != before) idle_since = 0;
    else if (idle_since == 0) idle_since = monotonic();
    else if (pass % 256 == 0 && launch_->timeout != 0 && monotonic() - idle_since > launch_->timeout / 10)
      fail(CUDA_LAUNCH_TIMEOUT, "all threads wait for what no thread of the block brings about");
  }
  check_shared();
  return CUDA_SUCCESS;
}

void Grid::fill_shared() {
  memset(shared_, unwritten, launch_->shared);
  memset(shared_ + launch_->shared, guard, shared_guard);
  if (statics_size_ > 0) memset(statics_, unwritten, statics_size_);
}

void Grid::check_shared() {
  for (size_t i = 0; i < shared_guard; i++) {
    if ((unsigned char)shared_[launch_->shared + i] == guard) continue;
    fail(CUDA_ILLEGAL_ADDRESS, "a thread wrote byte " + std::to_string(launch_->shared + i) + " of " +
                                   std::to_string(launch_->shared) + " bytes of dynamic shared memory");
  }
}

void Grid::body(void *arg) {
  auto *g = (Grid *)arg;
  for (;;) {
    g->threads();
    g->free_.push_back(g->fiber_);
    g->fibers_.leave(g->fiber_);
  }
}

// Starts threads one after another, for as long as none has to wait.
void Grid::threads() {
  while (next_ < threads_.size()) {
    Thread &t = threads_[order_[next_++]];
    t.state = Running;
    now_ = &t;
    *self_ = &t.self;
    launch_->kernel->run(launch_->params.data());
    finish(*now_); // now_ is t again, whatever ran meanwhile
  }
}

void Grid::resume(Thread &t) {
  t.state = Running;
  now_ = &t;
  *self_ = &t.self;
  fiber_ = t.fiber;
  fibers_.run(fiber_);
}

void Grid::park() {
  now_->fiber = fiber_;
  fibers_.leave(fiber_);
}

void Grid::finish(Thread &t) {
  t.state = Done;
  live_--;
  progress_++;
  if (waiting_ > 0 && waiting_ == (int)live_) release_barrier();
  if (at_warp_ == 0) return;
  unsigned lane = t.self.rank % 32, warp = t.self.rank / 32;
  for (unsigned i = warp * 32; i < warp * 32 + 32 && i < threads_.size(); i++) {
    if (threads_[i].state == AtWarp && threads_[i].mask >> lane & 1) complete_warp(warp, threads_[i].mask);
  }
}

int Grid::barrier(int predicate, int *threads) {
  Thread &t = *now_;
  t.state = AtBarrier;
  waiting_++;
  predicates_ += predicate;
  if (waiting_ == (int)live_) {
    release_barrier();
    t.state = Running;
  } else {
    park();
  }
  *threads = barrier_threads_;
  return barrier_result_;
}

void Grid::release_barrier() {
  barrier_result_ = predicates_;
  barrier_threads_ = waiting_;
  waiting_ = predicates_ = 0;
  progress_++;
  for (Thread &t : threads_) {
    if (t.state == AtBarrier) t.state = Ready;
  }
}

void Grid::yield() {
  now_->state = Ready;
  park();
}

unsigned long long Grid::warp(int op, unsigned mask, unsigned long long value, int arg, int width) {
  Thread &t = *now_;
  unsigned lane = t.self.rank % 32;
  if (!(mask >> lane & 1)) fail(CUDA_ILLEGAL_INSTRUCTION, "the mask of a warp operation lacks the lane that calls it");
  t.op = op;
  t.mask = mask;
  t.value = value;
  t.arg = arg;
  t.width = width;
  t.state = AtWarp;
  at_warp_++;
  if (complete_warp(t.self.rank / 32, mask)) t.state = Running;
  else park();
  return t.value;
}

// Lets the lanes of mask go on if each that has not ended waits.
bool Grid::complete_warp(unsigned warp, unsigned mask) {
  unsigned first = warp * 32, present = 0;
  int op = -1;
  for (unsigned lane = 0; lane < 32 && first + lane < threads_.size(); lane++) {
    const Thread &t = threads_[first + lane];
    if (!(mask >> lane & 1) || t.state == Done) continue;
    if (t.state != AtWarp || t.mask != mask) return false;
    if (op >= 0 && t.op != op) fail(CUDA_ILLEGAL_INSTRUCTION, "lanes of one mask meet in different warp operations");
    op = t.op;
    present |= 1u << lane;
  }
  unsigned long long results[32];
  for (unsigned lane = 0; lane < 32; lane++) {
    if (present >> lane & 1) results[lane] = warp_result(&threads_[first], present, lane);
  }
  for (unsigned lane = 0; lane < 32; lane++) {
    if (!(present >> lane & 1)) continue;
    threads_[first + lane].value = results[lane];
    threads_[first + lane].state = Ready;
    at_warp_--;
  }
  progress_++;
  return true;
}

unsigned long long Grid::warp_result(const Thread *lanes, unsigned present, int lane) const {
  const Thread &t = lanes[lane];
  int base = lane & ~(t.width - 1), last = base + t.width - 1, from = lane;
  switch (t.op) {
  case CG_EMU_SYNC:
    return 0;
  case CG_EMU_SHFL_IDX:
    from = base + (t.arg & (t.width - 1));
    break;
  case CG_EMU_SHFL_UP:
    from = lane - t.arg < base ? lane : lane - t.arg;
    break;
  case CG_EMU_SHFL_DOWN:
    from = lane + t.arg > last ? lane : lane + t.arg;
    break;
  case CG_EMU_SHFL_XOR:
    from = (lane ^ t.arg) > last ? lane : lane ^ t.arg;
    break;
  default:
    return warp_vote(lanes, present, t);
  }
  // What a lane gives that takes no part is undefined.
  if (from < 0 || from > 31 || !(present >> from & 1)) return 0xa5a5a5a5a5a5a5a5u;
  return lanes[from].value;
}

unsigned long long Grid::warp_vote(const Thread *lanes, unsigned present, const Thread &t) {
  unsigned equal = 0, ballot = 0;
  bool first = true;
  unsigned r = 0;
  for (int i = 0; i < 32; i++) {
    if (!(present >> i & 1)) continue;
    unsigned v = (unsigned)lanes[i].value;
    if (lanes[i].value == t.value) equal |= 1u << i;
    if (v) ballot |= 1u << i;
    if (first) r = v, first = false;
    else switch (t.op) {
    case CG_EMU_REDUCE_ADD: r += v; break;
    case CG_EMU_REDUCE_MIN: r = v < r ? v : r; break;
    case CG_EMU_REDUCE_MAX: r = v > r ? v : r; break;
    case CG_EMU_REDUCE_MIN_SIGNED: r = (int)v < (int)r ? v : r; break;
    case CG_EMU_REDUCE_MAX_SIGNED: r = (int)v > (int)r ? v : r; break;
    case CG_EMU_REDUCE_AND: r &= v; break;
    case CG_EMU_REDUCE_OR: r |= v; break;
    case CG_EMU_REDUCE_XOR: r ^= v; break;
    }
  }
  if (t.op == CG_EMU_BALLOT) return ballot;
  if (t.op == CG_EMU_MATCH_ANY) return equal;
  if (t.op == CG_EMU_MATCH_ALL) return equal == present ? present : 0;
  return r;
}

void Grid::fail(CUresult status, std::string text) {
  grid = nullptr; // from here on a signal leaves the launch alone
  describe(text.c_str());
  status_ = status;
  siglongjmp(out_, 1);
}

void Grid::describe(const char *text) {
  char at[200];
  snprintf(at, sizeof at, "kernel %s, block (%u, %u, %u)", launch_->kernel->name, block_.index.x, block_.index.y, block_.index.z);
  error_ = at;
  if (now_ && now_->state == Running) {
    snprintf(at, sizeof at, ", thread (%u, %u, %u)", now_->self.index.x, now_->self.index.y, now_->self.index.z);
    error_ += at;
  }
  error_ = error_ + ": " + text;
}

void Grid::jump(CUresult status, const char *text) {
  grid = nullptr;
  status_ = status;
  signal_text_ = text;
  siglongjmp(out_, 1);
}

} // namespace emu
