package checkers_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// rambler is the local state of a random system whose messages have numbers, so that it
// is known which was sent by which step.
type rambler struct{ X, Count, Fuel int }

type numbered struct{ ID, Body int }

// ramblers draws a system of which some steps are observed.
func ramblers(t *rapid.T) (i model.Instance, c model.Causality[rambler], observed func(rambler) bool) {
	n := rapid.IntRange(1, 3).Draw(t, "n")
	seed := rapid.Uint64().Draw(t, "seed")
	hash := func(parts ...any) int { return int(checkertest.System{Seed: seed}.Hash(parts...) >> 1) }
	ids := model.NewVariable("ids", 0)
	send := func(p *model.Context, to model.ID, body int) {
		id := ids.Get(p)
		ids.Set(p, id+1)
		p.Send(to, numbered{id, body})
	}
	behave := func(p *model.Context, s rambler, input ...any) rambler {
		bits := hash("behave", p.Self(), s.X, input)
		s.X, s.Count = (bits+p.Choose(2))%4, s.Count+1
		for range bits / 4 % 3 {
			if s.Fuel > 0 {
				s.Fuel--
				send(p, model.ID(bits/16%p.N()), bits/64%2)
				bits /= 2
			}
		}
		if bits/128%3 == 0 {
			p.SetTimer("again", 1)
		}
		if bits/512%2 == 0 {
			p.Store(s)
		}
		return s
	}
	process := model.Process[rambler]{
		Init: func(p *model.Context) rambler {
			send(p, model.ID(hash("first", p.Self())%p.N()), 0)
			return rambler{Fuel: 6}
		},
		Acts: []model.Act[rambler]{{
			Name:    "act",
			Enabled: func(p *model.Context, s rambler) bool { return s.Fuel > 0 && hash("guard", s.X)%3 > 0 },
			Do:      func(p *model.Context, s rambler) rambler { return behave(p, s, "act") },
		}},
		Accept: func(p *model.Context, s rambler, from model.ID, m model.Message) bool {
			return m.(numbered).Body == 0 || hash("accept", s.X)%4 > 0
		},
		Receive: func(p *model.Context, s rambler, from model.ID, m model.Message) rambler {
			return behave(p, s, "receive", from, m.(numbered).Body)
		},
		Timeout: func(p *model.Context, s rambler, timer string) rambler { return behave(p, s, timer) },
	}
	if rapid.Bool().Draw(t, "detects") {
		process.Detect = func(p *model.Context, s rambler, q model.ID, suspected bool) rambler {
			return behave(p, s, "detect", q, suspected)
		}
	}
	if rapid.Bool().Draw(t, "recovers") {
		process.Recover = func(p *model.Context, stored any) rambler {
			s, _ := stored.(rambler)
			return behave(p, s, "recover")
		}
	}
	c = model.NewCausality[rambler](n)
	observed = func(s rambler) bool { return hash("observed", s.X)%4 > 0 }
	i = model.Instance{
		Processes: model.Replicate(n, model.Observe(process, c, func(s rambler) (rambler, bool) { return s, observed(s) })),
		Variables: append(c.Variables(), ids),
		Network: model.Network{
			Topology: model.Directed(everyLink(n)...),
			Order:    rapid.SampledFrom([]model.Order{model.FIFO, model.Unordered}).Draw(t, "order"),
			Capacity: rapid.SampledFrom([]int{0, 3}).Draw(t, "capacity"),
		},
		Detector: rapid.SampledFrom([]model.Detector{model.NoDetector, model.Arbitrary}).Draw(t, "detector"),
		Faults: model.Faults{
			Crash: rapid.IntRange(0, 2).Draw(t, "crash"), Recover: rapid.IntRange(0, 2).Draw(t, "recover"),
			Lose: rapid.IntRange(0, 2).Draw(t, "lose"), Duplicate: rapid.IntRange(0, 3).Draw(t, "duplicate"),
		},
	}
	if i.Faults.Crash == 0 {
		i.Faults.Recover = 0
	}
	return i, c, observed
}

// everyLink joins every process to every one, itself included.
func everyLink(n int) (all []model.Link) {
	for p := range model.ID(n) {
		for q := range model.ID(n) {
			all = append(all, model.Link{From: p, To: q})
		}
	}
	return all
}

// past computes which steps happened before which from the steps alone: program order and
// messages, and the transitive closure. handled are the steps in which a handler ran.
func past(e *counterexamples.Execution) (before [][]bool, handled []int) {
	n := e.Len()
	last := map[model.ID]int{}
	sender := map[int]int{}
	before = make([][]bool, n)
	for j := range n {
		before[j] = make([]bool, n)
	}
	for j := range n {
		step := e.Step(j)
		if step.Choices == 0 { // no handler ran
			continue
		}
		handled = append(handled, j)
		if i, ok := last[step.Process]; ok {
			before[i][j] = true
		}
		last[step.Process] = j
		if step.Kind == model.Deliver || step.Kind == model.Duplicate {
			if i, ok := sender[step.Message.(numbered).ID]; ok {
				before[i][j] = true
			}
		}
		for _, s := range step.Sends {
			sender[s.Message.(numbered).ID] = j
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				before[i][j] = before[i][j] || before[i][k] && before[k][j]
			}
		}
	}
	return before, handled
}

// TestCausalityAgainstClosure compares the recorded causality with the transitive closure over the steps of random
// executions of random systems.
func TestCausalityAgainstClosure(t *testing.T) {
	seen := map[string]int{}
	sorts := []string{"act", "deliver", "duplicate", "timeout", "recover", "suspect", "trust", "concurrent", "caused"}
	enough := func() bool { return !slices.ContainsFunc(sorts, func(what string) bool { return seen[what] == 0 }) }
	systemtest.UntilEnough(t, enough, func(t *rapid.T) {
		i, c, observed := ramblers(t)
		sys, err := system.Compile(i)
		if err != nil {
			t.Fatal(err)
		}
		e := checkertest.Walk(t, sys, 20, 20)
		before, handled := past(e)
		end := e.State(e.Len())
		for _, m := range end.Messages() {
			_ = m.(numbered) // and no envelope
		}
		steps := make([][]int, len(c.Variables())) // the observed ones, by process
		for _, j := range handled {
			p := e.Step(j).Process
			seen[string(e.Step(j).Kind)]++
			if s, _ := model.Local[rambler](e.State(j+1), p); observed(s) {
				steps[p] = append(steps[p], j)
			}
		}
		var recorded [][]model.Stamped[rambler]
		for p := range model.ID(len(c.Variables())) {
			recorded = append(recorded, c.Events(end, p))
		}
		for p := range model.ID(len(c.Variables())) {
			events := recorded[p]
			if len(events) != len(steps[p]) {
				t.Fatalf("%d events of %s are recorded, and there were %d", len(events), end.Name(p), len(steps[p]))
			}
			for x, a := range events {
				if at, _ := model.Local[rambler](e.State(steps[p][x]+1), p); a.At != at || a.Process != p || a.Number != x+1 {
					t.Fatalf("event %d of %s is recorded as %+v, and it led to %+v", x+1, end.Name(p), a, at)
				}
				for q := range model.ID(len(c.Variables())) {
					for y, b := range recorded[q] {
						i, j := steps[p][x], steps[q][y]
						if got := a.HappenedBefore(b); got != before[i][j] {
							t.Fatalf("step %d happened before step %d: %v, and it is recorded as %v", i+1, j+1, before[i][j], got)
						}
						concurrent := i != j && !before[i][j] && !before[j][i]
						if got := a.Concurrent(b); got != concurrent {
							t.Fatalf("steps %d and %d are concurrent: %v, and it is recorded as %v", i+1, j+1, concurrent, got)
						}
						switch {
						case concurrent:
							seen["concurrent"]++
						case p != q && before[i][j]:
							seen["caused"]++
						}
					}
				}
			}
		}
	})
	t.Log(seen)
}
