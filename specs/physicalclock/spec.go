package physicalclock

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/clocks"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "physical-clock",
		Family:  "clocks and stores",
		Summary: "The order of events by physical clocks of which one is ahead",
		Source:  "002, 1.1.1, PhysicalClockProblem",
		Params: []spec.Param{
			{Name: "skew", Doc: "by how many ticks the clock of A is ahead; that of B is right", Min: 0, Max: 4, Default: 1},
			{Name: "delay", Doc: "how many ticks a message takes at least", Min: 0, Max: 4, Default: 0},
			{Name: "ticks", Doc: "true time is 1 to this", Min: 1, Max: 8, Default: 4},
			{Name: "apart", Doc: "how many ticks two events of a server are apart at least", Min: 0, Max: 2, Default: 1},
			{Name: "events", Doc: "events that each server has of its own accord; those of A are told to B", Min: 1, Max: 3,
				Default: 1},
			{Name: "corrections", Doc: "1 if the clock of A may be set right before one of its events", Min: 0, Max: 1,
				Default: 0},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "B compares what it receives with the timestamp that it took before"},
			{Name: spec.Corrected, Doc: "B compares what it receives with its clock at that moment"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	o := options{
		skew: a.Int("skew"), delay: a.Int("delay"), end: a.Int("ticks"), apart: a.Int("apart"),
		events: a.Int("events"), corrected: a.Int("corrections"),
		atReceipt: a.Variant == spec.Corrected,
		time:      model.NewVariable("true time", 1).Hidden(),
	}
	// The first message is received after an event of each server.
	if earliest := 1 + max(o.apart, o.delay); o.end < earliest {
		return spec.Setup{}, fmt.Errorf("ticks=%d, and no message can be received before %d: apart=%d, delay=%d", o.end,
			earliest, o.apart, o.delay)
	}
	c := model.NewCausality[Reading](2)
	// A server that has just started or recovered has had no event.
	stamp := func(s Server) (Reading, bool) { return s.Last, s.Last.True > 0 }
	return spec.Setup{
		Model: model.Instance{
			Processes: []model.Algorithm{model.Observe(serverA(o), c, stamp), model.Observe(serverB(o), c, stamp)},
			Names:     []string{"A", "B"},
			Network:   model.Network{Topology: model.Directed(model.Link{From: A, To: B})},
			Variables: append(c.Variables(), o.time),
		},
		Properties: properties(c),
	}, nil
}

func properties(c model.Causality[Reading]) []checkers.Property {
	clock := model.Restamp(c, func(at Reading) int { return at.Clock })
	lessOrEqual := func(a, b int) bool { return a <= b }
	return []checkers.Property{
		clocks.Condition("clock-condition", clock, func(a, b int) bool { return a < b }),
		clocks.Condition("never-inverted", clock, lessOrEqual),
		clocks.Monotone("monotone", clock, lessOrEqual),
		checkers.Causal("real-order", c, func(s model.State, a, b model.Stamped[Reading]) error {
			if a.At.True < b.At.True && a.At.Clock >= b.At.Clock {
				return fmt.Errorf("%s was earlier than %s, and has no lower timestamp", clocks.Name(s, a),
					clocks.Name(s, b))
			}
			return nil
		}),
		checkers.Invariant("no-message-from-the-future", func(s model.State) error {
			if l, up := model.Local[Server](s, B); up && l.Future {
				return fmt.Errorf("B has received a message from the future")
			}
			return nil
		}),
		checkers.Invariant("alarm-is-right", func(s model.State) error {
			if l, up := model.Local[Server](s, B); up && l.Future && inversion(s, c) == nil {
				return fmt.Errorf("B has received a message from the future, and no event has a lower timestamp than one " +
					"that happened before it")
			}
			return nil
		}),
		checkers.Invariant("alarm-when-needed", func(s model.State) error {
			if l, up := model.Local[Server](s, B); up && !l.Future {
				return inversion(s, c)
			}
			return nil
		}),
		checkers.Reachable("received", func(s model.State) bool {
			for _, e := range c.Events(s, B) {
				if e.Past[A] > 0 {
					return true
				}
			}
			return false
		}),
	}
}

// inversion returns an error if an event of B has a lower timestamp than an event of A that happened before it.
func inversion(s model.State, c model.Causality[Reading]) error {
	for _, a := range c.Events(s, A) {
		for _, b := range c.Events(s, B) {
			if a.HappenedBefore(b) && a.At.Clock > b.At.Clock {
				return fmt.Errorf("%s happened before %s, which has a lower timestamp, and B has not noticed",
					clocks.Name(s, a), clocks.Name(s, b))
			}
		}
	}
	return nil
}
