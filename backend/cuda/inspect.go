//go:build cgo && linux

package cuda

import "fmt"

// Properties returns what is known of the GPU.
func (d *Device) Properties() Properties { return d.props }

// arch is the architecture that kernels are compiled for: 90 for sm_90.
func (p *Properties) arch() int { return p.Major*10 + p.Minor }

// Info returns what the device rests on. It opens NVRTC and cuBLAS if nothing
// has yet.
func (d *Device) Info() Info {
	d.life.RLock()
	defer d.life.RUnlock()
	stats := d.pool.Stats()
	i := Info{Properties: d.props, Cache: d.modules.disk.dir, Streams: len(d.handles()), Limit: stats.Limit, Reserved: stats.Reserved}
	i.Free, _, _ = d.ctx.MemInfo() // 0 when the GPU is lost or closed
	i.Libraries = append(i.Libraries, LibraryInfo{
		Name: "driver", Path: d.driver.Path(), Version: fmt.Sprintf("CUDA %d.%d", d.driver.Version()/1000, d.driver.Version()%1000/10),
	})
	nvrtc, err := d.modules.library()
	if err != nil {
		i.Libraries = append(i.Libraries, LibraryInfo{Name: "nvrtc", Err: err})
	} else {
		major, minor := nvrtc.Version()
		i.Libraries = append(i.Libraries, LibraryInfo{Name: "nvrtc", Path: nvrtc.Path(), Version: fmt.Sprintf("%d.%d", major, minor)})
	}
	blas, err := d.card.blas.open()
	if err != nil {
		i.Libraries = append(i.Libraries, LibraryInfo{Name: "cublas", Err: err})
	} else {
		major, minor, patch := blas.Version()
		i.Libraries = append(i.Libraries, LibraryInfo{Name: "cublas", Path: blas.Path(), Version: fmt.Sprintf("%d.%d.%d", major, minor, patch)})
	}
	return i
}
