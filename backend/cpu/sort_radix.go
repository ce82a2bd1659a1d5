package cpu

// tally is how often each digit, a byte of a key, occurs; then, where the next
// key with that digit goes.
type tally [256]int64

// crew is the goroutines that share one row: each takes a part of it, one
// after the other those of the first elements.
type crew struct {
	j       *job
	parts   int64
	tallies []tally // eight a part
}

func newCrew(j *job, parts int64) *crew {
	return &crew{j: j, parts: parts, tallies: make([]tally, 8*parts)}
}

// each calls do for the parts of n elements. A failure stays with the job.
func (c *crew) each(n int64, do func(part int, lo, hi int64)) {
	if c.parts == 1 {
		do(0, 0, n)
		return
	}
	_ = c.j.each(c.parts, c.parts*parallelFrom, func(_ *worker, p int64) {
		do(int(p), n*p/c.parts, n*(p+1)/c.parts)
	})
}

// deck is what is sorted digit by digit, moving from one memory to another
// and back.
type deck interface {
	// count adds the digits of all passes among the elements from lo to hi.
	count(t []tally, lo, hi int64)
	// countOne adds those of one pass.
	countOne(t *tally, pass int, lo, hi int64)
	// deal moves the elements from lo to hi to where the tally says.
	deal(t *tally, pass int, lo, hi int64)
	// swap makes the elements' new memory the one that they are moved from.
	swap()
}

// sort sorts n elements, the least significant of their digits first. Digits
// that are the same everywhere are passed over. It is stable: in a pass, the
// elements of each digit go to one range, of which each part has its piece.
func (c *crew) sort(d deck, passes int, n int64) {
	part := func(p, pass int) *tally { return &c.tallies[8*p+pass] }
	clear(c.tallies)
	c.each(n, func(p int, lo, hi int64) { d.count(c.tallies[8*p:8*p+passes], lo, hi) })
	moved := false
	for pass := range passes {
		if c.parts > 1 && moved { // the parts have other elements than at first
			if c.constant(pass, n) {
				continue
			}
			c.each(n, func(p int, lo, hi int64) {
				*part(p, pass) = tally{}
				d.countOne(part(p, pass), pass, lo, hi)
			})
		} else if c.constant(pass, n) {
			continue
		}
		at := int64(0)
		for digit := range 256 {
			for p := range int(c.parts) {
				t := part(p, pass)
				t[digit], at = at, at+t[digit]
			}
		}
		c.each(n, func(p int, lo, hi int64) { d.deal(part(p, pass), pass, lo, hi) })
		d.swap()
		moved = true
	}
}

// constant reports whether the counted elements have one digit in a pass.
func (c *crew) constant(pass int, n int64) bool {
	for digit := range 256 {
		sum := int64(0)
		for p := range int(c.parts) {
			sum += c.tallies[8*p+pass][digit]
		}
		if sum != 0 {
			return sum == n
		}
	}
	return true
}

// keyDeck sorts keys by their digits from bit low on.
type keyDeck[K key] struct {
	from, to []K
	passes   int
	low      uint
}

func (d *keyDeck[K]) count(t []tally, lo, hi int64) {
	for _, k := range d.from[lo:hi] {
		for i := range t {
			t[i][uint8(k>>(d.low+8*uint(i)))]++
		}
	}
}

func (d *keyDeck[K]) countOne(t *tally, pass int, lo, hi int64) {
	shift := d.low + 8*uint(pass)
	for _, k := range d.from[lo:hi] {
		t[uint8(k>>shift)]++
	}
}

func (d *keyDeck[K]) deal(t *tally, pass int, lo, hi int64) {
	shift := d.low + 8*uint(pass)
	to := d.to
	for _, k := range d.from[lo:hi] {
		next := &t[uint8(k>>shift)]
		to[*next] = k
		*next++
	}
}

func (d *keyDeck[K]) swap() { d.from, d.to = d.to, d.from }

// pairDeck sorts pairs by their keys.
type pairDeck struct{ from, to []pair }

func (d *pairDeck) count(t []tally, lo, hi int64) {
	for _, p := range d.from[lo:hi] {
		for i := range t {
			t[i][uint8(p.key>>(8*uint(i)))]++
		}
	}
}

func (d *pairDeck) countOne(t *tally, pass int, lo, hi int64) {
	shift := 8 * uint(pass)
	for _, p := range d.from[lo:hi] {
		t[uint8(p.key>>shift)]++
	}
}

func (d *pairDeck) deal(t *tally, pass int, lo, hi int64) {
	shift := 8 * uint(pass)
	to := d.to
	for _, p := range d.from[lo:hi] {
		next := &t[uint8(p.key>>shift)]
		to[*next] = p
		*next++
	}
}

func (d *pairDeck) swap() { d.from, d.to = d.to, d.from }
