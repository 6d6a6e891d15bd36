package omega

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/model"
)

// The detector of Algorithm 5.1, as a layer: functions that take and return its state and return the notifications for
// the layer above. It is discussed in its own entry, eventually-perfect.

// Set is a set of processes: bit p is 1 if process p is in it.
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

// Detector is the state of the detector. The chapter's names are Corretos, Suspeitos and IntervaloMonit.
type Detector struct {
	Correct  Set
	Suspects Set
	Interval int
	Awaited  Set // the processes that have not answered the last test, if they are not tested again
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

// options are the choices of variants and parameters for the detector.
type options struct {
	interval, most int  // the first and the longest interval
	raise          bool // each mistake raises the interval
	self           bool // a process also tests itself
	patient        bool // a process is not tested again before it has answered
}
