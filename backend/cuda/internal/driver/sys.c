//go:build cgo && linux

#include "sys.h"

#define CG_TYPE(name, symbol, optional, parameters) typedef int (*cgd_fn_##name) parameters;
CG_FUNCTIONS(CG_TYPE)

// CALL is the function of a number, for a call.
#define CALL(name) ((cgd_fn_##name)d->address[CG_FN_##name])

// CURRENT makes the context current, or returns from the trampoline. The thread
// may have run another goroutine's calls since the last one.
#define CURRENT() \
	do { \
		int status = CALL(set_current)(context); \
		if (status != 0) return status + CG_SET_CURRENT; \
	} while (0)

// NOT_SUPPORTED is the status for a function that the driver lacks.
#define NOT_SUPPORTED 801

#define CG_SYMBOL(name, symbol, optional, parameters) {symbol, optional},
static const struct {
	const char *name;
	int optional;
} symbols[CG_NUM_FUNCTIONS] = {CG_FUNCTIONS(CG_SYMBOL)};

const char *cgd_symbol(int number, int *optional) {
	*optional = symbols[number].optional;
	return symbols[number].name;
}

int cgd_init(const cgd_driver *d) {
	return CALL(init)(0);
}

int cgd_driver_version(const cgd_driver *d, int *version) {
	return CALL(driver_version)(version);
}

int cgd_device_count(const cgd_driver *d, int *count) {
	return CALL(device_count)(count);
}

int cgd_device_get(const cgd_driver *d, int *device, int ordinal) {
	return CALL(device_get)(device, ordinal);
}

int cgd_device_name(const cgd_driver *d, char *name, int len, int device) {
	return CALL(device_name)(name, len, device);
}

int cgd_device_attribute(const cgd_driver *d, int *value, int attribute, int device) {
	return CALL(device_attribute)(value, attribute, device);
}

int cgd_device_memory(const cgd_driver *d, size_t *bytes, int device) {
	return CALL(device_memory)(bytes, device);
}

int cgd_context_retain(const cgd_driver *d, uintptr_t *context, int device) {
	return CALL(context_retain)(context, device);
}

int cgd_context_release(const cgd_driver *d, int device) {
	return CALL(context_release)(device);
}

int cgd_synchronize(const cgd_driver *d, uintptr_t context) {
	CURRENT();
	return CALL(synchronize)();
}

int cgd_mem_info(const cgd_driver *d, uintptr_t context, size_t *free, size_t *total) {
	CURRENT();
	return CALL(mem_info)(free, total);
}

int cgd_mem_alloc(const cgd_driver *d, uintptr_t context, uint64_t *address, size_t bytes) {
	CURRENT();
	return CALL(mem_alloc)(address, bytes);
}

int cgd_mem_free(const cgd_driver *d, uintptr_t context, uint64_t address) {
	CURRENT();
	return CALL(mem_free)(address);
}

// 1: CU_MEMHOSTALLOC_PORTABLE, pinned for every context.
int cgd_host_alloc(const cgd_driver *d, uintptr_t context, void **memory, size_t bytes) {
	CURRENT();
	return CALL(host_alloc)(memory, bytes, 1);
}

int cgd_host_free(const cgd_driver *d, uintptr_t context, void *memory) {
	CURRENT();
	return CALL(host_free)(memory);
}

int cgd_copy_in(const cgd_driver *d, uintptr_t context, uint64_t dst, const void *src, size_t bytes, uintptr_t stream) {
	CURRENT();
	return CALL(copy_in)(dst, src, bytes, stream);
}

int cgd_copy_out(const cgd_driver *d, uintptr_t context, void *dst, uint64_t src, size_t bytes, uintptr_t stream) {
	CURRENT();
	return CALL(copy_out)(dst, src, bytes, stream);
}

int cgd_copy(const cgd_driver *d, uintptr_t context, uint64_t dst, uint64_t src, size_t bytes, uintptr_t stream) {
	CURRENT();
	return CALL(copy)(dst, src, bytes, stream);
}

int cgd_copy_peer(const cgd_driver *d, uintptr_t context, uint64_t dst, uintptr_t dst_context, uint64_t src, uintptr_t src_context,
	size_t bytes, uintptr_t stream) {
	if (CALL(copy_peer) == NULL) return NOT_SUPPORTED;
	CURRENT();
	return CALL(copy_peer)(dst, dst_context, src, src_context, bytes, stream);
}

int cgd_set8(const cgd_driver *d, uintptr_t context, uint64_t dst, unsigned char value, size_t count, uintptr_t stream) {
	CURRENT();
	return CALL(set8)(dst, value, count, stream);
}

// 1: CU_STREAM_NON_BLOCKING, without ties to the legacy default stream.
int cgd_stream_create(const cgd_driver *d, uintptr_t context, uintptr_t *stream) {
	CURRENT();
	return CALL(stream_create)(stream, 1);
}

int cgd_stream_destroy(const cgd_driver *d, uintptr_t context, uintptr_t stream) {
	CURRENT();
	return CALL(stream_destroy)(stream);
}

int cgd_stream_synchronize(const cgd_driver *d, uintptr_t context, uintptr_t stream) {
	CURRENT();
	return CALL(stream_synchronize)(stream);
}

int cgd_stream_query(const cgd_driver *d, uintptr_t context, uintptr_t stream) {
	CURRENT();
	return CALL(stream_query)(stream);
}

int cgd_stream_wait(const cgd_driver *d, uintptr_t context, uintptr_t stream, uintptr_t event) {
	CURRENT();
	return CALL(stream_wait)(stream, event, 0);
}

// 2: CU_EVENT_DISABLE_TIMING.
int cgd_event_create(const cgd_driver *d, uintptr_t context, uintptr_t *event, int timing) {
	CURRENT();
	return CALL(event_create)(event, timing ? 0 : 2);
}

int cgd_event_destroy(const cgd_driver *d, uintptr_t context, uintptr_t event) {
	CURRENT();
	return CALL(event_destroy)(event);
}

int cgd_event_record(const cgd_driver *d, uintptr_t context, uintptr_t event, uintptr_t stream) {
	CURRENT();
	return CALL(event_record)(event, stream);
}

int cgd_event_synchronize(const cgd_driver *d, uintptr_t context, uintptr_t event) {
	CURRENT();
	return CALL(event_synchronize)(event);
}

int cgd_event_query(const cgd_driver *d, uintptr_t context, uintptr_t event) {
	CURRENT();
	return CALL(event_query)(event);
}

int cgd_event_elapsed(const cgd_driver *d, uintptr_t context, float *milliseconds, uintptr_t start, uintptr_t end) {
	CURRENT();
	return CALL(event_elapsed)(milliseconds, start, end);
}

int cgd_module_load(const cgd_driver *d, uintptr_t context, uintptr_t *module, const unsigned char *image) {
	CURRENT();
	return CALL(module_load)(module, image);
}

int cgd_module_unload(const cgd_driver *d, uintptr_t context, uintptr_t module) {
	CURRENT();
	return CALL(module_unload)(module);
}

int cgd_module_function(const cgd_driver *d, uintptr_t context, uintptr_t *function, uintptr_t module, const char *name) {
	CURRENT();
	return CALL(module_function)(function, module, name);
}

// A driver without the function loads kernels when they are first launched.
int cgd_function_load(const cgd_driver *d, uintptr_t context, uintptr_t function) {
	if (CALL(function_load) == NULL) return 0;
	CURRENT();
	return CALL(function_load)(function);
}

int cgd_function_attribute(const cgd_driver *d, uintptr_t context, int *value, int attribute, uintptr_t function) {
	CURRENT();
	return CALL(function_attribute)(value, attribute, function);
}

int cgd_function_set_attribute(const cgd_driver *d, uintptr_t context, uintptr_t function, int attribute, int value) {
	CURRENT();
	return CALL(function_set_attribute)(function, attribute, value);
}

int cgd_occupancy(const cgd_driver *d, uintptr_t context, int *blocks, uintptr_t function, int block_size, size_t shared) {
	CURRENT();
	return CALL(occupancy)(blocks, function, block_size, shared);
}

int cgd_launch(const cgd_driver *d, uintptr_t context, uintptr_t function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
	unsigned by, unsigned bz, unsigned shared, uintptr_t stream, const unsigned char *args, size_t size) {
	void *extra[] = {(void *)1, (void *)args, (void *)2, &size, (void *)0}; // buffer's address, its size, end
	CURRENT();
	return CALL(launch)(function, gx, gy, gz, bx, by, bz, shared, stream, NULL, size > 0 ? extra : NULL);
}
