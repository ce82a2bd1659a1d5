package locate

// Family is a library of the driver or of the toolkit, in all its releases.
type Family uint8

// The families.
const (
	Driver Family = iota
	NVRTC
	CuBLAS
	CuBLASLt
	NVJitLink
	numFamilies
)

// soname is the name that one release of CUDA gives a library. The number in it
// is not always the release's: it counts the library's own incompatible changes.
type soname struct {
	release int // CUDA's, 0 for what belongs to no release
	name    string
}

// families names each library and its sonames, the newest release first.
var families = [numFamilies]struct {
	name    string
	sonames []soname
}{
	Driver:    {"cuda driver", []soname{{0, "libcuda.so.1"}}},
	NVRTC:     {"nvrtc", []soname{{13, "libnvrtc.so.13"}, {12, "libnvrtc.so.12"}}},
	CuBLAS:    {"cublas", []soname{{13, "libcublas.so.13"}, {12, "libcublas.so.12"}}},
	CuBLASLt:  {"cublasLt", []soname{{13, "libcublasLt.so.13"}, {12, "libcublasLt.so.12"}}},
	NVJitLink: {"nvJitLink", []soname{{13, "libnvJitLink.so.13"}, {12, "libnvJitLink.so.12"}}},
}

// String returns the library's name for messages.
func (f Family) String() string {
	if f >= numFamilies {
		return "unknown library"
	}
	return families[f].name
}

// Sonames returns the family's sonames, the newest release first. A release
// other than 0 leaves out those of later releases of CUDA, which a driver for
// that release can't serve.
func (f Family) Sonames(release int) []string {
	if f >= numFamilies {
		return nil
	}
	var names []string
	for _, s := range families[f].sonames {
		if release == 0 || s.release <= release {
			names = append(names, s.name)
		}
	}
	return names
}
