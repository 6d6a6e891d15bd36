package hybridlogicalclock

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
		Name:    "hybrid-logical-clock",
		Family:  "clocks and stores",
		Summary: "Hybrid logical clocks: timestamps that respect causality and stay near the physical clock",
		Source:  "002, 1.1.4, HybridLogicalClock",
		Peers:   []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 1, Max: 4, Default: 2},
			{Name: "events", Doc: "events that each process has of its own accord; each is sent to another process", Min: 1,
				Max: 4, Default: 2},
			{Name: "ticks", Doc: "physical clocks show 1 to this", Min: 1, Max: 8, Default: 2},
			{Name: "spread", Doc: "how far apart two physical clocks may be at the same moment; ticks-1 or more is no bound",
				Min: 0, Max: 8, Default: 8},
			{Name: "set-backs", Doc: "how many times physical clocks may be set back, to any earlier reading", Min: 0, Max: 16,
				Default: 0},
			{Name: "environment", Doc: "1 reads the clocks of the environment, which --set-back sets back", Min: 0, Max: 1,
				Default: 0},
			{Name: "stable", Doc: "1 keeps the hybrid clock in stable storage", Min: 0, Max: 1, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "now, update and compare as printed"},
			{Name: spec.Corrected, Doc: "the first branch of update does not ask whether the physical clock shows the " +
				"largest time"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	o := options{
		corrected: a.Variant == spec.Corrected,
		events:    a.Int("events"), ticks: a.Int("ticks"), spread: a.Int("spread"), setBacks: a.Int("set-backs"),
		environment: a.Int("environment") == 1, stable: a.Int("stable") == 1,
		highest: model.NewVariable("highest reading", 0).Hidden(),
	}
	o.left = model.NewVariable("set-backs left", o.setBacks).Hidden()
	if o.environment && (o.setBacks > 0 || o.spread == 0 || o.ticks == 1) {
		return spec.Setup{},
			fmt.Errorf(
				"environment=1 has set-back in the fault budget, not set-backs=%d, and needs spread=1 and ticks=2 or more",
				o.setBacks)
	}
	c := model.NewCausality[Event](n)
	// A process that has just begun, or begun again, has not read its clock.
	stamp := func(p model.ID) func(s Process) (Event, bool) {
		return func(s Process) (Event, bool) {
			return Event{Timestamp{s.HLC.PhysicalTime, s.HLC.LogicalCounter, p}, s.Clock}, s.Clock > 0
		}
	}
	i := model.Instance{Variables: c.Variables()}
	for p := range n {
		o.clocks = append(o.clocks, model.NewVariable(fmt.Sprintf("clock of process %d", p), Clock{}).Hidden())
	}
	for p := range n {
		i.Processes = append(i.Processes, model.Observe(process(o), c, stamp(model.ID(p))))
		i.Names = append(i.Names, fmt.Sprintf("P%d", p))
	}
	if o.environment {
		i.Clocks = model.Clocks{Max: o.ticks, Still: true}
		if o.bounded() {
			i.Clocks.Spread = o.spread
		}
	} else {
		for _, clock := range o.clocks {
			i.Variables = append(i.Variables, clock)
		}
		i.Variables = append(i.Variables, o.highest, o.left)
	}
	return spec.Setup{Model: i, Properties: properties(o, c)}, nil
}

// Event is what is known of an event: its timestamp, and what the physical clock showed.
type Event struct {
	Timestamp Timestamp
	Clock     int
}

func timestamp(e Event) Timestamp { return e.Timestamp }

func less(a, b Timestamp) bool { return Compare(a, b) < 0 }

func properties(o options, c model.Causality[Event]) []checkers.Property {
	hlc := model.Restamp(c, timestamp)
	name := clocks.Name[Timestamp]
	all := []checkers.Property{
		clocks.Monotone("monotone", hlc, less),
		clocks.Condition("causality", hlc, less),
		checkers.Causal("distinct", hlc, func(s model.State, a, b model.Stamped[Timestamp]) error {
			if Compare(a.At, b.At) == 0 {
				return fmt.Errorf("%s and %s have the same timestamp", name(s, a), name(s, b))
			}
			return nil
		}),
		each(c, "bounded-drift", func(s model.State, e model.Stamped[Event]) error {
			if ahead := e.At.Timestamp.Physical - e.At.Clock; ahead < 0 || ahead > o.spread {
				return fmt.Errorf("%s: the physical clock showed %d, and no two are more than %d apart", name(s, only(e)),
					e.At.Clock, o.spread)
			}
			return nil
		}),
		// Kulkarni et al., theorem 3 and corollary 3: l is the largest physical time that is known of, and c
		// counts no more than the events that happened before with the same l.
		checkers.Invariant("physical-is-the-largest-known", func(s model.State) error {
			return known(s, c, func(e model.Stamped[Event], past []model.Stamped[Event]) error {
				largest := e.At.Clock
				for _, f := range past {
					largest = max(largest, f.At.Clock)
				}
				if largest != e.At.Timestamp.Physical {
					return fmt.Errorf("%s: the largest physical time that is known of is %d", name(s, only(e)), largest)
				}
				return nil
			})
		}),
		checkers.Invariant("bounded-counter", func(s model.State) error {
			return known(s, c, func(e model.Stamped[Event], past []model.Stamped[Event]) error {
				same := 0
				for _, f := range past {
					if f.At.Timestamp.Physical == e.At.Timestamp.Physical {
						same++
					}
				}
				if e.At.Timestamp.Logical > same {
					return fmt.Errorf("%s: only %d events with this physical time had happened before", name(s, only(e)), same)
				}
				return nil
			})
		}),
	}
	if len(c.Variables()) > 1 {
		all = append(all, checkers.Reachable("drift-as-large-as-allowed", func(s model.State) bool {
			for p := range model.ID(s.N()) {
				for _, e := range c.Events(s, p) {
					if ahead := e.At.Timestamp.Physical - e.At.Clock; ahead == min(o.spread, o.ticks-1) {
						return true
					}
				}
			}
			return false
		}))
	}
	return all
}

// each is an invariant of events, asked of each process by itself, which is cheaper.
func each(c model.Causality[Event], name string,
	holds func(s model.State, e model.Stamped[Event]) error) checkers.Property {
	var parts []checkers.Property
	for p := range model.ID(len(c.Variables())) {
		parts = append(parts, checkers.Invariant(fmt.Sprintf("%s-%d", name, p), func(s model.State) error {
			for _, e := range c.Events(s, p) {
				if wrong := holds(s, e); wrong != nil {
					return wrong
				}
			}
			return nil
		}))
	}
	return checkers.All(name, parts...)
}

// only returns e with its timestamp and nothing else.
func only(e model.Stamped[Event]) model.Stamped[Timestamp] {
	return model.Stamped[Timestamp]{Process: e.Process, Number: e.Number, Past: e.Past, At: e.At.Timestamp}
}

// known asks holds of each event and those that happened before it.
func known(s model.State, c model.Causality[Event],
	holds func(e model.Stamped[Event], past []model.Stamped[Event]) error) error {
	var all []model.Stamped[Event]
	for p := range model.ID(s.N()) {
		all = append(all, c.Events(s, p)...)
	}
	for _, e := range all {
		var past []model.Stamped[Event]
		for _, f := range all {
			if f.HappenedBefore(e) {
				past = append(past, f)
			}
		}
		if wrong := holds(e, past); wrong != nil {
			return wrong
		}
	}
	return nil
}
