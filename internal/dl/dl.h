#include <stdint.h>

// Each function makes the loader's call and reads dlerror in one go: dlerror
// is kept per thread, and a goroutine may change threads between two calls.
// *reason is set to a malloc'ed string on failure and to NULL on success.

uintptr_t dl_open(const char *path, char **reason);
uintptr_t dl_sym(uintptr_t handle, const char *name, char **reason);
void dl_close(uintptr_t handle, char **reason);

// dl_path returns a malloc'ed copy of the path that the library was loaded
// from, or NULL where the loader can't tell.
char *dl_path(uintptr_t handle);
