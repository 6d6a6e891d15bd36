package checkertest

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Mistake is a mutation of a random system written into its source.
type Mistake struct{ system.Mutation }

// site is how the behaviour of a random system calls the inputs of a site.
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

func (m *Mistake) behave(d System, e Env, p model.ID, s Local, input string) Local {
	d.Mistake = nil
	if !m.at(input) {
		return d.Behave(e, p, s, input)
	}
	after := d.Behave(&mistaken{Env: e, Mistake: m, set: map[int]int{}}, p, s, input)
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

// acceptsAll reports whether Accept is what is left out: all messages have one name.
func (m *Mistake) acceptsAll() bool {
	return m != nil && m.Operator == system.Unguarded && m.Site.Handler == model.Deliver
}

// mistaken is an env that does not do all that it is asked for.
type mistaken struct {
	Env
	*Mistake
	sent int
	set  map[int]int // what the handler believes to have written
}

func (e *mistaken) Send(to model.ID, m int) {
	e.sent++
	mine := e.Number == e.sent
	if !mine || e.Operator != system.Unsent {
		e.Env.Send(to, m)
	}
	if mine && e.Operator == system.Doubled {
		e.Env.Send(to, m)
	}
}

func (e *mistaken) Store(v int) {
	if e.Operator != system.Unstored {
		e.Env.Store(v)
	}
}

func (e *mistaken) SetTimer(name string, ticks int) {
	if e.Operator != system.Unset || e.What != name {
		e.Env.SetTimer(name, ticks)
	}
}

func (e *mistaken) CancelTimer(name string) {
	if e.Operator != system.Uncancelled || e.What != name {
		e.Env.CancelTimer(name)
	}
}

func (e *mistaken) Set(x, v int) {
	if e.Operator == system.Unwritten && e.What == fmt.Sprint("v", x) {
		e.set[x] = v
		return
	}
	e.Env.Set(x, v)
}

func (e *mistaken) Get(x int) int {
	if v, ok := e.set[x]; ok {
		return v
	}
	return e.Env.Get(x)
}
