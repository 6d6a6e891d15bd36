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
		Build: build,
		Cases: cases(),
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

func cases() []spec.Case {
	return []spec.Case{
		{
			Name: "protocol-2", Doc: "Two participants use the resource once each",
			Params: map[string]int{"n": 2},
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "6"},
			States: 41, Confirmed: brute,
		},
		{
			Name: "protocol-3", Doc: "Three participants use the resource once each",
			Params: map[string]int{"n": 3},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			States: 231, Confirmed: brute,
		},
		{
			Name: "protocol-2-twice", Doc: "Two participants use the resource twice each",
			Params: map[string]int{"n": 2, "requests": 2},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 1", "messages": "12"},
			States: 151, Confirmed: brute,
		},
		{
			Name: "protocol-3-twice", Doc: "Three participants use the resource twice each",
			Params: map[string]int{"n": 3, "requests": 2},
			Costs:  map[string]string{"overtaken": "0 to 4", "overtaken-in-queue": "0 to 2", "messages": "18"},
			States: 1556, Confirmed: brute,
		},
		{
			Name: "acknowledged-2", Doc: "Two participants use the resource once each",
			Variant: acknowledgedVariant,
			Params:  map[string]int{"n": 2},
			Costs:   map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "8"},
			States:  56, Confirmed: brute,
		},
		{
			Name: "acknowledged-3", Doc: "Three participants use the resource once each",
			Variant: acknowledgedVariant,
			Params:  map[string]int{"n": 3},
			Costs:   map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "12"},
			States:  376, Confirmed: brute,
		},
		{
			Name: "acknowledged-2-twice", Doc: "Two participants use the resource twice each",
			Variant: acknowledgedVariant,
			Params:  map[string]int{"n": 2, "requests": 2},
			Costs:   map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 1", "messages": "16"},
			States:  193, Confirmed: brute,
		},
		{
			Name: "manager-2", Doc: "Two participants use the resource once each",
			Variant: managerVariant,
			Params:  map[string]int{"n": 2},
			Costs:   map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "6"},
			States:  33, Confirmed: brute,
		},
		{
			Name: "manager-3", Doc: "Three participants use the resource once each",
			Variant: managerVariant,
			Params:  map[string]int{"n": 3},
			Costs:   map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			States:  180, Confirmed: brute,
		},
		{
			Name: "manager-2-twice", Doc: "Two participants use the resource twice each",
			Variant: managerVariant,
			Params:  map[string]int{"n": 2, "requests": 2},
			Costs:   map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 1", "messages": "12"},
			States:  123, Confirmed: brute,
		},
		{
			Name: "manager-3-twice", Doc: "Three participants use the resource twice each",
			Variant: managerVariant,
			Params:  map[string]int{"n": 3, "requests": 2},
			Costs:   map[string]string{"overtaken": "0 to 4", "overtaken-in-queue": "0 to 2", "messages": "18"},
			States:  1238, Confirmed: brute,
		},
		{
			Name: "unordered", Doc: "Messages may overtake each other: a second request can arrive before the first release, and does no harm",
			Params:      map[string]int{"n": 2, "requests": 2},
			Environment: spec.Environment{Order: "unordered"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 1", "messages": "12"},
			States:      169, Confirmed: "self",
		},
		{
			Name: "crash-of-coordinator", Doc: "The coordinator may crash: nobody gets the resource any more",
			Params:      map[string]int{"n": 2},
			Environment: crash("coordinator"),
			Violated:    []string{"no-deadlock", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "5 to 6"},
			States:      62, Confirmed: brute,
		},
		{
			Name: "crash-of-holder", Doc: "The participant that has the resource may crash: it is never given back",
			Params:      map[string]int{"n": 2, "holder": 1},
			Environment: crash("P1"),
			Violated:    []string{"no-deadlock", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0", "overtaken-in-queue": "0", "messages": "4"},
			States:      26, Confirmed: brute,
		},
		{
			Name: "crash-of-waiting", Doc: "A participant may crash at any time: one that only waits is enough, since its turn comes and is never given back",
			Params:      map[string]int{"n": 2},
			Environment: crash("P1"),
			Violated:    []string{"no-deadlock", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "6"},
			States:      71, Confirmed: brute,
		},
		{
			Name: "manager-crash-of-coordinator", Doc: "The coordinator may crash: nobody gets the resource any more",
			Variant:     managerVariant,
			Params:      map[string]int{"n": 2},
			Environment: crash("coordinator"),
			Violated:    []string{"no-deadlock", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "5 to 6"},
			States:      54, Confirmed: brute,
		},
		{
			Name: "manager-crash-of-holder", Doc: "The participant that has the resource may crash: it is never given back",
			Variant:     managerVariant,
			Params:      map[string]int{"n": 2, "holder": 1},
			Environment: crash("P1"),
			Violated:    []string{"no-deadlock", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0", "overtaken-in-queue": "0", "messages": "4"},
			States:      24, Confirmed: brute,
		},
		{
			Name: "manager-crash-of-waiting", Doc: "A participant may crash at any time: one that only waits is enough, since its turn comes and is never given back",
			Variant:     managerVariant,
			Params:      map[string]int{"n": 2},
			Environment: crash("P1"),
			Violated:    []string{"no-deadlock", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "6"},
			States:      56, Confirmed: brute,
		},
		{
			Name: "forgets", Doc: "The coordinator may crash and come back, having forgotten to whom it granted the resource",
			Params:      map[string]int{"n": 2},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"coordinator"}},
			Violated:    []string{"mutual-exclusion", "no-deadlock", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "6"},
			States:      176, Confirmed: "self",
		},
		{
			Name: "manager-forgets", Doc: "The coordinator may crash and come back, having forgotten to whom it granted the resource",
			Variant:     managerVariant,
			Params:      map[string]int{"n": 2},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"coordinator"}},
			Violated:    []string{"mutual-exclusion", "no-deadlock", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "6"},
			States:      152, Confirmed: "self",
		},
		{
			Name: "lost-message", Doc: "One message may be lost",
			Params:      map[string]int{"n": 2},
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated:    []string{"no-deadlock", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "6"},
			States:      70, Confirmed: "self",
		},
		{
			Name: "duplicated-message", Doc: "One message may be delivered twice: a release that is counts for somebody else's turn",
			Params:      map[string]int{"n": 3, "holder": 1},
			Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Violated:    []string{"mutual-exclusion", "no-deadlock", "one-position", "bounded-waiting", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "7"},
			States:      361, Confirmed: "self",
		},
		{
			Name: "for-ever-2", Doc: "Two participants ask without end: both get in again and again",
			Params:   map[string]int{"n": 2, "requests": 0},
			Violated: []string{"overtaken"},
			Costs:    map[string]string{"overtaken": "0 or more, unbounded", "overtaken-in-queue": "0 to 1"},
			States:   34, Confirmed: "self",
		},
		{
			Name: "for-ever-3", Doc: "Three participants ask without end",
			Params:   map[string]int{"n": 3, "requests": 0},
			Violated: []string{"overtaken"},
			Costs:    map[string]string{"overtaken": "0 or more, unbounded", "overtaken-in-queue": "0 to 2"},
			States:   158, Confirmed: "self",
		},
		{
			Name: "manager-for-ever-3", Doc: "Three participants ask without end",
			Variant: managerVariant, Params: map[string]int{"n": 3, "requests": 0},
			Violated: []string{"overtaken"},
			Costs:    map[string]string{"overtaken": "0 or more, unbounded", "overtaken-in-queue": "0 to 2"},
			States:   128, Confirmed: "self",
		},
		{
			Name: "lease-async", Doc: "The red diagram of 000: a holder that is only slow is taken for dead",
			Variant: leaseVariant, Params: map[string]int{"n": 2},
			Violated: []string{"mutual-exclusion", "no-wrong-timeout"},
			Costs:    map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "6"},
			States:   83, Confirmed: "self",
		},
		{
			Name: "lock-2", Doc: "The protocol as a lock: who gets it when is an order in which a lock could have been acquired and released",
			Params: map[string]int{"n": 2, "requests": 2, "lock": 1},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 1", "messages": "12"},
			States: 1524, Confirmed: "self",
		},
		{
			Name: "lock-forgets", Doc: "A coordinator that comes back without its memory is no lock any more",
			Params: map[string]int{"n": 2, "lock": 1}, Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"coordinator"}},
			Violated: []string{"mutual-exclusion", "no-deadlock", "no-starvation", "linearizable"},
			Costs:    map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "6"},
			States:   380, Confirmed: "self",
		},
		{
			Name: "lock-lease", Doc: "Neither is one that takes the resource back from a holder that is only slow",
			Variant: leaseVariant, Params: map[string]int{"n": 2, "lock": 1},
			Violated: []string{"mutual-exclusion", "linearizable", "no-wrong-timeout"},
			Costs:    map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "6"},
			States:   232, Confirmed: "self",
		},
		{
			Name: "lease-sync", Doc: "Messages take up to 1 tick, the resource is used for 1, and the lease is 2·1+1 ticks: it never runs out on the living",
			Variant: leaseVariant, Params: map[string]int{"n": 2, "lease": 3},
			Environment: spec.Environment{Timing: "sync", Delay: "0..1"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "6"},
			States:      126, Confirmed: "self",
		},
		{
			Name: "lease-short", Doc: "The same with a lease that is one tick too short",
			Variant: leaseVariant, Params: map[string]int{"n": 2, "lease": 2},
			Environment: spec.Environment{Timing: "sync", Delay: "0..1"},
			Violated:    []string{"mutual-exclusion", "no-wrong-timeout"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "6"},
			States:      168, Confirmed: "self",
		},
		{
			Name: "lease-crash", Doc: "A sufficient lease, and one participant may crash: the others go on",
			Variant: leaseVariant, Params: map[string]int{"n": 3, "lease": 3},
			Environment: spec.Environment{Timing: "sync", Delay: "0..1", Crash: spec.Budget(1), CrashOnly: []string{"P1"}},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			States:      1666, Confirmed: "self",
		},
		{
			Name: "lease-partial", Doc: "A lease that will be sufficient, before the system is stable",
			Variant: leaseVariant, Params: map[string]int{"n": 2, "lease": 3},
			Environment: spec.Environment{Timing: "partial", Delay: "0..1"},
			Violated:    []string{"mutual-exclusion", "no-wrong-timeout"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "6"},
			States:      652, Confirmed: "self",
		},
	}
}
