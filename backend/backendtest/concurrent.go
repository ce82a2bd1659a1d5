package backendtest

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
)

// concurrent runs kernels of many sizes and kinds from many goroutines at
// once. Each must give what it gives alone; faults must reach their own
// goroutine and no other.
func (s *suite) concurrent(t *testing.T) {
	d := s.req.Types[len(s.req.Types)-1]
	f := expr.Fold(0)
	if folds := s.foldsOf(d); len(folds) > 0 {
		f = folds[0]
	}
	goroutines, rounds := 64, 6
	if s.req.Quick {
		rounds = 2
	}
	type job struct {
		tr    trial
		want  memoryImage
		fault backend.FaultCode
	}
	var jobs []job
	sizes := []int{1, 10, 300, 2000, 40_000, 100_000}
	if s.req.Quick {
		sizes = sizes[:5]
	}
	for i, n := range sizes {
		dims := []int{n}
		var p draft
		x, y := p.input(d), p.input(d)
		sum := p.do(expr.Add, d, x, y)
		k := &backend.Kernel{Prog: &p.Program, Shape: dims,
			Inputs: []backend.View{place(contiguous, dims, d, numtest.Moderate(d, n, 1)), place(stepped, dims, d, numtest.Moderate(d, n, 2))},
			Stores: []backend.Store{store(sum, contiguous, dims, d)}}
		jobs = append(jobs, job{tr: trial{Kernel: k}})
		if f != 0 {
			r := *k
			r.Reduce = []bool{true}
			r.Stores = nil
			r.Folds = []backend.Reduction{reduction(f, sum, d, 0, dims, r.Reduce, contiguous)}
			jobs = append(jobs, job{tr: trial{Kernel: &r}})
		}
		if i%2 == 0 {
			jobs = append(jobs, job{tr: checking(d, n, backend.FaultIndex, contiguous, n-1), fault: backend.FaultIndex},
				job{tr: checking(d, n, backend.FaultNegativePower, flipped, 0), fault: backend.FaultNegativePower},
				job{tr: checking(d, n, backend.FaultAllNaN, contiguous)})
		}
	}
	for i := range jobs {
		want, err := jobs[i].tr.on(t, s.dev)
		assert.Equal(t, jobs[i].fault, faultOf(t, err))
		jobs[i].want = want
	}
	var wg sync.WaitGroup
	failures := make(chan error, goroutines)
	for g := range goroutines {
		wg.Go(func() {
			for r := range rounds {
				i := (g*7 + r*5) % len(jobs)
				if err := s.repeat(jobs[i].tr, jobs[i].want, jobs[i].fault); err != nil {
					failures <- fmt.Errorf("job %d: %w", i, err)
					return
				}
			}
		})
	}
	wg.Wait()
	close(failures)
	for err := range failures {
		t.Error(err)
	}
}

// repeat runs a trial and holds the result against an earlier one. It doesn't
// use a test's methods, which belong to the test's own goroutine.
func (s *suite) repeat(tr trial, want memoryImage, fault backend.FaultCode) error {
	device := map[*hostBuffer]backend.Buffer{}
	for _, b := range tr.buffers() {
		m, err := s.dev.Alloc(len(b.data))
		if err != nil {
			return err
		}
		defer m.Free()
		if err := s.dev.CopyIn(m, 0, b.data); err != nil {
			return err
		}
		device[b] = m
	}
	err := tr.start(s.dev, tr.over(func(b *hostBuffer) backend.Buffer { return device[b] }))
	code := backend.FaultNone
	if f, ok := err.(*backend.Fault); ok {
		code, err = f.Code, nil
	}
	if err != nil {
		return err
	}
	if code != fault {
		return fmt.Errorf("fault %v, want %v", code, fault)
	}
	for b, m := range device {
		got := make([]byte, len(b.data))
		if err := s.dev.CopyOut(got, m, 0); err != nil {
			return err
		}
		if i := firstDifference(want[b], got); i >= 0 {
			return fmt.Errorf("%v: byte %d differs from that of a run alone: %#x, not %#x", tr.Kernel, i, got[i], want[b][i])
		}
	}
	return nil
}
