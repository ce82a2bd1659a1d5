package backendtest

import (
	"bytes"
	"errors"
	"fmt"
	"hash/maphash"
	"sync"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/oracle"
)

// Reference remembers what the oracle gave. One that is shared by the runs on
// several devices saves most of the oracle's time, which is most of a run's.
// It is safe for concurrent use.
type Reference struct {
	mu     sync.Mutex
	seed   maphash.Seed
	values map[evaluation]expr.Scalar
	trials map[[2]uint64]memoryImage // by the trial's hash; the buffers are those of the first such trial
	orders map[[2]uint64][]*hostBuffer
}

// NewReference returns a reference that remembers nothing yet.
func NewReference() *Reference {
	return &Reference{
		seed:   maphash.MakeSeed(),
		values: map[evaluation]expr.Scalar{},
		trials: map[[2]uint64]memoryImage{},
		orders: map[[2]uint64][]*hostBuffer{},
	}
}

// evaluation is an instruction on operands.
type evaluation struct {
	instruction
	args [3]expr.Scalar
}

// eval carries out an instruction on scalars. Only those with a bound take
// long enough to be remembered.
func (r *Reference) eval(in instruction, args []expr.Scalar) expr.Scalar {
	if in.op.Row().ULP.Of(in.in) == 0 {
		return in.op.Eval(in.in, in.out, args...)
	}
	key := evaluation{instruction: in}
	copy(key.args[:], args)
	r.mu.Lock()
	v, ok := r.values[key]
	r.mu.Unlock()
	if !ok {
		v = in.op.Eval(in.in, in.out, args...)
		r.mu.Lock()
		r.values[key] = v
		r.mu.Unlock()
	}
	return v
}

// run is trial.on for the oracle.
func (r *Reference) run(tr trial) (memoryImage, error) {
	if tr.single {
		return r.runSingle(tr), nil
	}
	key := r.hash(tr)
	buffers := tr.buffers()
	r.mu.Lock()
	known, order := r.trials[key], r.orders[key]
	r.mu.Unlock()
	after := memoryImage{}
	if known != nil {
		for i, b := range buffers {
			if after[b] = known[order[i]]; after[b] == nil {
				after[b] = b.data
			}
		}
		return after, nil
	}
	copies := map[*hostBuffer]backend.Buffer{}
	for _, b := range buffers {
		after[b] = bytes.Clone(b.data)
		copies[b] = &hostBuffer{after[b]}
	}
	k := tr.over(func(b *hostBuffer) backend.Buffer { return copies[b] })
	host := func(b backend.Buffer) []byte { return b.(*hostBuffer).data }
	var err error
	switch {
	case tr.action != nil:
		err = tr.action.oracle(k, host)
	case tr.op != expr.NoScan:
		err = oracle.Scan(&backend.Scan{Kernel: *k, Op: tr.op, Axis: tr.axis}, host)
	default:
		err = oracle.Run(k, host)
	}
	if errors.Is(err, backend.ErrData) { // everything is done all the same
		return after, err
	}
	if err != nil {
		return nil, err
	}
	written := memoryImage{}
	for _, b := range buffers {
		if !bytes.Equal(b.data, after[b]) {
			written[b] = after[b]
		}
	}
	r.mu.Lock()
	r.trials[key], r.orders[key] = written, buffers
	r.mu.Unlock()
	return after, nil
}

// runSingle carries out a kernel of one instruction on inputs, whose result is
// the only one that is stored.
func (r *Reference) runSingle(tr trial) memoryImage {
	i := tr.Prog.Instrs[0]
	in := instruction{i.Op, i.In, i.Out}
	var operands [][]expr.Scalar
	for k := range in.arity() {
		v := tr.Inputs[i.Args[k]]
		operands = append(operands, elements(v, tr.Shape, v.Buffer.(*hostBuffer).data))
	}
	after := memoryImage{}
	for _, b := range tr.buffers() {
		after[b] = bytes.Clone(b.data)
	}
	v := tr.Stores[0].View
	to := after[v.Buffer.(*hostBuffer)]
	args := make([]expr.Scalar, len(operands))
	for n, p := range positions(tr.Shape, v.Strides, v.Offset) {
		for k := range operands {
			args[k] = operands[k][n]
		}
		y := r.eval(in, args)
		copy(to[p*v.DType.Size():], y.Bytes())
	}
	return after
}

// hash tells trials apart.
func (r *Reference) hash(tr trial) [2]uint64 {
	var out [2]uint64
	for i := range out {
		var h maphash.Hash
		h.SetSeed(r.seed)
		h.WriteByte(byte(i))
		fmt.Fprintln(&h, tr.Kernel, tr.op, tr.axis, tr.Params)
		if tr.action != nil {
			fmt.Fprintln(&h, tr.action.name)
		}
		number := map[*hostBuffer]int{}
		for n, b := range tr.buffers() {
			number[b] = n
			h.Write(b.data)
		}
		for _, v := range kernelViews(tr.Kernel) {
			b, _ := v.Buffer.(*hostBuffer)
			fmt.Fprintln(&h, v.DType, v.Shape, number[b], b == nil)
		}
		for _, f := range tr.Folds {
			fmt.Fprintln(&h, f.DDof)
		}
		out[i] = h.Sum64()
	}
	return out
}
