package vectorclock

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// Vector is a vector of counters, one for each process.
type Vector []int

// VectorClock is the class of that name. Methods that change the vector replace it by a new one, which has the same
// effect as the source's deepcopy of the vectors that they return.
type VectorClock struct {
	ProcessID    model.ID
	NumProcesses int
	Vector       Vector
}

// Tick is tick.
func (c *VectorClock) Tick() Vector {
	c.Vector = slices.Clone(c.Vector)
	c.Vector[c.ProcessID]++
	return c.Vector
}

// GetTimestamp is get_timestamp.
func (c *VectorClock) GetTimestamp() Vector {
	c.Vector = slices.Clone(c.Vector)
	c.Vector[c.ProcessID]++
	return c.Vector
}

// AttachOnly is the rule for sending, taken literally: the vector is attached as it is.
func (c *VectorClock) AttachOnly() Vector { return c.Vector }

// Update is update.
func (c *VectorClock) Update(received Vector) Vector {
	c.Vector = slices.Clone(c.Vector)
	for i := range c.NumProcesses {
		c.Vector[i] = max(c.Vector[i], received[i])
	}
	c.Vector[c.ProcessID]++
	return c.Vector
}

// HappensBefore is happens_before.
func (c *VectorClock) HappensBefore(other Vector) bool {
	allLessEq := all(c.NumProcesses, func(i int) bool { return c.Vector[i] <= other[i] })
	someStrictlyLess := some(c.NumProcesses, func(i int) bool { return c.Vector[i] < other[i] })
	return allLessEq && someStrictlyLess
}

// IsConcurrent is is_concurrent, provided that the method it calls while it holds the lock can take the lock again.
func (c *VectorClock) IsConcurrent(other Vector) bool {
	return !c.HappensBefore(other) && !staticHappensBefore(other, c.Vector)
}

// staticHappensBefore is _static_happens_before.
func staticHappensBefore(v1, v2 Vector) bool {
	allLessEq := all(len(v1), func(i int) bool { return v1[i] <= v2[i] })
	someStrictlyLess := some(len(v1), func(i int) bool { return v1[i] < v2[i] })
	return allLessEq && someStrictlyLess
}

// Order is the result of comparing two vectors.
type Order string

// The orders. The source has no word for the last one.
const (
	Before     Order = "HAPPENS_BEFORE"
	After      Order = "HAPPENS_AFTER"
	Concurrent Order = "CONCURRENT"
	Equal      Order = "EQUAL"
)

// compare is compare_vector_clocks, with o.equal as the result for equal vectors.
func (o options) compare(v1, v2 Vector) Order {
	v1LessEq := all(len(v1), func(i int) bool { return v1[i] <= v2[i] })
	v2LessEq := all(len(v2), func(i int) bool { return v2[i] <= v1[i] })
	differ := !slices.Equal(v1, v2)
	switch {
	case v1LessEq && differ:
		return Before
	case v2LessEq && differ:
		return After
	case !differ:
		return o.equal
	}
	return Concurrent
}

// all and some are Python's all and any: they stop at the first i that decides the result.
func all(n int, is func(i int) bool) bool {
	for i := range n {
		if !is(i) {
			return false
		}
	}
	return true
}

func some(n int, is func(i int) bool) bool {
	return !all(n, func(i int) bool { return !is(i) })
}
