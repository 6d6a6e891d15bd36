package validate

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// search looks for an execution, depth first, in the graph of pairs of a state and the number of explained lines of
// each actor. An actor is a process or the network; a Machine counts as the network.
type search struct {
	sys    *system.System
	opt    Options
	values values

	logs  [][]numbered          // by actor, the network last
	lines int                   // in all logs
	sees  []map[model.Kind]bool // by actor: the kinds of events of which it logs every one
	lone  *lone                 // nil if the reduction of lone.go does not apply

	losses losses // which losses to try

	visited map[string]bool
	bytes   uint64
	steps   []step
	best    int // the step that explains most lines
	most    int // how many it explains
}

// numbered is a line with its index in the whole log.
type numbered struct {
	*line
	number int
}

// step is an edge of the search tree. from is the step before it or, if negative, -1 minus the index of an initial
// state.
type step struct {
	from  int
	event uint64
}

// node is a node of the search with the successors that are still to be tried.
type node struct {
	step int
	at   []int32 // by actor: how many lines are explained
	next []way
}

// way is a successor of a node.
type way struct {
	event  uint64
	after  []uint32
	actor  int // the actor whose line it explains, or -1
	number int // the index of that line
	lost   int // if it is a loss after which the next event must be of the same channel, that channel; otherwise 0
}

// prepare sorts the lines by actor, and determines what each actor logs.
func (s *search) prepare(m model.Model, l *Log) error {
	initial, err := s.initial()
	if err != nil {
		return err
	}
	e, err := counterexamples.New(s.sys, initial[0], nil)
	if err != nil {
		return err
	}
	names := s.sys.Processes()
	s.values = values{names: names, format: e.Format}
	network := len(names)
	s.logs, s.sees = make([][]numbered, network+1), make([]map[model.Kind]bool, network+1)
	for p := range s.sees {
		s.sees[p] = map[model.Kind]bool{}
	}
	logs := func(p int, name string) { // an actor logs every event of some kinds
		if p == network && len(names) > 0 {
			return
		}
		kinds := local
		if l.logged[name] != nil {
			kinds = l.logged[name]
		}
		for _, k := range kinds {
			s.sees[p][k] = true
		}
	}
	for i, name := range l.Header.Processes {
		p := slices.Index(names, name)
		if p < 0 {
			return noProcess(l.named[i], name, names)
		}
		logs(p, name)
	}
	s.lines = l.Len()
	for i := range l.lines {
		x := &l.lines[i]
		p := slices.Index(names, x.Process)
		switch {
		case x.Process == "":
			p = network
		case p < 0:
			return noProcess(x.at, x.Process, names)
		}
		for _, other := range x.others() {
			if !slices.Contains(names, other) {
				return noProcess(x.at, other, names)
			}
		}
		if x.Process == "" && (x.Sends != nil || x.Timers != nil || x.stored != (any(missing{}))) {
			return fmt.Errorf("%s: what was sent, timers and what is stored are those of a process, and it names none", x.at)
		}
		if x.Event == start && len(s.logs[p]) > 0 {
			return fmt.Errorf("%s: only the first line of a process can be its start", x.at)
		}
		logs(p, x.Process)
		s.sees[p][x.Event] = true
		s.logs[p] = append(s.logs[p], numbered{x, i})
	}
	if len(s.logs[network]) == 0 {
		s.lone = newLone(m, len(names))
	}
	s.losses = s.lossesOf(m)
	return nil
}

func noProcess(at, name string, names []string) error {
	if len(names) == 0 {
		return fmt.Errorf("%s: there is no process %q: a Machine has none, leave it out", at, name)
	}
	return fmt.Errorf("%s: there is no process %q: there are %s", at, name, list(names))
}

func (s *search) initial() (all [][]uint32, err error) {
	err = s.sys.Initial(func(v []uint32) { all = append(all, slices.Clone(v)) })
	return all, err
}

// run searches, and fills in the report.
func (s *search) run(ctx context.Context, r *Report) error {
	s.visited = map[string]bool{}
	s.most = -1
	initial, err := s.initial()
	if err != nil {
		return err
	}
	for i := range initial {
		if r.Bound, err = s.from(ctx, initial, i); err != nil {
			return err
		}
		if r.Bound != explore.BoundNone || s.most == r.Lines {
			break
		}
	}
	r.States = uint64(len(s.visited))
	if s.most < 0 { // no initial state agrees with the lines of kind start
		if r.Verdict = Illegal; r.Bound != explore.BoundNone {
			r.Verdict = Unknown
		}
		r.Execution, err = counterexamples.New(s.sys, initial[0], nil)
		return errors.Join(err, s.noStart(r, initial))
	}
	r.Explained = s.most
	if r.Execution, err = s.execution(initial); err != nil {
		return err
	}
	switch {
	case s.most == r.Lines:
		r.Verdict, r.Bound = Legal, explore.BoundNone
	case r.Bound != explore.BoundNone:
		r.Verdict = Unknown
	default:
		r.Verdict = Illegal
		return s.why(r)
	}
	return nil
}

// from searches from an initial state.
func (s *search) from(ctx context.Context, initial [][]uint32, i int) (explore.Bound, error) {
	n, ok, err := s.begin(initial[i], -1-i)
	if !ok || err != nil {
		return explore.BoundNone, err
	}
	stack := []node{n}
	for len(stack) > 0 && s.most < s.lines {
		if err := ctx.Err(); err != nil {
			return checkers.Unfinished(err), nil
		}
		switch {
		case s.opt.MaxStates > 0 && uint64(len(s.visited)) >= s.opt.MaxStates:
			return explore.BoundStates, nil
		case s.opt.Memory > 0 && s.bytes >= s.opt.Memory:
			return explore.BoundMemory, nil
		}
		top := &stack[len(stack)-1]
		if len(top.next) == 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		w := top.next[0]
		top.next = top.next[1:]
		at := top.at
		if w.actor >= 0 {
			at = slices.Clone(at)
			at[w.actor]++
		}
		next, ok, err := s.visit(w.after, at, w.lost, step{top.step, w.event})
		if err != nil {
			return explore.BoundNone, err
		}
		if ok {
			stack = append(stack, next)
		}
	}
	return explore.BoundNone, nil
}

// begin visits an initial state, if the lines about it agree.
func (s *search) begin(v []uint32, from int) (node, bool, error) {
	at := make([]int32, len(s.logs))
	for p, log := range s.logs {
		if len(log) == 0 || log[0].Event != start {
			continue
		}
		if d, err := s.starts(log[0], v, p); d != "" || err != nil {
			return node{}, false, err
		}
		at[p] = 1
	}
	return s.visit(v, at, 0, step{from: from})
}

// visit returns a new node, unless it was visited before. lost is that of the way that leads to it.
func (s *search) visit(v []uint32, at []int32, lost int, by step) (node, bool, error) {
	key := make([]byte, 0, 4*len(v)+2*len(at))
	for _, x := range v {
		key = binary.NativeEndian.AppendUint32(key, x)
	}
	key = binary.AppendUvarint(key, uint64(lost))
	explained := 0
	for _, n := range at {
		key = binary.AppendUvarint(key, uint64(n))
		explained += int(n)
	}
	if s.visited[string(key)] {
		return node{}, false, nil
	}
	s.visited[string(key)] = true
	s.steps = append(s.steps, by)
	n := node{step: len(s.steps) - 1, at: at}
	if explained > s.most {
		s.most, s.best = explained, n.step
	}
	var err error
	n.next, err = s.ways(v, at, lost)
	s.bytes += uint64(2*len(key) + 64 + len(n.next)*(4*len(v)+64))
	if s.opt.Memory > 0 && len(s.visited)%1024 == 0 { // the tables of the model count, too
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		s.bytes = max(s.bytes, m.HeapAlloc)
	}
	return n, true, err
}

// ways returns the successors that agree with the lines: first those that explain a line, in the order of the lines,
// then events that no actor logs.
func (s *search) ways(v []uint32, at []int32, lost int) ([]way, error) {
	enabled, err := s.sys.Events(v)
	if err != nil {
		return nil, err
	}
	enabled = s.useful(enabled, lost)
	var all []way
	for i := range enabled {
		n := &enabled[i]
		actor := s.actor(n.Process)
		w := way{event: n.Number, after: n.After, actor: -1, number: int(^uint(0) >> 1)}
		if s.logged(actor, n.Step) {
			if int(at[actor]) == len(s.logs[actor]) {
				continue
			}
			x := s.logs[actor][at[actor]]
			if d, err := s.differs(x, v, n, actor); d != "" || err != nil {
				if err != nil {
					return nil, err
				}
				continue
			}
			w.actor, w.number = actor, x.number
		}
		if n.Kind == model.Lose && s.losses == usefulLosses {
			w.lost = s.channel(n)
		}
		all = append(all, w)
	}
	slices.SortStableFunc(all, func(a, b way) int { return cmp.Compare(a.number, b.number) })
	if s.lone != nil && lost == 0 && len(all) > 0 && all[0].actor >= 0 {
		for i := range all {
			p := all[i].actor
			if p < 0 {
				break
			}
			if x := s.logs[p][at[p]]; s.sees[p][model.Deliver] && s.lone.may(x) {
				return s.ofOne(all, enabled, p, x), nil
			}
		}
	}
	return all, nil
}

// actor returns the actor of an event at process p.
func (s *search) actor(p model.ID) int {
	if p == model.None {
		return len(s.logs) - 1
	}
	return int(p)
}

// logged reports whether an event would be in the log. The delivery of a message to a process that is down is not.
func (s *search) logged(actor int, e system.Step) bool {
	sees := s.sees[actor]
	return !e.Dropped && (sees[e.Kind] || e.Kind == model.Duplicate && sees[model.Deliver])
}

// execution returns the execution up to the best step.
func (s *search) execution(initial [][]uint32) (*counterexamples.Execution, error) {
	var events []uint64
	at := s.best
	for ; s.steps[at].from >= 0; at = s.steps[at].from {
		events = append(events, s.steps[at].event)
	}
	slices.Reverse(events)
	return counterexamples.New(s.sys, initial[-1-s.steps[at].from], events)
}
