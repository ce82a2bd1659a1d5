// Compiles CUDA text into a shared object with the host's C++ compiler.

#pragma once

#include <string>
#include <vector>

namespace emu {

struct Compiled {
  bool ok = false;
  std::string image; // the shared object
  std::string log;   // the compiler's words
};

// Results are kept on disk beside this library, so that the same text is
// compiled once for all processes.
Compiled compile(const std::string &name, const std::string &text, const std::vector<std::string> &defines, int arch);

} // namespace emu
