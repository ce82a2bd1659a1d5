package main

import (
	"fmt"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/backend/cuda"
)

// gpuInfo prints what there is of CUDA.
func gpuInfo(line func(name, text string)) {
	n, err := cuda.Count(cuda.Options{})
	if err != nil {
		line("cuda", "not available: "+err.Error())
		return
	}
	if n == 0 {
		line("cuda", "the driver is there, but shows no device; see CUDA_VISIBLE_DEVICES")
	}
	for i := range n {
		dev, err := cugond.CUDA(i)
		if err != nil {
			line(fmt.Sprintf("cuda:%d", i), "not usable: "+err.Error())
			continue
		}
		r, ok := dev.(interface{ Info() cuda.Info })
		if !ok {
			continue
		}
		info := r.Info()
		p := info.Properties
		line(dev.Name(), fmt.Sprintf("%s, compute capability %d.%d, %d multiprocessors, %s of memory, %s free",
			p.Name, p.Major, p.Minor, p.MultiProcessors, byteText(p.MemoryBytes), byteText(info.Free)))
		for _, l := range info.Libraries {
			if l.Err != nil {
				line("  "+l.Name, "not available: "+l.Err.Error()+"; install the CUDA toolkit or NVIDIA's package of it, or set CUGOND_CUDA_PATH to its folder")
				continue
			}
			line("  "+l.Name, l.Version+" "+l.Path)
		}
		cache := info.Cache
		if cache == "" {
			cache = "off"
		}
		line("  cache", cache)
		line("  pool", fmt.Sprintf("%s; %s reserved", memoryText(dev), byteText(info.Reserved)))
	}
}
