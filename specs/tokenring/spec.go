package tokenring

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	protocolVariant   = "protocol"
	possessionVariant = "possession"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "token-ring",
		Family:  "mutual exclusion",
		Summary: "Mutual exclusion by a token that circulates in a ring",
		Source:  "000, Exclusão Mútua, Anel; Lidando com Falhas",
		Params: []spec.Param{
			{Name: "n", Doc: "participants", Min: 2, Max: 8, Default: 3},
			{Name: "every", Doc: "one of every so many participants, from P1 on, may want the resource; 0 is nobody", Min: 0, Max: 8, Default: 1},
			{Name: "requests", Doc: "how often each of them uses the resource; 0 is without end", Min: 0, Max: 3, Default: 0},
			{Name: "messages", Doc: "1 asks for the messages until everybody that may want the resource has used it so often", Min: 0, Max: 1, Default: 0},
			{Name: "holder", Doc: "1 starts with P1 in the critical section", Min: 0, Max: 1, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: protocolVariant, Doc: "the notes' two steps: who wants the resource when the token comes uses it once, and passes the token on"},
			{Name: possessionVariant, Doc: "the notes' sentence before them: a participant may use the resource whenever it has the token"},
		},
		Peers: []string{"n"},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	o := options{every: a.Int("every"), requests: a.Int("requests"), holder: a.Int("holder") == 1, possession: a.Variant == possessionVariant}
	var names []string
	for i := 1; i <= n; i++ {
		names = append(names, fmt.Sprintf("P%d", i))
	}
	o.messages = a.Int("messages") == 1
	if o.messages && o.requests == 0 {
		return spec.Setup{}, fmt.Errorf("messages=1 needs requests=1 or more: with requests=0 nobody has ever used the resource often enough")
	}
	return spec.Setup{
		Model: model.Instance{
			Processes: model.Replicate(n, participant(o)),
			Names:     names,
			Network:   model.Network{Topology: model.Unidirectional()},
		},
		Properties: properties(o, n),
	}, nil
}

func properties(o options, n int) []checkers.Property {
	some := func(s model.State, phase Phase) bool {
		for _, l := range model.Locals[Participant](s) {
			if l.Phase == phase {
				return true
			}
		}
		return false
	}
	stuck := func(s model.State) error {
		for p, l := range model.Locals[Participant](s) {
			if l.Phase == Waiting {
				return fmt.Errorf("%s waits for the token, and no message is on its way", s.Name(p))
			}
		}
		return nil
	}
	all := []checkers.Property{
		checkers.AtMost("mutual-exclusion", 1, func(_ model.ID, s Participant) bool { return s.Phase == Using }),
		checkers.Invariant("one-token", func(s model.State) error {
			if tokens := tokens(s); tokens != 1 {
				return fmt.Errorf("there are %d tokens", tokens)
			}
			return nil
		}),
		checkers.NoDeadlock("no-deadlock", stuck),
		checkers.NoDeadlock("no-deadlock-all-up", checkers.AllUp(stuck)),
		// "If processes are trying to access the resource, some process must get access."
		checkers.LeadsTo("progress", func(s model.State) bool { return some(s, Waiting) },
			func(s model.State) bool { return some(s, Using) || !some(s, Waiting) }),
	}
	all = append(all, waiting(o, n)...)
	var circulates []checkers.Property
	for p := range model.ID(n) {
		passes := func(s model.State) bool { return len(s.Channel(p, (p+1)%model.ID(n))) > 0 }
		circulates = append(circulates, checkers.AlwaysEventually(fmt.Sprintf("circulates-%d", p+1), passes))
	}
	all = append(all,
		// The token goes round for ever, whether anybody wants it or not.
		checkers.All("circulates", circulates...),
		checkers.Reachable("wasted-message", func(s model.State) bool {
			return !some(s, Waiting) && !some(s, Using) && !s.Quiet() // the token travels, and nobody wants it
		}),
	)
	if o.every > 0 {
		used := func(s model.State) bool {
			for p, l := range model.Locals[Participant](s) {
				if o.wants(p) && (o.requests > 0 && l.Uses < o.requests || o.requests == 0 && l.Phase == Outside) {
					return false
				}
			}
			return true
		}
		all = append(all, checkers.Reachable("used-by-all", used))
		if o.messages {
			// A use takes the message that brings the token: the one that is sent at its end is of the next.
			all = append(all, checkers.Cost("messages", checkers.Counting{
				While: func(s model.State) bool { return !used(s) },
				Step: func(_ model.State, e model.Event, _ model.State) int {
					if e.Kind == model.Deliver {
						return 1
					}
					return 0
				},
			}))
		}
	}
	return all
}

// waiting are the properties that are asked of each participant that may want the resource.
func waiting(o options, n int) []checkers.Property {
	var all, overtaken []checkers.Property
	for p := range model.ID(n) {
		if !o.wants(p) {
			continue
		}
		waits := func(s model.State) bool {
			l, up := model.Local[Participant](s, p)
			return up && l.Phase == Waiting
		}
		all = append(all, checkers.LeadsTo(fmt.Sprintf("no-starvation-%d", p+1), waits, func(s model.State) bool {
			l, up := model.Local[Participant](s, p)
			return !up || l.Phase == Using
		}))
		overtaken = append(overtaken, checkers.Overtaken(fmt.Sprintf("overtaken-%d", p+1), p, waits, func(s Participant) bool { return s.Phase == Using }))
	}
	if len(overtaken) > 0 {
		all = append(all, checkers.All("overtaken", overtaken...))
	}
	return all
}

// tokens counts the tokens of participants and on their way.
func tokens(s model.State) int {
	n := 0
	for _, l := range model.Locals[Participant](s) {
		if l.Token {
			n++
		}
	}
	for range s.Messages() {
		n++
	}
	return n
}

const product = "formula in the test"

func crash(name string) spec.Environment {
	return spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{name}}
}

func cases() []spec.Case {
	return []spec.Case{
		{
			Name: "for-ever-2", Doc: "Two participants want the resource again and again",
			Params: map[string]int{"n": 2},
			Costs:  map[string]string{"overtaken": "0 to 1"},
			States: 12, Confirmed: product,
		},
		{
			Name: "for-ever-3", Doc: "Three participants want the resource again and again",
			Params: map[string]int{"n": 3},
			Costs:  map[string]string{"overtaken": "0 to 2"},
			States: 36, Confirmed: product,
		},
		{
			Name: "for-ever-8", Doc: "Eight participants want the resource again and again",
			Params: map[string]int{"n": 8},
			Costs:  map[string]string{"overtaken": "0 to 7"},
			States: 3072, Confirmed: product,
		},
		{
			Name: "once-2", Doc: "Two participants use the resource once each",
			Params: map[string]int{"n": 2, "requests": 1},
			Costs:  map[string]string{"overtaken": "0 to 1"},
			States: 24, Confirmed: product,
		},
		{
			Name: "once-3", Doc: "Three participants use the resource once each",
			Params: map[string]int{"n": 3, "requests": 1},
			Costs:  map[string]string{"overtaken": "0 to 2"},
			States: 108, Confirmed: product,
		},
		{
			Name: "twice-3", Doc: "Three participants use the resource twice each",
			Params: map[string]int{"n": 3, "requests": 2},
			Costs:  map[string]string{"overtaken": "0 to 2"},
			States: 525, Confirmed: product,
		},
		{
			Name: "diagram", Doc: "The notes' diagram: of four participants only 1 and 3 want the resource",
			Params: map[string]int{"n": 4, "every": 2},
			Costs:  map[string]string{"overtaken": "0 to 1"},
			States: 20, Confirmed: product,
		},
		{
			Name: "one-wants", Doc: "Only P1 wants the resource: the token goes round for it alone",
			Params: map[string]int{"n": 3, "every": 3},
			Costs:  map[string]string{"overtaken": "0"},
			States: 7, Confirmed: product,
		},
		{
			Name: "nobody-wants", Doc: "Nobody wants the resource, and the token goes round all the same",
			Params: map[string]int{"n": 3, "every": 0},
			States: 3, Confirmed: product,
		},
		{
			Name: "messages-3", Doc: "Each use takes one message when everybody wants the resource, and there is no largest number: the token goes round when nobody does",
			Params:   map[string]int{"n": 3, "requests": 2, "messages": 1},
			Costs:    map[string]string{"overtaken": "0 to 2", "messages": "6 or more, unbounded"},
			Violated: []string{"messages"},
			States:   525, Confirmed: product,
		},
		{
			Name: "crash-of-holder", Doc: "The participant that uses the resource may crash, and takes the token with it",
			Params: map[string]int{"requests": 1, "holder": 1}, Environment: crash("P1"),
			Violated: []string{"one-token", "no-deadlock", "progress", "no-starvation-2", "no-starvation-3", "circulates"},
			Costs:    map[string]string{"overtaken": "0 to 1"},
			States:   70, Confirmed: "self",
		},
		{
			Name: "crash-of-other", Doc: "P2 never wants the resource, and may crash: the ring is broken, and the token is lost on it",
			Params: map[string]int{"every": 2}, Environment: crash("P2"),
			Violated: []string{"one-token", "no-deadlock", "progress", "no-starvation-1", "no-starvation-3", "circulates"},
			Costs:    map[string]string{"overtaken": "0 to 1"},
			States:   32, Confirmed: "self",
		},
		{
			Name: "crash-3", Doc: "Of three participants that use the resource once any one may crash",
			Params: map[string]int{"n": 3, "requests": 1}, Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated: []string{"one-token", "no-deadlock", "progress", "no-starvation-1", "no-starvation-2", "no-starvation-3", "circulates"},
			Costs:    map[string]string{"overtaken": "0 to 2"},
			States:   207, Confirmed: "self",
		},
		{
			Name: "starter-comes-back", Doc: "P1 may crash and come back, and is started with a token, as it was before",
			Params:      map[string]int{"requests": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"P1"}},
			Violated:    []string{"mutual-exclusion", "one-token", "no-deadlock", "progress", "no-starvation-2", "no-starvation-3", "circulates"},
			Costs:       map[string]string{"overtaken": "0 to 2"},
			States:      609, Confirmed: "self",
		},
		{
			Name: "other-comes-back", Doc: "P2 may crash and come back: the token is lost all the same",
			Params:      map[string]int{"requests": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"P2"}},
			Violated:    []string{"one-token", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation-1", "no-starvation-2", "no-starvation-3", "circulates"},
			Costs:       map[string]string{"overtaken": "0 to 2"},
			States:      276, Confirmed: "self",
		},
		{
			Name: "lost-message", Doc: "One message may be lost: it is the token",
			Params: map[string]int{"requests": 1}, Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated: []string{"one-token", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation-1", "no-starvation-2", "no-starvation-3", "circulates"},
			Costs:    map[string]string{"overtaken": "0 to 2"},
			States:   135, Confirmed: "self",
		},
		{
			Name: "duplicated-message", Doc: "One message may be delivered twice: there are two tokens from then on",
			Params: map[string]int{"requests": 1}, Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Violated: []string{"mutual-exclusion", "one-token"},
			Costs:    map[string]string{"overtaken": "0 to 2"},
			States:   459, Confirmed: "self",
		},
		{
			Name: "possession-once-2", Doc: "Two participants use the resource once each",
			Variant: possessionVariant, Params: map[string]int{"n": 2, "requests": 1},
			Costs:  map[string]string{"overtaken": "0 to 1"},
			States: 42, Confirmed: product,
		},
		{
			Name: "possession-once-3", Doc: "Three participants use the resource once each",
			Variant: possessionVariant, Params: map[string]int{"n": 3, "requests": 1},
			Costs:  map[string]string{"overtaken": "0 to 2"},
			States: 189, Confirmed: product,
		},
		{
			Name: "possession-for-ever", Doc: "Three participants want the resource again and again: one that has the token may keep it for ever",
			Variant:  possessionVariant,
			Violated: []string{"no-starvation-1", "no-starvation-2", "no-starvation-3", "overtaken", "circulates"},
			Costs:    map[string]string{"overtaken": "0 or more, unbounded"},
			States:   60, Confirmed: product,
		},
	}
}
