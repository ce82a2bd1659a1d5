package array_test

import (
	"fmt"
	"runtime"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
)

func ExampleMemory() {
	a := array.Arange(cugond.CPU(), 0.0, 6, 1).Reshape(2, 3).T()
	v, event, err := array.Memory(a)
	fmt.Println(v.DType, v.Shape, v.Strides, event == nil, err)
	if host, ok := a.Device().(backend.HostMapper); ok {
		fmt.Println(len(host.HostBytes(v.Buffer)), "bytes")
	}
	runtime.KeepAlive(a)
	// Output:
	// float64 [3 2] [1 3] true <nil>
	// 48 bytes
}
