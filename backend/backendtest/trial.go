package backendtest

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
	"github.com/cugond/cugond/internal/oracle"
)

// trial is a kernel, a scan or another operation whose views are of host
// buffers, which hold what the device's buffers hold before it runs.
type trial struct {
	*backend.Kernel
	op   expr.Cumulative // NoScan: it is a kernel
	axis int

	// action, unless nil, is done instead: it stores something of the inputs;
	// there is no program. The views have shapes of their own; that of the
	// kernel is the stored one's.
	action *action

	// single: it is one instruction on inputs, of which the result is stored.
	single bool
}

// action is an operation of a device that is no kernel.
type action struct {
	name   string
	start  func(dev backend.Device, k *backend.Kernel) (backend.Event, error)
	oracle func(k *backend.Kernel, mem oracle.Memory) error
}

// acting is the trial of an action that stores dst.
func acting(a *action, dst backend.View, inputs ...backend.View) trial {
	return trial{action: a, Kernel: &backend.Kernel{Prog: &expr.Program{}, Shape: dst.Shape, Inputs: inputs,
		Stores: []backend.Store{{View: dst}}}}
}

// memoryImage is what buffers hold after a trial.
type memoryImage map[*hostBuffer][]byte

// buffers returns every buffer of the trial once.
func (tr *trial) buffers() []*hostBuffer {
	var out []*hostBuffer
	seen := map[*hostBuffer]bool{}
	for _, v := range kernelViews(tr.Kernel) {
		if b, ok := v.Buffer.(*hostBuffer); ok && !seen[b] {
			seen[b] = true
			out = append(out, b)
		}
	}
	return out
}

// over returns the same kernel over other buffers.
func (tr *trial) over(other func(b *hostBuffer) backend.Buffer) *backend.Kernel {
	k := *tr.Kernel
	k.Inputs = append([]backend.View(nil), k.Inputs...)
	k.Stores = append([]backend.Store(nil), k.Stores...)
	k.Folds = append([]backend.Reduction(nil), k.Folds...)
	for _, v := range kernelViews(&k) {
		if b, ok := v.Buffer.(*hostBuffer); ok {
			v.Buffer = other(b)
		}
	}
	return &k
}

// start runs it on a device.
func (tr *trial) start(dev backend.Device, k *backend.Kernel) error {
	if tr.action != nil {
		return wait(tr.action.start(dev, k))
	}
	if tr.op == expr.NoScan {
		return wait(dev.Run(k))
	}
	sc, ok := dev.(backend.Scanner)
	if !ok {
		return backend.ErrUnsupported
	}
	return wait(sc.Scan(&backend.Scan{Kernel: *k, Op: tr.op, Axis: tr.axis}))
}

// on runs the trial on a device and returns what the buffers hold then, and
// how it ended. Operations of the device that can't fail end the test.
func (tr *trial) on(t testing.TB, dev backend.Device) (memoryImage, error) {
	t.Helper()
	buffers := tr.buffers()
	devBuf := make(map[*hostBuffer]backend.Buffer, len(buffers))
	for _, b := range buffers {
		m, err := dev.Alloc(len(b.data))
		require.NoError(t, err)
		defer m.Free()
		require.NoError(t, dev.CopyIn(m, 0, b.data))
		devBuf[b] = m
	}
	failure := tr.start(dev, tr.over(func(b *hostBuffer) backend.Buffer { return devBuf[b] }))
	after := memoryImage{}
	for _, b := range buffers {
		after[b] = make([]byte, len(b.data))
		require.NoError(t, dev.CopyOut(after[b], devBuf[b], 0))
	}
	return after, failure
}

// judge says whether an element is near enough to what it should be.
type judge func(i int, want, got expr.Scalar) error

// within judges by a tolerance.
func within(tol numtest.Tolerance) judge {
	return func(_ int, want, got expr.Scalar) error { return tol.Accepts(want, got) }
}

var exact = within(numtest.Tolerance{})

// verdict holds a judge for every result; nil: exact.
type verdict struct{ stores, folds []judge }

func pick(judges []judge, i int) judge {
	if i < len(judges) && judges[i] != nil {
		return judges[i]
	}
	return exact
}

// maxReports is how many wrong elements of a result are told of.
const maxReports = 4

// compare holds what a device made of the buffers against what they should
// be. It fails the test and returns false if they differ. Nothing is changed.
func (tr *trial) compare(t testing.TB, want, got memoryImage, v verdict) bool {
	t.Helper()
	ok := true
	all := got
	got = memoryImage{}
	for b, data := range all {
		got[b] = bytes.Clone(data)
	}
	view := func(what string, v backend.View, dims []int, j judge) {
		b := v.Buffer.(*hostBuffer)
		w, g := want[b], got[b]
		if bytes.Equal(w, g) {
			return
		}
		size, wrong := v.DType.Size(), 0
		for i, p := range positions(dims, v.Strides, v.Offset) {
			wb, gb := w[p*size:(p+1)*size], g[p*size:(p+1)*size]
			if bytes.Equal(wb, gb) {
				continue
			}
			if err := j(i, scalarAt(v.DType, w, p), scalarAt(v.DType, g, p)); err != nil {
				if wrong++; wrong <= maxReports {
					t.Errorf("%s, element %d of %v: %v%s", what, i, dims, err, tr.operandsAt(i, dims))
				}
			}
			copy(gb, wb) // so that only what nobody may touch is left to differ
		}
		if wrong > maxReports {
			t.Errorf("%s: … and %d more elements", what, wrong-maxReports)
		}
		ok = ok && wrong == 0
	}
	for i, st := range tr.Stores {
		view(fmt.Sprintf("store %d", i), st.View, tr.Shape, pick(v.stores, i))
	}
	for i, r := range tr.Folds {
		view(fmt.Sprintf("%v (result %d)", r.Fold, i), r.View, keptShape(tr.Kernel), pick(v.folds, i))
	}
	for n, b := range tr.buffers() {
		if i := firstDifference(want[b], got[b]); i >= 0 {
			ok = false
			t.Errorf("buffer %d: byte %d of %d, outside of the results, was changed from %#02x to %#02x",
				n, i, len(b.data), want[b][i], got[b][i])
		}
	}
	if !ok {
		t.Logf("%v", tr.Kernel)
	}
	return ok
}

// operandsAt tells the operands of element i, for messages.
func (tr *trial) operandsAt(i int, dims []int) string {
	if len(tr.Inputs) > 4 || len(tr.Folds) > 0 || tr.op != expr.NoScan || tr.action != nil {
		return ""
	}
	out := ""
	for _, v := range tr.Inputs {
		if b, ok := v.Buffer.(*hostBuffer); ok {
			at := positions(dims, v.Strides, v.Offset)[i]
			out += " " + numtest.Format(scalarAt(v.DType, b.data, at))
		}
	}
	if out != "" {
		out = "; operands" + out
	}
	return out
}

// keptShape is the kernel's shape with the reduced dimensions as 1.
func keptShape(k *backend.Kernel) []int {
	out := append([]int(nil), k.Shape...)
	for i, r := range k.Reduce {
		if r {
			out[i] = 1
		}
	}
	return out
}

func firstDifference(a, b []byte) int {
	if bytes.Equal(a, b) {
		return -1
	}
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}

// check runs the trial on the device and by the oracle and compares. It
// returns what the device left in the buffers.
func (s *suite) check(t testing.TB, tr trial, v verdict) memoryImage {
	t.Helper()
	s.oneInSample(t)
	got, err := tr.on(t, s.dev)
	require.NoError(t, err, "%v", tr.Kernel)
	want, err := s.req.Reference.run(tr)
	require.NoError(t, err, "oracle: %v", tr.Kernel)
	tr.compare(t, want, got, v)
	return got
}

// oneInSample ends a test that the requirements leave out.
func (s *suite) oneInSample(t testing.TB) {
	// A group's own name has two parts, a case's has more.
	if s.req.Sample < 2 || strings.Count(t.Name(), "/") < 3 {
		return
	}
	h := fnv.New32a()
	h.Write([]byte(t.Name()))
	if h.Sum32()%uint32(s.req.Sample) != 0 {
		t.SkipNow()
	}
}

// same fails the test unless the elements are identical, but for NaNs'
// payloads.
func same(t testing.TB, want, got []expr.Scalar, what string) bool {
	t.Helper()
	require.Len(t, got, len(want), what)
	wrong := 0
	for i := range want {
		if !numtest.Identical(want[i], got[i]) {
			if wrong++; wrong <= maxReports {
				t.Errorf("%s, element %d: got %s, want %s to the bit", what, i, numtest.Format(got[i]), numtest.Format(want[i]))
			}
		}
	}
	if wrong > maxReports {
		t.Errorf("%s: … and %d more of %d elements", what, wrong-maxReports, len(want))
	}
	return wrong == 0
}
