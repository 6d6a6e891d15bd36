package omegarecovery

import (
	"errors"
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/detectors"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written and corrected; see the package documentation.
const (
	entersVariant = "enters"
	othersVariant = "others"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "omega-recovery",
		Family:  "failure detectors and membership",
		Summary: "Election by heartbeats of the process that has crashed and recovered the least",
		Source:  "001, 5.3, Algoritmo 5.3",
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 2, Max: 4, Default: 2},
			{Name: "interval", Doc: "the first interval of heartbeats, in ticks", Min: 1, Max: 8, Default: 1},
			{Name: "most", Doc: "the longest interval", Min: 1, Max: 32, Default: 4},
			{Name: "incarnations", Doc: "up to which they are counted", Min: 2, Max: 16, Default: 3},
			{Name: "self", Doc: "a heartbeat to itself is received 1 at once, 2 through a channel", Min: 1, Max: 2, Default: 1},
			{Name: "unstable", Doc: "1 if process 0 may fail and recover for ever", Min: 0, Max: 1, Default: 0},
			{Name: "capacity", Doc: "messages on a channel; 0 is no bound, for timings that have one themselves", Min: 0, Max: 4,
				Default: 2},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source prints it: nobody ever becomes a candidate"},
			{Name: entersVariant, Doc: "a heartbeat makes its sender a candidate; a process that recovers does not start " +
				"its timer, as printed"},
			{Name: spec.Corrected, Doc: "the same, and a process that recovers starts its timer"},
			{Name: othersVariant, Doc: "corrected, with heartbeats to all others, as the text below the algorithm says, " +
				"and not to the sender itself"},
		},
		Peers: []string{"n"},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	o := options{
		interval: a.Int("interval"), most: a.Int("most"), incarnations: a.Int("incarnations"), self: a.Int("self"),
		enter: a.Variant != spec.AsWritten, rearm: a.Variant == spec.Corrected || a.Variant == othersVariant,
	}
	if o.most < o.interval {
		return spec.Setup{}, fmt.Errorf("the longest interval, most=%d, is shorter than the first, interval=%d", o.most,
			o.interval)
	}
	if a.Variant == othersVariant {
		o.self = selfNever
	}
	i := model.Instance{
		Processes: model.Replicate(n, process(o)),
		Network:   model.Network{Capacity: a.Int("capacity")},
		Timing:    model.Timing{Mode: model.Partial, Max: 1},
	}
	if a.Int("unstable") == 1 {
		i.Processes[0] = unstable(o)
	}
	detectors.Numbered(&i, n, o.self == selfChannel)
	return spec.Setup{Model: i, Properties: properties(o, a.Int("unstable") == 1)}, nil
}

// up returns the local state of p, and whether p is up.
func up(s model.State, p model.ID) (State, bool) {
	l, ok := model.Local[State](s, p)
	return l, ok && !l.Down
}

// incarnation returns the incarnation in the stable storage of p; it is 0 after a crash that is permanent.
func incarnation(s model.State, p model.ID) int {
	i, _ := s.Stored(p).(int)
	return i
}

func properties(o options, unstable bool) []checkers.Property {
	// steadily reports whether wanted holds of the leader of every process that is up, except the unstable one.
	steadily := func(s model.State, wanted func(model.ID) bool) bool {
		for p := range model.ID(s.N()) {
			if unstable && p == 0 {
				continue
			}
			if l, ok := up(s, p); ok && !wanted(l.Leader) {
				return false
			}
		}
		return true
	}
	return []checkers.Property{
		// Precisão após um tempo.
		checkers.EventuallyAlways("eventual-accuracy", func(s model.State) bool {
			return steadily(s, func(l model.ID) bool {
				if l == Nobody {
					return false
				}
				_, ok := up(s, l)
				return ok
			})
		}),
		// Acordo após um tempo.
		checkers.EventuallyAlways("eventual-agreement", func(s model.State) bool {
			var first *model.ID
			return steadily(s, func(l model.ID) bool {
				if first == nil {
					first = &l
				}
				return *first == l
			})
		}),
		// The leader is "the most stable one".
		checkers.EventuallyAlways("eventual-stablest", func(s model.State) bool {
			all := make(Candidates, s.N())
			for p := range model.ID(s.N()) {
				if l, ok := up(s, p); ok {
					all[p] = l.Incarnation
				}
			}
			return steadily(s, func(l model.ID) bool { return l == all.best() })
		}),
		checkers.Step("incarnations-grow", func(before model.State, e model.Event, after model.State) error {
			for p := range model.ID(before.N()) {
				was, is := incarnation(before, p), incarnation(after, p)
				recovers := e.Process == p && (e.Kind == model.Recover || e.Kind == model.Timeout && e.Name == restart)
				if e.Kind == model.Crash && e.Process == p {
					continue
				}
				if want := min(was+1, o.incarnations); recovers && is != want || !recovers && is != was {
					return fmt.Errorf("incarnation %d of process %s follows %d", is, before.Name(p), was)
				}
			}
			return nil
		}),
		// Violated if the model's longest interval makes a difference.
		checkers.Step("longest-interval", func(before model.State, e model.Event, after model.State) error {
			if e.Kind != model.Timeout || e.Name != interval {
				return nil
			}
			was, _ := model.Local[State](before, e.Process)
			is, _ := model.Local[State](after, e.Process)
			if was.Interval == o.most && was.Leader != is.Leader {
				return errors.New("the interval should grow, and is as long as the model allows")
			}
			return nil
		}),
		checkers.Reachable("somebody-elected", func(s model.State) bool {
			for p := range model.ID(s.N()) {
				if l, ok := up(s, p); ok && l.Leader != Nobody {
					return true
				}
			}
			return false
		}),
	}
}
