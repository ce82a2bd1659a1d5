package array

import "unsafe"

// streamBytes is how much of an array is copied to the host at once: large
// enough that a device's latency does not count, small beside the array.
const streamBytes = 4 << 20

// stream computes the array and gives its elements to visit in row-major
// order, part by part; a part is valid during the call only. It takes memory
// for one part on the host, and on the device for another where the array is
// not contiguous.
func (a *Array[T]) stream(visit func(part []T) error) error {
	if err := a.Eval(); err != nil {
		return err
	}
	var zero T
	limit := streamBytes / int(unsafe.Sizeof(zero))
	s := &streamer[T]{buf: make([]T, min(a.Size(), limit)), limit: limit, visit: visit}
	return s.walk(a)
}

type streamer[T Element] struct {
	buf   []T
	limit int // of elements
	visit func([]T) error
}

// walk visits an array that has been computed. Arrays above the limit are
// divided along their first axis, into single items if need be, which are
// divided in turn.
func (s *streamer[T]) walk(a *Array[T]) error {
	size := a.Size()
	if size == 0 {
		return nil
	}
	if size <= s.limit {
		part := s.buf[:size]
		if err := a.CopyTo(part); err != nil {
			return err
		}
		return s.visit(part)
	}
	n := a.t.shape[0]
	rows := max(s.limit/(size/n), 1)
	for i := 0; i < n; i += rows {
		part := a.Slice(Span(i, min(i+rows, n)))
		if rows == 1 {
			item := part.Slice(At(0))
			part.Close()
			part = item
		}
		err := s.walk(part)
		part.Close()
		if err != nil {
			return err
		}
	}
	return nil
}
