package blas

import (
	"sync"

	gonum "gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/cblas128"
	"gonum.org/v1/gonum/blas/cblas64"
	native "gonum.org/v1/gonum/blas/gonum"

	"github.com/cugond/cugond/backend"
)

// Implementation is gonum's BLAS for all its element types: row-major slices with
// leading dimensions and increments, and gonum's panics on bad arguments.
type Implementation = interface {
	gonum.Float32
	gonum.Float64
	gonum.Complex64
	gonum.Complex128
}

// hosted is implemented by devices that compute in host memory.
type hosted interface{ HostBLAS() Implementation }

// largeWork is the number of multiplications from which a call goes to a device
// with memory of its own: that of matrices of 512×512, for which some 4·512²
// elements cross the bus, each for 128 multiplications.
const largeWork = 512 * 512 * 512

// Gonum returns gonum's BLAS on a device.
//
// For the CPU it is what the device itself computes with: OpenBLAS when it was
// found, else gonum's own code.
//
// For a device with memory of its own, operations of level 3 with 512³
// multiplications or more are copied to the device, computed there, and copied
// back. Everything else is done by gonum's own code: levels 1 and 2 read each
// element once or twice, which takes the host less time than to send it. So is
// what the device fails to do, for want of memory for instance; the operands are
// whole until the result has come back.
func Gonum(dev backend.Device) Implementation {
	if h, ok := dev.(hosted); ok {
		return h.HostBLAS()
	}
	return newOnDevice(func() backend.Device { return dev }, largeWork)
}

// Use has gonum's blas32, blas64, cblas64 and cblas128, and all of gonum that is
// built on them, compute on a device as [Gonum] describes. The function that it
// returns registers again what was there.
//
// gonum's registration is not synchronised: call both while nothing else computes.
func Use(dev backend.Device) (restore func()) { return use(Gonum(dev)) }

// UseLater is [Use] of a device that is opened by the first operation of level 3
// with 512³ multiplications or more. When that turns out to be the CPU, such
// operations are done by what it computes with. All others are done by gonum's own
// code.
func UseLater(open func() backend.Device) (restore func()) { return use(newOnDevice(open, largeWork)) }

func use(impl Implementation) (restore func()) {
	f32, f64, c64, c128 := blas32.Implementation(), blas64.Implementation(), cblas64.Implementation(), cblas128.Implementation()
	blas32.Use(impl)
	blas64.Use(impl)
	cblas64.Use(impl)
	cblas128.Use(impl)
	return func() {
		blas32.Use(f32)
		blas64.Use(f64)
		cblas64.Use(c64)
		cblas128.Use(c128)
	}
}

// onDevice is gonum's BLAS with large calls of level 3 done by a device.
type onDevice struct {
	Implementation
	open func() backend.Device
	work int
}

func newOnDevice(open func() backend.Device, work int) *onDevice {
	return &onDevice{Implementation: native.Implementation{}, open: sync.OnceValue(open), work: work}
}

// choose returns which device is to do a call of m·n·k multiplications, or, with
// a nil one, which implementation; the implementation is also for what the device
// can't do. Sizes may be anything, as they are not checked yet.
func (o *onDevice) choose(m, n, k int) (backend.Device, Implementation) {
	if m <= 0 || n <= 0 || k <= 0 || float64(m)*float64(n)*float64(k) < float64(o.work) {
		return nil, o.Implementation
	}
	dev := o.open()
	if h, ok := dev.(hosted); ok {
		return nil, h.HostBLAS()
	}
	return dev, o.Implementation
}
