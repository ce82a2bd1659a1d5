//go:build cgo && linux

package cuda

import (
	"encoding/binary"
	"runtime"
	"slices"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/driver"
	"github.com/cugond/cugond/backend/cuda/internal/gen"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// Compact implements backend.Indexer. One kernel counts what is chosen before
// each tile of 8192 elements, which takes 8 bytes of scratch memory; the host
// waits for the number of all, and a second kernel, which it does not wait for,
// stores them.
func (d *Device) Compact(src, mask backend.View) (backend.Buffer, int, error) {
	if err := d.begin("compact"); err != nil {
		return nil, 0, err
	}
	defer d.end()
	if mask.DType != expr.Bool || mask.Buffer == nil || !slices.Equal(src.Shape, mask.Shape) || src.DType.Size() == 0 ||
		src.Buffer == nil && src.DType != expr.Int64 {
		return nil, 0, d.malformed("compact", "%v %v by %v %v", src.DType, src.Shape, mask.DType, mask.Shape)
	}
	out, count, err := d.compact(src, mask)
	if err != nil {
		return nil, 0, err
	}
	return out, count, nil
}

func (d *Device) compact(src, mask backend.View) (out *buffer, count int, err error) {
	if shape.Size(mask.Shape) == 0 {
		out, err = d.scratch(0)
		return out, 0, err
	}
	dims, _, _, strides := shape.Collapse(slices.Clone(mask.Shape), nil, -1, [][]int{slices.Clone(mask.Strides), slices.Clone(src.Strides)})
	mask.Strides, src.Strides = strides[0], strides[1]
	k := gen.CompactKernel(src, mask, dims)
	w := newWork()
	defer w.done()
	w.space.Set(k)
	c := compaction{d: d, w: w, k: k}
	c.plan.Set(&w.space)
	if err := c.compile(); err != nil {
		return nil, 0, err
	}
	offsets, err := d.scratch(8 * (c.plan.Tiles() + 1))
	if err != nil {
		return nil, 0, err
	}
	defer offsets.release()
	if count, err = c.choose(offsets); err != nil {
		return nil, 0, err
	}
	if out, err = d.scratch(count * src.DType.Size()); err != nil || count == 0 {
		return out, 0, err
	}
	if err := c.store(out, offsets); err != nil {
		out.release()
		return nil, 0, err
	}
	runtime.KeepAlive(k)
	return out, count, nil
}

// compaction is a Compact at work.
type compaction struct {
	d           *Device
	w           *work
	k           *backend.Kernel
	plan        gen.Compact
	count, fill driver.Function
}

func (c *compaction) compile() (err error) {
	w := c.w
	w.key = append(c.plan.AppendKey(append(w.key, keyCompact)), "count"...)
	if c.count, err = c.d.function(w.key, c.plan.Count); err != nil {
		return err
	}
	w.key = append(c.plan.AppendKey(append(w.key[:0], keyCompact)), "fill"...)
	c.fill, err = c.d.function(w.key, c.plan.Fill)
	return err
}

// args packs what both kernels start with.
func (c *compaction) args(offsets *buffer, tiles bool) error {
	a, sp := &c.w.args, &c.w.space
	a.Reset()
	if _, err := c.d.spaceArgs(a, sp, c.k); err != nil {
		return err
	}
	a.Index(sp.Len(), sp.Wide())
	if tiles {
		a.U32(uint32(c.plan.Tiles()))
	}
	a.Ptr(uint64(offsets.ptr()))
	return nil
}

// choose fills the offsets of tiles and returns how many elements are chosen.
func (c *compaction) choose(offsets *buffer) (int, error) {
	if err := c.args(offsets, true); err != nil {
		return 0, err
	}
	tiles := c.plan.Tiles()
	err := c.d.linked(&c.w.args, c.plan.State(), func() error {
		return c.d.launch(c.count, tiles, gen.CompactThreads, &c.w.args)
	})
	if err != nil {
		return 0, err
	}
	var total [8]byte
	err = c.d.fetch(total[:], offsets, 8*tiles)
	return int(binary.NativeEndian.Uint64(total[:])), err
}

// store writes the chosen elements.
func (c *compaction) store(out, offsets *buffer) error {
	if err := c.args(offsets, false); err != nil {
		return err
	}
	c.w.args.Ptr(uint64(out.ptr()))
	return c.d.launch(c.fill, c.plan.Tiles(), gen.CompactThreads, &c.w.args)
}
