//go:build cgo && linux

package cuda

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"github.com/cugond/cugond/backend/cuda/internal/gen"
)

// diskCache keeps compiled kernels in a folder. Whatever goes wrong with it
// costs a compilation and nothing else.
type diskCache struct{ dir string }

// cacheMagic begins each file; the digest of the rest follows.
const cacheMagic = "cugond kernel 1\n"

// newDiskCache returns the cache in a folder: the user's cache folder if the
// name is empty, none if it is "off".
func newDiskCache(dir string) diskCache {
	switch dir {
	case "off":
		return diskCache{}
	case "":
		user, err := os.UserCacheDir()
		if err != nil {
			return diskCache{}
		}
		dir = filepath.Join(user, "cugond", "kernels")
	}
	return diskCache{dir}
}

// cacheName is the file name of a kernel: a digest of all that its machine code
// depends on.
func cacheName(src gen.Source, options []string, major, minor int) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d.%d\n%q\n%s\n%s", major, minor, options, src.Name, src.Text)
	return hex.EncodeToString(h.Sum(nil)[:20]) + ".cubin"
}

// load returns a file's contents if it is whole.
func (c diskCache) load(name string) ([]byte, bool) {
	if c.dir == "" {
		return nil, false
	}
	b, err := os.ReadFile(filepath.Join(c.dir, name))
	if err != nil {
		return nil, false
	}
	rest, ok := bytes.CutPrefix(b, []byte(cacheMagic))
	if !ok || len(rest) <= sha256.Size {
		return nil, false
	}
	image := rest[sha256.Size:]
	if sum := sha256.Sum256(image); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return nil, false
	}
	return image, true
}

// save writes a file under another name first, so that no reader sees a part.
func (c diskCache) save(name string, image []byte) {
	if c.dir == "" || os.MkdirAll(c.dir, 0o755) != nil {
		return
	}
	f, err := os.CreateTemp(c.dir, "new-*")
	if err != nil {
		return
	}
	sum := sha256.Sum256(image)
	_, err = f.Write(append(append([]byte(cacheMagic), sum[:]...), image...))
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(c.dir, name))
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
}
