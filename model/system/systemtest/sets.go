package systemtest

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// Counted is an instance of which the reachable states were counted, and the orbits of its first symmetry.
type Counted struct {
	Instance       model.Instance
	States, Orbits int
}

// Sets returns instances with what is kept in a fixed order: messages in unordered channels, and operations that were
// ended by crashes.
func Sets() map[string]Counted {
	type state struct{ Left int }
	silent := func(_ *model.Context, s state, _ model.ID, _ model.Message) state { return s }
	client := model.Process[state]{
		Name: "client",
		Init: func(*model.Context) state { return state{1} },
		Acts: []model.Act[state]{{Name: "ask", Enabled: func(_ *model.Context, s state) bool { return s.Left > 0 },
			Do: func(p *model.Context, _ state) state { p.Send(3, Letter{About: p.Self()}); return state{} }}},
	}
	forwards := model.Process[state]{Name: "hub", Init: func(*model.Context) state { return state{} },
		Receive: func(p *model.Context, s state, _ model.ID, m model.Message) state { p.Send(4, m); return s }}
	prints := model.Process[state]{Name: "printer", Init: func(*model.Context) state { return state{} }, Receive: silent}
	var links []model.Link
	for p := range model.ID(3) {
		links = append(links, model.Link{From: p, To: 3})
	}
	calls := model.Process[state]{
		Init: func(*model.Context) state { return state{1} },
		Acts: []model.Act[state]{{Name: "call", Enabled: func(_ *model.Context, s state) bool { return s.Left > 0 },
			Do: func(p *model.Context, _ state) state {
				others := slices.Collect(p.Others())
				p.Call(Letter{About: others[p.Choose(2)]})
				return state{}
			}}},
		Recover: func(*model.Context, any) state { return state{1} },
	}
	// A voter ranks the others, and tells the last process both places. A channel keeps the messages in the order of
	// whom they are about, which differs when processes are exchanged.
	type rank struct {
		About model.ID
		Place int
	}
	ranks := model.Process[state]{Init: func(p *model.Context) state {
		others := slices.DeleteFunc(slices.Collect(p.Others()), func(q model.ID) bool { return q == 3 })
		first := p.Choose(2)
		p.Send(3, rank{others[first], 1})
		p.Send(3, rank{others[1-first], 2})
		return state{}
	}}
	return map[string]Counted{
		// For each voter, both letters are in transit, about one or the other (2), one of them (4), or none: 7^3 states.
		// Exchanging two voters fixes 7 of them, and so does rotating all three: (343 + 3 x 7 + 2 x 7)/6 orbits.
		"unordered about others": {model.Instance{Processes: []model.Algorithm{ranks, ranks, ranks, prints},
			Network: model.Network{Order: model.Unordered, Topology: model.Directed(links...)}}, 343, 63},
		// Each client's letter is not sent, in transit to the hub or to the printer, or read: 4^3 states, and multisets of
		// 3 out of 4.
		"unordered": {model.Instance{Processes: []model.Algorithm{client, client, client, forwards, prints},
			Network: model.Network{Order: model.Unordered,
				Topology: model.Directed(append(links, model.Link{From: 3, To: 4})...)}}, 64, 20},
		// Nobody else has counted these.
		"lost": {model.Instance{Processes: model.Replicate(3, calls), Network: model.Network{Topology: model.Directed()},
			History: true,
			Faults:  model.Faults{Crash: 2, Recover: 2}}, 1620, 288},
	}
}
