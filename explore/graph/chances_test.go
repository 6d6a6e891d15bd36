package graph

import "math"

// chances solves the equations for the chance that an execution is complete and for the expected cost of one that is.
func (q costs) chances(sys *table) (chance, mean float64) {
	if q.anywhere {
		return math.NaN(), math.NaN()
	}
	within := sys.within(q.region)
	d := within.distances()
	// An execution that stays for ever where it may rest is complete.
	settled := make([]bool, sys.n)
	paying := make([]bool, sys.n) // something costs there, or on the way there
	hopes := make([]bool, sys.n)
	for s := range sys.n {
		closed, rests, pays := true, false, false
		for o := range sys.n {
			if d[s][o] == far {
				continue
			}
			closed = closed && d[o][s] < far && len(within.out[o]) == len(sys.out[o])
			rests = rests || sys.rests(uint32(o))
			for _, e := range within.out[o] {
				pays = pays || price(e.tag) > 0
			}
		}
		settled[s] = q.toRest && closed && rests && is(q.region, uint32(s))
		paying[s] = settled[s] && pays
	}
	for s := range sys.n {
		for o := range sys.n {
			if d[s][o] < far && is(q.region, uint32(s)) {
				hopes[s] = hopes[s] || settled[o] || len(within.out[o]) < len(sys.out[o])
				paying[s] = paying[s] || settled[o] && paying[o]
			}
		}
	}
	p := solve(sys.n, func(s int, row []float64) (constant float64) {
		switch {
		case settled[s]:
			return 1
		case !hopes[s]:
			return 0
		}
		for _, e := range sys.out[s] {
			if share := 1 / float64(len(sys.out[s])); is(q.region, e.to) {
				row[e.to] += share
			} else {
				constant += share
			}
		}
		return constant
	})
	m := solve(sys.n, func(s int, row []float64) (constant float64) {
		if settled[s] || !hopes[s] || paying[s] {
			return 0
		}
		for _, e := range sys.out[s] {
			if share := 1 / float64(len(sys.out[s])); is(q.region, e.to) {
				row[e.to] += share
				constant += share * float64(price(e.tag)) * p[e.to]
			} else {
				constant += share * float64(price(e.tag))
			}
		}
		return constant
	})
	begins := 0.0
	for _, s := range sys.initial {
		if !is(q.start, s) {
			continue
		}
		begins++
		switch {
		case !is(q.region, s):
			chance++
			mean += float64(q.initial[s])
		case paying[s]:
			chance, mean = chance+p[s], math.Inf(1)
		default:
			chance, mean = chance+p[s], mean+m[s]+p[s]*float64(q.initial[s])
		}
	}
	return chance / begins, mean / chance
}

// within returns the table restricted to the edges between states of a set.
func (t *table) within(set uint32) *table {
	part := &table{n: t.n, initial: t.initial, out: make([][]tableEdge, t.n)}
	for s := range t.out {
		for _, e := range t.out[s] {
			if is(set, uint32(s)) && is(set, e.to) {
				part.out[s] = append(part.out[s], e)
			}
		}
	}
	return part
}

// solve solves n equations by Gauss-Jordan elimination. Each says that an unknown is a constant plus a sum over
// unknowns.
func solve(n int, equation func(i int, row []float64) (constant float64)) []float64 {
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n+1)
		constant := equation(i, a[i])
		for k := range a[i] {
			a[i][k] = -a[i][k]
		}
		a[i][i]++
		a[i][n] = constant
	}
	for i := range a {
		pivot := i
		for k := i; k < n; k++ {
			if math.Abs(a[k][i]) > math.Abs(a[pivot][i]) {
				pivot = k
			}
		}
		a[i], a[pivot] = a[pivot], a[i]
		for k := range a {
			if k == i {
				continue
			}
			by := a[k][i] / a[i][i]
			for c := range a[k] {
				a[k][c] -= by * a[i][c]
			}
		}
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = a[i][n] / a[i][i]
	}
	return x
}
