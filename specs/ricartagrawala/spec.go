package ricartagrawala

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants that are not called by the usual names; see the package documentation.
const (
	majorityVariant = "majority"
	stampedVariant  = "majority-stamped"
	entriesVariant  = "k-entries"
	raymondVariant  = "k-entries-raymond"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:   "ricart-agrawala",
		Family: "mutual exclusion",
		Summary: "Mutual exclusion without a manager: whoever asks needs a reply from everybody else, and the earlier " +
			"request goes first",
		Source: "004, No Manager: Ricart-Agrawala Algorithm",
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 2, Max: 5, Default: 3},
			{Name: "requests", Doc: "how often each process enters; 0 is without end", Min: 0, Max: 3, Default: 1},
			{Name: "k", Doc: "how many may be inside together, in the variants that allow for it", Min: 1, Max: 4, Default: 2},
			{Name: "askers", Doc: "how many processes, from the first on, ever ask; 0 is all", Min: 0, Max: 5, Default: 0},
			{Name: "repeat", Doc: "how many of them ask that often, from the first on, while the others ask once; 0 is all",
				Min: 0, Max: 5, Default: 0},
			{Name: "modulus", Doc: "clocks are counted modulo this; 0 is without bound", Min: 0, Max: 15, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "004's code: highestClock is set to max(localClock, c)"},
			{Name: spec.Corrected, Doc: "highestClock is set to max(highestClock, c), which is what 004 says it holds"},
			{Name: majorityVariant, Doc: "004's improvement: the approval of a majority, by processes that approve one " +
				"request at a time"},
			{Name: stampedVariant, Doc: "the majority, with approvals that say which request they answer"},
			{Name: entriesVariant, Doc: "the corrected code, with need set to n-k for k processes that may be inside together"},
			{Name: raymondVariant, Doc: "Raymond's algorithm for k processes: replies are counted for each process by itself"},
		},
		Peers:  []string{"n"},
		Build:  build,
		Curves: curves(),
		Cases:  cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	o := options{entries: 1, requests: a.Int("requests"), monotone: a.Variant != spec.AsWritten, modulus: a.Int("modulus")}
	if o.askers = a.Int("askers"); o.askers == 0 {
		o.askers = n
	}
	if o.repeat = a.Int("repeat"); o.repeat == 0 {
		o.repeat = n
	}
	if a.Variant == entriesVariant || a.Variant == raymondVariant {
		o.entries = a.Int("k")
	}
	switch {
	case o.askers > n:
		return spec.Setup{}, fmt.Errorf("askers=%d, and there are only n=%d processes", o.askers, n)
	case o.requests == 0 && o.repeat < n:
		return spec.Setup{}, fmt.Errorf("repeat=%d: with requests=0 all processes ask without end", o.repeat)
	case o.entries >= n:
		return spec.Setup{}, fmt.Errorf("k=%d: of n=%d processes, all may be inside", o.entries, n)
	case o.modulus == 0 && o.requests == 0:
		return spec.Setup{}, fmt.Errorf("requests=0 needs a modulus: clocks grow without bound")
	case o.modulus == 0:
	case a.Variant != spec.Corrected:
		return spec.Setup{}, fmt.Errorf("modulus=%d: only the variant %s counts clocks modulo anything", o.modulus,
			spec.Corrected)
	case o.modulus%2 == 0 || o.modulus == 1:
		return spec.Setup{}, fmt.Errorf("modulus=%d is not odd and at least 3", o.modulus)
	}
	var algorithm model.Algorithm = site(o)
	var properties []checkers.Property
	switch a.Variant {
	case majorityVariant, stampedVariant:
		algorithm = voter(o, a.Variant == stampedVariant)
		properties = common(o, func(s Voter) view { return view{s.Phase, s.Uses} })
	case raymondVariant:
		algorithm = sharer(o)
		properties = common(o, func(s Sharer) view { return view{s.Phase, s.Uses} })
	default:
		properties = append(common(o, func(s Site) view { return view{s.Phase, s.Uses} }), lemmas(o)...)
	}
	var names []string
	for i := 1; i <= n; i++ {
		names = append(names, fmt.Sprintf("P%d", i))
	}
	return spec.Setup{
		Model: model.Instance{Processes: model.Replicate(n, algorithm), Names: names,
			Views: []model.Viewed{stage, highest}},
		Properties: properties,
	}, nil
}

// view is the part of a local state that the properties of all variants read.
type view struct {
	phase Phase
	uses  int
}

func (v view) wants() bool { return v.phase == Stamped || v.phase == Waiting }

// highest is the largest clock value that a site has seen in a request, if it is up.
var highest = model.NewView("highest clock", func(s model.State, p model.ID) *int {
	if l, up := model.Local[Site](s, p); up {
		return &l.HighestClock
	}
	return nil
})

// stage is the view of a process for properties about all processes. A process that is down looks as it does at the
// start.
var stage = model.NewView("stage", func(s model.State, p model.ID) view {
	l, _ := s.Local(p)
	switch l := l.(type) {
	case Site:
		return view{l.Phase, l.Uses}
	case Voter:
		return view{l.Phase, l.Uses}
	case Sharer:
		return view{l.Phase, l.Uses}
	}
	return view{}
})

// common returns the properties that every variant has.
func common[S any](o options, of func(S) view) []checkers.Property {
	stuck := func(s model.State) error {
		for p, l := range model.Locals[S](s) {
			if of(l).wants() {
				return fmt.Errorf("%s waits for replies, and no message is on its way", s.Name(p))
			}
		}
		return nil
	}
	some := func(s model.State, is func(v view) bool) bool {
		for p := range model.ID(s.N()) {
			if is(stage.In(s, p)) {
				return true
			}
		}
		return false
	}
	entered := func(v view) bool { return v.phase == Inside }
	all := []checkers.Property{
		checkers.AtMost("mutual-exclusion", o.entries, func(_ model.ID, s S) bool { return entered(of(s)) }),
		checkers.NoDeadlock("no-deadlock", stuck),
		checkers.NoDeadlock("no-deadlock-all-up", checkers.AllUp(stuck)),
		checkers.LeadsTo("progress", func(s model.State) bool { return some(s, view.wants) },
			func(s model.State) bool { return some(s, entered) || !some(s, view.wants) }),
	}
	all = append(all, waiting(o, of)...)
	all = append(all, checkers.Reachable("contention", func(s model.State) bool {
		inside, waiting := 0, 0
		for p := range model.ID(s.N()) {
			switch stage.In(s, p).phase {
			case Inside:
				inside++
			case Waiting:
				waiting++
			}
		}
		return inside == min(o.entries, o.askers) && waiting == o.askers-inside
	}))
	if o.requests > 0 {
		served := func(s model.State) bool {
			served := 0
			for p := range model.ID(s.N()) {
				if o.asks(p, 0) && stage.In(s, p).uses == o.times(p) {
					served++
				}
			}
			return served == o.askers
		}
		all = append(all, checkers.Reachable("all-served", served),
			checkers.MessagesUntil("messages", served))
		if o.requests == 1 && o.askers == 1 { // of a single entry
			over := func(s model.State) bool { return served(s) && s.Quiet() }
			all = append(all, checkers.StepsUntil("steps", over), checkers.RoundsUntil("rounds", over))
		}
	}
	return all
}

// waiting returns the properties of each single process; processes differ, since identities break ties between clocks.
func waiting[S any](o options, of func(S) view) []checkers.Property {
	inside := func(s S) bool { return of(s).phase == Inside }
	var all, overtaken, sent, known []checkers.Property
	for p := range model.ID(o.askers) {
		waits := func(s model.State) bool {
			l, up := model.Local[S](s, p)
			return up && of(l).wants()
		}
		all = append(all, checkers.LeadsTo(fmt.Sprintf("no-starvation-P%d", p+1), waits, func(s model.State) bool {
			l, up := model.Local[S](s, p)
			return !up || of(l).phase == Inside
		}))
		overtaken = append(overtaken, checkers.Overtaken(fmt.Sprintf("overtaken-P%d", p+1), p, waits, inside))
		asked := func(s model.State) bool {
			l, up := model.Local[S](s, p)
			return up && of(l).phase == Waiting
		}
		sent = append(sent, checkers.Overtaken(fmt.Sprintf("overtaken-once-sent-P%d", p+1), p, asked, inside))
		known = append(known, checkers.Overtaken(fmt.Sprintf("overtaken-once-known-P%d", p+1), p, func(s model.State) bool {
			return asked(s) && !model.OnItsWay[Request](s, p)
		}, inside))
	}
	return append(all, checkers.All("overtaken", overtaken...), checkers.All("overtaken-once-sent", sent...),
		checkers.All("overtaken-once-known", known...))
}

// lemmas returns what the source says about its variables, and what its order of requests is meant to guarantee.
func lemmas(o options) []checkers.Property {
	return []checkers.Property{
		// 004: "the largest clock value seen in a request". This is so if each request sets it to the larger of its old
		// value and the request's clock.
		checkers.Step("highest-clock", func(before model.State, e model.Event, after model.State) error {
			p := e.Process
			if p == model.None {
				return nil
			}
			was, is := highest.In(before, p), highest.In(after, p)
			if was == nil || is == nil {
				return nil
			}
			largest := *was
			if r, request := e.Message.(Request); request && e.Kind != model.Lose {
				largest = o.max(largest, r.Clock)
			}
			if *is != largest {
				return fmt.Errorf("the largest clock that %s has seen in a request is %d, and its highestClock is %d",
					before.Name(p), largest, *is)
			}
			return nil
		}),
		// Granting a request relies on this: a process that has seen a clock value asks with a later one.
		checkers.Step("highest-clock-stays", func(before model.State, e model.Event, after model.State) error {
			p := e.Process
			if p == model.None {
				return nil
			}
			if was, is := highest.In(before, p), highest.In(after, p); was != nil && is != nil && o.later(*was, *is) {
				return fmt.Errorf("the highestClock of %s goes back from %d to %d", before.Name(p), *was, *is)
			}
			return nil
		}),
		// 004: "Replies come only if we sent a request".
		checkers.Step("replies-expected", func(before model.State, e model.Event, _ model.State) error {
			if _, reply := e.Message.(Reply); e.Kind != model.Deliver || !reply {
				return nil
			}
			if s, up := model.Local[Site](before, e.To); up && (s.Phase != Waiting || s.Need <= 0) {
				return fmt.Errorf("%s receives a reply that it does not need", before.Name(e.To))
			}
			return nil
		}),
		// A new request is later than every request that its process has received. So a process overtakes a request
		// that it knows at most once, by a request that it made before it received that one. (A lost request counts as
		// received.)
		checkers.Step("bounded-waiting", func(before model.State, e model.Event, after model.State) error {
			if e.Kind != model.Acted || e.Name != "request" {
				return nil
			}
			mine, up := model.Local[Site](after, e.Process)
			if !up {
				return nil
			}
			for p, s := range model.Locals[Site](before) {
				if p == e.Process || s.Phase != Waiting || asking(before, p, e.Process) {
					continue
				}
				if !o.less(p, s.LocalClock, e.Process, mine.LocalClock) {
					return fmt.Errorf("the request of %s with clock %d is not on its way to %s any more, which goes before it "+
						"with clock %d", before.Name(p), s.LocalClock, before.Name(e.Process), mine.LocalClock)
				}
			}
			return nil
		}),
	}
}

// asking reports whether a request is in transit.
func asking(s model.State, from, to model.ID) bool {
	for _, m := range s.Channel(from, to) {
		if _, ok := m.(Request); ok {
			return true
		}
	}
	return false
}
