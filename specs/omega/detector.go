package omega

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/model"
)

// The detector of Algorithm 5.1, as a layer: functions from its state to its state that
// return what it notifies the layer above of. It is an entry of its own, eventually-perfect,
// where it is discussed.

// Set is a set of processes: the bit of each that is in it.
type Set uint64

// Has reports whether p is in s.
func (s Set) Has(p model.ID) bool { return s>>p&1 != 0 }

func (s Set) with(p model.ID) Set    { return s | 1<<p }
func (s Set) without(p model.ID) Set { return s &^ (1 << p) }

func (s Set) String() string {
	var names []string
	for p := range model.ID(model.MaxProcesses) {
		if s.Has(p) {
			names = append(names, fmt.Sprint(int(p)))
		}
	}
	return "{" + strings.Join(names, " ") + "}"
}

// Detector is what the detector knows: Corretos, Suspeitos and IntervaloMonit.
type Detector struct {
	Correct  Set
	Suspects Set
	Interval int
	Awaited  Set // who has not answered the last test yet, if those are not tested again
}

// The messages: RequisTeste and RespostaTeste.
type (
	Test   struct{}
	Answer struct{}
)

const timer = "interval"

func (o options) start(p *model.Context) Detector {
	p.SetTimer(timer, o.interval)
	return Detector{Correct: 1<<p.N() - 1, Interval: o.interval}
}

// expired is the body of the loop, at the end of an interval.
func (o options) expired(p *model.Context, s Detector) (Detector, []Notification) {
	var events []Notification
	if o.raise && s.Correct&s.Suspects != 0 {
		s.Interval = min(s.Interval+1, o.most)
	}
	for q := range model.ID(p.N()) {
		if q == p.Self() && !o.self {
			continue
		}
		switch {
		case !s.Correct.Has(q) && !s.Suspects.Has(q):
			s.Suspects = s.Suspects.with(q)
			events = append(events, Notification{About: q, Suspect: true})
		case s.Correct.Has(q) && s.Suspects.Has(q):
			s.Suspects = s.Suspects.without(q)
			events = append(events, Notification{About: q})
		}
		if !s.Awaited.Has(q) {
			p.Send(q, Test{})
			if o.patient {
				s.Awaited = s.Awaited.with(q)
			}
		}
	}
	s.Correct = 0
	p.SetTimer(timer, s.Interval)
	return s, events
}

func (o options) received(p *model.Context, s Detector, from model.ID, m model.Message) Detector {
	switch m.(type) {
	case Test:
		p.Send(from, Answer{})
	case Answer:
		s.Correct = s.Correct.with(from)
		s.Awaited = s.Awaited.without(from)
	}
	return s
}

// options are what an instance chooses of the detector.
type options struct {
	interval, most int  // the first interval, and the longest
	raise          bool // a mistake raises the interval
	self           bool // a process tests itself, too
	patient        bool // a process that has not answered is not tested again
}
