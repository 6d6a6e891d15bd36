package walk

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
)

// Outlook is what can still happen to a property.
type Outlook struct {
	Property string `json:"property"`

	// Found says that the property can be violated, or reached, after Steps more steps, and not earlier. If the property
	// is about whole executions, the last Loop of these steps are repeated for ever, or if Loop is 0, the execution ends.
	// Always says that the property is violated whatever happens; false means that this is not known.
	Found  bool `json:"found"`
	Steps  int  `json:"steps"`
	Loop   int  `json:"loop,omitempty"`
	Always bool `json:"always,omitempty"`

	// Never says that the property cannot be violated, or reached, any more, whatever happens.
	Never bool `json:"never"`

	// Cost is the total cost of executions that begin like this one, if the property is a Cost and this is known.
	Cost string `json:"cost,omitempty"`

	// Why says, once the search is over, why nothing is known.
	Why string `json:"why,omitempty"`
}

// Ahead is the result of a search from a state.
type Ahead struct {
	Outlooks []Outlook `json:"outlooks"` // one for each property, in order
	States   uint64    `json:"states"`
	Depth    int       `json:"depth"`
	Over     bool      `json:"over"`
	Bound    string    `json:"bound,omitempty"` // what ended it early, in words
	All      bool      `json:"all"`             // it has seen everything that can still come
}

// from is a system with another initial state.
type from struct {
	explore.System
	at []uint32
}

// Initial implements explore.System.
func (f from) Initial(emit func(v []uint32)) error { emit(f.at); return nil }

// Capabilities implements explore.Capable. What events change, and which are independent, does not depend on the
// initial state.
func (f from) Capabilities() (caps explore.Capabilities) {
	if c, ok := f.System.(explore.Capable); ok {
		all := c.Capabilities()
		caps.Independence, caps.Dependence, caps.SleepStepper = all.Independence, all.Dependence, all.SleepStepper
		caps.Extents = all.Extents
	}
	return caps
}

// Ahead searches, breadth first from the state after step n, for what can still happen to each property. It calls
// tell with what it knows as it goes, never concurrently. Of opt only the bounds apply. When ctx is done, it returns
// what it has found so far. The error is a *checkers.Failure if the model is at fault.
func (w *Walk) Ahead(ctx context.Context, n int, opt checkers.Options, tell func(Ahead)) (*Ahead, error) {
	questions, checks := w.questions()
	s := &ahead{w: w, at: n, questions: questions, tell: tell}
	opt = w.options(opt)
	opt.Progress = s.progress
	opt.Enough = s.enough
	whole := w.foresees()
	switch {
	case whole:
		opt.Enough = s.told
	case len(checks) == 0:
		return s.answer(nil, nil), nil
	}
	found, err := explore.Search(ctx, from{w.bound.Explored(), w.Execution.Vector(n)}, checks, opt)
	if err == nil && whole {
		s.whole, err = w.bound.After(ctx, w.Execution.Prefix(n), found, opt)
	}
	if err == nil && found.Bound == explore.BoundNone {
		err = w.bound.AskAgain(ctx)
		if bound := checkers.Unfinished(err); bound != explore.BoundNone {
			found.Complete, found.Bound, err = false, bound, nil
		}
	}
	if err != nil {
		return nil, w.bound.Fault(err)
	}
	return s.answer(found, found.Found), nil
}

// options returns the options of a search with the bounds of opt.
func (w *Walk) options(opt checkers.Options) checkers.Options {
	opt.Owed, opt.Reduce, opt.KeepGoing = w.sys.Owed, 0, false
	return opt
}

// ahead is a search in progress.
type ahead struct {
	w         *Walk
	at        int // the step after which it starts
	questions []checkers.Question
	whole     []checkers.Result // for properties of whole executions, once they are decided

	mu    sync.Mutex // guards the rest, since progress and levels come from two goroutines
	tell  func(Ahead)
	found []explore.Found
}

func (s *ahead) progress(p explore.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.outlooks(nil, s.found)
	a.States, a.Depth = p.States, p.Depth
	s.tell(*a)
}

// enough records what each level has found, and ends the search when everything is found.
func (s *ahead) enough(found []explore.Found) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.found = slices.Clone(found)
	return !slices.ContainsFunc(found, func(f explore.Found) bool { return !f.Found })
}

// told is enough for a search that continues for properties of whole executions.
func (s *ahead) told(found []explore.Found) bool {
	s.enough(found)
	return false
}

// answer is the result after the search; found is nil if there was nothing to search for.
func (s *ahead) answer(result *explore.Result, found []explore.Found) *Ahead {
	a := s.outlooks(result, found)
	a.Over = true
	if result != nil {
		a.States, a.Depth, a.Bound = result.States, max(result.Depth, 0), checkers.Ended(result.Bound)
		a.All = result.Complete
	}
	return a
}

// outlooks describes each property; result is nil while the search is in progress.
func (s *ahead) outlooks(result *explore.Result, found []explore.Found) *Ahead {
	w := s.w
	a := &Ahead{Outlooks: make([]Outlook, len(w.properties))}
	clipped := ""
	if result != nil {
		clipped = w.sys.ClippedAmong(result.States, result.State)
	}
	for i, p := range w.properties {
		o := Outlook{Property: p.Name()}
		asked := s.foretold(&o, i, result)
		for k, q := range s.questions {
			if q.Of != i {
				continue
			}
			asked = true
			switch {
			case found != nil && found[k].Found && !w.unsure(q):
				if f := found[k]; !o.Found || f.Depth < o.Steps {
					o.Found, o.Steps = true, f.Depth
				}
			case result != nil:
				o.Why = cmp.Or(o.Why, open(result, clipped, q))
			}
		}
		switch {
		case o.Found:
			o.Why = ""
		case !asked:
			o.Why = "it is about whole executions: only a check of all of them decides it"
		case result != nil:
			o.Never = o.Why == "" && o.Cost == ""
		}
		a.Outlooks[i] = o
	}
	return a
}

// unsure reports whether a state that seems at rest may go on once a clock does.
func (w *Walk) unsure(q checkers.Question) bool {
	return w.sys.LookedAtRest() != "" && q.Property.Kind() == checkers.KindDeadlock
}

// shows is Bound.Shows where the answer is sure.
func (w *Walk) shows(q checkers.Question, moved bool, before []uint32, event uint64, after []uint32) (bool, error) {
	shown, err := w.bound.Shows(q, moved, before, event, after)
	return shown && !w.unsure(q), err
}

// open says why it proves nothing that a search did not find what questions look for; it is empty if it does. clipped
// is what in the model kept the search from going on.
func open(result *explore.Result, clipped string, questions ...checkers.Question) string {
	switch {
	case clipped != "":
		return checkers.Clipped(clipped)
	case !result.Complete:
		return checkers.Ended(result.Bound)
	}
	for _, q := range questions {
		if why := q.Undecided(); why != "" {
			return why
		}
	}
	return ""
}
