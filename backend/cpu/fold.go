package cpu

// How reductions add up, fixed to the bit. Both evaluators follow this page,
// so that a reduction's result depends on nothing but the values reduced and
// their order: not on the layout, the block size, the number of goroutines, or
// whether the values lie along a block or across it.
//
// The values reduced into one output are a sequence x₀ x₁ … x₍R₋₁₎. It is cut
// into chunks of chunkLen, each with a state of its own; chunk states are
// merged in order (in Go), and the last state is finished (in Go). A chunk is
// cut into units of unitLen = 512; the last unit may be shorter. A unit is
// reduced by L lanes: value i of the unit goes to lane i mod L, in order of i.
// Then the lanes are folded by halves:
//
//	for w = L/2; w ≥ 1; w /= 2:  for l < w:  lane[l] = lane[l] ⊕ lane[l+w]
//
// where lanes that no value has reached (in a unit shorter than L) do not take
// part: lane[l] stays what it is when lane[l+w] is empty. Lane 0 is then the
// unit's total u, which is combined with the state. All products and sums are
// rounded one by one (no fused multiply-add). The payload and sign of a NaN is
// nobody's concern.
//
// The functions at fnFold get whole segments: a holds n values. If n > aux
// they are n/aux segments of aux values each, the s-th folded into state s of
// dst; every segment is whole. If n ≤ aux they are a part of one segment of
// aux values, starting at a unit's boundary and ending at one or at the
// chunk's end, folded into the one state dst. The index of the first value in
// its segment is pos mod aux.
//
// The functions at fnFoldCol get columns: a holds n/aux rows of aux columns,
// column j folded into state j of dst. b is nil when the rows are contiguous,
// else the address of an int64, the distance of rows in bytes. The first row
// starts a unit, the last ends one or the chunk. The index of the first row is
// pos / aux. (Accumulate tiles of columns with lanes × columns accumulators:
// the lanes of a row's columns are neighbours, so that any width vectorises.)
//
// States, 8 byte words, and how values enter them (dbl is a float64):
//
//	sum, mean  ints        {T}: the low bits of the word wrap, the rest are unspecified
//	           float32     {dbl s}: 64 lanes of float32, folded as dbl; s = s + u
//	           float64     {dbl s, c}: 32 lanes; two-sum t = s + u; z = t - s;
//	                       c = c + ((s - (t - z)) + (u - z)); s = t
//	           complex64   {dbl re, im}: components as float32
//	           complex128  {dbl s_re, c_re, s_im, c_im}: components as float64
//	prod       ints        {T} as for sum
//	           floats      {dbl p}: 16 lanes of dbl, folded by products; p = p·u
//	           complex     {dbl re, im}: 1 lane, straight into the state, as dbl:
//	                       re' = re·x - im·y; im' = re·y + im·x (gcc 12 makes
//	                       vfmaddsub of this pair even with contraction off)
//	min, max   all         {T m}: any lanes; NaN if there is one; zeros' sign is
//	                       unspecified (finishing removes it)
//	fmin, fmax floats      {T m}: any lanes; NaN as long as there is nothing else
//	argmin, argmax         {T m, int64 i}: i < 0 means none yet; x replaces m when
//	                       i < 0, or m is no NaN and (x is NaN or x < m (x > m));
//	                       i is the value's index as given above
//	any, all   bool        {byte}: 0 or 1
//	count      bool        {int64}
//	norm       floats      {dbl q}: 16 lanes of dbl x·x; q = q + u
//	var, std   floats      {dbl n, mean, m2}: for a unit of n_u values
//	                       k = min(16, n_u); h = (x₀ … x₍k₋₁₎ as dbl in 16 lanes, folded) / k;
//	                       16 lanes each of d = x - h and of d·d, folded to s1, s2;
//	                       q = s1 / n_u; mean_u = h + q; m2_u = s2 - s1·q, 0 if below 0;
//	                       when n = 0 the state becomes {n_u, mean_u, m2_u}, else
//	                       δ = mean_u - mean; N = n + n_u; f = n_u / N;
//	                       mean = mean + δ·f; m2 = (m2 + m2_u) + δ·δ·n·f (from the left); n = N
//
// T values stand in the first bytes of their word. States start as foldIdentity
// says: 0 for sums, 1 for products, and so on; empty lanes are -0 for sums (or
// are left out).
//
// The functions at fnScan get columns too: n/aux rows of aux columns, dst and
// a laid out alike and contiguous, b the aux states. A state is {carry, local},
// each of 8 bytes ({re, im} of 16 for complex types) in the accumulating type:
// dbl for float32 and float64, pairs of dbl for complex, int64 or uint64 for
// integers (wrapping), T for min and max. For each value in turn
// local = local ⊕ x; dst = T(carry ⊕ local). Complex products are
// re' = re·x - im·y; im' = re·y + im·x with local (carry) on the left. Cummin
// and cummax: m = x when x < m (x > m) or x is NaN, and m stays NaN once it
// is: NaN wins. The device cuts lines into chunks of chunkLen and moves local
// into carry between them.

const (
	unitLen  = 512
	chunkLen = 1 << 15
)
