package quorummutex

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides the usual ones; see the package documentation.
const (
	everyoneVariant = "everyone"
	returnedVariant = "returned"
	stableVariant   = "stable"
	timeoutVariant  = "timeout"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "quorum-mutex",
		Family:  "mutual exclusion",
		Summary: "Mutual exclusion by n coordinators, of which a participant needs the votes of m > n/2",
		Source:  "000, Exclusão Mútua, Quórum",
		Params: []spec.Param{
			{Name: "n", Doc: "coordinators", Min: 1, Max: 7, Default: 3},
			{Name: "m", Doc: "votes that a participant needs, more than n/2 of them", Min: 1, Max: 7, Default: 2},
			{Name: "participants", Doc: "participants", Min: 1, Max: 5, Default: 2},
			{Name: "requests", Doc: "how often each participant uses the resource; 0 is without end", Min: 0, Max: 3,
				Default: 1},
			{Name: "holder", Doc: "the participant that uses the resource at the start, with the votes of the first m " +
				"coordinators; 0 is nobody", Min: 0, Max: 5, Default: 0},
			{Name: "forgot", Doc: "how many of the coordinators that voted for the holder, the last of them, have lost " +
				"their memory before the start", Min: 0, Max: 7, Default: 0},
			{Name: "wait", Doc: "ticks after which a participant of the variant timeout tries again", Min: 1, Max: 20,
				Default: 1},
			{Name: "prompt", Doc: "1 if a coordinator grants in the step that makes it possible, 0 if that is a step of its own",
				Min: 0, Max: 1, Default: 1},
			{Name: "sender", Doc: "1 if a coordinator takes a release only from the participant that it has voted for", Min: 0,
				Max: 1, Default: 0},
			{Name: "late", Doc: "1 if a participant that asks again takes no answer to its former request for a vote, in " +
				"the variants of the text", Min: 0, Max: 1, Default: 0},
		},
		Peers: []string{"n", "participants"},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "000's text, with releases to the coordinators whose vote the participant has"},
			{Name: everyoneVariant, Doc: "000's text, with releases to all n coordinators, as the requests are"},
			{Name: returnedVariant, Doc: "as written, but a vote that comes too late is given back"},
			{Name: spec.Corrected, Doc: "a vote that comes too late is given back, and a coordinator that owes an answer " +
				"is not asked again"},
			{Name: stableVariant, Doc: "the corrected one, with coordinators that keep in stable storage whether they " +
				"have granted"},
			{Name: timeoutVariant, Doc: "the corrected one, with participants that wait too long giving their votes back " +
				"and trying again"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	participants := a.Int("participants")
	c := scheme{
		n: a.Int("n"), m: a.Int("m"), requests: a.Int("requests"), holder: model.None,
		prompt:   a.Int("prompt") == 1,
		everyone: a.Variant == everyoneVariant,
		returned: a.Variant != spec.AsWritten && a.Variant != everyoneVariant,
		tracked:  a.Variant != spec.AsWritten && a.Variant != everyoneVariant && a.Variant != returnedVariant,
		stable:   a.Variant == stableVariant,
		forgot:   a.Int("forgot"),
		sender:   a.Int("sender") == 1,
		late:     a.Int("late") == 1,
	}
	if a.Variant == timeoutVariant {
		c.wait = a.Int("wait")
	}
	holder := a.Int("holder")
	switch {
	case 2*c.m <= c.n:
		return spec.Setup{}, fmt.Errorf("n=%d m=%d: a quorum is more than half of the coordinators", c.n, c.m)
	case c.m > c.n:
		return spec.Setup{}, fmt.Errorf("n=%d m=%d: there are not so many coordinators", c.n, c.m)
	case holder > participants:
		return spec.Setup{}, fmt.Errorf("holder=%d, and there are only %d participants", holder, participants)
	case c.forgot > 0 && (holder == 0 || c.stable):
		return spec.Setup{},
			fmt.Errorf("forgot=%d: that is of coordinators that voted for a holder, and have no stable storage", c.forgot)
	case c.forgot > c.m:
		return spec.Setup{}, fmt.Errorf("forgot=%d, and only m=%d coordinators voted for the holder", c.forgot, c.m)
	case c.late && c.tracked:
		return spec.Setup{}, fmt.Errorf("late=1: in the variant %s no answer is to a former request", a.Variant)
	case c.requests == 0 && !c.tracked:
		return spec.Setup{},
			fmt.Errorf("requests=0: in the variant %s a slow coordinator may be sent any number of requests, so that "+
				"there is no end of states", a.Variant)
	}
	if holder > 0 {
		c.holder = model.ID(c.n + holder - 1)
	}
	processes := append(model.Replicate(c.n, coordinator(c)), model.Replicate(participants, participant(c))...)
	var names []string
	var links []model.Link
	for i := range c.n {
		names = append(names, fmt.Sprintf("c%d", i+1))
		for j := range participants {
			links = append(links, model.Link{From: model.ID(i), To: model.ID(c.n + j)})
		}
	}
	for j := range participants {
		names = append(names, fmt.Sprintf("P%d", j+1))
	}
	return spec.Setup{
		Model: model.Instance{
			Processes: processes,
			Names:     names,
			Network:   model.Network{Topology: model.Graph(links...)},
			Views:     []model.Viewed{seen, repeated},
		},
		Properties: properties(c, model.ID(c.n+participants-1)),
	}, nil
}

// stage is what properties see of a participant. It is zero for a participant that is down and for a coordinator.
type stage struct {
	up    bool
	phase Phase
	uses  int
}

// The views of properties. They do not depend on an instance, so properties made for one can be checked on another.
var (
	seen = model.NewView("stage", func(s model.State, p model.ID) stage {
		if l, up := s.Local(p); up {
			if l, is := l.(Participant); is {
				return stage{true, l.Phase, l.Uses}
			}
		}
		return stage{}
	})
	// repeated is a participant that is in the coordinator's queue more than once, or model.None.
	repeated = model.NewView("twice in the queue", func(s model.State, p model.ID) model.ID {
		if l, up := s.Local(p); up {
			l, _ := l.(Coordinator)
			for i, q := range l.Queue {
				if slices.Contains(l.Queue[:i], q) {
					return q
				}
			}
		}
		return model.None
	})
)

// some reports whether a participant that is up is in the phase.
func some(s model.State, phase Phase) bool {
	for p := range model.ID(s.N()) {
		if l := seen.In(s, p); l.up && l.phase == phase {
			return true
		}
	}
	return false
}

// properties returns the properties of a system whose last participant is last.
func properties(c scheme, last model.ID) []checkers.Property {
	waiting := func(s model.State) error {
		for p := model.ID(c.n); p <= last; p++ {
			if seen.In(s, p).phase == Waiting {
				l, _ := model.Local[Participant](s, p)
				return fmt.Errorf("%s waits with %d of %d votes, and no message is on its way", s.Name(p), len(l.Votes), c.m)
			}
		}
		return nil
	}
	all := []checkers.Property{
		checkers.AtMost("mutual-exclusion", 1, func(_ model.ID, s Participant) bool { return s.Phase == Using }),
		checkers.NoDeadlock("no-deadlock", waiting),
		checkers.NoDeadlock("no-deadlock-all-up", checkers.AllUp(waiting)),
		// 000's second property: if processes try, some process gets in. With timers that are set again for ever there
		// is no deadlock in the sense above, and yet nobody need get in.
		checkers.LeadsTo("progress",
			func(s model.State) bool { return some(s, Waiting) },
			func(s model.State) bool { return some(s, Using) || !some(s, Waiting) }),
		// 000 on the coordinator's queue: a process that asks enters it "in one position
		// only".
		checkers.Invariant("one-position", func(s model.State) error {
			for q := range model.ID(c.n) {
				if p := repeated.In(s, q); p != model.None {
					return fmt.Errorf("%s is in the queue of %s more than once", s.Name(p), s.Name(q))
				}
			}
			return nil
		}),
	}
	all = append(all, ofEach(c, last)...)
	if c.requests > 0 {
		served := func(s model.State) bool {
			for p := model.ID(c.n); p <= last; p++ {
				if l := seen.In(s, p); !l.up || l.uses < c.requests {
					return false
				}
			}
			return true
		}
		all = append(all, checkers.Reachable("all-served", served), checkers.MessagesUntil("messages", served))
	}
	if c.holder != model.None && c.requests == 1 {
		all = append(all, afterHolder(c, last))
	}
	return all
}

// ofEach returns the properties checked for each participant by itself: a holder, or a crash of one, makes them differ.
func ofEach(c scheme, last model.ID) []checkers.Property {
	using := func(s Participant) bool { return s.Phase == Using }
	var starves, overtaken, known, witnesses []checkers.Property
	for p := model.ID(c.n); p <= last; p++ {
		name := func(property string) string { return fmt.Sprintf("%s-P%d", property, int(p)-c.n+1) }
		waits := func(s model.State) bool { return seen.In(s, p).phase == Waiting }
		starves = append(starves, checkers.LeadsTo(name("no-starvation"), waits, func(s model.State) bool {
			l := seen.In(s, p)
			return !l.up || l.phase == Using
		}))
		overtaken = append(overtaken, checkers.Overtaken(name("overtaken"), p, waits, using))
		known = append(known, checkers.Overtaken(name("overtaken-once-known"), p, func(s model.State) bool {
			return waits(s) && !model.OnItsWay[RequestAccess](s, p)
		}, using))
		if c.requests == 0 { // uses are not counted, so nobody is ever done
			witnesses = append(witnesses, checkers.Reachable(name("served"), func(s model.State) bool {
				return seen.In(s, p).phase == Using
			}))
		}
	}
	return append(witnesses,
		checkers.All("no-starvation", starves...),
		checkers.All("overtaken", overtaken...),
		checkers.All("overtaken-once-known", known...))
}

// afterHolder asks whether the harm of memory lost while the holder uses the resource ends with its turn.
func afterHolder(c scheme, last model.ID) checkers.Property {
	return checkers.Invariant("exclusion-after-holder", func(s model.State) error {
		if seen.In(s, c.holder).uses == 0 {
			return nil
		}
		var using []string
		for p := model.ID(c.n); p <= last; p++ {
			if seen.In(s, p).phase == Using {
				using = append(using, s.Name(p))
			}
		}
		if len(using) > 1 {
			return fmt.Errorf("%s has given the resource back, and %v use it at the same time", s.Name(c.holder), using)
		}
		return nil
	})
}
