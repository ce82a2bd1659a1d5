//go:build cgo && linux

package driver

import (
	"os"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// scale is a kernel for any device: y[i] = a·x[i] for i < n.
const scale = `.version 7.0
.target sm_50
.address_size 64
.visible .entry scale(.param .u64 x, .param .u64 y, .param .f32 a, .param .u32 n)
{
	.reg .pred %p;
	.reg .b32 %r<5>;
	.reg .f32 %f<3>;
	.reg .b64 %d<6>;
	mov.u32 %r0, %ctaid.x;
	mov.u32 %r1, %ntid.x;
	mov.u32 %r2, %tid.x;
	mad.lo.s32 %r3, %r0, %r1, %r2;
	ld.param.u32 %r4, [n];
	setp.ge.u32 %p, %r3, %r4;
	@%p bra END;
	ld.param.u64 %d0, [x];
	ld.param.u64 %d1, [y];
	ld.param.f32 %f0, [a];
	mul.wide.u32 %d2, %r3, 4;
	add.s64 %d3, %d0, %d2;
	add.s64 %d4, %d1, %d2;
	ld.global.f32 %f1, [%d3];
	mul.f32 %f2, %f0, %f1;
	st.global.f32 [%d4], %f2;
END:
	ret;
}
`

// device returns the first device's context, and skips the test where there is
// no device, unless CUGOND_REQUIRE_GPU is set.
func device(t testing.TB) *Context {
	t.Helper()
	d, err := Open()
	if err != nil && os.Getenv("CUGOND_REQUIRE_GPU") == "" {
		t.Skip("no CUDA device: ", err)
	}
	require.NoError(t, err)
	c, err := d.Retain(0)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, c.Release()) })
	return c
}

// arguments are scale's, as the device lays them out.
type arguments struct {
	x, y Ptr
	a    float32
	n    uint32
}

func (a *arguments) bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(a)), unsafe.Sizeof(*a))
}

func TestRealDevice(t *testing.T) {
	c := device(t)
	name, err := c.Name()
	require.NoError(t, err)
	assert.NotEmpty(t, name)
	warp, err := c.Attribute(WarpSize)
	require.NoError(t, err)
	assert.Equal(t, 32, warp)
	total, err := c.TotalMemory()
	require.NoError(t, err)
	free, all, err := c.MemInfo()
	require.NoError(t, err)
	assert.LessOrEqual(t, free, all)
	assert.LessOrEqual(t, all, total)

	const n = 100_003
	s, err := c.NewStream()
	require.NoError(t, err)
	x, err := c.Alloc(4 * n)
	require.NoError(t, err)
	y, err := c.Alloc(4 * n)
	require.NoError(t, err)
	host, err := c.HostAlloc(4 * n)
	require.NoError(t, err)
	values := unsafe.Slice((*float32)(host), n)
	for i := range values {
		values[i] = float32(i)
	}
	m, err := c.LoadModule([]byte(scale))
	require.NoError(t, err)
	k, err := c.Function(m, "scale")
	require.NoError(t, err)
	blocks, err := c.OccupancyBlocks(k, 256, 0)
	require.NoError(t, err)
	assert.Positive(t, blocks)
	registers, err := c.FunctionAttribute(k, FuncRegisters)
	require.NoError(t, err)
	assert.Positive(t, registers)
	start, err := c.NewEvent(true)
	require.NoError(t, err)
	end, err := c.NewEvent(true)
	require.NoError(t, err)

	require.NoError(t, c.CopyIn(x, host, 4*n, s))
	require.NoError(t, c.Set8(y, 0xff, 4*n, s))
	require.NoError(t, c.Record(start, s))
	args := arguments{x, y, 3, n - 1}
	require.NoError(t, c.Launch(k, Dim{(n + 255) / 256, 1, 1}, Dim{256, 1, 1}, 0, s, args.bytes()))
	require.NoError(t, c.Record(end, s))
	require.NoError(t, c.Copy(x, y, 4*n, s))
	require.NoError(t, c.CopyOut(host, x, 4*n, s))
	require.NoError(t, c.SyncStream(s))
	for i, v := range values[:n-1] {
		require.Equal(t, 3*float32(i), v)
	}
	assert.NotEqual(t, values[n-1], values[n-1], "the last element is past the kernel's end: still NaN")
	ms, err := c.Elapsed(start, end)
	require.NoError(t, err)
	assert.Positive(t, ms)
	done, err := c.QueryStream(s)
	require.NoError(t, err)
	assert.True(t, done)

	err = c.Launch(k, Dim{0, 1, 1}, Dim{256, 1, 1}, 0, s, args.bytes())
	assert.ErrorIs(t, err, ErrorInvalidValue)
	_, err = c.Function(m, "no such kernel")
	assert.ErrorIs(t, err, ErrorNotFound)
	_, err = c.LoadModule([]byte("no kernel"))
	assert.Error(t, err)
	_, err = c.Alloc(1 << 50)
	assert.ErrorIs(t, err, ErrorOutOfMemory)

	require.NoError(t, c.DestroyEvent(start))
	require.NoError(t, c.DestroyEvent(end))
	require.NoError(t, c.UnloadModule(m))
	require.NoError(t, c.Free(x))
	require.NoError(t, c.Free(y))
	require.NoError(t, c.HostFree(host))
	require.NoError(t, c.DestroyStream(s))
}

// BenchmarkRealLaunch measures queueing launches on a device.
func BenchmarkRealLaunch(b *testing.B) {
	c := device(b)
	s, err := c.NewStream()
	require.NoError(b, err)
	m, err := c.LoadModule([]byte(scale))
	require.NoError(b, err)
	k, err := c.Function(m, "scale")
	require.NoError(b, err)
	args := arguments{}
	b.ReportAllocs()
	for b.Loop() {
		if err := c.Launch(k, Dim{1, 1, 1}, Dim{32, 1, 1}, 0, s, args.bytes()); err != nil {
			b.Fatal(err)
		}
	}
	require.NoError(b, c.Sync())
	require.NoError(b, c.UnloadModule(m))
	require.NoError(b, c.DestroyStream(s))
}
