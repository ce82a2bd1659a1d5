// Command plot draws the numbers that compare.py has written with --csv as bars
// of ratios, one group a row and a bar for each library beside cugond.
//
//	go run . [-o folder] results.csv
//
// It writes a picture for each mode: results-sync.png and results-queued.png. It
// is a module of its own, so that cugond doesn't depend on what draws.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	folder := flag.String("o", filepath.Join("..", "results"), "folder of the pictures")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: plot [-o folder] results.csv")
		os.Exit(2)
	}
	paths, err := drawAll(flag.Arg(0), *folder)
	for _, path := range paths {
		fmt.Println(path)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "plot:", err)
		os.Exit(1)
	}
}

// drawAll draws the picture of each mode in a CSV file and returns their paths.
func drawAll(path, folder string) ([]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	charts, err := read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	var paths []string
	for _, c := range charts {
		to := filepath.Join(folder, name+"-"+c.mode+".png")
		p, height := picture(c)
		if err := p.Save(width, height, to); err != nil {
			return paths, err
		}
		paths = append(paths, to)
	}
	return paths, nil
}
