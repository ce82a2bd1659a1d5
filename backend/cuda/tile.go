//go:build cgo && linux

package cuda

import (
	"runtime"
	"slices"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/gen"
	"github.com/cugond/cugond/internal/shape"
)

// applyTiled carries out a kernel with transposed inputs.
func (d *Device) applyTiled(w *work, tile *gen.Tile, k *backend.Kernel) (backend.Event, error) {
	w.key = tile.AppendKey(append(w.key, keyTile))
	f, err := d.function(w.key, tile.Source)
	if err != nil {
		return nil, err
	}
	event, err := d.spaceArgs(&w.args, &w.space, k)
	if err != nil {
		return nil, err
	}
	tile.AppendArgs(&w.args)
	grid, block := tile.Grid()
	err = d.launch(f, grid, block, &w.args)
	runtime.KeepAlive(k)
	return event, err
}

// arranged returns the kernel with its dimensions in the order in which the
// first result lies in memory, so that results are written in runs. Elementwise
// work may be done in any order.
func arranged(k *backend.Kernel) *backend.Kernel {
	if len(k.Stores) == 0 || len(k.Shape) < 2 {
		return k
	}
	strides := k.Stores[0].View.Strides
	ordered := true
	for i := 1; i < len(strides); i++ {
		ordered = ordered && size(strides[i-1]) >= size(strides[i])
	}
	if ordered {
		return k
	}
	order := make([]int, len(strides))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return size(strides[j]) - size(strides[i]) })
	permute := func(list []int) []int {
		out := make([]int, len(order))
		for i, a := range order {
			out[i] = list[a]
		}
		return out
	}
	c := *k
	c.Inputs, c.Stores = slices.Clone(k.Inputs), slices.Clone(k.Stores)
	var all [][]int
	for i := range c.Inputs {
		all = append(all, permute(c.Inputs[i].Strides))
	}
	for i := range c.Stores {
		all = append(all, permute(c.Stores[i].View.Strides))
	}
	c.Shape, _, _, all = shape.Collapse(permute(k.Shape), nil, -1, all)
	for i := range c.Inputs {
		c.Inputs[i].Strides = all[i]
	}
	for i := range c.Stores {
		c.Stores[i].View.Strides = all[len(c.Inputs)+i]
	}
	return &c
}

func size(n int) int { return max(n, -n) }
