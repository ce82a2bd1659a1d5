package hostblas

// Four terms at a time let a kernel load and store each element of C once for
// four multiplications. The slices of B have the length of c.

func integerAdd4[T Integer](c, b0, b1, b2, b3 []T, a0, a1, a2, a3 T) {
	b0, b1, b2, b3 = b0[:len(c)], b1[:len(c)], b2[:len(c)], b3[:len(c)]
	for j := range c {
		c[j] += a0*b0[j] + a1*b1[j] + a2*b2[j] + a3*b3[j]
	}
}

func integerAdd1[T Integer](c, b []T, a T) {
	b = b[:len(c)]
	for j := range c {
		c[j] += a * b[j]
	}
}

func integerDot[T Integer](n int, a []T, ia, inca int, b []T, ib, incb int) T {
	var sum T
	for range n {
		sum += a[ia] * b[ib]
		ia += inca
		ib += incb
	}
	return sum
}

func boolAdd4(c, b0, b1, b2, b3 []uint8, a0, a1, a2, a3 uint8) {
	if a0|a1|a2|a3 == 0 {
		return
	}
	b0, b1, b2, b3 = b0[:len(c)], b1[:len(c)], b2[:len(c)], b3[:len(c)]
	for j := range c {
		c[j] |= a0&b0[j] | a1&b1[j] | a2&b2[j] | a3&b3[j]
	}
}

func boolAdd1(c, b []uint8, a uint8) {
	if a == 0 {
		return
	}
	b = b[:len(c)]
	for j := range c {
		c[j] |= b[j]
	}
}

func boolDot(n int, a []uint8, ia, inca int, b []uint8, ib, incb int) uint8 {
	for range n {
		if a[ia]&b[ib] != 0 {
			return 1
		}
		ia += inca
		ib += incb
	}
	return 0
}
