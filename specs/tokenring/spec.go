package tokenring

import (
	"fmt"
	"slices"

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
			{Name: "holder", Doc: "1 starts with P1 in the critical section", Min: 0, Max: 1, Default: 0},
			{Name: "overtakings", Doc: "asks whether one that waits is overtaken at most so often; 0 does not ask", Min: 0, Max: 16, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: protocolVariant, Doc: "the notes' two steps: who wants the resource when the token comes uses it once, and passes the token on"},
			{Name: possessionVariant, Doc: "the notes' sentence before them: a participant may use the resource whenever it has the token"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	o := options{every: a.Int("every"), requests: a.Int("requests"), holder: a.Int("holder") == 1, possession: a.Variant == possessionVariant}
	var variables []model.Shared
	if bound := a.Int("overtakings"); bound > 0 {
		o.count = bound + 1
		variables = []model.Shared{overtaken(n)}
	}
	var names []string
	for i := 1; i <= n; i++ {
		names = append(names, fmt.Sprintf("P%d", i))
	}
	return spec.Setup{
		Model: model.Instance{
			Processes: model.Replicate(n, participant(o)),
			Names:     names,
			Network:   model.Network{Topology: model.Unidirectional()},
			Variables: variables,
		},
		Properties: properties(o, n),
	}, nil
}

func properties(o options, n int) []checkers.Property {
	all := []checkers.Property{
		checkers.AtMost("mutual-exclusion", 1, func(_ model.ID, s Participant) bool { return s.Phase == Using }),
		checkers.Invariant("one-token", func(s model.State) error {
			if tokens := tokens(s); tokens != 1 {
				return fmt.Errorf("there are %d tokens", tokens)
			}
			return nil
		}),
		checkers.NoDeadlock("no-deadlock", func(s model.State) error {
			for p, l := range model.Locals[Participant](s) {
				if l.Phase == Waiting {
					return fmt.Errorf("%s waits for the token, and no message is on its way", s.Name(p))
				}
			}
			return nil
		}),
	}
	for p := range model.ID(n) {
		if !o.wants(p) {
			continue
		}
		all = append(all, checkers.LeadsTo(fmt.Sprintf("no-starvation-%d", p+1), func(s model.State) bool {
			l, up := model.Local[Participant](s, p)
			return up && l.Phase == Waiting
		}, func(s model.State) bool {
			l, up := model.Local[Participant](s, p)
			return !up || l.Phase == Using
		}))
	}
	all = append(all,
		// The token goes round for ever, whether anybody wants it or not.
		checkers.AlwaysEventually("circulates", func(s model.State) bool {
			return len(s.Channel(model.ID(n-1), starter)) > 0
		}),
		checkers.Reachable("wasted-message", func(s model.State) bool {
			for _, l := range model.Locals[Participant](s) {
				if l.Phase != Outside {
					return false
				}
			}
			for range s.Messages() {
				return true // the token travels, and nobody wants it
			}
			return false
		}),
	)
	if o.every > 0 {
		all = append(all, checkers.Reachable("used-by-all", func(s model.State) bool {
			for p, l := range model.Locals[Participant](s) {
				if o.wants(p) && (o.requests > 0 && l.Uses < o.requests || o.requests == 0 && l.Phase == Outside) {
					return false
				}
			}
			return true
		}))
	}
	if o.count > 0 {
		all = append(all, bounded(n, o.count-1)...)
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

// bounded asks whether one that waits is overtaken at most bound times, and whether
// that often.
func bounded(n, bound int) []checkers.Property {
	return []checkers.Property{
		checkers.Invariant("bounded-waiting", func(s model.State) error {
			for p, times := range overtaken(n).In(s) {
				if times > bound {
					return fmt.Errorf("%s was overtaken %d times while it waited", s.Name(model.ID(p)), times)
				}
			}
			return nil
		}),
		checkers.Reachable("bound-attained", func(s model.State) bool {
			return slices.Contains(overtaken(n).In(s), bound)
		}),
	}
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
			States: 12, Confirmed: product,
		},
		{
			Name: "for-ever-3", Doc: "Three participants want the resource again and again",
			Params: map[string]int{"n": 3},
			States: 36, Confirmed: product,
		},
		{
			Name: "for-ever-8", Doc: "Eight participants want the resource again and again",
			Params: map[string]int{"n": 8},
			States: 3072, Confirmed: product,
		},
		{
			Name: "once-2", Doc: "Two participants use the resource once each",
			Params: map[string]int{"n": 2, "requests": 1},
			States: 24, Confirmed: product,
		},
		{
			Name: "once-3", Doc: "Three participants use the resource once each",
			Params: map[string]int{"n": 3, "requests": 1},
			States: 108, Confirmed: product,
		},
		{
			Name: "twice-3", Doc: "Three participants use the resource twice each",
			Params: map[string]int{"n": 3, "requests": 2},
			States: 525, Confirmed: product,
		},
		{
			Name: "diagram", Doc: "The notes' diagram: of four participants only 1 and 3 want the resource",
			Params: map[string]int{"n": 4, "every": 2},
			States: 20, Confirmed: product,
		},
		{
			Name: "one-wants", Doc: "Only P1 wants the resource: the token goes round for it alone",
			Params: map[string]int{"n": 3, "every": 3},
			States: 7, Confirmed: product,
		},
		{
			Name: "nobody-wants", Doc: "Nobody wants the resource, and the token goes round all the same",
			Params: map[string]int{"n": 3, "every": 0},
			States: 3, Confirmed: product,
		},
		{
			Name: "overtakings-3", Doc: "One that waits is overtaken by each of the two others, once",
			Params: map[string]int{"n": 3, "overtakings": 2},
			States: 108, Confirmed: "self",
		},
		{
			Name: "overtakings-too-few", Doc: "It may be by both: once in all is too little a bound",
			Params:   map[string]int{"n": 3, "overtakings": 1},
			Violated: []string{"bounded-waiting"}, States: 108, Confirmed: "self",
		},
		{
			Name: "crash-of-holder", Doc: "The participant that uses the resource may crash, and takes the token with it",
			Params: map[string]int{"n": 2, "requests": 1, "holder": 1}, Environment: crash("P1"),
			Violated: []string{"one-token", "no-deadlock", "no-starvation-2", "circulates"}, States: 16, Confirmed: "self",
		},
		{
			Name: "crash-of-other", Doc: "P2 never wants the resource, and may crash: the ring is broken, and the token is lost on it",
			Params: map[string]int{"n": 2, "every": 2}, Environment: crash("P2"),
			Violated: []string{"one-token", "no-deadlock", "no-starvation-1", "circulates"}, States: 10, Confirmed: "self",
		},
		{
			Name: "crash-3", Doc: "Of three participants that use the resource once any one may crash",
			Params: map[string]int{"n": 3, "requests": 1}, Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated: []string{"one-token", "no-deadlock", "no-starvation-1", "no-starvation-2", "no-starvation-3", "circulates"}, States: 207, Confirmed: "self",
		},
		{
			Name: "starter-comes-back", Doc: "P1 may crash and come back, and is started with a token, as it was before",
			Params:      map[string]int{"n": 2, "requests": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"P1"}},
			Violated:    []string{"mutual-exclusion", "one-token", "no-deadlock", "no-starvation-2", "circulates"}, States: 112, Confirmed: "self",
		},
		{
			Name: "other-comes-back", Doc: "P2 may crash and come back: the token is lost all the same",
			Params:      map[string]int{"n": 2, "requests": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"P2"}},
			Violated:    []string{"one-token", "no-deadlock", "no-starvation-1", "no-starvation-2", "circulates"}, States: 64, Confirmed: "self",
		},
		{
			Name: "lost-message", Doc: "One message may be lost: it is the token",
			Params: map[string]int{"n": 2, "requests": 1}, Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated: []string{"one-token", "no-deadlock", "no-starvation-1", "no-starvation-2", "circulates"}, States: 33, Confirmed: "self",
		},
		{
			Name: "duplicated-message", Doc: "One message may be delivered twice: there are two tokens from then on",
			Params: map[string]int{"n": 2, "requests": 1}, Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Violated: []string{"mutual-exclusion", "one-token"}, States: 78, Confirmed: "self",
		},
		{
			Name: "possession-once-2", Doc: "Two participants use the resource once each",
			Variant: possessionVariant, Params: map[string]int{"n": 2, "requests": 1},
			States: 42, Confirmed: product,
		},
		{
			Name: "possession-once-3", Doc: "Three participants use the resource once each",
			Variant: possessionVariant, Params: map[string]int{"n": 3, "requests": 1},
			States: 189, Confirmed: product,
		},
		{
			Name: "possession-for-ever", Doc: "Two participants want the resource again and again: one that has the token may keep it for ever",
			Variant: possessionVariant, Params: map[string]int{"n": 2},
			Violated: []string{"no-starvation-1", "no-starvation-2", "circulates"}, States: 20, Confirmed: product,
		},
		{
			Name: "possession-overtakings", Doc: "One that waits is overtaken more often than any bound, here 3",
			Variant: possessionVariant, Params: map[string]int{"n": 2, "overtakings": 3},
			Violated: []string{"no-starvation-1", "no-starvation-2", "circulates", "bounded-waiting"}, States: 60, Confirmed: "self",
		},
	}
}
