package format

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// golden is one array in testdata/golden.json and NumPy's text for it.
type golden struct {
	Name    string
	Dtype   string
	Shape   []int
	Data    string // the first elements, repeated to fill the shape
	Options struct {
		Precision, Threshold, EdgeItems, LineWidth *int
	}
	Comma bool
	Want  string
}

func (g golden) options() Options {
	o := Default()
	o.Sharp = g.Comma
	for _, set := range []struct{ from, to *int }{
		{g.Options.Precision, &o.Precision},
		{g.Options.Threshold, &o.Threshold},
		{g.Options.EdgeItems, &o.EdgeItems},
		{g.Options.LineWidth, &o.LineWidth},
	} {
		if set.from != nil {
			*set.to = *set.from
		}
	}
	// NumPy prints a number on its own in full, whatever the precision.
	if len(g.Shape) == 0 {
		o.Precision = -1
	}
	return o
}

// print decodes the elements as T and returns what Write makes of them.
func print[T Element](t *testing.T, g golden) string {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(g.Data)
	require.NoError(t, err)
	var zero T
	data := make([]T, len(raw)/binary.Size(zero))
	require.NoError(t, binary.Read(bytes.NewReader(raw), binary.LittleEndian, data))
	var b strings.Builder
	require.NoError(t, Write(&b, Source[T]{
		Shape: g.Shape,
		At:    func(i int) T { return data[i%len(data)] },
	}, g.options()))
	return b.String()
}

var printers = map[string]func(*testing.T, golden) string{
	"bool":       print[bool],
	"int8":       print[int8],
	"int16":      print[int16],
	"int32":      print[int32],
	"int64":      print[int64],
	"uint8":      print[uint8],
	"uint16":     print[uint16],
	"uint32":     print[uint32],
	"uint64":     print[uint64],
	"float32":    print[float32],
	"float64":    print[float64],
	"complex64":  print[complex64],
	"complex128": print[complex128],
}

func TestWritePrintsAsNumPy(t *testing.T) {
	raw, err := os.ReadFile("testdata/golden.json")
	require.NoError(t, err)
	var file struct{ Cases []golden }
	require.NoError(t, json.Unmarshal(raw, &file))
	require.NotEmpty(t, file.Cases)
	seen := map[string]bool{}
	for _, g := range file.Cases {
		seen[g.Dtype] = true
		t.Run(g.Name, func(t *testing.T) {
			printer := printers[g.Dtype]
			require.NotNil(t, printer, g.Dtype)
			assert.Equal(t, g.Want, printer(t, g))
		})
	}
	assert.Len(t, seen, len(printers), "every type has golden cases")
}
