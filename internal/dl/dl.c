//go:build cgo && (linux || darwin)

#ifdef __linux__
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <link.h>
#endif
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

#include "dl.h"

static char *last_error(const char *otherwise) {
	const char *e = dlerror();
	return strdup(e != NULL ? e : otherwise);
}

uintptr_t dl_open(const char *path, char **reason) {
	*reason = NULL;
	dlerror();
	void *h = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (h == NULL) *reason = last_error("the loader gave no reason");
	return (uintptr_t)h;
}

uintptr_t dl_sym(uintptr_t handle, const char *name, char **reason) {
	*reason = NULL;
	dlerror();
	void *p = dlsym((void *)handle, name);
	if (p == NULL) *reason = last_error("the symbol's address is null");
	return (uintptr_t)p;
}

void dl_close(uintptr_t handle, char **reason) {
	*reason = NULL;
	dlerror();
	if (dlclose((void *)handle) != 0) *reason = last_error("the loader gave no reason");
}

#ifdef __linux__
char *dl_path(uintptr_t handle) {
	struct link_map *m = NULL;
	if (dlinfo((void *)handle, RTLD_DI_LINKMAP, &m) != 0) {
		dlerror();
		return NULL;
	}
	if (m == NULL || m->l_name == NULL || m->l_name[0] == '\0') return NULL;
	return strdup(m->l_name);
}
#else
// macOS has no dlinfo, but opening an image that is loaded already returns its
// handle again.
char *dl_path(uintptr_t handle) {
	for (uint32_t i = _dyld_image_count(); i-- > 0;) {
		const char *name = _dyld_get_image_name(i);
		if (name == NULL) continue;
		void *h = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
		if (h == NULL) continue;
		dlclose(h);
		if (h == (void *)handle) return strdup(name);
	}
	dlerror();
	return NULL;
}
#endif
