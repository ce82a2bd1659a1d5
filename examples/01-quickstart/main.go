// Command 01-quickstart shows what cugond is for on real data: a photograph is
// sharpened and reduced to its edges, and a measured series of atmospheric
// carbon dioxide is cleaned and taken apart into trend and yearly cycle. It
// prints what it did and how long it took.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/backend"
)

func main() {
	log.SetFlags(0)
	device := flag.String("device", "auto", "where to compute: auto, cpu or cuda:0")
	out := flag.String("out", "quickstart.png", "PNG file for the processed photograph")
	flag.Parse()
	dev, err := cugond.Open(*device)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("computing on %s\n\n", dev.Name())
	r := report{dev: dev}
	if err := photograph(&r, *out); err != nil {
		log.Fatal(err)
	}
	if err := carbonDioxide(&r); err != nil {
		log.Fatal(err)
	}
	r.print()
}

// report collects what was done, with times that include waiting for the
// device.
type report struct {
	dev  backend.Device
	rows []string
}

// step times f and notes what it says it did.
func (r *report) step(what string, f func() (string, error)) error {
	start := time.Now()
	found, err := f()
	if err == nil {
		err = r.dev.Sync()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	r.rows = append(r.rows, fmt.Sprintf("%s\t%s\t%s", what, found, time.Since(start).Round(10*time.Microsecond)))
	return nil
}

func (r *report) print() {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "step\tresult\ttime")
	for _, row := range r.rows {
		fmt.Fprintln(w, row)
	}
	w.Flush()
}

// shipped finds a file of examples/data from wherever in the repository the
// program is started.
func shipped(name string) (string, error) {
	for _, dir := range []string{"examples/data", "../data", "data"} {
		p := filepath.Join(dir, name)
		if _, err := os.Stat(p); err == nil {
			return p, nil
		}
	}
	return "", fmt.Errorf("%s is in examples/data of the repository: start the program there", name)
}
