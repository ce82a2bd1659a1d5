package main

import (
	"fmt"
	"math"
	"os"

	"github.com/cugond/cugond/array"
)

// carbonDioxide reads weekly concentrations of carbon dioxide, fills the weeks
// that are missing, and takes the series apart: a quadratic trend by least
// squares, and a yearly cycle as harmonics of what is left.
func carbonDioxide(r *report) error {
	name, err := shipped("co2.csv")
	if err != nil {
		return err
	}
	var ppm *array.Array[float64] // one value a week, NaN where there is none
	if err := r.step("read "+name, func() (string, error) {
		f, err := os.Open(name)
		if err != nil {
			return "", err
		}
		defer f.Close()
		table, err := array.ReadCSV[float64](r.dev, f, array.CSVOptions{SkipRows: 1})
		if err != nil {
			return "", err
		}
		ppm = table.Slice(array.Colon, array.At(1))
		missing, err := array.CountNonzero(array.IsNaN(ppm)).Item()
		return fmt.Sprintf("%d weeks, %d missing", ppm.Size(), missing), err
	}); err != nil {
		return err
	}

	n := ppm.Size()
	years := array.Linspace[float64](r.dev, 0, float64(n-1)*7/365.25, n)
	present := array.Cast[float64](array.LogicalNot(array.IsNaN(ppm)))
	known := array.Where(array.IsNaN(ppm), array.Const(0.0), ppm)

	var fit *array.Array[float64]
	if err := r.step("trend", func() (string, error) {
		t := years.SubScalar(float64(n) * 7 / 365.25 / 2) // centred
		var c []float64
		fit, c, err = leastSquares(known, present, array.Ones[float64](r.dev, n), t, array.Square(t))
		if err != nil {
			return "", err
		}
		last, err := fit.ItemAt(-1)
		return fmt.Sprintf("%.1f ppm in the middle, rising %.2f ppm a year, %.1f at the end", c[0], c[1], last), err
	}); err != nil {
		return err
	}

	return r.step("yearly cycle", func() (string, error) {
		left := known.Sub(fit).Mul(present)
		phase := years.MulScalar(2 * math.Pi)
		cycle, _, err := leastSquares(left, present,
			array.Sin(phase), array.Cos(phase), array.Sin(phase.MulScalar(2)), array.Cos(phase.MulScalar(2)))
		if err != nil {
			return "", err
		}
		swing, err := array.Max(cycle).Sub(array.Min(cycle)).Item()
		if err != nil {
			return "", err
		}
		rest := left.Sub(cycle).Mul(present)
		rms, err := array.Sqrt(array.Sum(array.Square(rest)).Div(array.Sum(present))).Item()
		return fmt.Sprintf("%.1f ppm from lowest to highest, %.2f ppm unexplained", swing, rms), err
	})
}

// leastSquares fits y, where weight is 1, by a combination of few columns. The
// normal equations are small and solved on the host; what is long stays on the
// device.
func leastSquares(y, weight *array.Array[float64], columns ...*array.Array[float64]) (*array.Array[float64], []float64, error) {
	k := len(columns)
	var sums []array.Lazy
	normal := make([][]*array.Array[float64], k)
	for i, a := range columns {
		for _, b := range columns {
			normal[i] = append(normal[i], array.Sum(a.Mul(b).Mul(weight)))
		}
		normal[i] = append(normal[i], array.Sum(a.Mul(y).Mul(weight)))
		for _, s := range normal[i] {
			sums = append(sums, s)
		}
	}
	if err := array.Eval(sums...); err != nil {
		return nil, nil, err
	}
	m := make([][]float64, k)
	for i := range m {
		m[i] = make([]float64, k+1)
		for j := range m[i] {
			v, err := normal[i][j].Item()
			if err != nil {
				return nil, nil, err
			}
			m[i][j] = v
		}
	}
	c := gauss(m)
	fit := columns[0].MulScalar(c[0])
	for i := 1; i < k; i++ {
		fit = fit.Add(columns[i].MulScalar(c[i]))
	}
	return fit, c, nil
}

// gauss solves the k×(k+1) system by elimination with partial pivoting.
func gauss(m [][]float64) []float64 {
	k := len(m)
	for p := range m {
		best := p
		for i := p + 1; i < k; i++ {
			if math.Abs(m[i][p]) > math.Abs(m[best][p]) {
				best = i
			}
		}
		m[p], m[best] = m[best], m[p]
		for i := p + 1; i < k; i++ {
			f := m[i][p] / m[p][p]
			for j := p; j <= k; j++ {
				m[i][j] -= f * m[p][j]
			}
		}
	}
	c := make([]float64, k)
	for i := k - 1; i >= 0; i-- {
		c[i] = m[i][k]
		for j := i + 1; j < k; j++ {
			c[i] -= m[i][j] * c[j]
		}
		c[i] /= m[i][i]
	}
	return c
}
