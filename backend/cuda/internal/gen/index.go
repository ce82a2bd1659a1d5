package gen

import (
	_ "embed"
	"fmt"

	"github.com/cugond/cugond/backend"
)

//go:embed index.cuh
var indexSpace string

//go:embed index_take.cuh
var indexTake string

//go:embed index_mark.cuh
var indexMark string

//go:embed index_put.cuh
var indexPut string

// IndexThreads is the number of threads of a block of the kernels of Index, and
// IndexEach the number of elements that one of them does.
const (
	IndexThreads = 256
	IndexEach    = 4
)

// Strides are those of a view along (O, m or n, R), in elements.
type Strides [3]int

// Index is the geometry of a Take or a Put: of elements of Size bytes at
// (o, i, r) of one view and at (o, index[o, i, r], r) of the other.
type Index struct {
	Size       int // bytes: 1, 2, 4, 8 or 16
	O, M, N, R int
	At         Strides // of the view with the shape (O, n, R)
	In         Strides // of the view with the shape (O, m, R)
	By         Strides // of the index, in int64
}

// Widen takes neighbours along R that have one index for elements of up to 16
// bytes, where sizes, strides and the addresses of both views allow it.
func (x *Index) Widen(at, in uint64) {
	if x.R < 2 || x.By[2] != 0 || x.At[2] != 1 || x.In[2] != 1 {
		return
	}
	for wide := 16; wide > x.Size; wide /= 2 {
		k := wide / x.Size
		if at%uint64(wide) != 0 || in%uint64(wide) != 0 || x.R%k != 0 || !x.At.divide(k, x.O, x.N) || !x.In.divide(k, x.O, x.M) {
			continue
		}
		x.Size, x.R = wide, x.R/k
		for _, s := range []*Strides{&x.At, &x.In} {
			s[0], s[1] = s[0]/k, s[1]/k
		}
		return
	}
}

// divide reports whether rows of k neighbours begin at multiples of k. A stride
// along one element or none doesn't count.
func (s *Strides) divide(k, o, m int) bool {
	return (o < 2 || s[0]%k == 0) && (m < 2 || s[1]%k == 0)
}

// reach is the distance of the farthest element from the first.
func (s *Strides) reach(o, m, r int) int {
	far := 0
	for d, size := range [3]int{o, m, r} {
		far += max(size-1, 0) * max(s[d], -s[d])
	}
	return far
}

// Len is the number of elements that are moved.
func (x *Index) Len() int { return x.O * x.M * x.R }

// Marks returns the geometry of the table that tells which element stays where
// an index occurs more than once: its strides, those of the axes along which
// the index does not vary being 0, and its number of entries.
func (x *Index) Marks() (table Strides, entries int) {
	entries = 1
	if x.varies(2) {
		table[2], entries = 1, x.R
	}
	table[1] = entries
	entries *= x.N
	if x.varies(0) {
		table[0] = entries
		entries *= x.O
	}
	return table, entries
}

func (x *Index) varies(axis int) bool {
	return x.By[axis] != 0 && [3]int{x.O, x.M, x.R}[axis] > 1
}

// Marked returns the geometry of filling that table: x without the axes along
// which the index does not vary.
func (x *Index) Marked() Index {
	m := *x
	if !x.varies(0) {
		m.O = 1
	}
	if !x.varies(2) {
		m.R = 1
	}
	return m
}

// IndexClass is what the texts of an Index's kernels depend on.
type IndexClass struct {
	Size         int
	Wide         bool // places and distances take 64 bits
	Outer, Inner bool // O and R are more than 1
	Duplicates   bool // an index may occur more than once
}

// Class returns the class of the geometry. Where an index may occur more than
// once, duplicates is set and there is a table of marks.
func (x *Index) Class(duplicates bool) IndexClass {
	far := max(x.Len(), x.At.reach(x.O, x.N, x.R), x.In.reach(x.O, x.M, x.R), x.By.reach(x.O, x.M, x.R))
	if duplicates {
		_, entries := x.Marks()
		far = max(far, entries)
	}
	return IndexClass{Size: x.Size, Wide: far > space32, Outer: x.O > 1, Inner: x.R > 1, Duplicates: duplicates}
}

// CountSize is the size of an entry of the table of marks.
func (c IndexClass) CountSize() int { return countSize(c.Wide) }

// AppendKey identifies the class among those of all kernels.
func (c IndexClass) AppendKey(key []byte) []byte {
	return fmt.Appendf(key, "index %d %t %t %t %t", c.Size, c.Wide, c.Outer, c.Inner, c.Duplicates)
}

// Take is the kernel of a Take, see index_take.cuh.
func (c IndexClass) Take() Source { return Full("cg_take", c.head()+indexSpace+indexTake) }

// Mark is the kernel that fills the table of marks, see index_mark.cuh.
func (c IndexClass) Mark() Source { return Full("cg_put_mark", c.head()+indexSpace+indexMark) }

// Put is the kernel of a Put, see index_put.cuh.
func (c IndexClass) Put() Source { return Full("cg_put", c.head()+indexSpace+indexPut) }

// head declares what the kernels' texts are written in terms of.
func (c IndexClass) head() string {
	space := `typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
`
	if c.Wide {
		space = `typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
`
	}
	return fmt.Sprintf("typedef cg_word<%d>::W cg_elem;\n%sconstexpr bool cg_outer = %t, cg_inner = %t, cg_marked = %t;\nconstexpr cg_u32 cg_fault = %d;\n",
		c.Size, space, c.Outer, c.Inner, c.Duplicates, backend.FaultIndex)
}

// AppendSpace adds a cg_space for the geometry.
func (c IndexClass) AppendSpace(a *Args, x *Index) {
	if !c.Wide {
		a.U32(uint32(x.Len()))
		a.Divisor(uint32(x.M))
		a.Divisor(uint32(x.R))
		return
	}
	for _, v := range [3]int{x.Len(), x.M, x.R} {
		a.U64(uint64(v))
	}
}

// AppendStrides adds a cg_strides.
func (c IndexClass) AppendStrides(a *Args, s Strides) {
	for _, v := range s {
		a.Index(int64(v), c.Wide)
	}
}
