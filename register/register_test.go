package register_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/blas/blas64"
	native "gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/mat"

	_ "github.com/cugond/cugond/register"
)

func TestGonumComputesOnTheDevice(t *testing.T) {
	assert.NotEqual(t, blas64.Implementation(), native.Implementation{})
	const n = 512
	a, b := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	for i := range n {
		a.Set(i, n-1-i, 2)
		for j := range n {
			b.Set(i, j, float64(i-j))
		}
	}
	var c mat.Dense
	c.Mul(a, b)
	for i := range n {
		for j := range n {
			assert.Equal(t, 2*b.At(n-1-i, j), c.At(i, j))
		}
	}
}
