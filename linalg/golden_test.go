package linalg_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/linalg"
)

// golden is an array in testdata/golden.json, which testdata/golden.py writes.
type golden struct {
	Shape []int
	Re    []any // numbers, "inf" or "-inf"
	Im    []float64
}

func (g golden) array(t *testing.T, dev backend.Device) *array.Array[complex128] {
	out := make([]complex128, len(g.Im))
	for i := range out {
		re, err := strconv.ParseFloat(fmt.Sprint(g.Re[i]), 64)
		require.NoError(t, err)
		out[i] = complex(re, g.Im[i])
	}
	return array.FromSlice(dev, out).Reshape(g.Shape...)
}

func (g golden) isReal() bool {
	for _, v := range g.Im {
		if v != 0 {
			return false
		}
	}
	return true
}

// TestGolden holds the conventions against NumPy's: shapes, order, normalisation.
func TestGolden(t *testing.T) {
	text, err := os.ReadFile("testdata/golden.json")
	require.NoError(t, err)
	var file struct {
		Cases []struct {
			Call       string
			Args, Want []golden
		}
	}
	require.NoError(t, json.Unmarshal(text, &file))
	require.Greater(t, len(file.Cases), 50)
	devices(t, func(t *testing.T, dev backend.Device) {
		for i, c := range file.Cases {
			args, allReal := make([]*array.Array[complex128], len(c.Args)), true
			for k, g := range c.Args {
				args[k] = g.array(t, dev)
				allReal = allReal && g.isReal()
			}
			results := map[string][]array.AnyArray{"complex": called[float64](t, c.Call, args)}
			if allReal {
				reals := make([]*array.Array[float64], len(args))
				for k, a := range args {
					reals[k] = array.Real[float64](a)
				}
				results["real"] = called[float64](t, c.Call, reals)
			}
			for kind, got := range results {
				require.Len(t, got, len(c.Want))
				for k, g := range c.Want {
					what := fmt.Sprintf("case %d, %s, %s, result %d", i, c.Call, kind, k)
					have, err := array.CastAny[complex128](got[k]).ToSlice()
					require.NoError(t, err, what)
					assert.Equal(t, g.Shape, append([]int{}, got[k].Shape()...), what)
					want, err := g.array(t, dev).ToSlice()
					require.NoError(t, err)
					for n, w := range want {
						if have[n] != w { // infinities
							assert.InDelta(t, 0, abs(have[n]-w), 1e-12*(1+abs(w)), what)
						}
					}
				}
			}
		}
	})
}

func abs(z complex128) float64 { return max(real(z), -real(z)) + max(imag(z), -imag(z)) }

// called calls a function by the name that golden.py has given it.
func called[R array.Float, T array.Field](t *testing.T, call string, args []*array.Array[T]) []array.AnyArray {
	name, rest, _ := strings.Cut(call, " ")
	p, _ := strconv.ParseFloat(rest, 64)
	a := args[0]
	one := func(r array.AnyArray, err error) []array.AnyArray {
		require.NoError(t, err, call)
		return []array.AnyArray{r}
	}
	switch name {
	case "solve":
		return one(linalg.Solve(a, args[1]))
	case "inv":
		return one(linalg.Inv(a))
	case "det":
		return one(linalg.Det(a))
	case "slogdet":
		sign, log, err := linalg.SlogDetAs[R](a)
		require.NoError(t, err)
		return []array.AnyArray{sign, log}
	case "cholesky":
		f, err := linalg.Cholesky(a)
		require.NoError(t, err)
		return one(f.L(), nil)
	case "rabs", "raw":
		f, err := linalg.QR(a)
		require.NoError(t, err)
		if name == "rabs" {
			return one(array.NormAs[R](f.R().ExpandDims(-1), -1), nil)
		}
		packed, tau := f.Raw()
		return []array.AnyArray{packed, tau}
	case "eigvalsh":
		return one(linalg.EighValsAs[R](a))
	case "svdvals":
		return one(linalg.SVDValsAs[R](a))
	case "pinv":
		return one(linalg.PInv(a))
	case "rank":
		return one(linalg.MatrixRank(a))
	case "lstsq":
		f, err := linalg.LstSqAs[R](a, args[1])
		require.NoError(t, err)
		return one(f.X, nil)
	case "cond":
		return one(linalg.CondAs[R](a))
	case "norm":
		return one(linalg.NormAs[R](a, p))
	case "nuclear":
		return one(linalg.NormNuclearAs[R](a))
	case "power":
		return one(linalg.MatrixPower(a, int(p)))
	case "kron":
		return one(linalg.Kron(a, args[1]), nil)
	case "tensordot":
		return one(linalg.Tensordot(a, args[1], []int{1, 2}, []int{-1, 0}), nil)
	}
	t.Fatalf("no function %q", call)
	return nil
}

// Determinants and norms are right where what they are made of is out of range.
func TestExtremes(t *testing.T) {
	devices(t, func(t *testing.T, dev backend.Device) {
		item := func(want float64, a *array.Array[float64], err error) {
			t.Helper()
			require.NoError(t, err)
			got, err := a.Item()
			require.NoError(t, err)
			assert.InEpsilon(t, want, got, 1e-13)
		}
		d := array.FromSlice(dev, []float64{1e200, 1e200, 1e-200, -1e-200}, 4)
		det, err := linalg.Det(array.Diag(d, 0))
		item(-1, det, err)
		_, log, err := linalg.SlogDet(array.Diag(array.Full(dev, 1e-300, 4), 0))
		item(-2763.1021115928547, log, err)
		singular := array.FromSlice(dev, []float64{1e200, 1e200, 0}, 3)
		det, err = linalg.Det(array.Diag(singular, 0))
		require.NoError(t, err)
		zero, err := det.Item()
		require.NoError(t, err)
		assert.Zero(t, zero)
		big := array.Full(dev, 1e300, 2, 2)
		norm, err := linalg.Norm(big, 2)
		item(2e300, norm, err)
		norm, err = linalg.Norm(big, 1)
		item(2e300, norm, err)
		norm, err = linalg.Norm(array.Full(dev, 1e-300, 2, 2), 2)
		item(2e-300, norm, err)
		z := array.Full(dev, complex(3e300, 4e300), 1, 2)
		norm, err = linalg.NormAs[float64](z, 1)
		item(5e300, norm, err)
		norm, err = linalg.NormAs[float64](z, -2)
		item(5e300*1.4142135623730951, norm, err)
		cond, err := linalg.Cond(array.Zeros[float64](dev, 2, 2))
		require.NoError(t, err)
		c, err := cond.Item()
		require.NoError(t, err)
		assert.Greater(t, c, 1e308)
	})
}
