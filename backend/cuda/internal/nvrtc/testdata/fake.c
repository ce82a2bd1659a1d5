// A compiler that repeats what it is given, for tests. Built with -DNO_CUBIN it
// lacks a function.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	char *source, *name;
	char log[4096], image[4096];
	int real;
} program;

// What tests read and set: programs that were not destroyed, the function that
// fails, and with what.
int64_t alive;
char failing[64];
int failure;

#define FAIL() \
	if (strcmp(failing, __func__) == 0) return failure

int nvrtcVersion(int *major, int *minor) { FAIL(); *major = 13; *minor = 1; return 0; }
int nvrtcGetNumSupportedArchs(int *n) { FAIL(); *n = 3; return 0; }
int nvrtcGetSupportedArchs(int *a) { FAIL(); a[0] = 75, a[1] = 90, a[2] = 120; return 0; }

int nvrtcCreateProgram(program **p, const char *source, const char *name, int headers, const char *const *texts, const char *const *names) {
	FAIL();
	if (headers != 0 || texts != NULL || names != NULL) return 3;
	*p = calloc(1, sizeof **p);
	(*p)->source = strdup(source);
	(*p)->name = strdup(name);
	__atomic_fetch_add(&alive, 1, __ATOMIC_RELAXED);
	return 0;
}

int nvrtcDestroyProgram(program **p) {
	free((*p)->source);
	free((*p)->name);
	free(*p);
	*p = NULL;
	__atomic_fetch_sub(&alive, 1, __ATOMIC_RELAXED);
	FAIL();
	return 0;
}

int nvrtcCompileProgram(program *p, int n, const char *const *options) {
	FAIL();
	if (strstr(p->source, "warning") != NULL) sprintf(p->log, "%s(1): a warning\n", p->name);
	if (strstr(p->source, "error") != NULL) {
		sprintf(p->log, "%s(1): an error\n", p->name);
		return 6;
	}
	char *to = p->image + sprintf(p->image, "%s|%s|%d", p->name, p->source, n);
	for (int i = 0; i < n; i++) {
		if (strcmp(options[i], "--unknown") == 0) return 5;
		if (strstr(options[i], "=sm_") != NULL) p->real = 1;
		to += sprintf(to, "|%s", options[i]);
	}
	return 0;
}

int nvrtcGetProgramLogSize(program *p, size_t *n) { FAIL(); *n = strlen(p->log) + 1; return 0; }
int nvrtcGetProgramLog(program *p, char *log) { FAIL(); strcpy(log, p->log); return 0; }
int nvrtcGetCUBINSize(program *p, size_t *n) { FAIL(); *n = p->real ? strlen(p->image) : 0; return 0; }
#ifndef NO_CUBIN
int nvrtcGetCUBIN(program *p, char *image) { FAIL(); memcpy(image, p->image, strlen(p->image)); return 0; }
#endif
int nvrtcGetPTXSize(program *p, size_t *n) { FAIL(); *n = strlen(p->image) + 1; return 0; }
int nvrtcGetPTX(program *p, char *image) { FAIL(); strcpy(image, p->image); return 0; }
