package walk

import (
	"context"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

const (
	// maxEvents is the maximum number of events that are listed.
	maxEvents = 500
	// maxCounted is the number of outcomes of choices that are looked at, of all calls together.
	maxCounted = 1 << 14
)

// possible are the events that can follow a walk.
type possible struct {
	all    []seen
	listed map[uint64]bool
	cut    map[int]bool // by process: choices have more outcomes than were looked at

	// next describes those that are listed, and the first that happens to each message.
	next      []counterexamples.Next
	described map[uint64]bool
}

// seen is an event that was looked at.
type seen struct {
	number        uint64
	kind, process int // kind is its class in the engine
	message       bool
}

// possible looks at the events that can follow the walk.
func (w *Walk) possible(ctx context.Context) (*possible, error) {
	p := &possible{listed: map[uint64]bool{}, cut: map[int]bool{}, described: map[uint64]bool{}}
	further, err := w.look(ctx, p)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	p.list()
	p.next, err = w.Execution.Select(system.Selection{Further: further,
		Want: func(number uint64) bool { return p.described[number] }})
	return p, w.bound.Fault(err)
}

// look fills in what was seen. further says how far it has looked.
func (w *Walk) look(ctx context.Context, p *possible) (further func(uint64, int) bool, err error) {
	sys, at := w.sys, w.Execution.Vector(w.Execution.Len())
	calls := 0 // that have more than one outcome
	_, err = sys.Select(at, system.Selection{Want: func(uint64) bool { return false },
		Further: func(uint64, int) bool {
			calls++
			return false
		}})
	each := max(1, maxCounted/max(1, calls))
	further = func(_ uint64, nth int) bool { return nth < each }
	if err == nil {
		_, err = sys.Select(at, system.Selection{
			Further: func(number uint64, nth int) bool {
				if !further(number, nth) {
					p.cut[int(sys.Event(at, number).Process)] = true
				}
				return further(number, nth) && ctx.Err() == nil
			},
			Want: func(number uint64) bool {
				e := sys.Event(at, number)
				message := e.Kind == model.Deliver || e.Kind == model.Lose || e.Kind == model.Duplicate
				p.all = append(p.all, seen{number, explore.Class(number), int(e.Process), message})
				return false
			}})
	}
	return further, w.bound.Fault(err)
}

// list shares the places on the list among the kinds of events of the processes, one after the other.
func (p *possible) list() {
	of := map[[2]int]int{}
	var kinds [][]uint64
	for _, s := range p.all {
		key := [2]int{s.kind, s.process}
		if _, ok := of[key]; !ok {
			of[key] = len(kinds)
			kinds = append(kinds, nil)
		}
		kinds[of[key]] = append(kinds[of[key]], s.number)
	}
	for turn := 0; len(p.listed) < min(maxEvents, len(p.all)); turn++ {
		for _, k := range kinds {
			if turn < len(k) && len(p.listed) < maxEvents {
				p.listed[k[turn]], p.described[k[turn]] = true, true
			}
		}
	}
	happens := map[uint64]bool{}
	for _, s := range p.all {
		if call := system.CallOf(s.number); s.message && !happens[call] {
			happens[call], p.described[s.number] = true, true
		}
	}
}

// more counts, by process, the events that neither the list nor the messages show.
func (p *possible) more() []More {
	all := []More{}
	at := map[int]int{}
	for _, s := range p.all {
		if p.described[s.number] {
			continue
		}
		if _, ok := at[s.process]; !ok {
			at[s.process] = len(all)
			all = append(all, More{Process: s.process, AtLeast: p.cut[s.process]})
		}
		all[at[s.process]].Count++
	}
	return all
}

// moves reports whether something can happen to a process that is no failure.
func (w *Walk) moves(p *possible, process model.ID) bool {
	for _, s := range p.all {
		if s.process == int(process) && !w.sys.Fault(s.number) {
			return true
		}
	}
	return p.cut[int(process)]
}
