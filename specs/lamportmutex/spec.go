package lamportmutex

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// footnotesVariant is the paper's rules with its two footnotes.
const footnotesVariant = "footnotes"

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "lamport-mutex",
		Family:  "mutual exclusion",
		Summary: "Mutual exclusion by a queue of timestamped requests in every process",
		Source: "000, Exclusão Mútua, the to-do list; Lamport 1978, Time, Clocks, and the Ordering of Events in a " +
			"Distributed System",
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 2, Max: 5, Default: 2},
			{Name: "requests", Doc: "how often each process asks for the resource", Min: 1, Max: 3, Default: 1},
			{Name: "asking", Doc: "how many of them ask, P1 and those after it; 0 is all", Min: 0, Max: 5, Default: 0},
			{Name: "holder", Doc: "the process that has the resource at the start; 0 is nobody", Min: 0, Max: 5, Default: 0},
		},
		Peers: []string{"n"},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "the paper's five rules: every request is acknowledged by everybody"},
			{Name: footnotesVariant, Doc: "the rules with the two footnotes: no acknowledgement after a later message, " +
				"and an equal stamp is enough from a greater process"},
		},
		Build:  build,
		Curves: curves(),
		Cases:  cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	o := options{requests: a.Int("requests"), holder: model.ID(a.Int("holder") - 1),
		footnotes: a.Variant == footnotesVariant}
	if int(o.holder) >= n {
		return spec.Setup{}, fmt.Errorf("holder=%d, and there are only n=%d processes", o.holder+1, n)
	}
	if o.asking = a.Int("asking"); o.asking > n {
		return spec.Setup{}, fmt.Errorf("asking=%d, and there are only n=%d processes", o.asking, n)
	} else if o.asking == 0 {
		o.asking = n
	}
	var names []string
	for i := 1; i <= n; i++ {
		names = append(names, fmt.Sprintf("P%d", i))
	}
	return spec.Setup{
		Model: model.Instance{
			Processes: model.Replicate(n, process(o)),
			Names:     names,
			Views:     []model.Viewed{stage, request},
		},
		Properties: properties(o),
	}, nil
}

// What properties see of a process.
var (
	// stage is how far the process has got.
	stage = model.NewView("stage", func(s model.State, p model.ID) progress {
		l, up := model.Local[State](s, p)
		return progress{up, l.Phase, l.Uses}
	})

	// request is the one that it has in its own queue, if it waits for the resource or has it.
	request = model.NewView("request", func(s model.State, p model.ID) *Entry {
		l, _ := model.Local[State](s, p)
		at := slices.IndexFunc(l.Queue, func(e Entry) bool { return e.Pi == p })
		if l.Phase == Outside || at < 0 {
			return nil
		}
		return &l.Queue[at]
	})
)

// progress is what stage shows.
type progress struct {
	up    bool
	phase Phase
	uses  int
}

func waits(s model.State, p model.ID) bool { return stage.In(s, p).phase == Waiting }
func using(s model.State, p model.ID) bool { return stage.In(s, p).phase == Using }

// some reports whether there is a process of which it is so.
func some(s model.State, is func(model.State, model.ID) bool) bool {
	for p := range model.ID(s.N()) {
		if is(s, p) {
			return true
		}
	}
	return false
}

// waiting reports a process that waits.
func waiting(s model.State) error {
	for p := range model.ID(s.N()) {
		if waits(s, p) {
			return fmt.Errorf("%s waits for the resource, and no message is on its way", s.Name(p))
		}
	}
	return nil
}

func properties(o options) []checkers.Property {
	all := []checkers.Property{
		// Condition (I) of the paper.
		checkers.AtMost("mutual-exclusion", 1, func(_ model.ID, s State) bool { return s.Phase == Using }),
		// Condition (II): requests are granted in the order in which they are made,
		// which is the order ⇒ of those that have been made.
		checkers.Step("granted-in-order", func(before model.State, e model.Event, after model.State) error {
			if e.Process == model.None {
				return nil
			}
			if !waits(before, e.Process) || !using(after, e.Process) {
				return nil
			}
			granted := *request.In(after, e.Process)
			for q := range model.ID(before.N()) {
				if q == e.Process || stage.In(before, q).phase == Outside {
					continue
				}
				if other := *request.In(before, q); other.before(granted) {
					return fmt.Errorf("the request of %s at %d is granted before that of %s at %d", before.Name(e.Process), granted.T,
						before.Name(q), other.T)
				}
			}
			return nil
		}),
		checkers.NoDeadlock("no-deadlock", waiting),
		checkers.NoDeadlock("no-deadlock-all-up", checkers.AllUp(waiting)),
		// If processes that are up wait, some process gets the resource: 000's second property.
		checkers.LeadsTo("progress",
			func(s model.State) bool { return some(s, waits) },
			func(s model.State) bool { return some(s, using) || !some(s, waits) }),
	}
	// Condition (III), for each process: the order of requests prefers the lower ones.
	inside := func(s State) bool { return s.Phase == Using }
	var overtaken, known []checkers.Property
	for p := range model.ID(o.asking) {
		waits := func(s model.State) bool { return waits(s, p) }
		all = append(all, checkers.LeadsTo(fmt.Sprintf("no-starvation-%d", p+1), waits, func(s model.State) bool {
			return !stage.In(s, p).up || using(s, p)
		}))
		overtaken = append(overtaken, checkers.Overtaken(fmt.Sprintf("overtaken-%d", p+1), p, waits, inside))
		known = append(known, checkers.Overtaken(fmt.Sprintf("overtaken-once-known-%d", p+1), p, func(s model.State) bool {
			return waits(s) && !model.OnItsWay[Request](s, p)
		}, inside))
	}
	served := func(s model.State) bool {
		for p := range model.ID(o.asking) {
			if seen := stage.In(s, p); !seen.up || seen.uses < o.requests {
				return false
			}
		}
		return true
	}
	all = append(all,
		checkers.Reachable("all-served", served),
		checkers.All("overtaken", overtaken...),
		checkers.All("overtaken-once-known", known...),
		checkers.MessagesUntil("messages", served),
	)
	if o.requests == 1 && o.asking == 1 { // of a single entry
		over := func(s model.State) bool { return served(s) && s.Quiet() }
		all = append(all, checkers.StepsUntil("steps", over), checkers.RoundsUntil("rounds", over))
	}
	return all
}
