// Package sweep compares the results of one model in several environments: with one assumption changed at a time, as a
// table, or with more and more failures, to find the fewest that break a property.
package sweep

import (
	"reflect"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
)

// Table has the result for each property in each of several settings, which differ only in their assumptions about
// the environment. The first row is the base with which the others are compared.
type Table struct {
	Properties []checkers.Property
	Rows       []Row // one for each setting
}

// Row is the result of Check for a setting.
type Row struct {
	// Name is the name of the setting.
	Name string

	// Report has a result for each property, in order. It is nil if the setting was not checked.
	Report *checkers.Report

	// Err says why there are no results: a *Failure if the model is at fault in this setting, or what is wrong with the
	// instance. Report, if not nil, then only says how far the search came.
	Err error
}

// Flip is how the result of a property in a setting differs from that in the base.
type Flip string

// The flips.
const (
	// NoFlip: the verdict is the same, or it is unknown in one of the two.
	NoFlip Flip = ""
	// Breaks: the property is violated, but holds in the base.
	Breaks Flip = "breaks"
	// Mends: the property holds, but is violated in the base.
	Mends Flip = "mends"
	// Moves: the cost differs.
	Moves Flip = "moves"
)

// Result returns the result for a property in a setting, both given by index, or nil if there is none, because the
// setting was not checked or its model is at fault.
func (s *Table) Result(row, property int) *checkers.Result {
	r := s.Rows[row]
	if r.Report == nil || r.Err != nil {
		return nil
	}
	return &r.Report.Results[property]
}

// Flip compares the result of a property in a setting with that in the base.
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

	// Like is the index of the first Break whose Execution has the same events, which needs no second picture; it is its
	// own index if there is no earlier one.
	Like int
}

// Breaks returns the properties that hold in the base and are violated in a setting, ordered by setting and then by
// property.
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

// sameEvents reports whether executions of possibly different systems have the same events. It is false if one of
// them is nil.
func sameEvents(a, b *counterexamples.Execution) bool {
	return a != nil && b != nil && a.Trace.Initial == b.Trace.Initial &&
		reflect.DeepEqual(a.Trace.Steps, b.Trace.Steps) && reflect.DeepEqual(a.Trace.Loop, b.Trace.Loop)
}
