package cpu

import "unsafe"

// cursor walks the rows of a layout, a row being a run along the last
// dimension.
type cursor struct {
	l      *layout
	index  [maxDims]int64
	offset int64 // of the current element, in the strides' unit
}

func newCursor(l *layout, pos int64) cursor {
	c := cursor{l: l}
	for k := l.nd - 1; k > 0; k-- {
		q := pos / l.shape[k]
		c.index[k] = pos - q*l.shape[k]
		c.offset += c.index[k] * l.strides[k]
		pos = q
	}
	c.index[0] = pos
	c.offset += pos * l.strides[0]
	return c
}

// rest returns how many elements the current row has left, at most n.
func (c *cursor) rest(n int64) int64 {
	k := c.l.nd - 1
	return min(n, c.l.shape[k]-c.index[k])
}

// advance moves on by m steps along dimension k; m reaches the end of the
// dimension at most.
func (c *cursor) advance(k, m int64) {
	c.index[k] += m
	c.offset += m * c.l.strides[k]
	for k > 0 && c.index[k] == c.l.shape[k] {
		c.offset -= c.index[k] * c.l.strides[k]
		c.index[k] = 0
		k--
		c.index[k]++
		c.offset += c.l.strides[k]
	}
}

// plane reports how many whole rows of the last two dimensions follow one
// another from here on, within n elements, when going down the columns first
// touches less memory than going along the rows.
func (c *cursor) plane(n int64) int64 {
	k := c.l.nd - 1
	if k < 1 || c.index[k] != 0 || magnitude(c.l.strides[k-1]) >= magnitude(c.l.strides[k]) {
		return 0
	}
	return min(n/c.l.shape[k], c.l.shape[k-1]-c.index[k-1])
}

func magnitude(s int64) int64 { return max(s, -s) }

// at returns the element that is offset bytes from p.
func at[T any](p unsafe.Pointer, offset int64) *T { return (*T)(unsafe.Add(p, offset)) }

func goGather[T any](c *call) {
	d := block[T](c.dst, c.n)
	cur := newCursor((*layout)(c.b), c.pos)
	last := cur.l.nd - 1
	step := cur.l.strides[last]
	for len(d) > 0 {
		n := int64(len(d))
		if rows := cur.plane(n); rows > 1 {
			cols, outer := cur.l.shape[last], cur.l.strides[last-1]
			for j := range cols {
				off := cur.offset + j*step
				for i := range rows {
					d[i*cols+j] = *at[T](c.a, off+i*outer)
				}
			}
			cur.advance(last-1, rows)
			d = d[rows*cols:]
			continue
		}
		m := cur.rest(n)
		switch row := d[:m]; step {
		case int64(unsafe.Sizeof(d[0])):
			copy(row, block[T](unsafe.Add(c.a, cur.offset), m))
		case 0:
			fill(row, *at[T](c.a, cur.offset))
		default:
			off := cur.offset
			for i := range row {
				row[i] = *at[T](c.a, off)
				off += step
			}
		}
		cur.advance(last, m)
		d = d[m:]
	}
}

func goScatter[T any](c *call) {
	s := block[T](c.a, c.n)
	cur := newCursor((*layout)(c.b), c.pos)
	last := cur.l.nd - 1
	step := cur.l.strides[last]
	for len(s) > 0 {
		n := int64(len(s))
		if rows := cur.plane(n); rows > 1 {
			cols, outer := cur.l.shape[last], cur.l.strides[last-1]
			for j := range cols {
				off := cur.offset + j*step
				for i := range rows {
					*at[T](c.dst, off+i*outer) = s[i*cols+j]
				}
			}
			cur.advance(last-1, rows)
			s = s[rows*cols:]
			continue
		}
		m := cur.rest(n)
		if step == int64(unsafe.Sizeof(s[0])) {
			copy(block[T](unsafe.Add(c.dst, cur.offset), m), s[:m])
		} else {
			off := cur.offset
			for _, v := range s[:m] {
				*at[T](c.dst, off) = v
				off += step
			}
		}
		cur.advance(last, m)
		s = s[m:]
	}
}

func goIota(c *call) {
	d := block[int64](c.dst, c.n)
	cur := newCursor((*layout)(c.b), c.pos)
	last := cur.l.nd - 1
	step := cur.l.strides[last]
	for len(d) > 0 {
		m := cur.rest(int64(len(d)))
		v := cur.offset + c.aux
		for i := range d[:m] {
			d[i] = v
			v += step
		}
		cur.advance(last, m)
		d = d[m:]
	}
}

func fill[T any](d []T, v T) {
	for i := range d {
		d[i] = v
	}
}

func goSplat[T any](c *call) { fill(block[T](c.dst, c.n), *(*T)(c.a)) }

func goCopy[T any](c *call) { copy(block[T](c.dst, c.n), block[T](c.a, c.n)) }

// goTranspose copies in tiles whose rows and columns are some cache lines.
func goTranspose[T any](c *call) {
	const tile = 16
	l := (*layout)(c.b)
	rows, cols, ds, as := l.shape[0], l.shape[1], l.strides[0], l.strides[1]
	size := int64(unsafe.Sizeof(*(*T)(c.a)))
	for r0 := int64(0); r0 < rows; r0 += tile {
		r1 := min(rows, r0+tile)
		for c0 := int64(0); c0 < cols; c0 += tile {
			c1 := min(cols, c0+tile)
			for r := r0; r < r1; r++ {
				d := block[T](unsafe.Add(c.dst, r*ds+c0*size), c1-c0)
				off := c0*as + r*size
				for i := range d {
					d[i] = *at[T](c.a, off)
					off += as
				}
			}
		}
	}
}

// addMoves enters the moves of every element size.
func (t *goTable) addMoves() {
	addMoves[uint8](t)
	addMoves[uint16](t)
	addMoves[uint32](t)
	addMoves[uint64](t)
	addMoves[[2]uint64](t)
	t[moveFn(moveIota, 8)] = goIota
}

func addMoves[T any](t *goTable) {
	var zero T
	size := int(unsafe.Sizeof(zero))
	t[moveFn(moveGather, size)] = goGather[T]
	t[moveFn(moveScatter, size)] = goScatter[T]
	t[moveFn(moveSplat, size)] = goSplat[T]
	t[moveFn(moveCopy, size)] = goCopy[T]
	t[moveFn(moveTranspose, size)] = goTranspose[T]
}
