//go:build cgo && linux

package cuda

import (
	"runtime"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/gen"
)

// The first byte of a kernel's key says which kind it is.
const (
	keyMap = iota
	keyTile
	keyReduce
	keyScan
	keyCompact
	keySort
	keyTake
	keyPut
	keyMatMul
)

// apply carries out a kernel without folds.
func (d *Device) apply(k *backend.Kernel) (backend.Event, error) {
	k = arranged(k)
	w := newWork()
	defer w.done()
	w.space.Set(k)
	if tile := w.space.Tile(); tile != nil {
		return d.applyTiled(w, tile, k)
	}
	w.key = w.space.AppendKey(append(w.key, keyMap))
	f, ok := d.modules.lookup(w.key)
	if !ok {
		var err error
		if f, err = d.function(w.key, w.space.Map); err != nil {
			return nil, err
		}
	}
	event, err := d.spaceArgs(&w.args, &w.space, k)
	if err != nil {
		return nil, err
	}
	w.args.Index(w.space.Len(), w.space.Wide())
	err = d.launch(f, w.space.MapGrid(), gen.MapThreads, &w.args)
	runtime.KeepAlive(k)
	return event, err
}
