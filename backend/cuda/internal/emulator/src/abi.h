// What a kernel's module and the driver know of each other. Both sides include
// this file: the driver when it is built, a module when its text is compiled.

#ifndef CG_EMU_ABI
#define CG_EMU_ABI

#define CG_EMU_ABI_VERSION 1u

struct cg_emu_dim {
  unsigned x, y, z;
};

// What the threads of a block share.
struct cg_emu_block {
  cg_emu_dim grid, block, index;
  void *shared; // dynamic shared memory
};

struct cg_emu_thread {
  cg_emu_dim index;
  unsigned rank; // of the thread in its block; the lane is rank % 32
  const cg_emu_block *block;
};

enum cg_emu_warp_op {
  CG_EMU_SYNC,
  CG_EMU_SHFL_IDX,
  CG_EMU_SHFL_UP,
  CG_EMU_SHFL_DOWN,
  CG_EMU_SHFL_XOR,
  CG_EMU_BALLOT,
  CG_EMU_MATCH_ANY,
  CG_EMU_MATCH_ALL,
  CG_EMU_REDUCE_ADD,
  CG_EMU_REDUCE_MIN,
  CG_EMU_REDUCE_MAX,
  CG_EMU_REDUCE_MIN_SIGNED,
  CG_EMU_REDUCE_MAX_SIGNED,
  CG_EMU_REDUCE_AND,
  CG_EMU_REDUCE_OR,
  CG_EMU_REDUCE_XOR
};

// What a module calls.
struct cg_emu_host {
  // An operation of the lanes in mask; arg and width are those of a shuffle.
  unsigned long long (*warp)(int op, unsigned mask, unsigned long long value, int arg, int width);
  // The barrier of the block; gives the number of threads with a predicate.
  int (*barrier)(int predicate, int *threads);
  // Lets the block's other threads run.
  void (*yield)();
  // Ends the launch with an error.
  void (*trap)(const char *text);
};

struct cg_emu_kernel {
  const char *name;
  void (*run)(const char *params); // one thread
  unsigned count;                  // of parameters
  const unsigned *offsets, *sizes; // of each in the packed buffer
  unsigned bytes;                  // of the packed buffer
  unsigned max_threads;            // of a block, by __launch_bounds__; 0 if not given
};

// The one symbol that a module exports, cg_emu_this.
struct cg_emu_module {
  unsigned abi;
  unsigned arch; // 90 for sm_90
  const cg_emu_kernel *kernels;
  unsigned count;
  cg_emu_thread **(*self)(); // where the OS thread's running thread is kept
  const cg_emu_host **host;
};

#endif
