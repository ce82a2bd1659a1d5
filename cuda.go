package cugond

import (
	"os"
	"sync"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda"
)

// EnvCache names the folder of compiled GPU kernels, or is "off" for none. The
// user's cache folder serves where it is not set. Where CUDA's libraries are
// found is up to CUGOND_CUDA_PATH, a CUDA toolkit's folder, CUDA_HOME, CUDA_PATH
// and the usual places.
const EnvCache = "CUGOND_CACHE"

// CUDA returns the CUDA device of the given index. All calls with one index
// return the same device, as long as it is open. The error wraps
// backend.ErrUnavailable where there is none, and says what is missing.
func CUDA(index int) (backend.Device, error) { return gpus.open(index) }

// Devices returns the devices of this machine: the CUDA devices that can be
// opened, and the CPU, which is last.
func Devices() []backend.Device {
	var all []backend.Device
	n, err := cuda.Count(cuda.Options{})
	if err != nil {
		n = 0
	}
	for i := range n {
		if dev, err := CUDA(i); err == nil {
			all = append(all, dev)
		}
	}
	return append(all, CPU())
}

// gpus are the GPUs that have been opened: one device for each, as for the CPU.
var gpus registry

// registry keeps one device for each index.
type registry struct {
	mu      sync.Mutex
	devices map[int]backend.Device
}

func (r *registry) open(index int) (backend.Device, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if dev := r.devices[index]; dev != nil && isOpen(dev) {
		return dev, nil
	}
	dev, err := cuda.Open(index, cuda.Options{Cache: os.Getenv(EnvCache)})
	if err != nil {
		return nil, err
	}
	if r.devices == nil {
		r.devices = map[int]backend.Device{}
	}
	r.devices[index] = dev
	return dev, nil
}

// isOpen reports whether a device has not been closed.
func isOpen(dev backend.Device) bool {
	c, ok := dev.(interface{ Closed() bool })
	return !ok || !c.Closed()
}
