package backendtest

import (
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// saboteur is a device with one fault, which the suite must find.
type saboteur struct {
	*fake
	run  func(f *fake, k *backend.Kernel) error
	scan func(f *fake, s *backend.Scan) error

	sort      func(f *fake, dst, src backend.View, positions bool) error
	take, put func(f *fake, dst, src, index backend.View) error
	compact   func(f *fake, src, mask backend.View) (backend.Buffer, int, error)
}

func (s *saboteur) Run(k *backend.Kernel) (backend.Event, error) {
	if s.run != nil && !s.closed.Load() {
		return nil, s.run(s.fake, k)
	}
	return s.fake.Run(k)
}

func (s *saboteur) Scan(sc *backend.Scan) (backend.Event, error) {
	if s.scan != nil && !s.closed.Load() {
		return nil, s.scan(s.fake, sc)
	}
	return s.fake.Scan(sc)
}

func (s *saboteur) Sort(dst, src backend.View, positions bool) (backend.Event, error) {
	if s.sort != nil && !s.closed.Load() {
		return nil, s.sort(s.fake, dst, src, positions)
	}
	return s.fake.Sort(dst, src, positions)
}

func (s *saboteur) Take(dst, src, index backend.View) (backend.Event, error) {
	if s.take != nil && !s.closed.Load() {
		return nil, s.take(s.fake, dst, src, index)
	}
	return s.fake.Take(dst, src, index)
}

func (s *saboteur) Put(dst, src, index backend.View) (backend.Event, error) {
	if s.put != nil && !s.closed.Load() {
		return nil, s.put(s.fake, dst, src, index)
	}
	return s.fake.Put(dst, src, index)
}

func (s *saboteur) Compact(src, mask backend.View) (backend.Buffer, int, error) {
	if s.compact != nil && !s.closed.Load() {
		return s.compact(s.fake, src, mask)
	}
	return s.fake.Compact(src, mask)
}

// backwards is a view with the order of its axis reversed.
func backwards(v backend.View, axis int) backend.View {
	v.Strides = slices.Clone(v.Strides)
	v.Offset += (v.Shape[axis] - 1) * v.Strides[axis]
	v.Strides[axis] = -v.Strides[axis]
	return v
}

func (f *fake) must(k *backend.Kernel) error { return wait(f.Run(k)) }

// last returns the bytes of a view's last element.
func last(v backend.View, dims []int) []byte {
	p := positions(dims, v.Strides, v.Offset)
	at := p[len(p)-1] * v.DType.Size()
	return v.Buffer.(*hostBuffer).data[at : at+v.DType.Size()]
}

// placesOf returns where the elements of a view with a shape stand.
func placesOf(v backend.View) []int { return positions(v.Shape, v.Strides, v.Offset) }

// sabotages are the faults, and where in the suite each must be found.
var sabotages = map[string]struct {
	found string
	dev   saboteur
}{
	"an operation is off by a little": {"ops/exp/float32/contiguous", saboteur{run: func(f *fake, k *backend.Kernel) error {
		err := f.must(k)
		if len(k.Prog.Instrs) == 1 && k.Prog.Instrs[0].Op == expr.Exp {
			last(k.Stores[0].View, k.Shape)[0] ^= 0x10
		}
		return err
	}}},
	"a zero has the wrong sign": {"ops/neg/float32/specials", saboteur{run: func(f *fake, k *backend.Kernel) error {
		err := f.must(k)
		for _, st := range k.Stores {
			data := st.View.Buffer.(*hostBuffer).data
			for _, p := range positions(k.Shape, st.View.Strides, st.View.Offset) {
				if st.View.DType == expr.Float32 && data[4*p+3] == 0x80 && data[4*p]|data[4*p+1]|data[4*p+2] == 0 {
					data[4*p+3] = 0
				}
			}
		}
		return err
	}}},
	"the last element is left out": {"ops/add/int16/transposed", saboteur{run: func(f *fake, k *backend.Kernel) error {
		var old []byte
		var at []byte
		if len(k.Stores) > 0 && k.Len() > 100 {
			at = last(k.Stores[0].View, k.Shape)
			old = slices.Clone(at)
		}
		err := f.must(k)
		copy(at, old)
		return err
	}}},
	"a byte after the result is written": {"ops/add/int16/to_offset", saboteur{run: func(f *fake, k *backend.Kernel) error {
		err := f.must(k)
		if len(k.Stores) > 0 {
			v := k.Stores[0].View
			p := slices.Max(positions(k.Shape, v.Strides, v.Offset)) + 1
			v.Buffer.(*hostBuffer).data[p*v.DType.Size()] = 0
		}
		return err
	}}},
	"an input is changed": {"ops/add/int16/stepped", saboteur{run: func(f *fake, k *backend.Kernel) error {
		err := f.must(k)
		if b, ok := k.Inputs[0].Buffer.(*hostBuffer); ok {
			b.data[len(b.data)-1]++
		}
		return err
	}}},
	"strides are taken for positive": {"ops/add/int16/reversed", saboteur{run: func(f *fake, k *backend.Kernel) error {
		c := *k
		c.Inputs = slices.Clone(k.Inputs)
		for i, v := range c.Inputs {
			if s := v.Strides[len(v.Strides)-1]; s == -1 && v.Buffer != nil {
				c.Inputs[i].Offset -= k.Shape[len(k.Shape)-1] - 1
				c.Inputs[i].Strides = slices.Clone(v.Strides)
				c.Inputs[i].Strides[len(v.Strides)-1] = 1
			}
		}
		return f.must(&c)
	}}},
	"faults are swallowed": {"check/int16", saboteur{run: func(f *fake, k *backend.Kernel) error {
		err := f.must(k)
		if errors.Is(err, backend.ErrData) {
			return nil
		}
		return err
	}}},
	"faults stick": {"check/int16", func() saboteur {
		var stuck error
		return saboteur{run: func(f *fake, k *backend.Kernel) error {
			if err := f.must(k); err != nil {
				stuck = err
			}
			return stuck
		}}
	}()},
	"a sum depends on its siblings": {"folds/axes/float32/[3_7_5]_axes_0", saboteur{run: func(f *fake, k *backend.Kernel) error {
		err := f.must(k)
		if len(k.Folds) > 1 && k.Folds[0].Fold == expr.FoldSum {
			last(k.Folds[0].View, keptShape(k))[0] ^= 1
		}
		return err
	}}},
	"a sum depends on the layout": {"folds/axes/float32/[3_7_5]_axes_0", saboteur{run: func(f *fake, k *backend.Kernel) error {
		err := f.must(k)
		if len(k.Folds) > 0 && k.Folds[0].Fold == expr.FoldSum && k.Inputs[0].Strides[len(k.Shape)-1] != 1 {
			last(k.Folds[0].View, keptShape(k))[0] ^= 1
		}
		return err
	}}},
	"the last of equals is found": {"folds/axes/int16/[3_7_5]_axes_0,1,2", saboteur{run: func(f *fake, k *backend.Kernel) error {
		err := f.must(k)
		for _, r := range k.Folds {
			if r.Fold == expr.FoldArgMax {
				last(r.View, keptShape(k))[0]++
			}
		}
		return err
	}}},
	"a fused value is rounded less": {"random", saboteur{run: func(f *fake, k *backend.Kernel) error {
		err := f.must(k)
		if len(k.Prog.Instrs) > 3 && len(k.Stores) > 0 && expr.KindFloat.Has(k.Stores[0].View.DType) {
			last(k.Stores[0].View, k.Shape)[0] ^= 1
		}
		return err
	}}},
	"scans start again": {"scans/cumsum/int16/[5_7]_axis_1", saboteur{scan: func(f *fake, s *backend.Scan) error {
		err := wait(f.Scan(s))
		if s.Len() > 1 {
			clear(last(s.Stores[0].View, s.Shape))
		}
		return err
	}}},
	"equal elements change their order": {"sort/float32/[5_7]_few", saboteur{sort: func(f *fake, dst, src backend.View, positions bool) error {
		if !positions || src.Shape[0] == 0 || src.Shape[1] == 0 {
			return wait(f.Sort(dst, src, positions))
		}
		err := wait(f.Sort(dst, backwards(src, 1), true))
		data := dst.Buffer.(*hostBuffer).data
		for _, p := range placesOf(dst) {
			i := int64(dst.Shape[1]-1) - expr.ScalarAs[int64](scalarAt(expr.Int64, data, p))
			v := expr.ScalarOf(i)
			copy(data[8*p:], v.Bytes())
		}
		return err
	}}},
	"zeros lose their sign": {"sort/float32/[3_8]_zeros_and_NaN", saboteur{sort: func(f *fake, dst, src backend.View, positions bool) error {
		err := wait(f.Sort(dst, src, positions))
		if data := dst.Buffer.(*hostBuffer).data; dst.DType == expr.Float32 {
			for _, p := range placesOf(dst) {
				if string(data[4*p:4*p+4]) == "\x00\x00\x00\x80" {
					data[4*p+3] = 0
				}
			}
		}
		return err
	}}},
	"a row's end is not sorted": {"sort/int16/[2_300]_mixed", saboteur{sort: func(f *fake, dst, src backend.View, positions bool) error {
		if src.Shape[1] > 256 {
			dst.Shape, src.Shape = []int{src.Shape[0], 256}, []int{src.Shape[0], 256}
		}
		return wait(f.Sort(dst, src, positions))
	}}},
	"the first of equal positions stays": {"index/put/int16/[1_9_1]_of_7", saboteur{put: func(f *fake, dst, src, index backend.View) error {
		if index.Shape[1] == 0 {
			return wait(f.Put(dst, src, index))
		}
		return wait(f.Put(dst, backwards(src, 1), backwards(index, 1)))
	}}},
	"positions are clamped": {"index/faults/[1_9_1]_of_7", saboteur{take: func(f *fake, dst, src, index backend.View) error {
		if err := wait(f.Take(dst, src, index)); !errors.Is(err, backend.ErrData) {
			return err
		}
		return nil
	}}},
	"a position past the end is written": {"index/faults/[2_3_4]_of_5/5", saboteur{put: func(f *fake, dst, src, index backend.View) error {
		dst.Shape = slices.Clone(dst.Shape)
		dst.Shape[1]++
		err := wait(f.Put(dst, src, index))
		if err == nil {
			err = &backend.Fault{Code: backend.FaultIndex}
		}
		return err
	}}},
	"a compaction goes by columns": {"index/compact/int16/[13_70]/transposed_by_contiguous", saboteur{compact: func(f *fake, src, mask backend.View) (backend.Buffer, int, error) {
		if len(src.Shape) == 2 && src.Strides[0] < src.Strides[1] {
			turn := func(v backend.View) backend.View {
				v.Shape, v.Strides = []int{v.Shape[1], v.Shape[0]}, []int{v.Strides[1], v.Strides[0]}
				return v
			}
			src, mask = turn(src), turn(mask)
		}
		return f.Compact(src, mask)
	}}},
}

// sabotageVariable names the fault that TestSabotaged, in a process of its
// own, gives to its device.
const sabotageVariable = "CUGOND_TEST_SABOTAGE"

func sabotageRequirements() Requirements {
	return Requirements{Types: []expr.DType{expr.Bool, expr.Int16, expr.Int64, expr.Float32},
		Ops: []expr.Op{expr.Add, expr.Mul, expr.Neg, expr.Equal, expr.NotEqual, expr.Exp, expr.Cast, expr.Check}, Programs: 30}
}

func TestSabotaged(t *testing.T) {
	name := os.Getenv(sabotageVariable)
	if name == "" {
		t.Skip("runs in a process of its own")
	}
	dev := sabotages[name].dev
	Run(t, func(*testing.T) backend.Device {
		dev.fake = &fake{}
		return &dev
	}, sabotageRequirements())
}

// Every sabotage is found where it should be, and nothing is found without.
func TestSuiteFindsFaults(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	for name, c := range sabotages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := strings.Split(c.found, "/")
			for i, p := range path {
				path[i] = "^" + strings.NewReplacer("[", `\[`, "]", `\]`).Replace(p)
			}
			cmd := exec.Command(self, "-test.short", "-test.run", "^TestSabotaged$/"+strings.Join(path, "/"))
			cmd.Env = append(os.Environ(), sabotageVariable+"="+name)
			out, err := cmd.CombinedOutput()
			var exit *exec.ExitError
			require.ErrorAs(t, err, &exit, "the suite passes:\n%s", out)
			assert.Contains(t, string(out), "--- FAIL: TestSabotaged/"+c.found)
			assert.NotContains(t, string(out), "panic")
		})
	}
}

// What is required and missing fails; the same without being required is no
// failure.
func TestRequirements(t *testing.T) {
	if os.Getenv(sabotageVariable) == "bare" {
		Run(t, func(*testing.T) backend.Device { return struct{ backend.Device }{NewFake()} },
			Requirements{Types: []expr.DType{expr.Bool}, Ops: []expr.Op{expr.BitNot}, Scan: true, Sort: true, Index: true, MatMul: true, HostMap: true, Programs: 1})
		return
	}
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self, "-test.short", "-test.run", "^TestRequirements$/^(scans|sort|index|matmul|memory)$")
	cmd.Env = append(os.Environ(), sabotageVariable+"=bare")
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	for _, want := range []string{"/scans", "/sort", "/index", "/matmul", "/memory/host"} {
		assert.Contains(t, string(out), "--- FAIL: TestRequirements"+want)
	}
	Run(t, func(*testing.T) backend.Device { return struct{ backend.Device }{NewFake()} },
		Requirements{Types: []expr.DType{expr.Bool}, Ops: []expr.Op{expr.BitNot}, Programs: 1})
}
