package array_test

import (
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
)

func ExampleReadCSV() {
	dev := cugond.CPU()
	text := "station,t,p\n1, 20.5,1013\n2, ,1009\n3, 19.25,n/a\n"
	a, err := array.ReadCSV[float64](dev, strings.NewReader(text), array.CSVOptions{
		SkipRows: 1, Columns: []int{1, 2}, Missing: []string{"n/a"},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a)
	_, err = array.ReadCSV[int](dev, strings.NewReader("1,2\n3,x\n"), array.CSVOptions{})
	fmt.Println(err)
	// Output:
	// [[  20.5  1013.  ]
	//  [    nan 1009.  ]
	//  [  19.25     nan]]
	// array: ReadCSV: line 2, field 2: "x" is no int64: invalid syntax
}

func ExampleWriteCSV() {
	a := array.FromSlice(cugond.CPU(), []float64{1, 0.25, 2, 0.5}, 2, 2)
	if err := array.WriteCSV(os.Stdout, a, array.CSVOptions{Comma: ';', Header: []string{"n", "share"}}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// n;share
	// 1;0.25
	// 2;0.5
}
