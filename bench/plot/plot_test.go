package main

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot"
)

const sample = `op,size,mode,library,ms
sum_f32,1000,sync,cugond,0.5
sum_f32,1000,sync,cupy,1
sum_f32,1000,sync,jax,0.25
alone,16,sync,cugond,1
exp_f32,10,sync,cugond,1
exp_f32,10,sync,jax,100
sum_f32,1000,queued,cugond,0.5
sum_f32,1000,queued,cupy,1
lost,1,once,jax,1
`

func TestRead(t *testing.T) {
	charts, err := read(strings.NewReader(sample))
	require.NoError(t, err)
	assert.Equal(t, []chart{
		{mode: "sync", libraries: []string{"cupy", "jax"}, rows: []row{
			{"sum_f32 1000", map[string]float64{"cupy": 0.5, "jax": 2}},
			{"exp_f32 10", map[string]float64{"jax": 0.01}},
		}},
		{mode: "queued", libraries: []string{"cupy", "jax"}, rows: []row{{"sum_f32 1000", map[string]float64{"cupy": 0.5}}}},
	}, charts)
}

func TestReadRefuses(t *testing.T) {
	heading := "op,size,mode,library,ms\n"
	for text, want := range map[string]string{
		"":                                  "heading",
		"a,b\n":                             "heading",
		heading:                             "no row",
		heading + "sum,1,sync,jax,1\n":      "no row",
		heading + "sum,1,sync,jax,0\n":      `line 2: "0" is no time`,
		heading + "sum,1,sync,jax,nan\n":    "is no time",
		heading + "sum,1,sync,jax,x\n":      "is no time",
		heading + "sum,1,sync,jax\n":        "wrong number of fields",
		heading + "sum,1,sync,cugond,1,2\n": "wrong number of fields",
	} {
		_, err := read(strings.NewReader(text))
		assert.ErrorContains(t, err, want, text)
	}
}

func TestPictures(t *testing.T) {
	folder := t.TempDir()
	from := filepath.Join(folder, "raw.csv")
	require.NoError(t, os.WriteFile(from, []byte(sample), 0o644))
	paths, err := drawAll(from, folder)
	require.NoError(t, err)
	assert.Equal(t, []string{filepath.Join(folder, "raw-sync.png"), filepath.Join(folder, "raw-queued.png")}, paths)
	for _, path := range paths {
		file, err := os.Open(path)
		require.NoError(t, err)
		img, err := png.Decode(file)
		require.NoError(t, err)
		require.NoError(t, file.Close())
		assert.Greater(t, img.Bounds().Dx(), 500)
	}
	_, err = drawAll(filepath.Join(folder, "none.csv"), folder)
	assert.ErrorIs(t, err, os.ErrNotExist)
	_, err = drawAll(from, filepath.Join(folder, "none"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func TestBarsDoNotOverlap(t *testing.T) {
	charts, err := read(strings.NewReader(sample))
	require.NoError(t, err)
	p, height := picture(charts[0])
	assert.Greater(t, height, margin)
	assert.Less(t, p.X.Min, 0.01)
	assert.Greater(t, p.X.Max, 2.0)
	assert.Equal(t, -5.0, p.Y.Min, "three bars and two gaps")
	ticks := p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max)
	assert.Equal(t, []plot.Tick{{Value: -1, Label: "sum_f32 1000"}, {Value: -3.5, Label: "exp_f32 10"}}, ticks)
	less, _ := picture(charts[1])
	assert.Greater(t, less.Y.Min, p.Y.Min)
}

func TestTicks(t *testing.T) {
	labels := func(least, most float64) (labels []string) {
		for _, tick := range (ratios{}).Ticks(least, most) {
			labels = append(labels, tick.Label)
		}
		return labels
	}
	assert.Equal(t, []string{"1/2", "1", "2", "4"}, labels(0.4, 4))
	assert.Equal(t, []string{"1/1024", "1/256", "1/64", "1/16", "1/4", "1"}, labels(1./1024, 2))
}
