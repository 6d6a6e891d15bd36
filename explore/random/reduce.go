package random

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/guard"
)

// Reduce leaves out of a run what is not needed to make check true: first the detours between two visits to the same
// state, then groups of events, from halves down to single ones, as long as check is still true somewhere in what
// remains (delta debugging: Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE
// 28(2), 2002). No single event of the result can be left out. The remaining events are run again each time, and an
// event that is not enabled when its turn comes is skipped.
//
// same returns a number that identifies an event in other states. If ctx ends, Reduce returns the shortest run so
// far. The error is one of the system or of the check, or says that check is true nowhere in the run.
func Reduce(ctx context.Context, sys explore.System, check explore.Check, owed func(event uint64) bool,
	same func(v []uint32, event uint64) uint64, r Run) (Run, error) {
	d := &reducer{
		check: explore.AtRest(sys, owed, check), same: same,
		v: make([]uint32, sys.Width()), next: make([]uint32, sys.Width()),
	}
	err := guard.Call(func() (err error) {
		d.stepper = sys.Stepper()
		r, err = d.reduce(ctx, r)
		return err
	}, nil)
	return r, err
}

type reducer struct {
	stepper explore.Stepper
	check   explore.Check
	same    func(v []uint32, event uint64) uint64
	initial []uint32
	v, next []uint32
	enabled enabled
}

// wanted is an event that is to be taken again.
type wanted struct{ event, same uint64 }

func (d *reducer) reduce(ctx context.Context, r Run) (Run, error) {
	d.initial = r.Initial
	all, err := d.wants(r.Events)
	if err != nil {
		return r, err
	}
	for size := len(all) / 2; size > 0; {
		smaller := false
		for at := 0; at < len(all); {
			if ctx.Err() != nil {
				return d.run(r, all), nil
			}
			end := min(at+size, len(all))
			left, shown, err := d.try(slices.Concat(all[:at], all[end:]))
			switch {
			case err != nil:
				return d.run(r, all), err
			case shown:
				all, smaller = left, true
			default:
				at = end
			}
		}
		switch {
		case size == 1 && !smaller:
			size = 0
		case size > 1:
			size = max(min(size, len(all))/2, 1)
		}
	}
	return d.run(r, all), nil
}

func (d *reducer) run(r Run, all []wanted) Run {
	r.Events = nil
	for _, w := range all {
		r.Events = append(r.Events, w.event)
	}
	return r
}

// wants returns the events of a run, without those between two visits to the same state.
func (d *reducer) wants(events []uint64) ([]wanted, error) {
	copy(d.v, d.initial)
	var all []wanted
	visited := map[string]int{keyOfVector(d.v): 0} // events before it
	for i, event := range events {
		d.enabled.clear()
		if err := d.stepper.Step(d.v, d.enabled.add); err != nil {
			return nil, err
		}
		at := slices.Index(d.enabled.events, event)
		if at < 0 {
			return nil, fmt.Errorf("explore: event %#x of step %d of the run is not enabled", event, i+1)
		}
		all = append(all, wanted{event, d.same(d.v, event)})
		d.enabled.apply(at, d.v, d.next)
		d.v, d.next = d.next, d.v
		key := keyOfVector(d.v)
		if before, again := visited[key]; again && (i < len(events)-1 || d.check.Step == nil) {
			for k, n := range visited {
				if n > before {
					delete(visited, k)
				}
			}
			all = all[:before]
		}
		visited[key] = len(all)
	}
	left, shown, err := d.try(all)
	if err == nil && !shown {
		err = fmt.Errorf("explore: the run does not show %s", d.check.Name)
	}
	return left, err
}

// try runs the wanted events and reports whether the check is true somewhere; left has the events that were run up to
// there.
func (d *reducer) try(all []wanted) (left []wanted, shown bool, err error) {
	copy(d.v, d.initial)
	if shown, err = d.state(); shown || err != nil {
		return nil, shown, err
	}
	for _, w := range all {
		d.enabled.clear()
		if err := d.stepper.Step(d.v, d.enabled.add); err != nil {
			return nil, false, err
		}
		at := -1
		for i, event := range d.enabled.events {
			if (at < 0 || event == w.event) && d.same(d.v, event) == w.same {
				at = i
			}
		}
		if at < 0 {
			continue
		}
		event := d.enabled.events[at]
		d.enabled.apply(at, d.v, d.next)
		left = append(left, wanted{event, w.same})
		if d.check.Step != nil {
			if shown, err = d.check.Step(d.v, event, d.next); shown || err != nil {
				return left, shown, err
			}
		}
		d.v, d.next = d.next, d.v
		if shown, err = d.state(); shown || err != nil {
			return left, shown, err
		}
	}
	return left, false, nil
}

func (d *reducer) state() (bool, error) {
	if d.check.State == nil {
		return false, nil
	}
	return d.check.State(d.v)
}

func keyOfVector(v []uint32) string {
	b, _ := binary.Append(nil, binary.LittleEndian, v)
	return string(b)
}
