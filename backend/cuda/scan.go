//go:build cgo && linux

package cuda

import (
	"fmt"
	"runtime"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/gen"
)

// Scan implements backend.Scanner by one kernel that reads and writes every
// element once. Lines of more than some thousand elements are shared by blocks,
// each of which waits for the sums of those before it. Floats are carried in
// double precision, and added up in an order that depends on the length of the
// line alone.
func (d *Device) Scan(s *backend.Scan) (backend.Event, error) {
	if err := d.begin("scan"); err != nil {
		return nil, err
	}
	defer d.end()
	if len(s.Stores) != 1 || len(s.Folds) != 0 || s.Axis < 0 || s.Axis >= len(s.Shape) {
		return nil, d.malformed("scan", "axis %d of %d with %d stores and %d folds", s.Axis, len(s.Shape), len(s.Stores), len(s.Folds))
	}
	value := s.Stores[0].Value
	if in := s.Prog.Type(value); !s.Op.Row().Kinds.Has(in) {
		return nil, &backend.Error{Op: fmt.Sprintf("%v of %v", s.Op, in), Device: d.name, Err: backend.ErrUnsupported}
	}
	k, axis := gen.Arrange(s)
	w := newWork()
	defer w.done()
	w.space.Set(k, value)
	var plan gen.Scan
	plan.Set(&w.space, s.Op, axis)
	w.key = plan.AppendKey(append(w.key, keyScan))
	f, err := d.function(w.key, plan.Source)
	if err != nil {
		return nil, err
	}
	event, err := d.spaceArgs(&w.args, &w.space, k)
	if err != nil {
		return nil, err
	}
	plan.AppendArgs(&w.args)
	grid, block := plan.Grid()
	launch := func() error { return d.launch(f, grid, block, &w.args) }
	if words := plan.State(); words > 0 {
		err = d.linked(&w.args, words, launch)
	} else {
		err = launch()
	}
	runtime.KeepAlive(k)
	return event, err
}
