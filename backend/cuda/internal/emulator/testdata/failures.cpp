// What goes wrong, and with which status.

#include "selftest.h"

#define TEXT(...) #__VA_ARGS__

CASE(compilation) {
  std::vector<char> image;
  std::string log;
  EQUAL(6, compile("\n\nextern \"C\" __global__ void k(int *y) { y = nonsense; }\n", image, log));
  REQUIRE(contains(log, "selftest.cu:3") && contains(log, "nonsense"));
  EQUAL(0, compile("extern \"C\" __global__ void k(long long *p) {}\n", image, log));
  // No such overload on a GPU.
  EQUAL(6, compile("extern \"C\" __global__ void k(long long *p) { atomicAdd(p, 1ll); }\n", image, log));
  handle p;
  OK(nvrtcCreateProgram(&p, "", "", 0, nullptr, nullptr));
  const char *options[] = {"--no-such-option"};
  EQUAL(5, nvrtcCompileProgram(p, 1, options));
  OK(nvrtcDestroyProgram(&p));
  EQUAL(4, nvrtcCompileProgram(p, 0, nullptr));
}

CASE(kernels_of_a_text) {
  Machine m;
  handle module = m.load(R"(
#define MAKE(name, type) extern "C" __global__ void name##_##type(type *p) { *p = sizeof(type); }
// extern "C" __global__ void commented(int *p) {}
static const char text[] = "extern \"C\" __global__ void quoted(int *p) {";
template <class T> __device__ void generic(T *p) { __shared__ alignas(16) T s[4]; s[0] = 1; *p = s[0]; }
extern "C" __global__ void declared(int *p);
MAKE(size, int) MAKE(size, double)
extern "C" __global__ __launch_bounds__(4 * 32, (1 + 1)) void bounded(float *p) { generic(p); }
extern "C" __global__ void none() {}
)");
  handle f;
  for (const char *name : {"size_int", "size_double", "bounded", "none"}) OK(cuModuleGetFunction(&f, module, name));
  for (const char *name : {"commented", "quoted", "generic", "declared"}) EQUAL(500, cuModuleGetFunction(&f, module, name));
  int value;
  OK(cuModuleGetFunction(&f, module, "bounded"));
  OK(cuFuncGetAttribute(&value, 0, f));
  EQUAL(128, value);
  OK(cuModuleUnload(module));
  EQUAL(400, cuModuleUnload(module));
  EQUAL(400, cuFuncGetAttribute(&value, 0, f));
  char junk[256] = "not an image";
  EQUAL(200, cuModuleLoadData(&module, junk));
}

CASE(launch_limits) {
  Machine m;
  handle f = m.kernel("extern \"C\" __global__ void k(int *y) {}");
  uint64_t p = 0;
  void *params[] = {&p};
  auto launch = [&](unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared = 0) {
    return cuLaunchKernel(f, gx, gy, gz, bx, by, bz, shared, m.stream, params, nullptr);
  };
  OK(launch(1, 1, 1, 1024, 1, 1));
  OK(launch(1, 1, 1, 4, 4, 64));
  EQUAL(1, launch(0, 1, 1, 1, 1, 1));
  EQUAL(1, launch(1u << 31, 1, 1, 1, 1, 1));
  EQUAL(1, launch(1, 65536, 1, 1, 1, 1));
  EQUAL(1, launch(1, 1, 65536, 1, 1, 1));
  EQUAL(1, launch(1, 1, 1, 1025, 1, 1));
  EQUAL(1, launch(1, 1, 1, 0, 1, 1));
  EQUAL(1, launch(1, 1, 1, 1, 1, 65));
  EQUAL(1, launch(1, 1, 1, 64, 32, 1));
  EQUAL(1, launch(1, 1, 1, 1, 1, 1, 48 * 1024 + 1));
  EQUAL(400, cuLaunchKernel(f + 1, 1, 1, 1, 1, 1, 1, 0, m.stream, params, nullptr));
  EQUAL(400, cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, m.stream + 1, params, nullptr));
  EQUAL(1, m.launch(f, 1, 1, 0, 1)); // 4 bytes for a pointer
  EQUAL(1, m.launch(f, 1, 1, 0, p, p, p));
  OK(m.sync());
  int blocks;
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 256, 0));
  EQUAL(8, blocks);
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 32, 47 << 10));
  EQUAL(4, blocks);
}

CASE(no_context) {
  handle s;
  EQUAL(3, cuStreamCreate(&s, 0));
  OK(cuInit(0));
  EQUAL(201, cuStreamCreate(&s, 0));
  Machine m;
  OK(cuDevicePrimaryCtxRelease_v2(0));
  EQUAL(709, cuStreamCreate(&s, 0));
  EQUAL(201, cuDevicePrimaryCtxRelease_v2(0));
  EQUAL(201, cuCtxSetCurrent(m.context));
}

CASE(environment) {
  setenv("CUGOND_EMULATOR", "devices=3 memory=5000", 1);
  cgEmulatorReset();
  OK(cuInit(0));
  int n;
  OK(cuDeviceGetCount(&n));
  EQUAL(3, n);
  Machine m;
  size_t free, total;
  OK(cuMemGetInfo_v2(&free, &total));
  EQUAL(5000, total);
}

CASE(no_device) {
  cgEmulatorSetDevices(0);
  EQUAL(100, cuInit(0));
}

// Runs a kernel that fails, and returns the status that all calls have then.
static int failing(Machine &m, const char *text, unsigned block = 64) {
  uint64_t p;
  OK(cuMemAlloc_v2(&p, 64 * 4));
  OK(m.launch(m.kernel(text), 2, block, 0, p));
  int status = m.sync();
  EQUAL(status, cuMemAlloc_v2(&p, 4));
  EQUAL(status, cuStreamQuery(m.stream));
  return status;
}

CASE(deadlock) {
  Machine m;
  EQUAL(702, failing(m, TEXT(extern "C" __global__ void k(int *y) {
          if (threadIdx.x < 32) __syncthreads();
          else __shfl_sync(~0u, 1, 0), __syncwarp(threadIdx.x == 33 ? 2u : ~2u), __syncthreads(), __ballot_sync(1u << threadIdx.x % 32, 1);
          if (threadIdx.x == 5) __shfl_sync(1u << 5 | 1u << 6, 1, 0);
          __syncthreads();
        })));
  REQUIRE(contains(m.fault(), "kernel k, block (0, 0, 0)") && contains(m.fault(), "deadlock"));
}

CASE(endless_wait) {
  Machine m;
  cgEmulatorSetTimeout(2000000000);
  EQUAL(702, failing(m, TEXT(extern "C" __global__ void k(int *y) { while (__atomic_load_n(y, __ATOMIC_ACQUIRE) != 0) {} })));
  REQUIRE(contains(m.fault(), "wait for what no thread"));
}

CASE(endless_loop) {
  Machine m;
  cgEmulatorSetTimeout(300000000);
  EQUAL(702, failing(m, TEXT(extern "C" __global__ void k(volatile int *y) { while (*y != 0) {} })));
  REQUIRE(contains(m.fault(), "longer than a launch may"));
  // The thread that was stopped serves on.
  cgEmulatorReset();
  uint64_t p = m.upload(std::vector<int>(64));
  OK(m.launch(m.kernel(TEXT(extern "C" __global__ void k(int *y) { __syncthreads(); y[threadIdx.x] = __syncthreads_count(1); })), 1, 64, 0, p));
  EQUAL(64, m.download<int>(p, 64)[63]);
}

CASE(illegal_address) {
  Machine m;
  EQUAL(700, failing(m, TEXT(extern "C" __global__ void k(int *y) {
          int *q = (int *)(size_t)(y[0] == 0 ? 64 : 0);
          if (blockIdx.x == 1 && threadIdx.x == 9) *q = 1;
        })));
  REQUIRE(contains(m.fault(), "block (1, 0, 0), thread (9, 0, 0)"));
}

CASE(far_read) {
  Machine m;
  EQUAL(700, failing(m, TEXT(extern "C" __global__ void k(int *y) { y[0] = y[1 << 17]; })));
}

CASE(misaligned) {
  Machine m;
  EQUAL(716, failing(m, TEXT(extern "C" __global__ void k(float *y) { *(float4 *)(y + 1) = make_float4(1, 2, 3, 4); })));
}

CASE(index_outside_shared) {
  Machine m;
  EQUAL(716, failing(m, TEXT(extern "C" __global__ void k(int *y) { __shared__ int s[63]; s[threadIdx.x] = 1; __syncthreads(); y[0] = s[0]; })));
}

CASE(trap) {
  Machine m;
  EQUAL(715, failing(m, TEXT(extern "C" __global__ void k(int *y) { if (threadIdx.x == 3) __trap(); })));
}

CASE(wrong_mask) {
  Machine m;
  EQUAL(715, failing(m, TEXT(extern "C" __global__ void k(int *y) { __syncwarp(1u); })));
}

CASE(guard_zones) {
  Machine m;
  uint64_t p;
  OK(cuMemAlloc_v2(&p, 10 * 4));
  OK(m.launch(m.kernel(TEXT(extern "C" __global__ void k(int *y) { y[threadIdx.x] = 0; })), 1, 11, 0, p));
  OK(m.sync());
  char text[500];
  cgEmulatorDamage(text, sizeof text);
  REQUIRE(contains(text, "byte 40 of an allocation of 40 bytes"));
  EQUAL(700, cuMemFree_v2(p));
  cgEmulatorReset();
  cgEmulatorDamage(text, sizeof text);
  EQUAL(0, strlen(text));
  OK(cuMemAlloc_v2(&p, 40));
  OK(m.launch(m.kernel(TEXT(extern "C" __global__ void k(int *y) { y[-1] = 0; })), 1, 1, 0, p));
  EQUAL(700, cuMemFree_v2(p));
}

CASE(memory) {
  Machine m;
  cgEmulatorSetMemory(0, 1 << 20);
  uint64_t p, q;
  OK(cuMemAlloc_v2(&p, 1000));
  EQUAL(0, p % 256);
  EQUAL(0xa5, m.download<unsigned char>(p, 1000)[999]);
  EQUAL(2, cuMemAlloc_v2(&q, 1 << 20));
  EQUAL(1, cuMemAlloc_v2(&q, 0));
  size_t free, total;
  OK(cuMemGetInfo_v2(&free, &total));
  EQUAL(1 << 20, total);
  EQUAL((1 << 20) - 1024, free);
  char host[1001] = {};
  EQUAL(1, cuMemcpyHtoDAsync_v2(p, host, 1001, m.stream));
  EQUAL(1, cuMemcpyHtoDAsync_v2(p + 1, host, 1000, m.stream));
  EQUAL(1, cuMemcpyHtoDAsync_v2(p - 1, host, 1, m.stream));
  EQUAL(1, cuMemcpyDtoHAsync_v2(host, p, 1001, m.stream));
  EQUAL(1, cuMemcpyDtoDAsync_v2(p, (uint64_t)host, 10, m.stream));
  EQUAL(1, cuMemsetD8Async(p, 0, 1001, m.stream));
  EQUAL(1, cuMemsetD32Async(p + 1, 0, 1, m.stream));
  EQUAL(400, cuMemcpyHtoDAsync_v2(p, host, 1, 12345));
  OK(cuMemcpyHtoDAsync_v2(p, host, 0, m.stream));
  OK(cuMemsetD32Async(p, 0x01020304, 250, m.stream));
  OK(cuMemsetD8Async(p + 999, 9, 1, m.stream));
  auto bytes = m.download<unsigned char>(p, 1000);
  EQUAL(4, bytes[996]);
  EQUAL(9, bytes[999]);
  EQUAL(1, cuMemFree_v2(p + 256));
  OK(cuMemFree_v2(p));
  EQUAL(1, cuMemFree_v2(p));
  void *h;
  OK(cuMemHostAlloc(&h, 100, 0));
  EQUAL(1, cuMemFree_v2((uint64_t)h));
  OK(cuMemFreeHost(h));
  EQUAL(1, cuMemFreeHost(h));
}

CASE(lost_device) {
  Machine m;
  cgEmulatorLose(0, 700);
  uint64_t p;
  EQUAL(700, cuMemAlloc_v2(&p, 4));
  EQUAL(700, m.sync());
  handle context;
  EQUAL(700, cuDevicePrimaryCtxRetain(&context, 0));
  cgEmulatorReset();
  OK(m.sync());
}
