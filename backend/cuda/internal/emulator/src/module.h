// Modules: shared objects that were compiled from kernels' texts.

#pragma once

#include <memory>
#include <string>

#include "abi.h"
#include "api.h"

namespace emu {

struct Device;

class Module {
public:
  // Loads an image, whose size its own headers tell.
  static CUresult load(Device *device, const void *image, std::shared_ptr<Module> &module);
  ~Module();

  const cg_emu_kernel *kernel(const char *name) const;
  const cg_emu_module *text() const { return text_; }
  // Bytes of all the module's __shared__ variables; a kernel has at most these.
  size_t statics() const { return statics_; }

  Device *const device;

private:
  Module(Device *device, void *library, const cg_emu_module *text);

  void *library_;
  const cg_emu_module *text_;
  size_t statics_ = 0;
};

struct Function {
  std::shared_ptr<Module> module;
  const cg_emu_kernel *kernel;
  int dynamic_limit = 48 << 10; // of dynamic shared memory

  int max_threads() const { return kernel->max_threads ? (int)kernel->max_threads : 1024; }
};

} // namespace emu
