package outside

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// The states of a participant, and what is said of it.
type (
	manager struct{ Is string }
	chief   struct {
		Prepared naming.IDSet
		Decided  string
	}
	prepared struct{}
	decision struct{ Is string }
)

// TwoPhaseProcesses is two-phase commit as Gray and Lamport specified it ("Consensus on Transaction Commit", TwoPhase)
// among n resource managers, with the messages in channels.
func TwoPhaseProcesses(n int) (model.Instance, []checkers.Property) {
	tell := func(p *model.Context, is string) {
		p.Broadcast(decision{is})
	}
	rm := model.Process[manager]{
		Name: "rm",
		Init: func(*model.Context) manager { return manager{"working"} },
		Acts: []model.Act[manager]{
			{Name: "prepare", Enabled: func(_ *model.Context, s manager) bool { return s.Is == "working" },
				Do: func(p *model.Context, s manager) manager { p.Send(0, prepared{}); return manager{"prepared"} }},
			{Name: "abort", Enabled: func(_ *model.Context, s manager) bool { return s.Is == "working" },
				Do: func(p *model.Context, s manager) manager { return manager{"aborted"} }},
		},
		Receive: func(_ *model.Context, s manager, _ model.ID, m model.Message) manager {
			return manager{m.(decision).Is}
		},
	}
	tm := model.Process[chief]{
		Name: "tm",
		Init: func(*model.Context) chief { return chief{Decided: "init"} },
		Acts: []model.Act[chief]{
			{Name: "commit", Enabled: func(_ *model.Context, s chief) bool {
				return s.Decided == "init" && s.Prepared.Len() == n
			}, Do: func(p *model.Context, s chief) chief { tell(p, "committed"); s.Decided = "committed"; return s }},
			{Name: "abort", Enabled: func(_ *model.Context, s chief) bool { return s.Decided == "init" },
				Do: func(p *model.Context, s chief) chief { tell(p, "aborted"); s.Decided = "aborted"; return s }},
		},
		Receive: func(_ *model.Context, s chief, from model.ID, _ model.Message) chief {
			if s.Decided == "init" {
				s.Prepared = s.Prepared.With(from)
			}
			return s
		},
	}
	var star []model.Link
	for p := range model.ID(n) {
		star = append(star, model.Link{From: 0, To: p + 1})
	}
	instance := model.Instance{
		Processes: append([]model.Algorithm{tm}, model.Replicate(n, rm)...),
		Network:   model.Network{Topology: model.Graph(star...)},
	}
	all := func(is string) func(model.State) bool {
		return func(s model.State) bool {
			for _, l := range model.Locals[manager](s) {
				if l.Is != is {
					return false
				}
			}
			return true
		}
	}
	return instance, []checkers.Property{
		checkers.Invariant("consistent", func(s model.State) error {
			committed, aborted := false, false
			for _, l := range model.Locals[manager](s) {
				committed, aborted = committed || l.Is == "committed", aborted || l.Is == "aborted"
			}
			if committed && aborted {
				return fmt.Errorf("one has committed and another aborted")
			}
			return nil
		}),
		checkers.Reachable("commit agreement", all("committed")),
		checkers.Reachable("abort agreement", all("aborted")),
	}
}
