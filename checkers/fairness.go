package checkers

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/graph"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// selector is a func of Fairness bound to a system, which remembers its answers. It is nil where the default applies.
type selector struct {
	sys      *system.System
	question *system.Question
	machine  bool
	known    sync.Map // of a Machine: obligation -> answer
}

func ask(sys *system.System, property string, of func(model.Event) uint32) *selector {
	return &selector{sys: sys, machine: len(sys.Processes()) == 0,
		question: sys.AskSteps(property, func(_ model.State, e *model.Event, _ model.State) system.Answer {
			return system.Answer{Value: of(*e)}
		})}
}

func choose(sys *system.System, property string, is func(model.Event) bool) *selector {
	if is == nil {
		return nil
	}
	return ask(sys, property, func(e model.Event) uint32 { return system.Truth(is(e)).Value })
}

// gather returns the selector of the groups of Fairness.Together, which are numbered from 1; 0 is no group.
func gather(sys *system.System, property string, together func(model.Event) string) *selector {
	if together == nil {
		return nil
	}
	var mu sync.Mutex
	numbers := map[string]uint32{"": 0}
	return ask(sys, property, func(e model.Event) uint32 {
		text := together(e)
		mu.Lock()
		defer mu.Unlock()
		n, known := numbers[text]
		if !known {
			n = uint32(len(numbers))
			numbers[text] = n
		}
		return n
	})
}

// of returns the answer for an event of state v.
func (c *selector) of(v []uint32, event uint64) (uint32, error) {
	var obligation uint64
	if c.machine { // the answer depends on nothing but the obligation
		obligation = c.sys.Obligation(v, event)
		if is, ok := c.known.Load(obligation); ok {
			return is.(uint32), nil
		}
	}
	a, fault := c.question.Step(v, event, v)
	if fault == nil && c.machine {
		c.known.Store(obligation, a.Value)
	}
	return a.Value, fault
}

// has reports whether an event of state v is selected.
func (c *selector) has(v []uint32, event uint64) (bool, error) {
	is, fault := c.of(v, event)
	return is == system.Yes, fault
}

// fairness returns how fair an event of state v has to be.
func (d *livenessQuery) fairness(v []uint32, event uint64) (graph.Fairness, error) {
	if d.strong != nil {
		if is, err := d.strong.has(v, event); is || err != nil {
			return graph.Strong, err
		}
	}
	is, err := d.sys.Owed(event), error(nil)
	if d.weak != nil {
		is, err = d.weak.has(v, event)
	}
	if is {
		return graph.Weak, err
	}
	return graph.Unfair, err
}

// The label of a transition in the graph has, besides the obligation, two bits for each query that say how fair the
// event has to be for it, the class and the process of the event, and its group. At most one graph query of a graph may
// have groups.
const (
	slots      = 16 // graph queries that share a graph
	classStart = 2 * slots
	ownerStart = classStart + 12
	groupStart = ownerStart + 7
	maxGroups  = 1<<(64-groupStart) - 1
)

// batches divides graph queries into groups that can share a graph.
func batches(questions []question, open []int) (all [][]int) {
	grouped := false
	for k, i := range open {
		d, ok := questions[i].graphQuery.(*livenessQuery)
		groups := ok && d.together != nil
		if k == 0 || len(all[len(all)-1]) == slots || groups && grouped {
			all, grouped = append(all, nil), false
		}
		grouped = grouped || groups
		all[len(all)-1] = append(all[len(all)-1], i)
	}
	return all
}

func fairnessOf(l graph.Label, slot int) graph.Fairness {
	return graph.Fairness(l.Sort >> (2 * slot) & 3)
}

func classOf(l graph.Label) int { return int(l.Sort >> classStart & (explore.MaxClasses - 1)) }

// ownerOf returns the process plus 1, or 0 for none.
func ownerOf(l graph.Label) uint64 { return l.Sort >> ownerStart & (1<<(groupStart-ownerStart) - 1) }

// obligationOf returns the obligation of an event under the fairness of a property, given its obligation in the
// system, its class, its owner as in ownerOf, and its group or 0. Groups and owners are numbered down from the highest
// number, where the system has no obligation. Ticks of clocks stay alone: those of a clock at rest, which are no events
// of the system, would fulfil what they were joined with.
func (d *livenessQuery) obligationOf(system uint64, class int, owner, group uint64) uint64 {
	switch c := &d.sys.Classes()[class]; {
	case c.Kind == model.Tick && c.Process != "":
	case d.together != nil && group > 0:
		return ^group
	case d.live.fairness.PerProcess:
		return ^(maxGroups + 1 + owner)
	}
	return system
}

// groupOf returns the group of an event of state v, or 0.
func (d *livenessQuery) groupOf(v []uint32, event uint64) (uint64, error) {
	if d.together == nil {
		return 0, nil
	}
	n, err := d.together.of(v, event)
	if err == nil && n > maxGroups {
		err = fmt.Errorf("property %s: Together of its Fairness returns more than %d texts", d.name, maxGroups)
	}
	return uint64(n), err
}

// labels returns the function that labels transitions for up to slots graph queries.
func labels(sys *system.System, queries []graphQuery) func(v []uint32, event uint64) (graph.Label, error) {
	return func(v []uint32, event uint64) (graph.Label, error) {
		wanted, group := uint64(0), uint64(0)
		for slot, q := range queries {
			d, ok := q.(*livenessQuery)
			if !ok {
				continue
			}
			f, err := d.fairness(v, event)
			if err != nil {
				return graph.Label{}, err
			}
			wanted |= uint64(f) << (2 * slot)
			if d.together != nil && f != graph.Unfair {
				if group, err = d.groupOf(v, event); err != nil {
					return graph.Label{}, err
				}
			}
		}
		if wanted == 0 {
			return graph.Label{}, nil
		}
		place := uint64(explore.Class(event))<<classStart | uint64(sys.Owner(event)+1)<<ownerStart | group<<groupStart
		return graph.Label{Obligation: sys.Obligation(v, event), Sort: wanted | place}, nil
	}
}

// assumes says what is assumed of executions. labels are those of the graph, or nil if there is no graph.
func (d *livenessQuery) assumes(labels []graph.Label, slot int) string {
	var parts []string
	each := "separately for each act, timer and channel (in an unordered one, each message)"
	switch {
	case d.live.fairness.PerProcess && len(d.sys.Processes()) > 0:
		each = "separately for each process"
	case d.live.fairness.PerProcess:
		each = "for the machine as a whole"
	case len(d.sys.Processes()) == 0:
		each = "separately for each action"
	}
	if d.together != nil {
		each = "separately for each group of events, and otherwise " + each
	}
	for _, f := range []struct {
		name     string
		strength graph.Fairness
		chosen   *selector
	}{{"weak", graph.Weak, d.weak}, {"strong", graph.Strong, d.strong}} {
		switch {
		case f.chosen == nil && f.strength == graph.Weak:
			parts = append(parts, "weak fairness of what is owed")
		case f.chosen != nil && labels == nil:
			parts = append(parts, f.name+" fairness of chosen events")
		case f.chosen != nil:
			if names := d.classes(labels, slot, f.strength); len(names) > 0 {
				parts = append(parts, f.name+" fairness of "+strings.Join(names, ", "))
			}
		}
	}
	text := "no fairness"
	if len(parts) > 0 {
		text = strings.Join(parts, " and ") + ", " + each
	}
	for _, assumed := range []struct {
		n    int
		when string
	}{{len(d.live.assuming), "infinitely often"}, {len(d.live.staying), "from some time on"}} {
		switch assumed.n {
		case 0:
		case 1:
			text += "; assuming that a condition of the property is true " + assumed.when
		default:
			text += fmt.Sprintf("; assuming that %d conditions of the property are each true %s", assumed.n, assumed.when)
		}
	}
	return text
}

// classes names the classes of events that have the given fairness.
func (d *livenessQuery) classes(labels []graph.Label, slot int, f graph.Fairness) []string {
	all := d.sys.Classes()
	is := make([]bool, len(all))
	for _, l := range labels {
		is[classOf(l)] = is[classOf(l)] || fairnessOf(l, slot) == f
	}
	var names []string
	for i, c := range all {
		if name := c.String(); is[i] && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
