package npy

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"testing"

	"codeberg.org/sbinet/npyio"
	"github.com/stretchr/testify/require"
)

// goTypes gives the slice type of an element type.
var goTypes = map[[2]int]reflect.Type{
	{'b', 1}: reflect.TypeFor[[]bool](),
	{'i', 1}: reflect.TypeFor[[]int8](), {'i', 2}: reflect.TypeFor[[]int16](),
	{'i', 4}: reflect.TypeFor[[]int32](), {'i', 8}: reflect.TypeFor[[]int64](),
	{'u', 1}: reflect.TypeFor[[]uint8](), {'u', 2}: reflect.TypeFor[[]uint16](),
	{'u', 4}: reflect.TypeFor[[]uint32](), {'u', 8}: reflect.TypeFor[[]uint64](),
	{'f', 4}: reflect.TypeFor[[]float32](), {'f', 8}: reflect.TypeFor[[]float64](),
	{'c', 8}: reflect.TypeFor[[]complex64](), {'c', 16}: reflect.TypeFor[[]complex128](),
}

// What this package writes another implementation reads, and the other way
// round, value by value.
func TestAgainstNpyio(t *testing.T) {
	everyType(func(kind Kind, size int) {
		for _, big := range []bool{false, true} {
			for _, version := range [][2]byte{{1, 0}, {2, 0}} {
				h := Header{Version: version, Kind: kind, Size: size, BigEndian: big && size > 1, Shape: []int{2, 3}}
				native := body(t, h)
				want := reflect.New(goTypes[[2]int{int(kind), size}])
				want.Elem().Set(reflect.MakeSlice(want.Elem().Type(), 6, 6))
				require.NoError(t, binary.Read(bytes.NewReader(native), binary.NativeEndian, want.Elem().Interface()))

				got := reflect.New(want.Elem().Type())
				require.NoError(t, npyio.Read(bytes.NewReader(encode(t, h, native)), got.Interface()), "%+v", h)
				require.Equal(t, want.Elem().Interface(), got.Elem().Interface(), "%+v", h)

				var theirs bytes.Buffer
				require.NoError(t, npyio.Write(&theirs, want.Elem().Interface()))
				back, err := ReadHeader(&theirs)
				require.NoError(t, err)
				require.Equal(t, []int{6}, back.Shape)
				require.Equal(t, [2]int{int(kind), size}, [2]int{int(back.Kind), back.Size})
				read, err := ReadBodyGrow(&theirs, back, 0)
				require.NoError(t, err)
				require.Equal(t, native, read)
			}
		}
	})
}
