package counterexamples

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Graph is a state graph to be drawn or written for another tool: all states of a system and all steps between them.
// Package checkers/stategraph builds one from a model. A Graph must not be used concurrently.
type Graph struct {
	// Name describes the system on one line. Notes appear below a picture, one line each.
	Name  string
	Notes []string

	sys      *system.System
	names    names
	states   []graphState
	initials int // the number of initial states, which are the first ones
	steps    []graphStep
	texts    map[string]string // interned texts: see once
}

type graphState struct {
	v     []uint32
	wrong []string // the properties that it violates
}

type graphStep struct {
	from, to     int
	event, short string // for programs, for pictures
	wrong        []string
}

// NewGraph returns a graph of sys without states.
func NewGraph(sys *system.System) *Graph {
	return &Graph{sys: sys, names: namesOf(sys), texts: map[string]string{}}
}

// Add adds a state, whose vector must not be changed afterwards, and the names of the properties that it violates.
// States are numbered from 0 in the order in which they are added, and the initial ones must be added first.
func (g *Graph) Add(v []uint32, initial bool, wrong []string) {
	g.states = append(g.states, graphState{v, wrong})
	if initial {
		g.initials++
	}
}

// Link adds the steps from a state: step i leads to state to[i] and violates the properties wrong[i].
func (g *Graph) Link(from int, enabled []system.Numbered, to []int, wrong [][]string) {
	for i, e := range describeAll(g.names, enabled) {
		g.steps = append(g.steps, graphStep{from, to[i], g.once(e.String()), g.once(g.short(&enabled[i].Step)), wrong[i]})
	}
}

// once returns a single copy of equal texts.
func (g *Graph) once(text string) string {
	if known, ok := g.texts[text]; ok {
		return known
	}
	g.texts[text] = text
	return text
}

// first is the number that pictures and files give to state 0: 1 if there are several initial states, to which an
// extra state 0 leads.
func (g *Graph) first() int { return min(max(g.initials-1, 0), 1) }

// short describes a step in few words.
func (g *Graph) short(step *system.Step) string {
	who := g.names.of(step.Process)
	message := func() string { return g.names.format(step.Message) }
	between := func() string { return g.names.of(step.From) + " → " + g.names.of(step.To) }
	text := label(step)
	if who != "" {
		text = who + ": " + text
	}
	switch step.Kind {
	case model.Deliver, model.Duplicate:
		text = fmt.Sprintf("%s ← %s", who, message())
		if len(g.names) > 2 || step.From == step.To {
			text += " from " + g.names.of(step.From)
		}
		if step.Kind == model.Duplicate {
			text += " (a copy stays)"
		}
		if step.Dropped {
			text += " ✗ lost"
		}
	case model.Lose:
		text = fmt.Sprintf("✗ %s lost, %s%s", message(), between(), behind(step.Behind))
	case model.Crash:
		text = "✗ " + who + " crashes"
	case model.Recover:
		text = who + " recovers"
	case model.Cut:
		text = "✗ cut " + between()
	case model.Partition:
		var group []string
		for _, p := range step.Group {
			group = append(group, g.names.of(p))
		}
		text = "✗ cut off: " + strings.Join(group, ", ")
	case model.Heal:
		text = "heal"
		if step.From != model.None {
			text += " " + between()
		}
	case model.Suspect, model.Trust:
		text = fmt.Sprintf("%s %ss %s", who, step.Kind, g.names.of(step.Suspect))
	}
	if step.Choices > 1 {
		text += fmt.Sprintf(", choice %d", step.Choice)
	}
	return text
}

// column describes a part of a state: a process, the shared variables or a channel.
type column struct {
	name    string // empty if the entries speak for themselves
	entries []entry
	network bool
}

// columns returns the parts of state i.
func (g *Graph) columns(i int) []column {
	e := &Execution{sys: g.sys, names: g.names, states: [][]uint32{g.states[i].v}}
	heads := append(e.Processes(), "") // the shared variables, or a machine
	var all []column
	for j, entries := range e.snapshot(0) {
		all = append(all, column{name: heads[j], entries: entries})
	}
	if e.isMachine() {
		return all
	}
	var messages groups[string, string]
	for link, m := range e.State(0).Messages() {
		messages.add(g.names[link.From]+" → "+g.names[link.To], g.names.format(m))
	}
	for _, between := range messages.keys {
		all = append(all, column{between, []entry{{"", strings.Join(messages.of[between], ", ")}}, true})
	}
	for _, apart := range e.severed(0) {
		all = append(all, column{"", []entry{{apart, "✗ cut"}}, true})
	}
	return all
}

// detail is a line of the description of a state.
type detail struct {
	head, text string
	network    bool
}

func (d detail) String() string { return strings.TrimSpace(d.head + "  " + d.text) }

// slot identifies a value in a state.
type slot struct{ column, field string }

// contrast decides what is worth showing of a state: what differs between states.
type contrast struct {
	values  map[slot]map[string]int // in how many states each value occurs, while the process is up
	up      map[string]int          // in how many states the process of a column is up
	fields  map[string]int          // how many fields of a column vary
	start   map[slot]string         // the values in state 0
	omitted bool                    // something was left out because it is as in state 0
}

// down reports whether a column is that of a process that is down. A local state without fields has no entries.
func (c *column) down() bool {
	return c.name != "" && !c.network && len(c.entries) > 0 && c.entries[0][0] == ""
}

func contrastOf(states [][]column) *contrast {
	x := &contrast{map[slot]map[string]int{}, map[string]int{}, map[string]int{}, map[slot]string{}, false}
	for i, columns := range states {
		for _, c := range columns {
			if c.network || c.down() {
				continue
			}
			x.up[c.name]++
			for _, f := range c.entries {
				at := slot{c.name, f[0]}
				if x.values[at] == nil {
					x.values[at] = map[string]int{}
				}
				x.values[at][f[1]]++
				if i == 0 {
					x.start[at] = f[1]
				}
			}
		}
	}
	for at := range x.values {
		if x.varies(at) {
			x.fields[at.column]++
		}
	}
	return x
}

// varies reports whether a value differs between states, or is missing from some in which the process is up.
func (x *contrast) varies(at slot) bool {
	n := 0
	for _, count := range x.values[at] {
		n += count
	}
	return len(x.values[at]) > 1 || n < x.up[at.column]
}

// surroundings are the entries of a process besides its local state. The first three are not there in every state.
func surroundings() []string { return []string{"timers", "stored", "suspects", "clock"} }

// details returns what is worth showing of a column of state i.
func (x *contrast) details(i int, c column) []detail {
	var parts []string
	var all []detail
	there := map[string]bool{}
	for _, f := range c.entries {
		there[f[0]] = true
		at := slot{c.name, f[0]}
		start, known := x.start[at]
		switch {
		case c.network:
			parts = append(parts, f[1])
		case c.down():
			parts = append(parts, strings.TrimSpace(f[0]+" "+f[1]))
		case !x.varies(at):
		case x.fields[c.name] == 1 && c.name != "" && !slices.Contains(surroundings(), f[0]):
			parts = append(parts, f[1])
		case i > 0 && known && start == f[1]:
			x.omitted = true
		case c.name == "":
			all = append(all, detail{f[0], "= " + f[1], false})
		default:
			parts = append(parts, f[0]+" = "+f[1])
		}
	}
	if !c.network && !c.down() {
		for _, field := range surroundings()[:3] {
			if start, known := x.start[slot{c.name, field}]; known && !there[field] && start != "" {
				parts = append(parts, field+" = none")
			}
		}
	}
	if len(parts) > 0 {
		all = append(all, detail{c.name, strings.Join(parts, ", "), c.network})
	}
	return all
}

// described describes every state, line by line. It leaves out what is the same in all states and, if several fields of
// a process vary, what is as in state 0, which omitted reports. If only one field varies, its name is left out.
func (g *Graph) described() (all [][]detail, omitted bool) {
	states := make([][]column, len(g.states))
	for i := range g.states {
		states[i] = g.columns(i)
	}
	x := contrastOf(states)
	for i, columns := range states {
		var details []detail
		for _, c := range columns {
			details = append(details, x.details(i, c)...)
		}
		all = append(all, details)
	}
	return all, x.omitted
}

// notes returns the lines below a picture.
func (g *Graph) notes() []string {
	all := []string{fmt.Sprintf("%d states, %d steps", len(g.states), len(g.steps))}
	var wrong []string
	for _, s := range g.states {
		wrong = append(wrong, s.wrong...)
	}
	for _, s := range g.steps {
		wrong = append(wrong, s.wrong...)
	}
	if len(wrong) > 0 {
		slices.Sort(wrong)
		all[0] += "; red: violates " + strings.Join(slices.Compact(wrong), ", ")
	}
	return append(all, g.Notes...)
}
