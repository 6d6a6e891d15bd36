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

// chosen are the events that a func of Fairness chooses; nil if it is the default.
// The answers are remembered.
type chosen struct {
	question *system.Question
	machine  bool
	known    sync.Map // of a Machine: event -> bool
}

func choose(sys *system.System, property string, is func(model.Event) bool) *chosen {
	if is == nil {
		return nil
	}
	return &chosen{machine: len(sys.Processes()) == 0,
		question: sys.AskSteps(property, func(_ model.State, e model.Event, _ model.State) system.Answer {
			return system.Truth(is(e))
		})}
}

// has reports whether an event of state v is chosen.
func (c *chosen) has(v []uint32, event uint64) (bool, error) {
	if c.machine { // what an event is does not depend on the state
		if is, ok := c.known.Load(event); ok {
			return is.(bool), nil
		}
	}
	a, fault := c.question.Step(v, event, v)
	is := a.Value == system.Yes
	if fault == nil && c.machine {
		c.known.Store(event, is)
	}
	return is, fault
}

// fairness of an event of state v.
func (d *duty) fairness(v []uint32, event uint64) (graph.Fairness, error) {
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

// A label of the graph's transitions has, besides the obligation, two bits
// for each inquiry of the graph that say how fair it wants it to be, and the class and
// the process of the event.
const (
	slots      = 16 // inquiries that share a graph
	classStart = 2 * slots
	ownerStart = classStart + 12
)

func fairnessOf(l graph.Label, slot int) graph.Fairness {
	return graph.Fairness(l.Sort >> (2 * slot) & 3)
}

func classOf(l graph.Label) int { return int(l.Sort >> classStart & (explore.MaxClasses - 1)) }

// ownerOf is 1 more than the process, 0 for none.
func ownerOf(l graph.Label) uint64 { return l.Sort >> ownerStart }

// labels returns the func that labels transitions for up to slots inquiries.
func labels(sys *system.System, inquiries []inquiry) func(v []uint32, event uint64) (graph.Label, error) {
	return func(v []uint32, event uint64) (graph.Label, error) {
		wanted := uint64(0)
		for slot, q := range inquiries {
			d, ok := q.(*duty)
			if !ok {
				continue
			}
			f, err := d.fairness(v, event)
			if err != nil {
				return graph.Label{}, err
			}
			wanted |= uint64(f) << (2 * slot)
		}
		if wanted == 0 {
			return graph.Label{}, nil
		}
		place := uint64(explore.Class(event))<<classStart | uint64(sys.Owner(event)+1)<<ownerStart
		return graph.Label{Obligation: sys.Obligation(v, event), Sort: wanted | place}, nil
	}
}

// words say what was assumed of executions; labels are those of the graph, if there
// is one.
func (d *duty) words(labels []graph.Label, slot int) string {
	var parts []string
	each := "each act, timer and channel (in an unordered one, each message)"
	switch {
	case d.live.fairness.PerProcess && len(d.sys.Processes()) > 0:
		each = "each process"
	case d.live.fairness.PerProcess:
		each = "the machine as a whole"
	case len(d.sys.Processes()) == 0:
		each = "each action"
	}
	for _, f := range []struct {
		name     string
		strength graph.Fairness
		chosen   *chosen
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
		text = fmt.Sprintf("%s, for %s by itself", strings.Join(parts, " and "), each)
	}
	switch n := len(d.live.assuming); n {
	case 0:
	case 1:
		text += "; a condition of the property is true infinitely often"
	default:
		text += fmt.Sprintf("; %d conditions of the property are each true infinitely often", n)
	}
	return text
}

// classes names the events that are this fair.
func (d *duty) classes(labels []graph.Label, slot int, f graph.Fairness) []string {
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
