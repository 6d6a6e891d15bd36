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
	timeoutVariant    = "timeout"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "token-ring",
		Family:  "mutual exclusion",
		Summary: "Mutual exclusion by a token that circulates in a ring",
		Source:  "000, Exclusão Mútua, Anel; Lidando com Falhas",
		Params: []spec.Param{
			{Name: "n", Doc: "participants", Min: 2, Max: 30, Default: 3},
			{Name: "every", Doc: "one of every so many participants, from P1 on, may want the resource; 0 is nobody", Min: 0,
				Max: 8, Default: 1},
			{Name: "requests", Doc: "how often each of them uses the resource; 0 is without end", Min: 0, Max: 3, Default: 0},
			{Name: "messages", Doc: "1 asks for the messages until everybody that may want the resource has used it so often",
				Min: 0, Max: 1, Default: 0},
			{Name: "holder", Doc: "1 starts with P1 in the critical section", Min: 0, Max: 1, Default: 0},
			{Name: "wait", Doc: "ticks after which P1 takes the token for lost, in the variant timeout", Min: 1, Max: 30,
				Default: 5},
			{Name: "made", Doc: "how many tokens it makes then, at most", Min: 1, Max: 3, Default: 1},
			{Name: "use", Doc: "ticks that a participant of the variant timeout uses the resource; 0 is for as long as it likes",
				Min: 0, Max: 10, Default: 1},
		},
		Variants: []spec.Variant{
			{Name: protocolVariant, Doc: "the notes' two steps: whoever wants the resource when the token comes uses it once, " +
				"and passes the token on"},
			{Name: possessionVariant, Doc: "the notes' sentence before them: a participant may use the resource whenever " +
				"it has the token"},
			{Name: timeoutVariant, Doc: "the protocol, and P1 makes a new token when the old one does not come round in time"},
		},
		Peers: []string{"n"},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	o := options{every: a.Int("every"), requests: a.Int("requests"), holder: a.Int("holder") == 1,
		possession: a.Variant == possessionVariant}
	if a.Variant == timeoutVariant {
		o.wait, o.made, o.use = a.Int("wait"), a.Int("made"), a.Int("use")
	}
	var names []string
	for i := 1; i <= n; i++ {
		names = append(names, fmt.Sprintf("P%d", i))
	}
	o.messages = a.Int("messages") == 1
	if o.messages && o.requests == 0 {
		return spec.Setup{},
			fmt.Errorf("messages=1 needs requests=1 or more: with requests=0 nobody has ever used the resource often enough")
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
			// The message that brings the token belongs to the use that follows; the one sent at its end to the next.
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

// waiting returns the properties of each participant that may want the resource.
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
		overtaken = append(overtaken, checkers.Overtaken(fmt.Sprintf("overtaken-%d", p+1), p, waits,
			func(s Participant) bool { return s.Phase == Using }))
	}
	if len(overtaken) > 0 {
		all = append(all, checkers.All("overtaken", overtaken...))
	}
	return all
}

// tokens counts the tokens that participants hold and that are in transit.
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
