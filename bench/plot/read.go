package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// ours is the library that the others are compared with.
const ours = "cugond"

// chart is the content of one picture.
type chart struct {
	mode      string
	libraries []string // all of the file in its order, without ours: they have one colour in all charts
	rows      []row
}

// row has one operation's ratios by library: cugond's time over the other's.
type row struct {
	name   string // operation and size
	ratios map[string]float64
}

// record is a line of the file.
type record struct {
	name, mode, library string
	ms                  float64
}

var heading = []string{"op", "size", "mode", "library", "ms"}

// read returns the charts of a file of compare.py, a mode each, in the order of
// the file. Rows that nothing is beside are left out.
func read(r io.Reader) ([]chart, error) {
	lines, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 || !slices.Equal(lines[0], heading) {
		return nil, fmt.Errorf("the heading is not %v: compare.py writes such files with --csv", heading)
	}
	var records []record
	for i, f := range lines[1:] {
		ms, err := strconv.ParseFloat(f[4], 64)
		if err != nil || !(ms > 0) {
			return nil, fmt.Errorf("line %d: %q is no time", i+2, f[4])
		}
		records = append(records, record{name: f[0] + " " + f[1], mode: f[2], library: f[3], ms: ms})
	}
	libraries := slices.DeleteFunc(unique(records, func(r record) string { return r.library }), func(l string) bool { return l == ours })
	var charts []chart
	for _, mode := range unique(records, func(r record) string { return r.mode }) {
		if c := chartOf(mode, libraries, records); len(c.rows) > 0 {
			charts = append(charts, c)
		}
	}
	if len(charts) == 0 {
		return nil, errors.New("there is no row with cugond and another library")
	}
	return charts, nil
}

func chartOf(mode string, libraries []string, all []record) chart {
	records := slices.DeleteFunc(slices.Clone(all), func(r record) bool { return r.mode != mode })
	c := chart{mode: mode, libraries: libraries}
	for _, name := range unique(records, func(r record) string { return r.name }) {
		times := map[string]float64{}
		for _, r := range records {
			if r.name == name {
				times[r.library] = r.ms
			}
		}
		ratios := map[string]float64{}
		for _, library := range c.libraries {
			if theirs, ok := times[library]; ok && times[ours] > 0 {
				ratios[library] = times[ours] / theirs
			}
		}
		if len(ratios) > 0 {
			c.rows = append(c.rows, row{name, ratios})
		}
	}
	return c
}

// unique returns the different keys of records in the order of their first.
func unique(records []record, key func(record) string) []string {
	var keys []string
	for _, r := range records {
		if k := key(r); !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	return keys
}
