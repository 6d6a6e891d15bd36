package main

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// world is a state. Values are encoded.
type world struct {
	processes []process
	channels  map[model.Link][]message
	variables []string
	left      map[model.Kind]int // of the budgets
	faults    *model.Faults
	sorted    bool     // channels have no order
	walks     [][]step // around a ring, in place of channels; in views only
}

type process struct {
	down   bool
	local  string
	stored *string
	timers map[string]int // ticks that are left
}

// message is on its way. Under asynchronous time there is nothing to count, and left is -1.
type message struct {
	value      string
	wait, left int // ticks until it may be received, and must be
}

// text writes a message as certificates do.
func (m message) text() string {
	if m.left < 0 {
		return printed(m.value)
	}
	return fmt.Sprintf("%s~%d~%d", printed(m.value), m.wait, m.left)
}

func (w *world) clone() *world {
	c := *w
	c.processes, c.variables = slices.Clone(w.processes), slices.Clone(w.variables)
	c.left, c.channels = maps.Clone(w.left), maps.Clone(w.channels)
	for p := range c.processes {
		c.processes[p].timers = maps.Clone(c.processes[p].timers)
	}
	return &c
}

// spend takes one from a budget, if there is one.
func (w *world) spend(k model.Kind) bool {
	switch w.left[k] {
	case 0:
		return false
	case model.Unlimited:
		return true
	}
	w.left[k]--
	return true
}

// put and take change what is in a channel, which is never changed in place.
func (w *world) put(l model.Link, m message) {
	w.channels[l] = append(slices.Clone(w.channels[l]), m)
}

func (w *world) take(l model.Link, at int) {
	if w.channels[l] = slices.Delete(slices.Clone(w.channels[l]), at, at+1); len(w.channels[l]) == 0 {
		delete(w.channels, l)
	}
}

func printed(encoding string) string { return base64.RawStdEncoding.EncodeToString([]byte(encoding)) }

// cells writes the state as certificates do.
func (w *world) cells() (all []string) {
	for _, p := range w.processes {
		cell := "P down"
		if !p.down {
			cell = "P up:" + printed(p.local)
		}
		if p.stored != nil {
			cell += " stored:" + printed(*p.stored)
		}
		for _, t := range slices.Sorted(maps.Keys(p.timers)) {
			if cell += " timer:" + printed(t); p.timers[t] > 0 {
				cell += fmt.Sprintf("~%d", p.timers[t])
			}
		}
		all = append(all, cell)
	}
	n := model.ID(len(w.processes))
	for from := range n {
		for to := range n {
			var messages []string
			for _, m := range w.channels[model.Link{From: from, To: to}] {
				messages = append(messages, m.text())
			}
			if w.sorted {
				slices.Sort(messages)
			}
			if len(messages) > 0 {
				all = append(all, fmt.Sprintf("C %d %d %s", from, to, strings.Join(messages, " ")))
			}
		}
	}
	for _, v := range w.variables {
		all = append(all, "V "+printed(v))
	}
	budgets := ""
	for kind, of := range w.faults.Budgets() {
		if *of > 0 {
			budgets += fmt.Sprintf(" %s=%d", strings.ReplaceAll(string(kind), " ", "-"), w.left[kind])
		}
	}
	if budgets != "" {
		all = append(all, "B"+budgets)
	}
	for direction, walk := range w.walks {
		cell := fmt.Sprint("R ", direction)
		for _, p := range walk {
			cell += " " + p.text()
		}
		all = append(all, cell)
	}
	return all
}

// machine is a system to be stepped.
type machine struct {
	model.Instance
	processes []model.Process[any]
	names     []string
	links     map[model.Link]bool
	variables []string
	values    *system.Values // the codec
	part      bool           // its states need not be reachable: what a handler cannot do there does not happen
}

// newSystem prepares an instance, unless it is one that is not known here.
func newSystem(i model.Instance, values *system.Values) (*machine, error) {
	f := i.Faults
	for what, is := range map[string]bool{
		"partially synchronous time": i.Timing.Mode == model.Partial,
		"a time for handling":        i.Timing.Handling != 0,
		"a failure detector":         i.Detector != model.NoDetector,
		"local clocks":               i.Clocks.Max != 0,
		"links that can be cut":      f.Cut != 0 || f.Partition != 0,
		"a Constraint":               i.Constraint != nil,
	} {
		if is {
			return nil, fmt.Errorf("it is of a system with %s, which this program does not know", what)
		}
	}
	m := &machine{Instance: i, names: i.ProcessNames(), links: map[model.Link]bool{}, values: values}
	for _, a := range i.Processes {
		m.processes = append(m.processes, a.Erased())
	}
	for _, l := range i.Network.Topology.Links(len(i.Processes)) {
		m.links[l] = true
	}
	for _, v := range i.Variables {
		name, _, _ := v.Declared()
		m.variables = append(m.variables, name)
	}
	return m, nil
}

// encode encodes a value, or panics for model.Guard.
func (m *machine) encode(x any) string {
	encoding, err := m.values.Encode(x)
	if err != nil {
		model.Misuse("a value has no encoding: %v", err)
	}
	return encoding
}

// show writes a state for people.
func (m *machine) show(w *world) string {
	var all []string
	for p, x := range w.processes {
		text := m.names[p] + ": down"
		if !x.down {
			text = fmt.Sprintf("%s: %+v", m.names[p], m.values.Decode(x.local))
		}
		all = append(all, text)
	}
	for l, messages := range w.channels {
		for _, x := range messages {
			all = append(all, fmt.Sprintf("%v from %s to %s", m.values.Decode(x.value), m.names[l.From], m.names[l.To]))
		}
	}
	slices.Sort(all[len(w.processes):])
	return strings.Join(all, "; ")
}

// snapshot is a model.Snapshot. What there is not in such a system is not there.
type snapshot struct {
	model.Snapshot
	*machine
	w *world
}

func (s snapshot) N() int                 { return len(s.w.processes) }
func (s snapshot) Name(p model.ID) string { return s.names[p] }
func (s snapshot) Local(p model.ID) (any, bool) {
	if s.w.processes[p].down {
		return nil, false
	}
	return s.values.Decode(s.w.processes[p].local), true
}

func (s snapshot) Stored(p model.ID) any {
	if s.w.processes[p].stored == nil {
		return nil
	}
	return s.values.Decode(*s.w.processes[p].stored)
}

func (s snapshot) Timers(p model.ID) []string {
	return slices.Sorted(maps.Keys(s.w.processes[p].timers))
}

func (s snapshot) Channel(from, to model.ID) (all []model.Message) {
	for _, m := range s.w.channels[model.Link{From: from, To: to}] {
		all = append(all, s.values.Decode(m.value))
	}
	return all
}

func (s snapshot) Severed(_, _ model.ID) bool { return false }
func (s snapshot) Stable() bool               { return true }
func (s snapshot) KeepsHistory() bool         { return false }
func (s snapshot) Variable(name string, key ...any) (any, bool) {
	at := slices.Index(s.variables, name)
	if at < 0 || len(key) > 0 {
		return nil, false
	}
	return s.values.Decode(s.w.variables[at]), true
}

func (s snapshot) See(v model.Viewed, p model.ID) any {
	_, of := v.Defined()
	return of(model.NewState(s), p)
}

// unknown refuses what a handler does.
func unknown(what string) { model.Misuse("it %s, and this program does not know of that", what) }
