package hostblas

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIsMatrix(t *testing.T) {
	tests := []struct {
		rows, cols, ld, length int
		want                   bool
	}{
		{3, 4, 5, 14, true},
		{3, 4, 5, 13, false},
		{1, 4, 4, 4, true},
		{1, 4, 100, 4, true},
		{1, 4, 4, 3, false},
		{3, 4, 3, 100, false},
		{0, 4, 4, 100, false},
		{3, 0, 4, 100, false},
		{-1, 4, 4, 100, false},
		{3, -1, 4, 100, false},
		{3, 4, -5, 100, false},
		{math.MaxInt32, math.MaxInt32, math.MaxInt32, 1 << 20, false},
		{math.MaxInt, math.MaxInt, math.MaxInt, 1 << 20, false},
		{math.MinInt, math.MinInt, math.MinInt, 100, false},
	}
	for _, test := range tests {
		assert.Equal(t, test.want, isMatrix(test.rows, test.cols, test.ld, test.length), "%+v", test)
	}
	// Numbers beyond 32 bits stay away from the library though they fit.
	if math.MaxInt > math.MaxInt32 {
		limit := math.MaxInt32
		beyond := limit + 1
		assert.False(t, isMatrix(1, 1, beyond, math.MaxInt))
		assert.False(t, isMatrix(beyond, 1, 1, math.MaxInt))
		assert.False(t, isMatrix(1, beyond, beyond, math.MaxInt))
		assert.False(t, isVector(beyond, 1, math.MaxInt))
		assert.False(t, isVector(2, beyond, math.MaxInt))
		assert.False(t, isVector(2, -beyond, math.MaxInt))
	}
}

func TestIsVector(t *testing.T) {
	tests := []struct {
		n, inc, length int
		want           bool
	}{
		{3, 1, 3, true},
		{3, 1, 2, false},
		{3, 2, 5, true},
		{3, 2, 4, false},
		{3, -2, 5, true},
		{3, -2, 4, false},
		{1, 100, 1, true},
		{1, 1, 0, false},
		{3, 0, 100, false},
		{0, 1, 100, false},
		{-1, 1, 100, false},
		{2, math.MinInt, 100, false},
		{math.MaxInt, math.MaxInt, 100, false},
		{math.MaxInt32, math.MaxInt32, 100, false},
	}
	for _, test := range tests {
		assert.Equal(t, test.want, isVector(test.n, test.inc, test.length), "%+v", test)
	}
}
