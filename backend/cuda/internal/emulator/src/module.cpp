#include "module.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "grid.h"
#include "world.h"

namespace emu {

namespace {

// The end of the last part of an ELF file, as its headers tell it.
size_t image_size(const void *image) {
  ElfW(Ehdr) h;
  memcpy(&h, image, sizeof h);
  if (memcmp(h.e_ident, ELFMAG, SELFMAG) != 0 || h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_type != ET_DYN) return 0;
  size_t size = h.e_shoff + (size_t)h.e_shnum * h.e_shentsize;
  for (int i = 0; i < h.e_shnum; i++) {
    ElfW(Shdr) s;
    memcpy(&s, (const char *)image + h.e_shoff + (size_t)i * h.e_shentsize, sizeof s);
    if (s.sh_type != SHT_NOBITS) size = std::max<size_t>(size, s.sh_offset + s.sh_size);
  }
  return size;
}

// A file of its own for each load, so that each has its own variables.
void *open_image(const void *image, size_t size) {
  const char *dir = getenv("TMPDIR");
  std::string path = std::string(dir && *dir ? dir : "/tmp") + "/cugond-module-XXXXXX";
  int file = mkstemp(&path[0]);
  if (file < 0) return nullptr;
  size_t done = 0;
  while (done < size) {
    ssize_t n = write(file, (const char *)image + done, size - done);
    if (n <= 0) break;
    done += n;
  }
  close(file);
  void *library = done == size ? dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
  unlink(path.c_str());
  return library;
}

int add_statics(dl_phdr_info *info, size_t, void *arg) {
  auto *at = (std::pair<const void *, size_t> *)arg;
  uintptr_t address = (uintptr_t)at->first;
  size_t size = 0;
  bool mine = false;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) &p = info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + p.p_vaddr;
    if (p.p_type == PT_LOAD && address >= begin && address < begin + p.p_memsz) mine = true;
    if (p.p_type == PT_TLS) size = p.p_memsz - p.p_filesz;
  }
  if (mine) at->second = size;
  return mine;
}

} // namespace

CUresult Module::load(Device *device, const void *image, std::shared_ptr<Module> &module) {
  if (!image) return CUDA_INVALID_VALUE;
  size_t size = image_size(image);
  if (size == 0) return CUDA_INVALID_IMAGE;
  void *library = open_image(image, size);
  if (!library) return CUDA_INVALID_IMAGE;
  auto *text = (const cg_emu_module *)dlsym(library, "cg_emu_this");
  CUresult status = CUDA_SUCCESS;
  if (!text || text->abi != CG_EMU_ABI_VERSION) status = CUDA_INVALID_IMAGE;
  else if (text->arch / 10 != (unsigned)device->attribute(75) || text->arch % 10 > (unsigned)device->attribute(76)) status = CUDA_NO_BINARY_FOR_GPU;
  if (status != CUDA_SUCCESS) {
    dlclose(library);
    return status;
  }
  *text->host = &host;
  module.reset(new Module(device, library, text));
  return CUDA_SUCCESS;
}

Module::Module(Device *device, void *library, const cg_emu_module *text) : device(device), library_(library), text_(text) {
  std::pair<const void *, size_t> at(text->kernels, 0);
  dl_iterate_phdr(add_statics, &at);
  statics_ = at.second;
}

Module::~Module() { dlclose(library_); }

const cg_emu_kernel *Module::kernel(const char *name) const {
  for (unsigned i = 0; i < text_->count; i++) {
    if (strcmp(text_->kernels[i].name, name) == 0) return &text_->kernels[i];
  }
  return nullptr;
}

} // namespace emu
