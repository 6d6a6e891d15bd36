package centralcoordinator

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	protocolVariant     = "protocol"
	acknowledgedVariant = "acknowledged"
	managerVariant      = "manager"
	leaseVariant        = "lease"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "central-coordinator",
		Family:  "mutual exclusion",
		Summary: "Mutual exclusion by a coordinator that grants the resource in the order of requests",
		Source:  "000, Exclusão Mútua, Coordenador; 004, Mutual Exclusion with a Manager",
		Params: []spec.Param{
			{Name: "n", Doc: "participants", Min: 1, Max: 6, Default: 3},
			{Name: "requests", Doc: "how often each participant uses the resource; 0 is without end", Min: 0, Max: 3, Default: 1},
			{Name: "holder", Doc: "the participant that has the resource at the start; 0 is nobody", Min: 0, Max: 6, Default: 0},
			{Name: "lease", Doc: "ticks after which the variant lease takes the resource back", Min: 1, Max: 20, Default: 3},
			{Name: "use", Doc: "ticks that a participant of the variant lease uses the resource", Min: 1, Max: 10, Default: 1},
			{Name: "lock", Doc: "1 records requests and releases as operations of a lock, and asks whether it is one", Min: 0, Max: 1, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: protocolVariant, Doc: "000's text: every request goes through the queue, and granting is a step of its own"},
			{Name: acknowledgedVariant, Doc: "000's diagram: the protocol, with a fourth message that acknowledges the release"},
			{Name: leaseVariant, Doc: "000's timeout: the protocol, with a coordinator that takes the resource back from a holder that keeps it too long"},
			{Name: managerVariant, Doc: "004's code: a free resource is granted at once, and a release hands it on"},
		},
		Build:  build,
		Curves: curves(),
		Cases:  cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	t := times{requests: a.Int("requests"), holder: model.ID(a.Int("holder"))}
	if int(t.holder) > n {
		return spec.Setup{}, fmt.Errorf("holder=%d, and there are only n=%d participants", t.holder, n)
	}
	if t.holder == 0 {
		t.holder = model.None
	}
	if t.recorded = a.Int("lock") == 1; t.recorded && (t.requests == 0 || t.holder != model.None) {
		return spec.Setup{}, fmt.Errorf("lock=1 goes with requests=1 or more and holder=0: what is recorded has an end and a beginning")
	}
	if a.Variant == leaseVariant {
		t.lease, t.use = a.Int("lease"), a.Int("use")
		if t.holder != model.None {
			return spec.Setup{}, fmt.Errorf("holder=%d: the variant %s starts with a free resource, since a lease begins with a grant", t.holder, leaseVariant)
		}
	}
	acknowledged := a.Variant == acknowledgedVariant
	coordinator := protocol(t, acknowledged)
	if a.Variant == managerVariant {
		coordinator = manager(t)
	}
	processes := []model.Algorithm{coordinator}
	processes = append(processes, model.Replicate(n, participant(t, acknowledged))...)
	names := []string{"coordinator"}
	var star []model.Link
	for i := 1; i <= n; i++ {
		names = append(names, fmt.Sprintf("P%d", i))
		star = append(star, model.Link{From: coordinatorID, To: model.ID(i)})
	}
	return spec.Setup{
		Model: model.Instance{
			Processes: processes,
			Names:     names,
			Network:   model.Network{Topology: model.Graph(star...)},
			History:   t.recorded,
		},
		Properties: properties(t, model.ID(n)),
	}, nil
}

// properties are asked of a system whose last participant is last.
func properties(t times, last model.ID) []checkers.Property {
	using := func(s Participant) bool { return s.Phase == Using }
	waits := func(s model.State) bool {
		l, up := model.Local[Participant](s, last)
		return up && l.Phase == Waiting
	}
	all := []checkers.Property{
		checkers.AtMost("mutual-exclusion", 1, func(_ model.ID, s Participant) bool { return s.Phase == Using }),
		checkers.NoDeadlock("no-deadlock", func(s model.State) error {
			for p, l := range model.Locals[Participant](s) {
				switch l.Phase {
				case Waiting:
					return fmt.Errorf("P%d waits for the resource, and no message is on its way", p)
				case Releasing:
					return fmt.Errorf("P%d waits for the acknowledgement of its release, and no message is on its way", p)
				}
			}
			return nil
		}),
		// 000: a process that asks "enters a queue, in one position only".
		checkers.Invariant("one-position", func(s model.State) error {
			for _, l := range model.Locals[Coordinator](s) {
				for i, p := range l.Queue {
					if slices.Contains(l.Queue[:i], p) {
						return fmt.Errorf("P%d is in the queue more than once", p)
					}
				}
			}
			return nil
		}),
		// 000: "the position in the queue can only decrease". With one position for each
		// process this bounds how many others enter before one that is in the queue: n-1.
		// overtaken-in-queue says how many they are.
		checkers.Step("bounded-waiting", func(before model.State, _ model.Event, after model.State) error {
			was, up := model.Local[Coordinator](before, coordinatorID)
			is, stillUp := model.Local[Coordinator](after, coordinatorID)
			if !up || !stillUp {
				return nil
			}
			for i, p := range was.Queue {
				if j := slices.Index(is.Queue, p); j > i {
					return fmt.Errorf("P%d moves back in the queue, from position %d to %d", p, i+1, j+1)
				}
			}
			return nil
		}),
		// Participants differ in nothing but their place, so that one can stand for
		// all. One that crashes waits no more.
		checkers.LeadsTo("no-starvation", waits, func(s model.State) bool {
			l, up := model.Local[Participant](s, last)
			return !up || l.Phase == Using
		}),
		checkers.Overtaken("overtaken", last, waits, using),
		checkers.Overtaken("overtaken-in-queue", last, func(s model.State) bool {
			c, up := model.Local[Coordinator](s, coordinatorID)
			return waits(s) && up && slices.Contains(c.Queue, last)
		}, using),
	}
	if t.requests > 0 {
		served := func(s model.State) bool {
			for p := range model.ID(s.N()) {
				if p == coordinatorID {
					continue
				}
				if l, up := model.Local[Participant](s, p); !up || l.Uses < t.requests {
					return false
				}
			}
			return true
		}
		all = append(all, checkers.Reachable("all-served", served),
			checkers.MessagesUntil("messages", served))
	} else {
		all = append(all, checkers.Reachable("somebody-served", func(s model.State) bool {
			for _, l := range model.Locals[Participant](s) {
				if l.Phase == Using {
					return true
				}
			}
			return false
		}))
	}
	if t.recorded {
		all = append(all, checkers.Linearizable("linearizable", objects.Lock()))
	}
	if t.lease > 0 {
		all = append(all, checkers.Step("no-wrong-timeout", wrongTimeout))
	}
	return all
}

// wrongTimeout says who was taken for dead by a coordinator whose lease ran out.
func wrongTimeout(before model.State, e model.Event, _ model.State) error {
	if e.Kind != model.Timeout || e.Process != coordinatorID {
		return nil
	}
	for p, l := range model.Locals[Participant](before) {
		if l.Phase == Using {
			return fmt.Errorf("the lease runs out while %s uses the resource", before.Name(p))
		}
		for _, m := range before.Channel(p, coordinatorID) {
			if _, ok := m.(RequestFree); ok {
				return fmt.Errorf("the lease runs out while the release of %s is on its way", before.Name(p))
			}
		}
		for _, m := range before.Channel(coordinatorID, p) {
			if _, ok := m.(ResponseOK); ok {
				return fmt.Errorf("the lease runs out before %s has the resource", before.Name(p))
			}
		}
	}
	return nil
}

const brute = "brute force in the test"

// crash lets the named process crash.
func crash(name string) spec.Environment {
	return spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{name}}
}
