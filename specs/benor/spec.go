package benor

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written; see the package documentation.
const (
	decidesOnOne = "decides-on-one"
	ignoresD     = "ignores-d"
	ofReceived   = "majority-of-received"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "ben-or",
		Family:  "consensus",
		Summary: "Agreement on a bit in an asynchronous system with crashes: a process that sees no majority tosses a coin",
		Source: "Ben-Or, Another Advantage of Free Choice: Completely Asynchronous Agreement Protocols, PODC 1983, " +
			"protocol A",
		Peers: []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 2, Max: most, Default: 3},
			{Name: "t", Doc: "how many of them may crash, as the protocol assumes", Min: 0, Max: 2, Default: 1},
			{Name: "ones", Doc: "how many begin with 1; the others begin with 0", Min: 0, Max: most, Default: 1},
			{Name: "rounds", Doc: "after how many rounds a process stops", Min: 1, Max: mostRounds, Default: 2},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source has it, from memory"},
			{Name: decidesOnOne, Doc: "step 3(b): one D-message is enough to decide, instead of more than t"},
			{Name: ignoresD, Doc: "step 3(a): a process that does not decide tosses a coin, even if it has a D-message"},
			{Name: ofReceived, Doc: "step 2: more than half of the messages received are enough, instead of half of n"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := rules{
		n: a.Int("n"), t: a.Int("t"), ones: a.Int("ones"), rounds: a.Int("rounds"),
		decidesOnOne: a.Variant == decidesOnOne, ignoresD: a.Variant == ignoresD, ofReceived: a.Variant == ofReceived,
	}
	if r.ones > r.n || r.t >= r.n {
		return spec.Setup{}, fmt.Errorf("ones=%d, t=%d: there are %d processes", r.ones, r.t, r.n)
	}
	var sent Sent
	for p := range r.n {
		sent[0][p] = r.begins(p)
	}
	r.sent = model.NewVariable("sent", sent)
	return spec.Setup{
		Model: model.Instance{
			Processes: model.Replicate(r.n, process(r)), Variables: []model.Shared{r.sent},
		},
		Properties: properties(r),
	}, nil
}

func properties(r rules) []checkers.Property {
	each := func(is func(Process) bool) func(model.State) bool {
		return func(s model.State) bool {
			for _, l := range model.Locals[Process](s) {
				if !is(l) {
					return false
				}
			}
			return true
		}
	}
	all := []checkers.Property{
		checkers.Agree("agreement", func(_ model.ID, l Process) (Message, bool) {
			return l.Decided, l.Decided != Nothing
		}),
		checkers.NoDeadlock("no-deadlock", func(s model.State) error {
			for p, l := range model.Locals[Process](s) {
				if l.Step < 2*r.rounds {
					return fmt.Errorf("%s waits for messages of step %d", s.Name(p), l.Step)
				}
			}
			return nil
		}),
		checkers.Reachable("all-decided", each(func(l Process) bool { return l.Decided != Nothing })),
	}
	if r.ones > 0 && r.ones < r.n {
		return all
	}
	return append(all, checkers.Invariant("validity", func(s model.State) error {
		for p, l := range model.Locals[Process](s) {
			if r.ones == 0 && l.Decided == One || r.ones == r.n && l.Decided == Zero {
				return fmt.Errorf("%s has decided on %s, with which nobody has begun", s.Name(p), l.Decided)
			}
		}
		return nil
	}))
}
