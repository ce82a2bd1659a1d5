package shape

// Collapse simplifies an iteration space in place: dimensions of length 1 are
// dropped, and neighbours are merged where every set of strides walks them as
// one. With marks, only dimensions of equal mark are merged; noMerge, when not
// negative, names a dimension that must stay as it is. At least one dimension
// is left. It returns the shortened shape, marks and the new index of noMerge;
// strides[k] are shortened too.
func Collapse(dims []int, marks []bool, noMerge int, strides []([]int)) ([]int, []bool, int, [][]int) {
	n := 0 // dimensions kept so far
	kept := -1
	last := -1 // original index of the last kept one
	for i, d := range dims {
		if d == 1 && i != noMerge {
			continue
		}
		if n > 0 && i != noMerge && last != noMerge && (marks == nil || marks[i] == marks[n-1]) && mergeable(d, n-1, i, strides) {
			dims[n-1] *= d
			for _, s := range strides {
				s[n-1] = s[i]
			}
			last = i
			continue
		}
		dims[n] = d
		if marks != nil {
			marks[n] = marks[i]
		}
		for _, s := range strides {
			s[n] = s[i]
		}
		if i == noMerge {
			kept = n
		}
		last = i
		n++
	}
	if n == 0 {
		dims = append(dims[:0], 1)
		if marks != nil {
			marks = append(marks[:0], false)
		}
		for k := range strides {
			strides[k] = append(strides[k][:0], 0)
		}
		return dims, marks, kept, strides
	}
	for k := range strides {
		strides[k] = strides[k][:n]
	}
	if marks != nil {
		marks = marks[:n]
	}
	return dims[:n], marks, kept, strides
}

// mergeable reports whether dimension outer followed by dimension inner, of
// length d, is walked by every set of strides as one dimension.
func mergeable(d, outer, inner int, strides [][]int) bool {
	for _, s := range strides {
		if s[outer] != s[inner]*d {
			return false
		}
	}
	return true
}
