package npy

import (
	"bytes"
	"io"
	"os"
	"strings"
)

// SizeLeft returns how many bytes r still holds, and whether that is known
// without reading: for bytes.Reader, bytes.Buffer, strings.Reader, regular files,
// archive entries stored uncompressed, io.LimitedReader and io.SectionReader over
// these, and any other io.Seeker, whose position is moved to its end and back.
// Pipes, devices, network connections and decompressors are not known.
func SizeLeft(r io.Reader) (int64, bool) {
	switch r := r.(type) {
	case nil:
		return 0, false
	case interface{ sizeLeft() (int64, bool) }:
		return r.sizeLeft()
	case *bytes.Reader:
		return int64(r.Len()), true
	case *strings.Reader:
		return int64(r.Len()), true
	case *bytes.Buffer:
		return int64(r.Len()), true
	case *os.File:
		return fileLeft(r)
	case *io.LimitedReader:
		// The limit is only an upper bound, often a generous one.
		left, ok := SizeLeft(r.R)
		return max(0, min(left, r.N)), ok
	case *io.SectionReader:
		return sectionLeft(r)
	case io.Seeker:
		return seekerLeft(r)
	}
	return 0, false
}

// fileLeft trusts regular files only: a device seeks without having a size. An
// empty regular file may be one of those that the system fills when read.
func fileLeft(f *os.File) (int64, bool) {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return 0, false
	}
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, false
	}
	return max(0, info.Size()-at), true
}

// sectionLeft looks below the section, whose end is often set to the largest
// integer.
func sectionLeft(s *io.SectionReader) (int64, bool) {
	at, err := s.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, false
	}
	outer, offset, n := s.Outer()
	var size int64
	switch outer := outer.(type) {
	case *os.File:
		info, err := outer.Stat()
		if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
			return 0, false
		}
		size = info.Size()
	case interface{ Size() int64 }:
		size = outer.Size()
	default:
		return 0, false
	}
	return max(0, min(n, size-offset)-at), true
}

func seekerLeft(s io.Seeker) (int64, bool) {
	at, err := s.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, false
	}
	end, err := s.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, false
	}
	if back, err := s.Seek(at, io.SeekStart); err != nil || back != at {
		return 0, false
	}
	return max(0, end-at), true
}
