// The functions of cuBLAS: handles, and products of matrices by plain loops.

#include <dlfcn.h>

#include <cstdlib>
#include <memory>

#include "calls.h"
#include "gemm.h"

CG_EXPORT_CALLS

namespace {

enum Status { Success = 0, NotInitialized = 1, InvalidValue = 7, ExecutionFailed = 13, NotSupported = 15 };

// The emulated driver, from the folder that this library lies in.
struct Driver {
  CUresult (*enqueue)(CUstream, const char *(*)(void *), void (*)(void *), void *);
  int (*holds)(CUdeviceptr, size_t);
  CUresult (*current)(CUcontext *);
  bool found = false;

  Driver() {
    Dl_info info;
    if (!dladdr((void *)cgEmulatorCalls, &info)) return;
    std::string path = info.dli_fname;
    void *library = dlopen((path.substr(0, path.rfind('/') + 1) + "libcuda.so.1").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    enqueue = (decltype(enqueue))dlsym(library, "cgEmulatorEnqueue");
    holds = (decltype(holds))dlsym(library, "cgEmulatorHolds");
    current = (decltype(current))dlsym(library, "cuCtxGetCurrent");
    found = enqueue && holds && current;
  }
};

Driver &driver() {
  static Driver *d = new Driver;
  return *d;
}

struct Handle {
  CUstream stream = 0;
  bool device_scalars = false;
};

std::mutex mutex;
auto &handles = *new std::map<uint64_t, std::shared_ptr<Handle>>;

std::shared_ptr<Handle> find(uint64_t handle) {
  std::lock_guard<std::mutex> lock(mutex);
  auto at = handles.find(handle);
  return at == handles.end() ? nullptr : at->second;
}

// One product or many, in stream order.
struct Job {
  emu::Gemm g;
  bool device_scalars, pointers; // pointers: a, b and c are arrays of addresses
  const void *alpha, *beta;
};

const char *run(void *argument) {
  Job &j = *(Job *)argument;
  emu::Gemm g = j.g;
  if (j.device_scalars) g.scalars(j.alpha, j.beta);
  for (int64_t i = 0; i < g.batch; i++) {
    emu::Gemm one = g;
    if (j.pointers) {
      if (!driver().holds(g.a.address + 8 * i, 8) || !driver().holds(g.b.address + 8 * i, 8) || !driver().holds(g.c.address + 8 * i, 8))
        return "a product's array of addresses isn't device memory";
      one.a.address = ((uint64_t *)g.a.address)[i];
      one.b.address = ((uint64_t *)g.b.address)[i];
      one.c.address = ((uint64_t *)g.c.address)[i];
    } else {
      one.a.address += i * g.a.stride * emu::size_of(g.a.type);
      one.b.address += i * g.b.stride * emu::size_of(g.b.type);
      one.c.address += i * g.c.stride * emu::size_of(g.c.type);
    }
    for (const emu::Operand *o : {&one.a, &one.b, &one.c}) {
      size_t bytes = one.extent(*o);
      if (bytes > 0 && !driver().holds(o->address, bytes)) return "a product's matrix isn't inside an allocation";
    }
    one.run();
  }
  return nullptr;
}

void drop(void *argument) { delete (Job *)argument; }

int submit(uint64_t handle, Job job) {
  auto h = find(handle);
  if (!h) return NotInitialized;
  if (!job.alpha || !job.beta) return InvalidValue;
  if (!job.g.valid()) return InvalidValue;
  if (!job.g.supported()) return NotSupported;
  job.device_scalars = h->device_scalars;
  if (!job.device_scalars) job.g.scalars(job.alpha, job.beta);
  if (job.g.m == 0 || job.g.n == 0 || job.g.batch == 0) return Success;
  return driver().enqueue(h->stream, run, drop, new Job(job)) ? ExecutionFailed : Success;
}

} // namespace

#define CG_ENTER                                                               \
  if (int status_ = emu::calls().enter(__func__)) return status_
#define CG_HANDLE                                                              \
  CG_ENTER;                                                                    \
  auto h = find(handle);                                                       \
  if (!h) return NotInitialized

CG_EXPORT int cublasCreate_v2(uint64_t *handle) {
  CG_ENTER;
  if (!handle) return InvalidValue;
  CUcontext context = 0;
  if (!driver().found || driver().current(&context) != CUDA_SUCCESS || context == 0) return NotInitialized;
  static uint64_t next = 0x1000;
  std::lock_guard<std::mutex> lock(mutex);
  *handle = next += 16;
  handles[*handle] = std::make_shared<Handle>();
  return Success;
}

CG_EXPORT int cublasDestroy_v2(uint64_t handle) {
  CG_ENTER;
  std::lock_guard<std::mutex> lock(mutex);
  return handles.erase(handle) ? Success : NotInitialized;
}

CG_EXPORT int cublasGetVersion_v2(uint64_t handle, int *version) {
  CG_HANDLE;
  if (!version) return InvalidValue;
  *version = 130000;
  return Success;
}

CG_EXPORT int cublasGetProperty(int property, int *value) {
  CG_ENTER;
  if (!value || property < 0 || property > 2) return InvalidValue;
  *value = property == 0 ? 13 : 0;
  return Success;
}

CG_EXPORT int cublasSetStream_v2(uint64_t handle, CUstream stream) {
  CG_HANDLE;
  h->stream = stream;
  return Success;
}

CG_EXPORT int cublasSetWorkspace_v2(uint64_t handle, CUdeviceptr memory, size_t bytes) {
  CG_HANDLE;
  if (memory % 256 != 0 || (memory != 0 && !driver().holds(memory, bytes))) return InvalidValue;
  return Success;
}

CG_EXPORT int cublasSetMathMode(uint64_t handle, int mode) {
  CG_HANDLE;
  return mode < 0 ? InvalidValue : Success;
}

CG_EXPORT int cublasSetPointerMode_v2(uint64_t handle, int mode) {
  CG_HANDLE;
  if (mode < 0 || mode > 1) return InvalidValue;
  h->device_scalars = mode == 1;
  return Success;
}

// Each function with sizes of 32 and of 64 bits.
#define CG_GEMMS(I, suffix)                                                    \
  CG_EXPORT int cublasGemmEx##suffix(uint64_t h, int ta, int tb, I m, I n, I k, const void *alpha, uint64_t a, int at, I lda, \
                                     uint64_t b, int bt, I ldb, const void *beta, uint64_t c, int ct, I ldc, int compute, int) { \
    CG_ENTER;                                                                  \
    return submit(h, {{ta, tb, m, n, k, 1, {a, at, lda, 0}, {b, bt, ldb, 0}, {c, ct, ldc, 0}, compute, {}, {}}, false, false, alpha, beta}); \
  }                                                                            \
  CG_EXPORT int cublasGemmStridedBatchedEx##suffix(uint64_t h, int ta, int tb, I m, I n, I k, const void *alpha, uint64_t a, int at, \
                                                   I lda, long long sa, uint64_t b, int bt, I ldb, long long sb, const void *beta, \
                                                   uint64_t c, int ct, I ldc, long long sc, I batch, int compute, int) { \
    CG_ENTER;                                                                  \
    return submit(h, {{ta, tb, m, n, k, batch, {a, at, lda, sa}, {b, bt, ldb, sb}, {c, ct, ldc, sc}, compute, {}, {}}, false, false, alpha, beta}); \
  }                                                                            \
  CG_EXPORT int cublasGemmBatchedEx##suffix(uint64_t h, int ta, int tb, I m, I n, I k, const void *alpha, uint64_t a, int at, I lda, \
                                            uint64_t b, int bt, I ldb, const void *beta, uint64_t c, int ct, I ldc, I batch, int compute, int) { \
    CG_ENTER;                                                                  \
    return submit(h, {{ta, tb, m, n, k, batch, {a, at, lda, 0}, {b, bt, ldb, 0}, {c, ct, ldc, 0}, compute, {}, {}}, false, true, alpha, beta}); \
  }

#define CG_GEMM(letter, type, compute, I, suffix)                              \
  CG_EXPORT int cublas##letter##gemm_v2##suffix(uint64_t h, int ta, int tb, I m, I n, I k, const void *alpha, uint64_t a, I lda, \
                                                uint64_t b, I ldb, const void *beta, uint64_t c, I ldc) { \
    CG_ENTER;                                                                  \
    return submit(h, {{ta, tb, m, n, k, 1, {a, type, lda, 0}, {b, type, ldb, 0}, {c, type, ldc, 0}, compute, {}, {}}, false, false, alpha, beta}); \
  }
#define CG_TYPED(I, suffix)                                                    \
  CG_GEMM(S, emu::R32, emu::Compute32, I, suffix)                              \
  CG_GEMM(D, emu::R64, emu::Compute64, I, suffix)                              \
  CG_GEMM(C, emu::C32, emu::Compute32, I, suffix)                              \
  CG_GEMM(Z, emu::C64, emu::Compute64, I, suffix)

CG_GEMMS(int, )
CG_GEMMS(int64_t, _64)
CG_TYPED(int, )
CG_TYPED(int64_t, _64)
