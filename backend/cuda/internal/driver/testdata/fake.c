// A driver of host memory that records how it is called, for tests. Built with
// -D it lacks a function (NO_LAUNCH, NO_OPTIONAL), is old (VERSION=…) or fails to
// start (INIT=…).

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef VERSION
#define VERSION 13010
#endif
#ifndef INIT
#define INIT 0
#endif

#define CONTEXT 0xc0de00

// What tests read: calls made and calls that set-current did not precede.
int64_t calls, stale, sets;
// What tests set: the status of the next calls, and of cuCtxSetCurrent.
int next_status, set_status;
// The last launch.
struct {
	uint64_t function, stream, size;
	uint32_t grid[3], block[3], shared, extra;
	unsigned char args[4096];
} launched;
uint64_t last[8]; // arguments of the last call that keeps them

static _Thread_local uintptr_t current;
static _Thread_local int fresh;

int cuInit(unsigned flags) { return flags == 0 ? INIT : 1; }
int cuDriverGetVersion(int *v) { *v = VERSION; return 0; }
int cuDeviceGetCount(int *n) { *n = 2; return next_status; }
int cuDeviceGet(int *d, int i) {
	if (i >= 2) return 101;
	*d = i;
	return next_status;
}
int cuDeviceGetName(char *name, int len, int d) {
	strncpy(name, d == 0 ? "Fake device" : "Other device", (size_t)len);
	return next_status;
}
int cuDeviceGetAttribute(int *v, int a, int d) { *v = a * 10 + d; return next_status; }
int cuDeviceTotalMem_v2(size_t *n, int d) { *n = ((size_t)1 << 40) + (size_t)d; return next_status; }
int cuDevicePrimaryCtxRetain(uintptr_t *c, int d) { *c = CONTEXT + (uintptr_t)d; return next_status; }
int cuDevicePrimaryCtxRelease_v2(int d) { last[0] = (uint64_t)d + 100; return next_status; }

int cuCtxSetCurrent(uintptr_t c) {
	__atomic_fetch_add(&sets, 1, __ATOMIC_RELAXED);
	if (set_status != 0) return set_status;
	current = c;
	fresh = 1;
	return 0;
}

// enter is the start of each call in a context.
static int enter(void) {
	__atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
	if (!fresh) __atomic_fetch_add(&stale, 1, __ATOMIC_RELAXED);
	fresh = 0;
	if (current != CONTEXT && current != CONTEXT + 1) return 201;
	return next_status;
}
#define ENTER() \
	do { \
		int status = enter(); \
		if (status != 0) return status; \
	} while (0)
#define KEEP(...) \
	do { \
		uint64_t kept[8] = {__VA_ARGS__}; \
		memcpy(last, kept, sizeof last); \
	} while (0)

int cuCtxSynchronize(void) { return enter(); }
int cuCtxSynchronize_v2(uintptr_t c) { (void)c; abort(); }
int cuMemGetInfo_v2(size_t *f, size_t *t) { ENTER(); *f = 3; *t = 4; return 0; }
int cuMemAlloc_v2(uint64_t *p, size_t n) {
	ENTER();
	if (n == 0) return 1;
	if (n >> 40) return 2;
	*p = (uint64_t)(uintptr_t)calloc(n, 1);
	return 0;
}
int cuMemAlloc(unsigned *p, unsigned n) { (void)p; (void)n; abort(); }
int cuMemFree_v2(uint64_t p) { ENTER(); free((void *)(uintptr_t)p); return 0; }
int cuMemHostAlloc(void **p, size_t n, unsigned flags) { ENTER(); *p = calloc(n, 1); return flags == 1 ? 0 : 1; }
int cuMemFreeHost(void *p) { ENTER(); free(p); return 0; }
int cuMemcpyHtoDAsync_v2(uint64_t d, const void *s, size_t n, uintptr_t q) { ENTER(); KEEP(q); memcpy((void *)(uintptr_t)d, s, n); return 0; }
int cuMemcpyDtoHAsync_v2(void *d, uint64_t s, size_t n, uintptr_t q) { ENTER(); KEEP(q); memcpy(d, (void *)(uintptr_t)s, n); return 0; }
int cuMemcpyDtoDAsync_v2(uint64_t d, uint64_t s, size_t n, uintptr_t q) {
	ENTER();
	KEEP(q);
	memcpy((void *)(uintptr_t)d, (void *)(uintptr_t)s, n);
	return 0;
}
int cuMemsetD8Async(uint64_t d, unsigned char v, size_t n, uintptr_t q) { ENTER(); KEEP(q); memset((void *)(uintptr_t)d, v, n); return 0; }
int cuStreamCreate(uintptr_t *s, unsigned flags) { ENTER(); *s = 0x500 + flags; return 0; }
int cuStreamDestroy_v2(uintptr_t s) { ENTER(); KEEP(s); return 0; }
int cuStreamSynchronize(uintptr_t s) { ENTER(); KEEP(s); return 0; }
int cuStreamQuery(uintptr_t s) { ENTER(); KEEP(s); return 0; }
int cuStreamWaitEvent(uintptr_t s, uintptr_t e, unsigned flags) { ENTER(); KEEP(s, e, flags); return 0; }
int cuEventCreate(uintptr_t *e, unsigned flags) { ENTER(); *e = 0xe00 + flags; return 0; }
int cuEventDestroy_v2(uintptr_t e) { ENTER(); KEEP(e); return 0; }
int cuEventRecord(uintptr_t e, uintptr_t s) { ENTER(); KEEP(e, s); return 0; }
int cuEventSynchronize(uintptr_t e) { ENTER(); KEEP(e); return 0; }
int cuEventQuery(uintptr_t e) { ENTER(); KEEP(e); return 0; }
int cuEventElapsedTime(float *ms, uintptr_t a, uintptr_t b) { ENTER(); KEEP(a, b); *ms = 1.5f; return 0; }
int cuEventElapsedTime_v2(float *ms, uintptr_t a, uintptr_t b) { (void)ms; (void)a; (void)b; abort(); }
int cuModuleLoadData(uintptr_t *m, const void *image) { ENTER(); KEEP(strlen(image)); *m = 0x700; return 0; }
int cuModuleUnload(uintptr_t m) { ENTER(); KEEP(m); return 0; }
int cuModuleGetFunction(uintptr_t *f, uintptr_t m, const char *name) {
	ENTER();
	if (strcmp(name, "kernel") != 0) return 500;
	KEEP(m);
	*f = 0xf00;
	return 0;
}
int cuFuncGetAttribute(int *v, int a, uintptr_t f) { ENTER(); KEEP(f); *v = a + 7; return 0; }
int cuFuncSetAttribute(uintptr_t f, int a, int v) { ENTER(); KEEP(f, (uint64_t)a, (uint64_t)v); return 0; }
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *n, uintptr_t f, int size, size_t shared) {
	ENTER();
	KEEP(f, (uint64_t)size, shared);
	*n = 6;
	return 0;
}

#ifndef NO_OPTIONAL
int64_t loads;
int cuMemcpyPeerAsync(uint64_t d, uintptr_t dc, uint64_t s, uintptr_t sc, size_t n, uintptr_t q) {
	ENTER();
	KEEP(q, dc, sc);
	memcpy((void *)(uintptr_t)d, (void *)(uintptr_t)s, n);
	return 0;
}
int cuFuncLoad(uintptr_t f) { ENTER(); KEEP(f); loads++; return 0; }
#endif

#ifndef NO_LAUNCH
int cuLaunchKernel(uintptr_t f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared,
	uintptr_t s, void **params, void **extra) {
	ENTER();
	if (params != NULL) return 1;
	launched.function = f;
	launched.stream = s;
	launched.grid[0] = gx, launched.grid[1] = gy, launched.grid[2] = gz;
	launched.block[0] = bx, launched.block[1] = by, launched.block[2] = bz;
	launched.shared = shared;
	launched.extra = extra != NULL;
	launched.size = 0;
	if (extra == NULL) return 0;
	if (extra[0] != (void *)1 || extra[2] != (void *)2 || extra[4] != NULL) return 1;
	launched.size = *(size_t *)extra[3];
	memcpy(launched.args, extra[1], launched.size);
	return 0;
}
#endif
