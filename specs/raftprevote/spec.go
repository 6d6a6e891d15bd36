package raftprevote

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/specs/internal/rafts"
	"github.com/anel-mc/mc/specs/raft"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written; see the package documentation.
const (
	unasked = "no-prevote"
	logOnly = "log-only"
	loyal   = "heartbeat-check"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "raft-prevote",
		Family:  "replication",
		Summary: "What keeps a server that does not hear the leader of raft from deposing it",
		Source:  "Ongaro, Consensus: Bridging Theory and Practice, 2014, sections 9.6 and 4.2.3",
		Peers:   []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "servers", Min: 2, Max: 5, Default: 3},
			{Name: "removed", Doc: "1: the last server has been removed, and does not know", Min: 0, Max: 1, Default: 0},
			{Name: "crash", Doc: "1: S1 may crash, and does not come back", Min: 0, Max: 1, Default: 0},
			{Name: "elections", Doc: "how many elections there may be after the first", Min: 0, Max: 3, Default: 1},
			{Name: "interval", Doc: "ticks between heartbeats", Min: 1, Max: 5, Default: 1},
			{Name: "timeout", Doc: "ticks of the election timeout", Min: 1, Max: 10, Default: 2},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "section 9.6: a server asks first; who hears the leader, or has a better log, says no"},
			{Name: unasked, Doc: "raft without it"},
			{Name: logOnly, Doc: "section 4.2.3's first idea: a server asks first; who has a better log says no"},
			{Name: loyal, Doc: "section 4.2.3: nobody asks, and who hears the leader ignores requests to vote"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	past := model.NewVariable("past", rafts.Past{}.Elected(1, 0)).Hidden()
	c := cluster{
		Rules: raft.Rules{Past: &past},
		asks:  a.Variant == spec.AsWritten || a.Variant == logOnly, loyal: a.Variant == spec.AsWritten || a.Variant == loyal,
		interval: a.Int("interval"), timeout: a.Int("timeout"),
		elections: model.NewVariable("elections left", a.Int("elections")),
	}
	if a.Int("removed") == 1 {
		c.Members = func(p *model.Context, _ raft.Server) naming.IDSet {
			if int(p.Self()) == n-1 {
				return 1<<n - 1
			}
			return 1<<(n-1) - 1
		}
	}
	i := model.Instance{
		Processes: model.Replicate(n, c.server()),
		Variables: []model.Shared{c.elections, past},
		Timing:    model.Timing{Mode: model.Sync, Max: 1},
	}
	for p := range n {
		i.Names = append(i.Names, fmt.Sprint("S", p+1))
	}
	properties := append(rafts.Figure3(past, raft.View)[:1],
		checkers.Invariant("undisturbed", func(s model.State) error {
			if l, up := model.Local[Server](s, 0); up && l.Role != raft.Leader {
				return fmt.Errorf("%s does not lead any more, in term %d", s.Name(0), l.Term)
			}
			return nil
		}),
		checkers.Invariant("term-kept", func(s model.State) error {
			for p, l := range model.Locals[Server](s) {
				if s.Up(0) && l.Term > 1 {
					return fmt.Errorf("%s has gone on to term %d", s.Name(p), l.Term)
				}
			}
			return nil
		}),
		checkers.Step("returns", func(_ model.State, e model.Event, after model.State) error {
			m, ok := e.Message.(Heartbeat)
			if e.Kind != model.Deliver || !ok {
				return nil
			}
			l, _ := model.Local[Server](after, e.Process)
			if m.Term == l.Term && (l.Role != raft.Follower || l.Asked != 0) {
				return fmt.Errorf("%s has heard from the leader, and does not follow", after.Name(e.Process))
			}
			return nil
		}),
		reachable("unheard", func(l Server) bool { return l.Role != raft.Leader && !l.Heard }))
	if a.Int("crash") == 1 {
		i.Faults = model.Faults{Crash: 1, CrashOnly: []model.ID{0}}
		properties = append(properties, reachable("succeeded", func(l Server) bool {
			return l.Role == raft.Leader && l.Term > 1
		}))
	}
	return spec.Setup{Model: i, Properties: properties}, nil
}

// reachable says that in some reachable state a server satisfies like.
func reachable(name string, like func(Server) bool) checkers.Property {
	return checkers.Reachable(name, func(s model.State) bool {
		for _, l := range model.Locals[Server](s) {
			if like(l) {
				return true
			}
		}
		return false
	})
}
