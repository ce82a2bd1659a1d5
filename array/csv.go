package array

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// CSVOptions say how text is divided into numbers. The zero value reads and
// writes fields between commas, from the first line on.
type CSVOptions struct {
	// Comma separates the fields; 0 means ','.
	Comma rune
	// Comment begins lines that are passed over; 0 means that none are.
	Comment rune
	// SkipRows is the number of lines that are passed over at the start,
	// whatever is in them.
	SkipRows int
	// Columns are the fields of a line to be read, in the order of the
	// result's columns, counted from 0 or, negative, from the end; nil means
	// all.
	Columns []int
	// Missing are texts that stand for no value, besides the empty field, NA
	// and nan.
	Missing []string
	// Header is what WriteCSV writes first, a name for each column; nil means
	// no such line. Reading takes no heed of it.
	Header []string
}

// ReadCSV reads numbers from comma-separated values: a 2-d array with a row
// for each line and a column for each field. Quoting is that of
// [encoding/csv], and white space around a number does not count. Blank lines
// are passed over: a missing value that is a line's only field has to be
// written, as NA.
//
// Fields that are empty or hold NA, nan or one of the texts in Missing become
// NaN in arrays of floats and of complex numbers and are an error in others.
// So are numbers that T can't hold, lines with another number of fields than
// the first, and input without any lines. The errors name line and field,
// counted from 1.
func ReadCSV[T Element](dev backend.Device, r io.Reader, o CSVOptions) (*Array[T], error) {
	const op = "ReadCSV"
	needDevice(op, dev)
	needReader(op, r)
	if o.SkipRows < 0 {
		fail(op, "SkipRows is %d; it is a number of lines", o.SkipRows)
	}
	if o.Columns != nil && len(o.Columns) == 0 {
		fail(op, "Columns names no columns; nil means all")
	}
	c := &csvReader{dtype: expr.TypeOf[T](), o: o}
	data, err := readNumbers[T](c, r)
	if err != nil {
		return nil, inOp(op, err)
	}
	a := upload(op, dev, data, []int{c.rows, len(c.columns)})
	if err := a.t.st.err; err != nil {
		return nil, inOp(op, err)
	}
	return a, nil
}

// csvReader is the state of reading that does not depend on the element type.
type csvReader struct {
	dtype   backend.DType
	o       CSVOptions
	rows    int
	fields  int   // of each line
	columns []int // the fields that are read
}

func readNumbers[T Element](c *csvReader, r io.Reader) ([]T, error) {
	in := bufio.NewReaderSize(r, 64<<10)
	if err := c.begin(in); err != nil {
		return nil, err
	}
	lines := csv.NewReader(in)
	if c.o.Comma != 0 {
		lines.Comma = c.o.Comma
	}
	lines.Comment = c.o.Comment
	lines.FieldsPerRecord = -1 // compared below, for a better message
	lines.TrimLeadingSpace = lines.Comma != ' ' && lines.Comma != '\t'
	lines.ReuseRecord = true
	var data []T
	for {
		record, err := lines.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, c.moved(err)
		}
		line, _ := lines.FieldPos(0)
		if err := c.line(line, len(record)); err != nil {
			return nil, err
		}
		for _, k := range c.columns {
			v, err := c.parse(record[k])
			if err != nil {
				line, _ := lines.FieldPos(k)
				return nil, fmt.Errorf("line %d, field %d: %w", c.o.SkipRows+line, k+1, err)
			}
			data = append(data, expr.ScalarAs[T](v))
		}
	}
	if c.rows == 0 {
		return nil, fmt.Errorf("no rows after the first %d lines: %w", c.o.SkipRows, io.ErrUnexpectedEOF)
	}
	return data, nil
}

// begin passes over a byte order mark and the lines that are to be skipped.
func (c *csvReader) begin(in *bufio.Reader) error {
	const mark = "\ufeff"
	if start, err := in.Peek(len(mark)); err == nil && string(start) == mark {
		_, _ = in.Discard(len(mark)) // it has been seen to be there
	}
	for i := 0; i < c.o.SkipRows; {
		_, err := in.ReadSlice('\n')
		switch {
		case err == nil:
			i++
		case errors.Is(err, io.EOF):
			return nil // that no rows follow is found soon
		case !errors.Is(err, bufio.ErrBufferFull):
			return err
		}
	}
	return nil
}

// moved counts the skipped lines in the position of an error of encoding/csv.
func (c *csvReader) moved(err error) error {
	var p *csv.ParseError
	if !errors.As(err, &p) {
		return err
	}
	at := *p
	at.StartLine += c.o.SkipRows
	at.Line += c.o.SkipRows
	return &at
}

// line checks the number of fields of a line and, at the first, the columns.
func (c *csvReader) line(line, fields int) error {
	line += c.o.SkipRows
	c.rows++
	if c.rows > 1 {
		if fields != c.fields {
			return fmt.Errorf("line %d: %d fields, the lines before have %d", line, fields, c.fields)
		}
		return nil
	}
	c.fields = fields
	if c.o.Columns == nil {
		for i := range fields {
			c.columns = append(c.columns, i)
		}
		return nil
	}
	for _, k := range c.o.Columns {
		at := k
		if at < 0 {
			at += fields
		}
		if at < 0 || at >= fields {
			return fmt.Errorf("line %d: there is no column %d among its %d fields", line, k, fields)
		}
		c.columns = append(c.columns, at)
	}
	return nil
}

func (c *csvReader) parse(field string) (expr.Scalar, error) {
	field = strings.TrimSpace(field)
	if field == "" || field == "NA" || strings.EqualFold(field, "nan") || slices.Contains(c.o.Missing, field) {
		if !expr.KindField.Has(c.dtype) {
			return expr.Scalar{}, fmt.Errorf("the value %q is missing, and %v has no NaN; read into a float type", field, c.dtype)
		}
		return missing.Cast(c.dtype), nil
	}
	return parseScalar(field, c.dtype)
}

// WriteCSV computes a matrix, or a 1-d array as one column, and writes it as
// comma-separated values, a line for each row, with as many digits as identify
// each number: ReadCSV gives equal elements. NaN is written as NaN. Of the
// options, Comma and Header apply; others and arrays of other ranks panic.
func WriteCSV(w io.Writer, a AnyArray, o CSVOptions) error {
	const op = "WriteCSV"
	t := savedTensor(op, a)
	if w == nil {
		fail(op, "the writer is nil")
	}
	if n := len(t.shape); n != 1 && n != 2 {
		failShapes(op, "lines and fields need one or two axes; Reshape or Slice it", t.shape)
	}
	if o.SkipRows != 0 || o.Columns != nil || o.Comment != 0 || o.Missing != nil {
		fail(op, "only Comma and Header have a meaning in writing; Slice the array to write a part")
	}
	columns := 1
	if len(t.shape) == 2 {
		columns = t.shape[1]
	}
	if o.Header != nil && len(o.Header) != columns {
		failShapes(op, fmt.Sprintf("the header has %d names for %d columns", len(o.Header), columns), t.shape)
	}
	if columns == 0 {
		failShapes(op, "there are no columns to write", t.shape)
	}
	return inOp(op, writeCSV(op, w, t, columns, o))
}

func writeCSV(op string, w io.Writer, t *tensor, columns int, o CSVOptions) error {
	if err := t.sound(op); err != nil {
		return err
	}
	lines := csv.NewWriter(w)
	if o.Comma != 0 {
		lines.Comma = o.Comma
	}
	if o.Header != nil {
		if err := lines.Write(o.Header); err != nil {
			return err
		}
	}
	record := make([]string, 0, columns)
	err := elementTypes[t.dtype].texts(op, t, func(text string) error {
		if record = append(record, text); len(record) < columns {
			return nil
		}
		err := lines.Write(record)
		record = record[:0]
		return err
	})
	if err != nil {
		return err
	}
	lines.Flush()
	return lines.Error()
}
