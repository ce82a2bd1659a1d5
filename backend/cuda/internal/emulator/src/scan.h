// Finds kernels in preprocessed CUDA text, and rewrites what host C++ lacks.

#pragma once

#include <string>
#include <vector>

namespace emu {

struct Kernel {
  std::string name;
  std::string bounds; // the arguments of __launch_bounds__
};

struct Scan {
  std::vector<Kernel> kernels; // extern "C" __global__, with a body
  std::string text;
};

// An array "extern __shared__ T name[]" in a function becomes a pointer to the
// dynamic shared memory, and alignas goes before __shared__.
Scan scan(const std::string &text);

} // namespace emu
