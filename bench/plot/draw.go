package main

import (
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	_ "gonum.org/v1/plot/vg/vgimg" // writes PNG
)

// The vertical unit is a bar.
const (
	width     = 24 * vg.Centimeter
	barHeight = 3 * vg.Millimeter
	gap       = 1                  // between groups
	keyHeight = 2                  // of a line of the legend
	margin    = 20 * vg.Millimeter // for the title and the axis
)

// palette has colours that are told apart by those who don't see some, too.
var palette = []color.Color{
	color.NRGBA{0x99, 0x99, 0x99, 0xff}, color.NRGBA{0xe6, 0x9f, 0x00, 0xff}, color.NRGBA{0x56, 0xb4, 0xe9, 0xff},
	color.NRGBA{0x00, 0x9e, 0x73, 0xff}, color.NRGBA{0xd5, 0x5e, 0x00, 0xff}, color.NRGBA{0xcc, 0x79, 0xa7, 0xff},
}

// picture returns a chart as a plot, and how high that should be.
func picture(c chart) (*plot.Plot, vg.Length) {
	p := plot.New()
	p.Title.Text = "cugond's time over that of others (" + c.mode + "); left of 1 cugond is faster"
	p.Title.Padding = 2 * vg.Millimeter
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, ratios{}
	p.Y.Label.Text = "operation and size"
	p.Y.Tick.Length, p.Y.LineStyle.Width = 0, 0
	all := make([]bars, len(c.libraries))
	var names []plot.Tick
	y := 0.0
	for _, r := range c.rows {
		top := y
		for i, library := range c.libraries {
			if ratio, ok := r.ratios[library]; ok {
				all[i].at = append(all[i].at, bar{ratio, y})
				y--
			}
		}
		names = append(names, plot.Tick{Value: (top + y) / 2, Label: r.name})
		y -= gap
	}
	p.Y.Tick.Marker = plot.ConstantTicks(names)
	for i, library := range c.libraries {
		if all[i].colour = palette[i%len(palette)]; len(all[i].at) > 0 {
			p.Add(all[i])
			p.Legend.Add(library, all[i])
		}
	}
	p.Add(unity{})
	p.Y.Min, p.Y.Max = y, float64(keyHeight*len(c.libraries)+gap)
	p.Legend.Top, p.Legend.Left, p.Legend.Padding = true, true, barHeight/3
	return p, margin + barHeight*vg.Length(p.Y.Max-p.Y.Min)
}

// bar reaches from 1 to its ratio, below y.
type bar struct{ ratio, y float64 }

// bars are the bars of one library. gonum's own start at 0, which a logarithmic
// axis doesn't have.
type bars struct {
	at     []bar
	colour color.Color
}

// Plot implements plot.Plotter.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, r := range b.at {
		box := []vg.Point{{X: x(1), Y: y(r.y)}, {X: x(r.ratio), Y: y(r.y)}, {X: x(r.ratio), Y: y(r.y - 0.9)}, {X: x(1), Y: y(r.y - 0.9)}}
		c.FillPolygon(b.colour, box)
	}
}

// DataRange implements plot.DataRanger.
func (b bars) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = 0.5, 2, math.Inf(1), math.Inf(-1)
	for _, r := range b.at {
		xmin, xmax = min(xmin, r.ratio/1.1), max(xmax, r.ratio*1.1)
		ymin, ymax = min(ymin, r.y-1), max(ymax, r.y)
	}
	return xmin, xmax, ymin, ymax
}

// Thumbnail implements plot.Thumbnailer.
func (b bars) Thumbnail(c *draw.Canvas) {
	c.FillPolygon(b.colour, []vg.Point{c.Min, {X: c.Min.X, Y: c.Max.Y}, c.Max, {X: c.Max.X, Y: c.Min.Y}})
}

// unity is the line where both take the same time.
type unity struct{}

// Plot implements plot.Plotter.
func (unity) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	c.StrokeLine2(draw.LineStyle{Color: color.Black, Width: vg.Points(1)}, x(1), c.Min.Y, x(1), c.Max.Y)
}

// ratios are the ticks of a logarithmic axis: powers of two, or every second or
// fourth where these are many.
type ratios struct{}

// Ticks implements plot.Ticker.
func (ratios) Ticks(least, most float64) []plot.Tick {
	lo, hi := math.Log2(least), math.Log2(most)
	step := 1.0
	for (hi-lo)/step > 10 {
		step *= 2
	}
	var ticks []plot.Tick
	for e := step * math.Ceil(lo/step); e <= hi; e += step {
		label := strconv.FormatFloat(math.Exp2(e), 'g', 4, 64)
		if e < 0 {
			label = "1/" + strconv.FormatFloat(math.Exp2(-e), 'g', 4, 64)
		}
		ticks = append(ticks, plot.Tick{Value: math.Exp2(e), Label: label})
	}
	return ticks
}
