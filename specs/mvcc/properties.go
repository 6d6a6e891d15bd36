package mvcc

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// Reads may go back to the latest time that was called safe: the properties ask nothing of reads as of earlier
// times.

func properties(o rules) []checkers.Property {
	all := []checkers.Property{
		checkers.Invariant("delete-hides", func(s model.State) error {
			return o.snapshots(s, func(at Timestamp, want Version, got string) error {
				if want.Value == "" && got != None {
					return fmt.Errorf("as of %s the key is deleted (%v), and a read returns %s", at, want, got)
				}
				return nil
			})
		}),
		checkers.Invariant("write-shows", func(s model.State) error {
			return o.snapshots(s, func(at Timestamp, want Version, got string) error {
				if want.Value != "" && got != want.Value {
					return fmt.Errorf("as of %s the value is %v, and a read returns %s", at, want, got)
				}
				return nil
			})
		}),
		checkers.Invariant("repeatable-reads", func(s model.State) error {
			for _, r := range o.reads.In(s) {
				if got := o.visible(o.data.In(s), r.At); compare(r.At, o.safe.In(s)) >= 0 && got != r.Value {
					return fmt.Errorf("as of %s, %s was read, and a read returns %s now", r.At, r.Value, got)
				}
			}
			return nil
		}),
		checkers.Step("collecting-changes-no-read", o.collecting),
		checkers.Invariant("no-version-lost", func(s model.State) error {
			for _, v := range o.log.In(s) {
				if compare(v.At, o.safe.In(s)) >= 0 && !slices.Contains(o.data.In(s), v) {
					return fmt.Errorf("%v is not there, and the latest safe time was %s", v, o.safe.In(s))
				}
			}
			return nil
		}),
		checkers.Invariant("timestamps-differ", func(s model.State) error {
			log := o.log.In(s)
			for i := 1; i < len(log); i++ {
				if compare(log[i-1].At, log[i].At) == 0 {
					return fmt.Errorf("%v and %v have the same timestamp", log[i-1], log[i])
				}
			}
			return nil
		}),
		checkers.Invariant("in-order", func(s model.State) error {
			data := o.data.In(s)
			for i := 1; i < len(data); i++ {
				if compare(data[i-1].At, data[i].At) >= 0 {
					return fmt.Errorf("%v stands before %v", data[i-1], data[i])
				}
			}
			return nil
		}),
	}
	if o.fuel.Collects > 0 {
		all = append(all, checkers.Step("garbage-goes", o.garbage))
		if o.fuel.Writes > 0 {
			all = append(all, checkers.Reachable("collected",
				func(s model.State) bool { return len(o.data.In(s)) < len(o.log.In(s)) }))
		}
	}
	return all
}

// snapshots asks about reads as of the safe time, the times of versions after it, and the end of time: want is the
// latest version until then, or none.
func (o rules) snapshots(s model.State, good func(at Timestamp, want Version, got string) error) error {
	log, safe := o.log.In(s), o.safe.In(s)
	times := []Timestamp{safe, {Physical: o.ticks + 1}}
	for _, v := range log {
		times = append(times, v.At)
	}
	for _, at := range times {
		if compare(at, safe) < 0 {
			continue
		}
		var want Version
		for _, v := range log {
			if compare(v.At, at) <= 0 {
				want = v
			}
		}
		if err := good(at, want, o.visible(o.data.In(s), at)); err != nil {
			return err
		}
	}
	return nil
}

// collects reports whether an event is the one in which a collection takes effect.
func (o rules) collects(before model.State, e model.Event) bool {
	if e.Kind != model.Acted {
		return false
	}
	if o.locked {
		return e.Name == "collect"
	}
	local, _ := model.Local[Client](before, e.Process)
	return e.Name == "finish" && local.Phase == Collecting
}

func (o rules) collecting(before model.State, e model.Event, after model.State) error {
	if !o.collects(before, e) {
		return nil
	}
	safe := o.safe.In(after)
	for _, at := range []Timestamp{safe, {Physical: o.ticks + 1}} {
		if x, y := o.visible(o.data.In(before), at), o.visible(o.data.In(after), at); x != y {
			return fmt.Errorf("as of %s a read returned %s before and returns %s after collecting until %s", at, x, y, safe)
		}
	}
	return nil
}

// garbage reports a version that is left after collecting though a newer one is not later than the
// safe time, so that nobody can read it.
func (o rules) garbage(before model.State, e model.Event, after model.State) error {
	if !o.collects(before, e) {
		return nil
	}
	data, until := o.data.In(after), o.until.In(after)
	for _, v := range data {
		for _, w := range data {
			if compare(v.At, w.At) < 0 && compare(w.At, until) <= 0 {
				return fmt.Errorf("%v is left after collecting until %s, and %v is not later than that", v, until, w)
			}
		}
	}
	return nil
}
