package bakery

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written; see the package documentation.
const (
	noChoosing = "no-choosing"
	noTieBreak = "no-tie-break"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "bakery",
		Family:  "mutual exclusion",
		Summary: "Mutual exclusion for n processes that take tickets, in memory whose reads and writes may overlap",
		Source: "Lamport, A New Solution of Dijkstra's Concurrent Programming Problem, CACM 17(8), 1974; " +
			"its program as quoted in the module Bakery of TLA+ Examples",
		Peers: []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 2, Max: 4, Default: 2},
			{Name: "entries", Doc: "how often each process wants to enter", Min: 1, Max: 4, Default: 2},
			{Name: "overlap", Doc: "1: a write takes time, during which a read may return anything", Min: 0, Max: 1, Default: 1},
			{Name: "top", Doc: "the highest ticket that such a read may return", Min: 1, Max: 9, Default: 2},
			{Name: "failures", Doc: "how many processes may fail", Min: 0, Max: 2, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the module Bakery of TLA+ Examples quotes it"},
			{Name: noChoosing, Doc: "without choosing: a process does not say that it is about to take a ticket"},
			{Name: noTieBreak, Doc: "tickets are compared without the numbers of the processes"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := rules{
		n: a.Int("n"), entries: a.Int("entries"), failures: a.Int("failures"), overlap: a.Int("overlap") == 1,
		top: a.Int("top"), noChoosing: a.Variant == noChoosing, noTieBreak: a.Variant == noTieBreak,
	}
	r.allocate()
	i := model.Instance{Processes: model.Replicate(r.n, customer(r)), Variables: []model.Shared{r.failed}}
	for p := range r.n {
		i.Names = append(i.Names, fmt.Sprint("P", p+1))
		i.Variables = append(i.Variables, r.choosing[p], r.number[p])
	}
	return spec.Setup{Model: i, Properties: properties(r)}, nil
}

// waits reports whether a process wants to enter and has not done so yet, inside whether it has.
func waits(l Customer) bool  { return l.Line > Remainder && l.Line < Critical }
func inside(l Customer) bool { return l.Line == Critical }

func properties(r rules) []checkers.Property {
	is := func(p model.ID, what func(Customer) bool) func(model.State) bool {
		return func(s model.State) bool {
			l, up := model.Local[Customer](s, p)
			return up && what(l)
		}
	}
	some := func(what func(Customer) bool) func(model.State) bool {
		return func(s model.State) bool {
			for _, l := range model.Locals[Customer](s) {
				if what(l) {
					return true
				}
			}
			return false
		}
	}
	// A process that fails counts as served.
	served := func(l Customer) bool { return !waits(l) }
	all := []checkers.Property{
		checkers.AtMost("mutual-exclusion", 1, func(_ model.ID, l Customer) bool { return inside(l) }),
		checkers.LeadsTo("somebody-enters", some(waits), func(s model.State) bool {
			return !some(waits)(s) || some(inside)(s)
		}),
	}
	if r.entries > 1 {
		all = append(all, checkers.Reachable("tickets-exceed-n", func(s model.State) bool {
			return slices.ContainsFunc(r.number, func(v model.Variable[Register]) bool { return v.In(s).Value > r.n })
		}))
	}
	for p := range model.ID(r.n) {
		all = append(all,
			checkers.LeadsTo(fmt.Sprint("no-starvation-", p+1), is(p, waits), is(p, served)),
			// From the end of the doorway on: others may still be in it, but a process that enters it later is behind.
			checkers.Overtaken(fmt.Sprint("overtaken-", p+1), p, is(p, func(l Customer) bool {
				return l.Line == L2 || l.Line == L3
			}), inside))
	}
	return all
}
