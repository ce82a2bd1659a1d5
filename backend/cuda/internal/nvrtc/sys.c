//go:build cgo && linux

#include <stdlib.h>
#include <string.h>

#include "sys.h"

#define CG_TYPE(name, parameters) typedef int(*cgn_fn_##name) parameters;
CG_FUNCTIONS(CG_TYPE)

// CALL is the function of a name, for a call.
#define CALL(name) ((cgn_fn_##name)n->address[CG_FN_##name])

#define CG_SYMBOL(name, parameters) #name,
static const char *const symbols[CG_NUM_FUNCTIONS] = {CG_FUNCTIONS(CG_SYMBOL)};

const char *cgn_symbol(int number) {
	return symbols[number];
}

int cgn_version(const cgn_nvrtc *n, int *major, int *minor) {
	return CALL(nvrtcVersion)(major, minor);
}

int cgn_count_architectures(const cgn_nvrtc *n, int *count) {
	return CALL(nvrtcGetNumSupportedArchs)(count);
}

int cgn_architectures(const cgn_nvrtc *n, int *architectures) {
	return CALL(nvrtcGetSupportedArchs)(architectures);
}

int cgn_create(const cgn_nvrtc *n, uintptr_t *program, const char *source, const char *name) {
	return CALL(nvrtcCreateProgram)(program, source, name, 0, NULL, NULL);
}

int cgn_destroy(const cgn_nvrtc *n, uintptr_t program) {
	return CALL(nvrtcDestroyProgram)(&program);
}

int cgn_compile(const cgn_nvrtc *n, uintptr_t program, const char *options, int count) {
	const char **list = malloc((size_t)(count + 1) * sizeof *list);
	if (list == NULL) return 1; // NVRTC_ERROR_OUT_OF_MEMORY
	for (int i = 0; i < count; i++) {
		list[i] = options;
		options += strlen(options) + 1;
	}
	int status = CALL(nvrtcCompileProgram)(program, count, list);
	free(list);
	return status;
}

int cgn_cubin_size(const cgn_nvrtc *n, uintptr_t program, size_t *size) {
	return CALL(nvrtcGetCUBINSize)(program, size);
}

int cgn_cubin(const cgn_nvrtc *n, uintptr_t program, char *image) {
	return CALL(nvrtcGetCUBIN)(program, image);
}

int cgn_ptx_size(const cgn_nvrtc *n, uintptr_t program, size_t *size) {
	return CALL(nvrtcGetPTXSize)(program, size);
}

int cgn_ptx(const cgn_nvrtc *n, uintptr_t program, char *image) {
	return CALL(nvrtcGetPTX)(program, image);
}

int cgn_log_size(const cgn_nvrtc *n, uintptr_t program, size_t *size) {
	return CALL(nvrtcGetProgramLogSize)(program, size);
}

int cgn_log(const cgn_nvrtc *n, uintptr_t program, char *log) {
	return CALL(nvrtcGetProgramLog)(program, log);
}
