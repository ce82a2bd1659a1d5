// Command gen writes the loops of the C evaluator, one for each operation and
// element type, and the table of functions by number. It is run by go generate
// in package loops.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gen loops_gen.h")
		os.Exit(2)
	}
	text, err := generate()
	if err == nil {
		err = os.WriteFile(os.Args[1], text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}
