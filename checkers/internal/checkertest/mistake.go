package checkertest

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Mistake is a mutation applied in the source of a random system.
type Mistake struct{ system.Mutation }

// at reports whether an input of the behaviour is one of the site of the mutation.
func (m *Mistake) at(input string) bool {
	switch m.Site.Handler {
	case model.Acted:
		return input == m.Site.Name
	case model.Deliver:
		return strings.HasPrefix(input, "receive")
	case model.Timeout:
		return input == "timeout"+m.Site.Name
	case model.Suspect, model.Trust:
		return strings.HasPrefix(input, "detect") && strings.HasSuffix(input,
			fmt.Sprint(m.Site.Handler == model.Suspect))
	}
	return strings.HasPrefix(input, "recover")
}

func (m *Mistake) behave(d System, e *model.Context, s Local, input string) Local {
	d.Mistake = nil
	if !m.at(input) {
		return d.Behave(e, s, input)
	}
	host := &mistaken{Context: e, Mistake: m, set: map[string]any{}}
	after := d.Behave(model.NewContext(host, e.Self()), s, input)
	if m.Operator == system.Kept {
		return s
	}
	return after
}

func (m *Mistake) guard(act int) (yes, given bool) {
	if m == nil || m.Site.Handler != model.Acted || m.Site.Name != fmt.Sprint("act", act) {
		return false, false
	}
	return m.Operator == system.Unguarded, m.Operator == system.Unguarded || m.Operator == system.Never
}

// acceptsAll reports whether the mutation drops Accept: all messages have one name.
func (m *Mistake) acceptsAll() bool {
	return m != nil && m.Operator == system.Unguarded && m.Site.Handler == model.Deliver
}

// mistaken is a Host that leaves out part of what it is asked for, and has the rest done by a Context.
type mistaken struct {
	*model.Context
	*Mistake
	sent int
	set  map[string]any // what the handler believes it has written
}

func (*mistaken) Joined(model.ID) bool { return true }

func (e *mistaken) Clock(most int) int {
	if e.ClockReached(most) {
		return most
	}
	return e.Context.Clock()
}

func (e *mistaken) Send(to model.ID, m model.Message) {
	e.sent++
	mine := e.Number == e.sent
	if !mine || e.Operator != system.Unsent {
		e.Context.Send(to, m)
	}
	if mine && e.Operator == system.Doubled {
		e.Context.Send(to, m)
	}
}

func (e *mistaken) Store(v any) {
	if e.Operator != system.Unstored {
		e.Context.Store(v)
	}
}

func (e *mistaken) SetTimer(name string, ticks int) {
	if e.Operator != system.Unset || e.What != name {
		e.Context.SetTimer(name, ticks)
	}
}

func (e *mistaken) CancelTimer(name string) {
	if e.Operator != system.Uncancelled || e.What != name {
		e.Context.CancelTimer(name)
	}
}

func (e *mistaken) Write(variable string, v any, _ bool, _ any) {
	if e.Operator == system.Unwritten && e.What == variable {
		e.set[variable] = v
		return
	}
	model.NewVariable(variable, 0).Set(e.Context, v.(int))
}

func (e *mistaken) Read(variable string, _ bool, _ any) any {
	if v, ok := e.set[variable]; ok {
		return v
	}
	return model.NewVariable(variable, 0).Get(e.Context)
}
