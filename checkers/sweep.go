package checkers

import (
	"reflect"

	"github.com/anel-mc/mc/counterexamples"
)

// Sweep is a table: the answer to each property in each of several settings, which differ in what they assume of
// the environment and not in processes. The first row is the base that the others are compared with.
type Sweep struct {
	Properties []Property
	Rows       []SweepRow // one for each setting
}

// SweepRow is what Check returned for a setting.
type SweepRow struct {
	// Name is what the setting is called.
	Name string

	// Report answers the properties, in their order; nil if the setting was not checked.
	Report *Report

	// Err is why there are no answers: a *Failure if the model is at fault there, or what is wrong with
	// the instance. Report, if it is not nil, then only says how far the search came.
	Err error
}

// Flip is how the answer to a property in a setting differs from that in the base.
type Flip string

// The flips.
const (
	// NoFlip: the answer is the same, or it is unknown in one of the two.
	NoFlip Flip = ""
	// FlipBreaks: the property is violated, and holds in the base.
	FlipBreaks Flip = "breaks"
	// FlipMends: it holds, and is violated in the base.
	FlipMends Flip = "mends"
	// FlipMoves: the cost is another.
	FlipMoves Flip = "moves"
)

// Result is the answer to a property in a setting, both given by their numbers; nil if there is none, because the setting
// was not checked or its model is at fault.
func (s *Sweep) Result(row, property int) *Result {
	r := s.Rows[row]
	if r.Report == nil || r.Err != nil {
		return nil
	}
	return &r.Report.Results[property]
}

// Flip compares the answer to a property in a setting with that in the base.
func (s *Sweep) Flip(row, property int) Flip {
	base, here := s.Result(0, property), s.Result(row, property)
	if base == nil || here == nil {
		return NoFlip
	}
	switch {
	case base.Verdict == Holds && here.Verdict == Violated:
		return FlipBreaks
	case base.Verdict == Violated && here.Verdict == Holds:
		return FlipMends
	case base.Cost != nil && here.Cost != nil && base.Cost.String() != here.Cost.String():
		return FlipMoves
	}
	return NoFlip
}

// SweepBreak is a property that a setting breaks.
type SweepBreak struct {
	Row, Property int
	Result        Result

	// Like is the number of the first SweepBreak that has the same events in its Execution, in another setting or
	// of another property; its own number if there is none before it. They need no second picture.
	Like int
}

// Breaks returns what the settings break that holds in the base, in the order of the settings and then
// of the properties.
func (s *Sweep) Breaks() []SweepBreak {
	var all []SweepBreak
	for row := range s.Rows {
		for property := range s.Properties {
			if s.Flip(row, property) != FlipBreaks {
				continue
			}
			b := SweepBreak{Row: row, Property: property, Result: *s.Result(row, property), Like: len(all)}
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
