package bench

import (
	"flag"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond"
)

var (
	device = flag.String("device", "auto", "where the benchmarks compute: auto, cpu or cuda:0")
	large  = flag.Bool("large", false, "run the large rows too")
)

// BenchmarkRows runs the rows: go test -bench sum_f32/1000 ./bench -device cpu.
func BenchmarkRows(b *testing.B) {
	dev, err := cugond.Open(*device)
	require.NoError(b, err)
	for _, c := range Cases() {
		b.Run(fmt.Sprintf("%s/%d", c.Op, c.Size), func(b *testing.B) {
			if c.Large && !*large {
				b.Skip("a large row; run it with -large")
			}
			m, err := Prepare(dev, c)
			require.NoError(b, err)
			defer m.Close()
			b.ReportAllocs()
			for b.Loop() {
				if err := m.run(); err != nil {
					b.Fatal(err)
				}
				if err := dev.Sync(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
