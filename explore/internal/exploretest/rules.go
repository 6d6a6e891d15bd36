package exploretest

import "pgregory.net/rapid"

// Rules is a system of guarded assignments.
type Rules struct {
	Slots  int
	Starts [][]uint32
	All    []Rule
}

// Rule is an event with its guard and its effect.
type Rule struct {
	Event uint64
	Guard []Assign // all must hold
	Write []Assign
}

// Assign pairs a slot with a value: in a guard, the value that the slot must have, otherwise the one it gets.
type Assign struct {
	Slot  int32
	Value uint32
}

// Width implements explore.System.
func (r *Rules) Width() int { return r.Slots }

// Initial implements explore.System.
func (r *Rules) Initial(emit func(v []uint32)) error {
	for _, v := range r.Starts {
		emit(v)
	}
	return nil
}

// Step implements explore.Stepper.
func (r *Rules) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	for _, u := range r.All {
		enabled := true
		for _, g := range u.Guard {
			enabled = enabled && v[g.Slot] == g.Value
		}
		if !enabled {
			continue
		}
		var slots []int32
		var values []uint32
		for _, w := range u.Write {
			slots, values = append(slots, w.Slot), append(values, w.Value)
		}
		emit(u.Event, slots, values)
	}
	return nil
}

// DrawRules draws a system with up to a few hundred states: a vector may be wide, but
// only few of its slots change.
func DrawRules(t *rapid.T) *Rules {
	r := &Rules{Slots: rapid.IntRange(1, 40).Draw(t, "width")}
	slot := rapid.Int32Range(0, int32(r.Slots-1))
	live := rapid.SliceOfNDistinct(slot, 1, min(5, r.Slots), rapid.ID[int32]).Draw(t, "live")
	value := rapid.SampledFrom([]uint32{0, 1, 1<<32 - 1})
	assigns := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) Assign {
		return Assign{rapid.SampledFrom(live).Draw(t, "slot"), value.Draw(t, "value")}
	}), 0, 3, func(a Assign) int32 { return a.Slot })
	for range rapid.IntRange(0, 3).Draw(t, "initial") {
		v := make([]uint32, r.Slots)
		for _, s := range live {
			v[s] = value.Draw(t, "value")
		}
		r.Starts = append(r.Starts, v)
	}
	for i := range rapid.IntRange(0, 14).Draw(t, "rules") {
		class := rapid.SampledFrom([]uint64{0, 1, 5, 1<<12 - 1}).Draw(t, "class")
		event := class<<52 | uint64(rapid.IntRange(0, 7).Draw(t, "event"))<<8 | uint64(i)
		r.All = append(r.All, Rule{event, assigns.Draw(t, "guard"), assigns.Draw(t, "write")})
	}
	return r
}
