// Package sweep compares the answers of one model in several environments: one assumption changed at a time, as a
// table, or more and more failures, up to the fewest that break something.
package sweep

import (
	"reflect"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
)

// Table is the answer to each property in each of several settings, which differ only in what they assume about the
// environment. The first row is the base that the others are compared with.
type Table struct {
	Properties []checkers.Property
	Rows       []Row // one for each setting
}

// Row is the result of Check for a setting.
type Row struct {
	// Name is what the setting is called.
	Name string

	// Report answers the properties, in their order; nil if the setting was not checked.
	Report *checkers.Report

	// Err is why there are no answers: a *Failure if the model is at fault there, or what is wrong with the instance.
	// Report, if it is not nil, then only says how far the search came.
	Err error
}

// Flip is how the answer to a property in a setting differs from that in the base.
type Flip string

// The flips.
const (
	// NoFlip: the answer is the same, or it is unknown in one of the two.
	NoFlip Flip = ""
	// Breaks: the property is violated, and holds in the base.
	Breaks Flip = "breaks"
	// Mends: it holds, and is violated in the base.
	Mends Flip = "mends"
	// Moves: the cost differs.
	Moves Flip = "moves"
)

// Result is the answer to a property in a setting, both given by number; nil if there is none, because the setting
// was not checked or its model is at fault.
func (s *Table) Result(row, property int) *checkers.Result {
	r := s.Rows[row]
	if r.Report == nil || r.Err != nil {
		return nil
	}
	return &r.Report.Results[property]
}

// Flip compares the answer to a property in a setting with that in the base.
func (s *Table) Flip(row, property int) Flip {
	base, here := s.Result(0, property), s.Result(row, property)
	if base == nil || here == nil {
		return NoFlip
	}
	switch {
	case base.Verdict == checkers.Holds && here.Verdict == checkers.Violated:
		return Breaks
	case base.Verdict == checkers.Violated && here.Verdict == checkers.Holds:
		return Mends
	case base.Cost != nil && here.Cost != nil && base.Cost.String() != here.Cost.String():
		return Moves
	}
	return NoFlip
}

// Break is a property that a setting breaks.
type Break struct {
	Row, Property int
	Result        checkers.Result

	// Like is the number of the first Break that has the same events in its Execution, in another setting or for another
	// property; its own number if there is none before it. These need no second picture.
	Like int
}

// Breaks returns what holds in the base and a setting breaks, in the order of the settings and then of the
// properties.
func (s *Table) Breaks() []Break {
	var all []Break
	for row := range s.Rows {
		for property := range s.Properties {
			if s.Flip(row, property) != Breaks {
				continue
			}
			b := Break{Row: row, Property: property, Result: *s.Result(row, property), Like: len(all)}
			for i := range all {
				if sameEvents(all[i].Result.Execution, b.Result.Execution) {
					b.Like = i
					break
				}
			}
			all = append(all, b)
		}
	}
	return all
}

// sameEvents reports whether executions of perhaps different systems have the same events. Of one that is nil nothing
// is the same.
func sameEvents(a, b *counterexamples.Execution) bool {
	return a != nil && b != nil && a.Trace.Initial == b.Trace.Initial &&
		reflect.DeepEqual(a.Trace.Steps, b.Trace.Steps) && reflect.DeepEqual(a.Trace.Loop, b.Trace.Loop)
}
