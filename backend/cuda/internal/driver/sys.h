#include <stddef.h>
#include <stdint.h>

// The driver's types, as far as its calling convention goes: results and devices
// are ints, handles are pointers, and device addresses have 64 bits.

// CG_FUNCTIONS lists every function that is used: the name it is called by here,
// the symbol that is looked up, whether a driver may lack it, and its
// parameters. The symbols' versions are part of their names and not to be
// guessed: cuCtxSynchronize_v2, for one, is another function.
#define CG_FUNCTIONS(F) \
	F(init, "cuInit", 0, (unsigned flags)) \
	F(driver_version, "cuDriverGetVersion", 0, (int *version)) \
	F(device_count, "cuDeviceGetCount", 0, (int *count)) \
	F(device_get, "cuDeviceGet", 0, (int *device, int ordinal)) \
	F(device_name, "cuDeviceGetName", 0, (char *name, int len, int device)) \
	F(device_attribute, "cuDeviceGetAttribute", 0, (int *value, int attribute, int device)) \
	F(device_memory, "cuDeviceTotalMem_v2", 0, (size_t *bytes, int device)) \
	F(context_retain, "cuDevicePrimaryCtxRetain", 0, (uintptr_t *context, int device)) \
	F(context_release, "cuDevicePrimaryCtxRelease_v2", 0, (int device)) \
	F(set_current, "cuCtxSetCurrent", 0, (uintptr_t context)) \
	F(synchronize, "cuCtxSynchronize", 0, (void)) \
	F(mem_info, "cuMemGetInfo_v2", 0, (size_t *free, size_t *total)) \
	F(mem_alloc, "cuMemAlloc_v2", 0, (uint64_t *address, size_t bytes)) \
	F(mem_free, "cuMemFree_v2", 0, (uint64_t address)) \
	F(host_alloc, "cuMemHostAlloc", 0, (void **memory, size_t bytes, unsigned flags)) \
	F(host_free, "cuMemFreeHost", 0, (void *memory)) \
	F(copy_in, "cuMemcpyHtoDAsync_v2", 0, (uint64_t dst, const void *src, size_t bytes, uintptr_t stream)) \
	F(copy_out, "cuMemcpyDtoHAsync_v2", 0, (void *dst, uint64_t src, size_t bytes, uintptr_t stream)) \
	F(copy, "cuMemcpyDtoDAsync_v2", 0, (uint64_t dst, uint64_t src, size_t bytes, uintptr_t stream)) \
	F(copy_peer, "cuMemcpyPeerAsync", 1, (uint64_t dst, uintptr_t dst_context, uint64_t src, uintptr_t src_context, size_t bytes, uintptr_t stream)) \
	F(set8, "cuMemsetD8Async", 0, (uint64_t dst, unsigned char value, size_t count, uintptr_t stream)) \
	F(stream_create, "cuStreamCreate", 0, (uintptr_t *stream, unsigned flags)) \
	F(stream_destroy, "cuStreamDestroy_v2", 0, (uintptr_t stream)) \
	F(stream_synchronize, "cuStreamSynchronize", 0, (uintptr_t stream)) \
	F(stream_query, "cuStreamQuery", 0, (uintptr_t stream)) \
	F(stream_wait, "cuStreamWaitEvent", 0, (uintptr_t stream, uintptr_t event, unsigned flags)) \
	F(event_create, "cuEventCreate", 0, (uintptr_t *event, unsigned flags)) \
	F(event_destroy, "cuEventDestroy_v2", 0, (uintptr_t event)) \
	F(event_record, "cuEventRecord", 0, (uintptr_t event, uintptr_t stream)) \
	F(event_synchronize, "cuEventSynchronize", 0, (uintptr_t event)) \
	F(event_query, "cuEventQuery", 0, (uintptr_t event)) \
	F(event_elapsed, "cuEventElapsedTime", 0, (float *milliseconds, uintptr_t start, uintptr_t end)) \
	F(module_load, "cuModuleLoadData", 0, (uintptr_t *module, const void *image)) \
	F(module_unload, "cuModuleUnload", 0, (uintptr_t module)) \
	F(module_function, "cuModuleGetFunction", 0, (uintptr_t *function, uintptr_t module, const char *name)) \
	F(function_load, "cuFuncLoad", 1, (uintptr_t function)) \
	F(function_attribute, "cuFuncGetAttribute", 0, (int *value, int attribute, uintptr_t function)) \
	F(function_set_attribute, "cuFuncSetAttribute", 0, (uintptr_t function, int attribute, int value)) \
	F(occupancy, "cuOccupancyMaxActiveBlocksPerMultiprocessor", 0, (int *blocks, uintptr_t function, int block_size, size_t shared)) \
	F(launch, "cuLaunchKernel", 0, (uintptr_t function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, \
		unsigned shared, uintptr_t stream, void **params, void **extra))

#define CG_NUMBER(name, symbol, optional, parameters) CG_FN_##name,
enum { CG_FUNCTIONS(CG_NUMBER) CG_NUM_FUNCTIONS };

// cgd_driver holds the functions' addresses by their numbers, 0 for a function
// that the driver lacks. They are integers so that Go passes the table on
// without looking for pointers in it.
typedef struct {
	uintptr_t address[CG_NUM_FUNCTIONS];
} cgd_driver;

// cgd_symbol returns a function's symbol, and whether a driver may lack it.
const char *cgd_symbol(int number, int *optional);

// CG_SET_CURRENT is added to the status if making the context current failed,
// so that the call itself was not made.
#define CG_SET_CURRENT (1 << 16)

// Calls that need no current context.
int cgd_init(const cgd_driver *d);
int cgd_driver_version(const cgd_driver *d, int *version);
int cgd_device_count(const cgd_driver *d, int *count);
int cgd_device_get(const cgd_driver *d, int *device, int ordinal);
int cgd_device_name(const cgd_driver *d, char *name, int len, int device);
int cgd_device_attribute(const cgd_driver *d, int *value, int attribute, int device);
int cgd_device_memory(const cgd_driver *d, size_t *bytes, int device);
int cgd_context_retain(const cgd_driver *d, uintptr_t *context, int device);
int cgd_context_release(const cgd_driver *d, int device);

// Calls in a context, which becomes the thread's current one.
int cgd_synchronize(const cgd_driver *d, uintptr_t context);
int cgd_mem_info(const cgd_driver *d, uintptr_t context, size_t *free, size_t *total);
int cgd_mem_alloc(const cgd_driver *d, uintptr_t context, uint64_t *address, size_t bytes);
int cgd_mem_free(const cgd_driver *d, uintptr_t context, uint64_t address);
int cgd_host_alloc(const cgd_driver *d, uintptr_t context, void **memory, size_t bytes);
int cgd_host_free(const cgd_driver *d, uintptr_t context, void *memory);
int cgd_copy_in(const cgd_driver *d, uintptr_t context, uint64_t dst, const void *src, size_t bytes, uintptr_t stream);
int cgd_copy_out(const cgd_driver *d, uintptr_t context, void *dst, uint64_t src, size_t bytes, uintptr_t stream);
int cgd_copy(const cgd_driver *d, uintptr_t context, uint64_t dst, uint64_t src, size_t bytes, uintptr_t stream);
int cgd_copy_peer(const cgd_driver *d, uintptr_t context, uint64_t dst, uintptr_t dst_context, uint64_t src, uintptr_t src_context,
	size_t bytes, uintptr_t stream);
int cgd_set8(const cgd_driver *d, uintptr_t context, uint64_t dst, unsigned char value, size_t count, uintptr_t stream);
int cgd_stream_create(const cgd_driver *d, uintptr_t context, uintptr_t *stream);
int cgd_stream_destroy(const cgd_driver *d, uintptr_t context, uintptr_t stream);
int cgd_stream_synchronize(const cgd_driver *d, uintptr_t context, uintptr_t stream);
int cgd_stream_query(const cgd_driver *d, uintptr_t context, uintptr_t stream);
int cgd_stream_wait(const cgd_driver *d, uintptr_t context, uintptr_t stream, uintptr_t event);
int cgd_event_create(const cgd_driver *d, uintptr_t context, uintptr_t *event, int timing);
int cgd_event_destroy(const cgd_driver *d, uintptr_t context, uintptr_t event);
int cgd_event_record(const cgd_driver *d, uintptr_t context, uintptr_t event, uintptr_t stream);
int cgd_event_synchronize(const cgd_driver *d, uintptr_t context, uintptr_t event);
int cgd_event_query(const cgd_driver *d, uintptr_t context, uintptr_t event);
int cgd_event_elapsed(const cgd_driver *d, uintptr_t context, float *milliseconds, uintptr_t start, uintptr_t end);
int cgd_module_load(const cgd_driver *d, uintptr_t context, uintptr_t *module, const unsigned char *image);
int cgd_module_unload(const cgd_driver *d, uintptr_t context, uintptr_t module);
int cgd_module_function(const cgd_driver *d, uintptr_t context, uintptr_t *function, uintptr_t module, const char *name);
int cgd_function_load(const cgd_driver *d, uintptr_t context, uintptr_t function);
int cgd_function_attribute(const cgd_driver *d, uintptr_t context, int *value, int attribute, uintptr_t function);
int cgd_function_set_attribute(const cgd_driver *d, uintptr_t context, uintptr_t function, int attribute, int value);
int cgd_occupancy(const cgd_driver *d, uintptr_t context, int *blocks, uintptr_t function, int block_size, size_t shared);
int cgd_launch(const cgd_driver *d, uintptr_t context, uintptr_t function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
	unsigned bz, unsigned shared, uintptr_t stream, const unsigned char *args, size_t size);
