// A small program's view of the emulated libraries.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

typedef uint64_t handle;

extern "C" {
int cuInit(unsigned);
int cuDeviceGetCount(int *);
int cuDevicePrimaryCtxRetain(handle *, int);
int cuDevicePrimaryCtxRelease_v2(int);
int cuCtxSetCurrent(handle);
int cuCtxSynchronize();
int cuMemGetInfo_v2(size_t *, size_t *);
int cuMemAlloc_v2(uint64_t *, size_t);
int cuMemFree_v2(uint64_t);
int cuMemHostAlloc(void **, size_t, unsigned);
int cuMemFreeHost(void *);
int cuMemcpyHtoDAsync_v2(uint64_t, const void *, size_t, handle);
int cuMemcpyDtoHAsync_v2(void *, uint64_t, size_t, handle);
int cuMemcpyDtoDAsync_v2(uint64_t, uint64_t, size_t, handle);
int cuMemcpyPeerAsync(uint64_t, handle, uint64_t, handle, size_t, handle);
int cuMemsetD8Async(uint64_t, unsigned char, size_t, handle);
int cuMemsetD32Async(uint64_t, unsigned, size_t, handle);
int cuStreamCreate(handle *, unsigned);
int cuStreamDestroy_v2(handle);
int cuStreamSynchronize(handle);
int cuStreamQuery(handle);
int cuStreamWaitEvent(handle, handle, unsigned);
int cuEventCreate(handle *, unsigned);
int cuEventDestroy_v2(handle);
int cuEventRecord(handle, handle);
int cuEventSynchronize(handle);
int cuEventQuery(handle);
int cuEventElapsedTime(float *, handle, handle);
int cuModuleLoadData(handle *, const void *);
int cuModuleUnload(handle);
int cuModuleGetFunction(handle *, handle, const char *);
int cuFuncGetAttribute(int *, int, handle);
int cuFuncSetAttribute(handle, int, int);
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *, handle, int, size_t);
int cuLaunchKernel(handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, handle, void **, void **);
int nvrtcCreateProgram(handle *, const char *, const char *, int, const char *const *, const char *const *);
int nvrtcDestroyProgram(handle *);
int nvrtcCompileProgram(handle, int, const char *const *);
int nvrtcGetCUBINSize(handle, size_t *);
int nvrtcGetCUBIN(handle, char *);
int nvrtcGetProgramLogSize(handle, size_t *);
int nvrtcGetProgramLog(handle, char *);
int cublasCreate_v2(handle *);
int cublasDestroy_v2(handle);
int cublasSetStream_v2(handle, handle);
int cublasGemmEx(handle, int, int, int, int, int, const void *, uint64_t, int, int, uint64_t, int, int, const void *, uint64_t, int, int, int, int);
int cublasDgemm_v2(handle, int, int, int, int, int, const void *, uint64_t, int, uint64_t, int, const void *, uint64_t, int);
int cublasZgemm_v2_64(handle, int, int, int64_t, int64_t, int64_t, const void *, uint64_t, int64_t, uint64_t, int64_t, const void *, uint64_t, int64_t);
int cublasGemmStridedBatchedEx(handle, int, int, int, int, int, const void *, uint64_t, int, int, long long, uint64_t, int, int, long long,
                               const void *, uint64_t, int, int, long long, int, int, int);
void cgEmulatorReset();
void cgEmulatorSetDevices(int);
void cgEmulatorSetMemory(int, size_t);
void cgEmulatorSetOrder(uint64_t);
void cgEmulatorSetTimeout(int64_t);
void cgEmulatorDelay(handle, int64_t);
void cgEmulatorLose(int, int);
void cgEmulatorDamage(char *, size_t);
void cgEmulatorFault(char *, size_t);
}

// Prints what is wrong and ends the program.
#define REQUIRE(condition)                                                     \
  do {                                                                         \
    if (!(condition)) {                                                        \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                   \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)
#define EQUAL(want, got)                                                       \
  do {                                                                         \
    long long want_ = (long long)(want), got_ = (long long)(got);              \
    if (want_ != got_) {                                                       \
      printf("%s:%d: %s is %lld, not %lld\n", __FILE__, __LINE__, #got, got_, want_); \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)
#define OK(call) EQUAL(0, call)

// Compiles text for sm_90.
inline int compile(const std::string &text, std::vector<char> &image, std::string &log) {
  handle p;
  OK(nvrtcCreateProgram(&p, text.c_str(), "selftest.cu", 0, nullptr, nullptr));
  const char *options[] = {"--std=c++17", "--fmad=false", "--gpu-architecture=sm_90"};
  int status = nvrtcCompileProgram(p, 3, options);
  size_t n;
  OK(nvrtcGetProgramLogSize(p, &n));
  log.resize(n);
  OK(nvrtcGetProgramLog(p, &log[0]));
  log.resize(n - 1);
  OK(nvrtcGetCUBINSize(p, &n));
  image.resize(n);
  if (status == 0) OK(nvrtcGetCUBIN(p, image.data()));
  OK(nvrtcDestroyProgram(&p));
  return status;
}

// The machine's first device, with a stream.
struct Machine {
  handle context, stream;

  Machine() {
    OK(cuInit(0));
    OK(cuDevicePrimaryCtxRetain(&context, 0));
    OK(cuCtxSetCurrent(context));
    OK(cuStreamCreate(&stream, 1));
  }

  handle load(const std::string &text) {
    std::vector<char> image;
    std::string log;
    int status = compile(text, image, log);
    if (status != 0) printf("%s\n", log.c_str());
    OK(status);
    handle module;
    OK(cuModuleLoadData(&module, image.data()));
    return module;
  }

  // The kernel named k of a text.
  handle kernel(const std::string &text) {
    handle f;
    OK(cuModuleGetFunction(&f, load(text), "k"));
    return f;
  }

  template <class T> uint64_t upload(const std::vector<T> &v) {
    uint64_t p;
    OK(cuMemAlloc_v2(&p, v.size() * sizeof(T)));
    OK(cuMemcpyHtoDAsync_v2(p, v.data(), v.size() * sizeof(T), stream));
    return p;
  }

  template <class T> std::vector<T> download(uint64_t p, size_t n) {
    std::vector<T> v(n);
    OK(cuMemcpyDtoHAsync_v2(v.data(), p, n * sizeof(T), stream));
    return v;
  }

  // Launches with the parameters packed by their natural alignment.
  template <class... P> int launch(handle f, unsigned grid, unsigned block, unsigned shared, P... params) {
    std::vector<char> packed;
    (append(packed, params), ...);
    size_t size = packed.size();
    void *extra[] = {(void *)1, packed.data(), (void *)2, &size, nullptr};
    return cuLaunchKernel(f, grid, 1, 1, block, 1, 1, shared, stream, nullptr, extra);
  }

  template <class T> static void append(std::vector<char> &packed, T v) {
    packed.resize((packed.size() + alignof(T) - 1) / alignof(T) * alignof(T));
    packed.insert(packed.end(), (char *)&v, (char *)&v + sizeof v);
  }

  int sync() { return cuStreamSynchronize(stream); }
  static std::string fault() {
    char text[500];
    cgEmulatorFault(text, sizeof text);
    return text;
  }
};

inline bool contains(const std::string &s, const char *part) { return s.find(part) != std::string::npos; }

// Registers a case under its name.
extern std::map<std::string, void (*)()> *cases;
struct Register {
  Register(const char *name, void (*f)()) {
    if (!cases) cases = new std::map<std::string, void (*)()>;
    (*cases)[name] = f;
  }
};
#define CASE(name)                                                             \
  static void name();                                                          \
  static Register register_##name(#name, name);                                \
  static void name()
