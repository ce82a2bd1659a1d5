//go:build cgo && linux

package cuda

import (
	"runtime"
	"sync"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/gen"
	"github.com/cugond/cugond/backend/expr"
)

// reduction is what a kernel with folds needs beside its work, kept for reuse.
type reduction struct {
	plan  gen.Reduce
	wants []expr.Ref
}

var reductions = sync.Pool{New: func() any { return new(reduction) }}

// reduce carries out a kernel with folds: in one launch, as long as no input
// is overwritten and there are not so many folds that their states exhaust a
// block's memory.
func (d *Device) reduce(k *backend.Kernel) (backend.Event, error) {
	if overwrites(k) {
		// Inputs may be read twice, so they are written afterwards.
		folds, stores := *k, *k
		folds.Stores, stores.Folds, stores.Reduce = nil, nil, nil
		first, err := d.reduce(&folds)
		if err != nil {
			return nil, err
		}
		second, err := d.apply(&stores)
		return both(first, second), err
	}
	if n := gen.FoldsFit(k); n < len(k.Folds) {
		some, others := *k, *k
		some.Folds = k.Folds[:n]
		others.Folds, others.Stores = k.Folds[n:], nil
		first, err := d.fold(&some)
		if err != nil {
			return nil, err
		}
		second, err := d.reduce(&others)
		return both(first, second), err
	}
	return d.fold(k)
}

// overwrites reports whether a store is to an input's memory.
func overwrites(k *backend.Kernel) bool {
	for i := range k.Stores {
		for j := range k.Inputs {
			if k.Stores[i].View.Buffer == k.Inputs[j].Buffer {
				return true
			}
		}
	}
	return false
}

// fold launches a kernel with folds that all fit.
func (d *Device) fold(k *backend.Kernel) (backend.Event, error) {
	r := reductions.Get().(*reduction)
	defer reductions.Put(r)
	w := newWork()
	defer w.done()
	r.wants = gen.FoldValues(k, r.wants[:0])
	w.space.Set(k, r.wants...)
	r.plan.Set(&w.space, k, d.props.MultiProcessors)
	w.key = r.plan.AppendKey(w.space.AppendKey(append(w.key, keyReduce)))
	f, ok := d.modules.lookup(w.key)
	if !ok {
		var err error
		if f, err = d.function(w.key, r.plan.Source); err != nil {
			return nil, err
		}
	}
	event, err := d.spaceArgs(&w.args, &w.space, k)
	if err != nil {
		return nil, err
	}
	var scratch, counters uint64
	if bytes := r.plan.Scratch(); bytes > 0 {
		b, err := d.scratch(bytes)
		if err != nil {
			return nil, err
		}
		defer b.release()
		c, err := d.counters(r.plan.Counters())
		if err != nil {
			return nil, err
		}
		scratch, counters = uint64(b.ptr()), uint64(c)
	}
	r.plan.AppendArgs(&w.args, func(v *backend.View) uint64 {
		p, e := d.base(v.Buffer, true)
		if e != nil {
			err = e
		}
		return uint64(p)
	}, scratch, counters)
	if err != nil {
		return nil, err
	}
	err = d.launch(f, r.plan.Grid(), r.plan.Block(), &w.args)
	runtime.KeepAlive(k)
	return event, err
}

// both is the end of two pieces of work, the second of which was started later.
func both(first, second backend.Event) backend.Event {
	if _, plain := first.(*plainEvent); plain {
		return second
	}
	return &pairEvent{first, second}
}

// pairEvent waits for two events, of which the second may be nil.
type pairEvent struct{ first, second backend.Event }

// Wait implements backend.Event. It returns the first failure.
func (e *pairEvent) Wait() error {
	err := e.first.Wait()
	if e.second != nil {
		if other := e.second.Wait(); err == nil {
			err = other
		}
	}
	return err
}
