package checkers_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/disk"
	"github.com/anel-mc/mc/model"
)

// Systems whose numbers of reachable states others have published.

// Two-phase commit as in Lamport's TwoPhase of the TLA+ examples: messages are
// a set that is never consumed.

type status uint8

const (
	working status = iota
	prepared
	committed
	aborted
)

// twoPhase is the state for up to 10 resource managers.
type twoPhase struct {
	RM         [10]status
	TM         status // working stands for TwoPhase's "init"
	TMPrepared [10]bool
	// The message set.
	Prepared      [10]bool
	Commit, Abort bool
}

func twoPhaseCommit(n int) model.Machine[twoPhase] {
	rm := func(i int) string { return fmt.Sprintf("rm%d", i+1) }
	label := func(name string) func(int) string {
		return func(i int) string { return name + "(" + rm(i) + ")" }
	}
	return model.Machine[twoPhase]{
		Init: func() []twoPhase { return []twoPhase{{}} },
		Actions: []model.Action[twoPhase]{
			{Name: "TMCommit", Enabled: func(s twoPhase, _ int) bool {
				for i := range n {
					if !s.TMPrepared[i] {
						return false
					}
				}
				return s.TM == working
			}, Do: func(s twoPhase, _ int) twoPhase { s.TM, s.Commit = committed, true; return s }},
			{Name: "TMAbort", Enabled: func(s twoPhase, _ int) bool { return s.TM == working },
				Do: func(s twoPhase, _ int) twoPhase { s.TM, s.Abort = aborted, true; return s }},
			{Name: "TMRcvPrepared", Count: n, Label: label("TMRcvPrepared"),
				Enabled: func(s twoPhase, i int) bool { return s.TM == working && s.Prepared[i] },
				Do:      func(s twoPhase, i int) twoPhase { s.TMPrepared[i] = true; return s }},
			{Name: "RMPrepare", Count: n, Label: label("RMPrepare"),
				Enabled: func(s twoPhase, i int) bool { return s.RM[i] == working },
				Do:      func(s twoPhase, i int) twoPhase { s.RM[i], s.Prepared[i] = prepared, true; return s }},
			{Name: "RMChooseToAbort", Count: n, Label: label("RMChooseToAbort"),
				Enabled: func(s twoPhase, i int) bool { return s.RM[i] == working },
				Do:      func(s twoPhase, i int) twoPhase { s.RM[i] = aborted; return s }},
			{Name: "RMRcvCommit", Count: n, Label: label("RMRcvCommit"),
				Enabled: func(s twoPhase, _ int) bool { return s.Commit },
				Do:      func(s twoPhase, i int) twoPhase { s.RM[i] = committed; return s }},
			{Name: "RMRcvAbort", Count: n, Label: label("RMRcvAbort"),
				Enabled: func(s twoPhase, _ int) bool { return s.Abort },
				Do:      func(s twoPhase, i int) twoPhase { s.RM[i] = aborted; return s }},
		},
	}
}

// TestTwoPhaseCommit: 288 states for 3 resource managers are reported by TLC in
// the TLA+ examples; 2^N+4^N+6^N is the closed form. In memory, on disk and in tasks, the levels are the same.
func TestTwoPhaseCommit(t *testing.T) {
	consistent := checkers.Invariant("consistent", func(s model.State) error {
		w := model.Whole[twoPhase](s)
		var some [4]bool
		for _, r := range w.RM {
			some[r] = true
		}
		if some[committed] && some[aborted] {
			return fmt.Errorf("one resource manager has committed and another has aborted")
		}
		return nil
	})
	for n, want := range map[int]uint64{3: 288, 5: 8832, 7: 296448, 8: 1745408, 9: 10340352} {
		if n == 7 && testing.Short() || n > 7 && os.Getenv("LONG") == "" {
			continue
		}
		var tasks []int
		switch {
		case n == 3 || os.Getenv("LONG") != "":
			tasks = []int{1, 4, 16}
		case n == 5:
			tasks = []int{4}
		}
		var levels []uint64
		ways := append([]int{inMemory, onDisk}, tasks...)
		if n == 7 && tasks == nil {
			ways = ways[:1] // smaller ones are on disk, too
		}
		for _, shards := range ways {
			var d explore.Disk
			if shards != inMemory {
				d = explore.Disk{Storage: disk.Folder(t.TempDir()), Only: true}
			}
			if shards > 0 {
				doTasks(t, twoPhaseCommit(n), consistent, d, shards)
			}
			report := check(t, twoPhaseCommit(n), checkers.Options{Disk: d}, consistent)
			if report.Verdict != checkers.Holds || report.States != want ||
				levels != nil && !slices.Equal(report.Levels, levels) {
				t.Errorf("%d resource managers, %d shards: %s, %d states, want %d; by level %d, before %d", n, shards,
					report.Verdict, report.States, want, report.Levels, levels)
			}
			if levels = report.Levels; shards == onDisk {
				t.Logf("%d states take %.1f bytes each on disk", report.States, float64(report.DiskBytes)/float64(report.States))
			}
		}
	}
}

// How a search is made, if not in that many tasks.
const (
	inMemory = 0
	onDisk   = -1
)

// doTasks makes a search in tasks, and binds the model anew for each level.
func doTasks(t *testing.T, of model.Model, p checkers.Property, d explore.Disk, shards int) {
	t.Helper()
	for level, complete := -1, false; !complete; level++ {
		b, err := checkers.Bind(of, []checkers.Property{p})
		if err != nil {
			t.Fatal(err)
		}
		r, err := b.Task(checkers.Options{Disk: d}, shards, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		for _, stage := range []func(context.Context, int, int) error{r.Map, r.Reduce} {
			for shard := range shards {
				if err := stage(t.Context(), level, shard); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := r.Commit(level); err != nil {
			t.Fatal(err)
		}
		s, err := r.Status()
		if err != nil {
			t.Fatal(err)
		}
		complete = s.Complete
	}
}

// Chang and Roberts as in ChangRoberts of the TLA+ examples, where the smallest
// identifier wins: a set of identifiers waits at each node, every node has a
// step that starts it, and every set of initiators is an initial state.

type node struct {
	Started, Initiator, Lost, Won bool
}

func changRoberts(ids []int) model.Instance {
	return model.Instance{
		Network: model.Network{Topology: model.Unidirectional(), Order: model.Unordered},
		Processes: model.Replicate(len(ids), model.Process[node]{
			Init: func(p *model.Context) node {
				initiator := p.Choose(2) == 1
				return node{Initiator: initiator, Lost: !initiator}
			},
			Acts: []model.Act[node]{{
				Name:    "n0",
				Enabled: func(_ *model.Context, s node) bool { return !s.Started },
				Do: func(p *model.Context, s node) node {
					if s.Initiator {
						p.Send(p.Right(), ids[p.Self()])
					}
					s.Started = true
					return s
				},
			}},
			Accept: func(_ *model.Context, s node, _ model.ID, _ model.Message) bool { return s.Started },
			Receive: func(p *model.Context, s node, _ model.ID, m model.Message) node {
				self := ids[p.Self()]
				switch id := m.(int); {
				case s.Lost:
					p.Send(p.Right(), id)
				case id < self:
					s.Lost = true
					p.Send(p.Right(), id)
				case id == self:
					s.Won = true
				}
				return s
			},
		}),
	}
}

// TestChangRoberts: the counts are TLC's, with the identifiers of MCChangRoberts.
func TestChangRoberts(t *testing.T) {
	ids := []int{1, 2, 3, 4, 5, 6}
	correct := checkers.AtMost("one winner", 1, func(_ model.ID, s node) bool { return s.Won })
	for n, want := range map[int]uint64{3: 137, 5: 5455, 6: 40261} {
		report := check(t, changRoberts(ids[:n]), checkers.Options{}, correct)
		if report.Verdict != checkers.Holds || report.States != want {
			t.Errorf("%d nodes: %s, %d states, want %d", n, report.Verdict, report.States, want)
		}
		if n == 6 && (report.MemoHits >= report.Transitions || report.MemoHits < report.Transitions*9/10) {
			t.Errorf("%d of %d transitions ran no user code", report.MemoHits, report.Transitions)
		}
	}
}

// Peterson's algorithm for two processes, in the steps of the PlusCal version: a0 does
// nothing, a1 sets the flag, a2 gives the turn away, a3 waits, cs, a4 resets the
// flag.

type peterson struct{ PC string }

func petersonSystem() model.Instance {
	flags := []model.Variable[bool]{model.NewVariable("flag0", false), model.NewVariable("flag1", false)}
	turn := model.NewVariable("turn", 0)
	step := func(from, to string, do func(p *model.Context)) model.Act[peterson] {
		return model.Act[peterson]{
			Name:    from,
			Enabled: func(_ *model.Context, s peterson) bool { return s.PC == from },
			Do: func(p *model.Context, _ peterson) peterson {
				do(p)
				return peterson{to}
			},
		}
	}
	nothing := func(*model.Context) {}
	wait := step("a3", "cs", nothing)
	wait.Enabled = func(p *model.Context, s peterson) bool {
		return s.PC == "a3" && (!flags[p.Left()].Get(p) || turn.Get(p) == int(p.Self()))
	}
	return model.Instance{
		Network:   model.Network{Topology: model.Directed()},
		Variables: []model.Shared{flags[0], flags[1], turn},
		Processes: model.Replicate(2, model.Process[peterson]{
			Init: func(*model.Context) peterson { return peterson{"a0"} },
			Acts: []model.Act[peterson]{
				step("a0", "a1", nothing),
				step("a1", "a2", func(p *model.Context) { flags[p.Self()].Set(p, true) }),
				step("a2", "a3", func(p *model.Context) { turn.Set(p, int(p.Left())) }),
				wait,
				step("cs", "a4", nothing),
				step("a4", "a0", func(p *model.Context) { flags[p.Self()].Set(p, false) }),
			},
		}),
	}
}

// TestPeterson: TLC reports 42 states.
func TestPeterson(t *testing.T) {
	report := check(t, petersonSystem(), checkers.Options{},
		checkers.AtMost("mutual exclusion", 1, func(_ model.ID, s peterson) bool { return s.PC == "cs" }),
		checkers.NoDeadlock("no deadlock", func(model.State) error { return fmt.Errorf("both processes run for ever") }))
	if report.Verdict != checkers.Holds || report.States != 42 {
		t.Errorf("%s, %d states, want 42", report.Verdict, report.States)
	}
}
