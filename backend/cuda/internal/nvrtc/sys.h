#include <stddef.h>
#include <stdint.h>

// CG_FUNCTIONS lists every function that is used, with its parameters. All of
// them are in every NVRTC since CUDA 11.2.
#define CG_FUNCTIONS(F) \
	F(nvrtcVersion, (int *major, int *minor)) \
	F(nvrtcGetNumSupportedArchs, (int *count)) \
	F(nvrtcGetSupportedArchs, (int *architectures)) \
	F(nvrtcCreateProgram, (uintptr_t *program, const char *source, const char *name, int headers, const char *const *texts, const char *const *names)) \
	F(nvrtcCompileProgram, (uintptr_t program, int count, const char *const *options)) \
	F(nvrtcDestroyProgram, (uintptr_t *program)) \
	F(nvrtcGetCUBINSize, (uintptr_t program, size_t *size)) \
	F(nvrtcGetCUBIN, (uintptr_t program, char *image)) \
	F(nvrtcGetPTXSize, (uintptr_t program, size_t *size)) \
	F(nvrtcGetPTX, (uintptr_t program, char *image)) \
	F(nvrtcGetProgramLogSize, (uintptr_t program, size_t *size)) \
	F(nvrtcGetProgramLog, (uintptr_t program, char *log))

#define CG_NUMBER(name, parameters) CG_FN_##name,
enum { CG_FUNCTIONS(CG_NUMBER) CG_NUM_FUNCTIONS };

// cgn_nvrtc holds the functions' addresses by their numbers. They are integers so
// that Go passes the table on without looking for pointers in it.
typedef struct {
	uintptr_t address[CG_NUM_FUNCTIONS];
} cgn_nvrtc;

// cgn_symbol returns a function's symbol.
const char *cgn_symbol(int number);

int cgn_version(const cgn_nvrtc *n, int *major, int *minor);
int cgn_count_architectures(const cgn_nvrtc *n, int *count);
int cgn_architectures(const cgn_nvrtc *n, int *architectures);
int cgn_create(const cgn_nvrtc *n, uintptr_t *program, const char *source, const char *name);
int cgn_destroy(const cgn_nvrtc *n, uintptr_t program);

// cgn_compile takes the options as one text, each ended by a zero byte.
int cgn_compile(const cgn_nvrtc *n, uintptr_t program, const char *options, int count);

// The sizes of texts include the zero byte at the end.
int cgn_cubin_size(const cgn_nvrtc *n, uintptr_t program, size_t *size);
int cgn_cubin(const cgn_nvrtc *n, uintptr_t program, char *image);
int cgn_ptx_size(const cgn_nvrtc *n, uintptr_t program, size_t *size);
int cgn_ptx(const cgn_nvrtc *n, uintptr_t program, char *image);
int cgn_log_size(const cgn_nvrtc *n, uintptr_t program, size_t *size);
int cgn_log(const cgn_nvrtc *n, uintptr_t program, char *log);
