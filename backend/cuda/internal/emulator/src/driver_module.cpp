// The driver's functions for modules and launches.

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "world.h"

using namespace emu;

namespace {

// Copies a launch's parameters, which come packed in extra or one by one.
CUresult pack(const cg_emu_kernel &k, void **params, void **extra, std::vector<char> &packed) {
  if (params && extra) return CUDA_INVALID_VALUE;
  packed.assign(k.bytes + 16, 0);
  if (params) {
    for (unsigned i = 0; i < k.count; i++) memcpy(&packed[k.offsets[i]], params[i], k.sizes[i]);
    return CUDA_SUCCESS;
  }
  const void *buffer = nullptr;
  size_t size = 0;
  for (; extra && extra[0]; extra += 2) {
    if (extra[0] == (void *)1) buffer = extra[1];
    else if (extra[0] == (void *)2) size = *(size_t *)extra[1];
    else return CUDA_INVALID_VALUE;
  }
  // The end may be padded to the largest alignment.
  if (size < k.bytes || size > (k.bytes + 15) / 16 * 16 || (size > 0 && !buffer)) {
    fprintf(stderr, "emulator: kernel %s has %u bytes of parameters, the launch %zu\n", k.name, k.bytes, size);
    return CUDA_INVALID_VALUE;
  }
  if (k.bytes > 0) memcpy(packed.data(), buffer, k.bytes);
  return CUDA_SUCCESS;
}

CUresult limits(Device *d, const Function &f, const Launch &l) {
  auto within = [&](unsigned n, int attribute) { return n >= 1 && n <= (unsigned)d->attribute(attribute); };
  if (!within(l.block.x, 2) || !within(l.block.y, 3) || !within(l.block.z, 4)) return CUDA_INVALID_VALUE;
  if (!within(l.grid.x, 5) || !within(l.grid.y, 6) || !within(l.grid.z, 7)) return CUDA_INVALID_VALUE;
  uint64_t threads = (uint64_t)l.block.x * l.block.y * l.block.z;
  if (threads > (uint64_t)std::min(d->attribute(1), Fibers::max)) return CUDA_INVALID_VALUE;
  if (threads > (uint64_t)f.max_threads()) return CUDA_INVALID_VALUE;
  if (l.shared > (unsigned)f.dynamic_limit) return CUDA_INVALID_VALUE;
  return CUDA_SUCCESS;
}

} // namespace

CG_EXPORT CUresult cuModuleLoadData(CUmodule *module, const void *image) {
  CG_BEGIN_ON(d);
  if (!module) return CUDA_INVALID_VALUE;
  std::shared_ptr<Module> m;
  if (CUresult r = Module::load(d, image, m)) return r;
  *module = keep(world().modules, m);
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned, int *, void **) {
  return cuModuleLoadData(module, image);
}

CG_EXPORT CUresult cuModuleUnload(CUmodule module) {
  CG_BEGIN_ON(d);
  auto m = take(world().modules, module);
  if (!m) return CUDA_INVALID_HANDLE;
  std::lock_guard<std::mutex> lock(world().mutex);
  auto &functions = world().functions;
  for (auto at = functions.begin(); at != functions.end();) {
    if (at->second->module == m) at = functions.erase(at);
    else ++at;
  }
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
  CG_BEGIN_ON(d);
  auto m = find(world().modules, module);
  if (!m) return CUDA_INVALID_HANDLE;
  if (!function || !name) return CUDA_INVALID_VALUE;
  const cg_emu_kernel *k = m->kernel(name);
  if (!k) return CUDA_NOT_FOUND;
  {
    std::lock_guard<std::mutex> lock(world().mutex);
    for (auto &f : world().functions) {
      if (f.second->kernel != k) continue;
      *function = f.first;
      return CUDA_SUCCESS;
    }
  }
  auto f = std::make_shared<Function>();
  f->module = m;
  f->kernel = k;
  *function = keep(world().functions, f);
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuFuncLoad(CUfunction function) {
  CG_BEGIN_ON(d);
  return find(world().functions, function) ? CUDA_SUCCESS : CUDA_INVALID_HANDLE;
}

CG_EXPORT CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction function) {
  CG_BEGIN_ON(d);
  auto f = find(world().functions, function);
  if (!f) return CUDA_INVALID_HANDLE;
  if (!value) return CUDA_INVALID_VALUE;
  switch (attribute) {
  case 0: *value = f->max_threads(); return CUDA_SUCCESS;
  case 1: *value = (int)f->module->statics(); return CUDA_SUCCESS;
  case 2: case 3: case 7: *value = 0; return CUDA_SUCCESS;
  case 4: *value = 32; return CUDA_SUCCESS; // registers
  case 5: case 6: *value = (int)f->module->text()->arch; return CUDA_SUCCESS;
  case 8: *value = f->dynamic_limit; return CUDA_SUCCESS;
  case 9: *value = -1; return CUDA_SUCCESS;
  }
  return CUDA_INVALID_VALUE;
}

CG_EXPORT CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value) {
  CG_BEGIN_ON(d);
  auto f = find(world().functions, function);
  if (!f) return CUDA_INVALID_HANDLE;
  if (attribute == 9 && value >= -1 && value <= 100) return CUDA_SUCCESS;
  if (attribute != 8 || value < 0 || value + (int)f->module->statics() > d->attribute(97)) return CUDA_INVALID_VALUE;
  f->dynamic_limit = value;
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads, size_t shared) {
  CG_BEGIN_ON(d);
  auto f = find(world().functions, function);
  if (!f) return CUDA_INVALID_HANDLE;
  if (!blocks || threads <= 0) return CUDA_INVALID_VALUE;
  *blocks = 0;
  if (threads > f->max_threads() || shared > (size_t)f->dynamic_limit) return CUDA_SUCCESS;
  int warps = (threads + 31) / 32, bytes = (int)(f->module->statics() + shared) + d->attribute(111);
  *blocks = std::min({d->attribute(39) / 32 / warps, d->attribute(106), d->attribute(81) / bytes});
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                                  unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void **params, void **extra) {
  CG_BEGIN_ON(d);
  auto f = find(world().functions, function);
  auto s = world().stream(d, stream);
  if (!f || !s || f->module->device != d) return CUDA_INVALID_HANDLE;
  auto launch = std::make_shared<Launch>();
  *launch = {f->module->text(), f->kernel, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, {}, world().seed, world().timeout};
  if (CUresult r = limits(d, *f, *launch)) return r;
  if (CUresult r = pack(*f->kernel, params, extra, launch->params)) return r;
  world().launches++;
  std::shared_ptr<Module> module = f->module;
  s->submit([d, launch, module](Grid &grid) {
    if (d->error) return;
    std::string error;
    if (CUresult r = grid.run(*launch, error)) world().fault(d, r, error);
  });
  return CUDA_SUCCESS;
}
