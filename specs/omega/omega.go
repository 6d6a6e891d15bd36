package omega

import (
	"fmt"

	"github.com/anel-mc/mc/model"
)

// Omega is the state of the elector. The chapter's names are Suspeitos and Líder.
type Omega struct {
	Suspects Set
	Leader   Leader
}

// Leader is a process or Nobody.
type Leader model.ID

// Nobody is the chapter's ⊥.
const Nobody = Leader(model.None)

func (l Leader) String() string {
	if l == Nobody {
		return "⊥"
	}
	return fmt.Sprint(int(l))
}

// Notification is what a failure detector reports about a process.
type Notification struct {
	About   model.ID
	Suspect bool // whether the process is suspected; otherwise it is correct
}

// first is the initial state of an elector.
var first = Omega{Leader: Nobody}

// notified returns the state of the elector after a notification of the detector.
func (s Omega) notified(e Notification) Omega {
	if e.Suspect {
		s.Suspects = s.Suspects.with(e.About)
	} else { // the suspicion was a mistake
		s.Suspects = s.Suspects.without(e.About)
	}
	return s
}

// chosen returns the process that should lead n processes. It is CritérioLíder: the least identifier among those that
// are not suspects.
func (s Omega) chosen(n int) Leader {
	for p := range model.ID(n) {
		if !s.Suspects.Has(p) {
			return Leader(p)
		}
	}
	return Nobody
}

// electing is the act of Algorithm 5.2, for processes whose state contains an Omega.
func electing[S any](get func(S) Omega, set func(S, Omega) S) model.Act[S] {
	return model.Act[S]{
		Name:    "elect",
		Enabled: func(p *model.Context, s S) bool { return get(s).Leader != get(s).chosen(p.N()) },
		Do: func(p *model.Context, s S) S {
			o := get(s)
			o.Leader = o.chosen(p.N())
			return set(s, o)
		},
	}
}

// abstract runs Algorithm 5.2 on the detector of the environment.
func abstract() model.Process[Omega] {
	return model.Process[Omega]{
		Name: "elector",
		Init: func(*model.Context) Omega { return first },
		Acts: []model.Act[Omega]{electing(
			func(s Omega) Omega { return s },
			func(_, o Omega) Omega { return o })},
		Detect: func(_ *model.Context, s Omega, q model.ID, suspected bool) Omega {
			return s.notified(Notification{About: q, Suspect: suspected})
		},
	}
}

// State is the state of a process that runs both algorithms.
type State struct {
	Detector Detector
	Omega    Omega
}

// layered runs Algorithm 5.2 on Algorithm 5.1.
func layered(d options) model.Process[State] {
	return model.Process[State]{
		Name: "elector",
		Init: func(p *model.Context) State { return State{Detector: d.start(p), Omega: first} },
		Acts: []model.Act[State]{electing(
			func(s State) Omega { return s.Omega },
			func(s State, o Omega) State { return State{Detector: s.Detector, Omega: o} })},
		Timeout: func(p *model.Context, s State, _ string) State {
			detector, events := d.expired(p, s.Detector)
			for _, e := range events {
				s.Omega = s.Omega.notified(e)
			}
			return State{Detector: detector, Omega: s.Omega}
		},
		Receive: func(p *model.Context, s State, from model.ID, m model.Message) State {
			return State{Detector: d.received(p, s.Detector, from, m), Omega: s.Omega}
		},
	}
}
