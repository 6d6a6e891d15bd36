package counterexamples

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/model"
)

// entry is the name of a part of a state, and its value.
type entry = [2]string

// snapshot returns the state after row r, by columns of a picture.
func (e *Execution) snapshot(r int) [][]entry { return e.Parts(e.State(r)) }

// Parts returns the parts of a state of the system, each a name and a value as pictures write it: a list for each
// process, then one for the shared variables, if there are any. A Machine has a single list.
func (e *Execution) Parts(s model.State) [][][2]string {
	if e.isMachine() {
		return [][]entry{fieldsOf(e.names.whole("state", model.Whole[any](s)))}
	}
	var all [][]entry
	for j := range e.names {
		all = append(all, e.process(model.ID(j), s))
	}
	if e.hasVariables() {
		all = append(all, fieldsOf(textsOf(e.variables(s))))
	}
	return all
}

// Fields returns the parts of the local state of a process, in the form of Parts.
func (e *Execution) Fields(local any) [][2]string { return fieldsOf(e.names.whole("state", local)) }

// process returns the parts of process p.
func (e *Execution) process(p model.ID, s model.State) []entry {
	var all []entry
	if v, up := s.Local(p); up {
		all = e.Fields(v)
	} else {
		all = append(all, entry{"", "✗ down"})
	}
	if t := s.Timers(p); len(t) > 0 {
		all = append(all, entry{"timers", clean(strings.Join(t, ", "))})
	}
	if v := s.Stored(p); v != nil {
		all = append(all, entry{"stored", e.names.format(v)})
	}
	if n, ok := try(func() int { return s.Clock(p) }); ok {
		all = append(all, entry{"clock", fmt.Sprint(n)})
	}
	var suspects []string
	for q, name := range e.names {
		if yes, ok := try(func() bool { return s.Suspects(p, model.ID(q)) }); ok && yes {
			suspects = append(suspects, name)
		}
	}
	if len(suspects) > 0 {
		all = append(all, entry{"suspects", strings.Join(suspects, ", ")})
	}
	return all
}

// try calls f, which asks a state for something that not every system has. It reports whether this one does.
func try[T any](f func() T) (v T, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return f(), true
}

// fieldsOf splits assignments into names and values.
func fieldsOf(assignments []string) []entry {
	var all []entry
	for _, a := range assignments {
		name, value, _ := strings.Cut(a, " ← ")
		all = append(all, entry{name, value})
	}
	return all
}

// severed lists the pairs of processes that are cut off from each other after row r.
func (e *Execution) severed(r int) []string {
	if e.isMachine() {
		return nil
	}
	s := e.State(r)
	var all []string
	for p := range e.names {
		for q := p + 1; q < len(e.names); q++ {
			if s.Severed(model.ID(p), model.ID(q)) || s.Severed(model.ID(q), model.ID(p)) {
				all = append(all, e.names[p]+" – "+e.names[q])
			}
		}
	}
	return all
}
