package npy

import (
	"strconv"
	"strings"
)

// parseHeader reads the header text: a Python dict literal with exactly the keys
// descr, fortran_order and shape, in any order, with nothing but whitespace
// around it.
func parseHeader(text string) (Header, error) {
	var h Header
	s := scanner{text: text}
	if !s.take('{') {
		return h, s.expected("a dict")
	}
	seen := map[string]bool{}
	for !s.take('}') {
		key, err := s.str()
		if err != nil {
			return h, err
		}
		if seen[key] {
			return h, fault(ErrFormat, "header has the key %q twice", shorten(key))
		}
		seen[key] = true
		if !s.take(':') {
			return h, s.expected("a colon")
		}
		switch key {
		case "descr":
			err = s.descr(&h)
		case "fortran_order":
			h.Fortran, err = s.boolean()
		case "shape":
			h.Shape, err = s.shape()
		default:
			err = fault(ErrFormat, "header has the unknown key %q", shorten(key))
		}
		if err != nil {
			return h, err
		}
		if !s.take(',') && s.peek() != '}' {
			return h, s.expected("a comma or the end of the dict")
		}
	}
	if s.space(); s.at < len(s.text) {
		return h, s.expected("the end of the header")
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if !seen[key] {
			return h, fault(ErrFormat, "header lacks the key %q", key)
		}
	}
	return h, nil
}

// A scanner reads the few Python literals of a header.
type scanner struct {
	text string
	at   int
}

func (s *scanner) space() {
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n\f", s.text[s.at]) >= 0 {
		s.at++
	}
}

// peek returns the next byte that is not whitespace, 0 at the end.
func (s *scanner) peek() byte {
	s.space()
	if s.at == len(s.text) {
		return 0
	}
	return s.text[s.at]
}

func (s *scanner) take(c byte) bool {
	if s.peek() != c || s.at == len(s.text) {
		return false
	}
	s.at++
	return true
}

func (s *scanner) expected(what string) error {
	if s.at >= len(s.text) {
		return fault(ErrFormat, "header ends where %s should be", what)
	}
	return fault(ErrFormat, "header has %q at byte %d where %s should be", shorten(s.text[s.at:]), s.at, what)
}

// str reads a string of either quote, with the prefix u that Python 2 may write.
// Escapes are refused: no key and no supported dtype needs one.
func (s *scanner) str() (string, error) {
	if c := s.peek(); (c == 'u' || c == 'U') && s.at+1 < len(s.text) {
		if q := s.text[s.at+1]; q == '\'' || q == '"' {
			s.at++
		}
	}
	quote := s.peek()
	if quote != '\'' && quote != '"' {
		return "", s.expected("a string")
	}
	start := s.at + 1
	for i := start; i < len(s.text); i++ {
		switch s.text[i] {
		case quote:
			s.at = i + 1
			return s.text[start:i], nil
		case '\\', '\n', '\r':
			return "", fault(ErrFormat, "header has an escape or a line break in the string at byte %d", s.at)
		}
	}
	return "", fault(ErrFormat, "header ends inside the string at byte %d", s.at)
}

func (s *scanner) boolean() (bool, error) {
	s.space()
	for word, v := range map[string]bool{"True": true, "False": false} {
		if strings.HasPrefix(s.text[s.at:], word) {
			s.at += len(word)
			return v, nil
		}
	}
	return false, s.expected("True or False")
}

// shape reads a tuple of integers.
func (s *scanner) shape() ([]int, error) {
	if !s.take('(') {
		return nil, s.expected("the shape, a tuple,")
	}
	shape := []int{}
	for {
		if s.take(')') {
			return shape, nil
		}
		if len(shape) == MaxRank {
			return nil, fault(ErrTooLarge, "shape has more than %d dimensions", MaxRank)
		}
		n, err := s.length()
		if err != nil {
			return nil, err
		}
		shape = append(shape, n)
		if s.take(',') {
			continue
		}
		if s.peek() != ')' {
			return nil, s.expected("a comma or the end of the shape")
		}
		if len(shape) == 1 {
			return nil, fault(ErrFormat, "shape (%d) is an integer in brackets, not a tuple", n)
		}
	}
}

// length reads a decimal integer with Python 2's optional suffix L.
func (s *scanner) length() (int, error) {
	s.space()
	start := s.at
	if s.take('-') {
		return 0, fault(ErrFormat, "header has a negative or malformed length %q in its shape", shorten(s.text[start:]))
	}
	for s.at < len(s.text) && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
		s.at++
	}
	digits := s.text[start:s.at]
	if digits == "" {
		return 0, s.expected("an integer")
	}
	if len(digits) > 1 && digits[0] == '0' {
		// Octal to Python 2, an error to Python 3.
		return 0, fault(ErrFormat, "header has the length %s with a leading zero in its shape", shorten(digits))
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0, fault(ErrTooLarge, "header has the length %s in its shape, which overflows the address space", shorten(digits))
	}
	if s.at < len(s.text) && s.text[s.at] == 'L' {
		s.at++
	}
	return n, nil
}

// descr reads the dtype. Structured and subarray dtypes are lists and tuples of
// any depth; they are only measured, for the error that names them.
func (s *scanner) descr(h *Header) error {
	name := "structured"
	switch s.peek() {
	case '[':
	case '(':
		name = "subarray"
	default:
		text, err := s.str()
		if err != nil {
			return err
		}
		return parseDescr(text, h)
	}
	text, err := s.nested()
	if err != nil {
		return err
	}
	return unsupportedDType(text, name)
}

// nested passes over a bracketed literal and returns its text.
func (s *scanner) nested() (string, error) {
	start := s.at
	var open []byte
	for ; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; c {
		case '(':
			open = append(open, ')')
		case '[':
			open = append(open, ']')
		case '{':
			open = append(open, '}')
		case ')', ']', '}':
			if open[len(open)-1] != c {
				return "", s.expected("a matching bracket")
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				s.at++
				return s.text[start:s.at], nil
			}
		case '\'', '"':
			for s.at++; s.at < len(s.text) && s.text[s.at] != c; s.at++ {
				if s.text[s.at] == '\\' {
					s.at++
				}
			}
		}
	}
	s.at = len(s.text)
	return "", s.expected("the end of the dtype")
}
