package checkers_test

import "github.com/anel-mc/mc/model"

// allocator grants one resource to two clients.
type allocator struct {
	Wants  [2]bool
	Holder int // 1 more than the client
}

func allocation() model.Machine[allocator] {
	return model.Machine[allocator]{
		Init: func() []allocator { return []allocator{{}} },
		Actions: []model.Action[allocator]{
			{Name: "ask", Count: 2, Optional: true,
				Enabled: func(s allocator, i int) bool { return !s.Wants[i] && s.Holder != i+1 },
				Do:      func(s allocator, i int) allocator { s.Wants[i] = true; return s }},
			{Name: "grant", Count: 2,
				Enabled: func(s allocator, i int) bool { return s.Wants[i] && s.Holder == 0 },
				Do:      func(s allocator, i int) allocator { s.Wants[i], s.Holder = false, i+1; return s }},
			{Name: "free", Count: 2,
				Enabled: func(s allocator, i int) bool { return s.Holder == i+1 },
				Do:      func(s allocator, _ int) allocator { s.Holder = 0; return s }},
		},
	}
}

// calls is a line on which a message may be lost for ever: a process asks again and again.
func calls() model.Instance {
	asker := model.Process[bool]{
		Name: "asker",
		Init: func(p *model.Context) bool { p.SetTimer("again", 1); return false },
		Timeout: func(p *model.Context, answered bool, _ string) bool {
			if !answered {
				p.Send(1, "ask")
				p.SetTimer("again", 1)
			}
			return answered
		},
		Receive: func(_ *model.Context, _ bool, _ model.ID, _ model.Message) bool { return true },
	}
	answerer := model.Process[bool]{
		Name:    "answerer",
		Init:    func(*model.Context) bool { return false },
		Receive: func(p *model.Context, s bool, from model.ID, _ model.Message) bool { p.Send(from, "answer"); return s },
	}
	return model.Instance{Processes: []model.Algorithm{asker, answerer}, Names: []string{"alice", "bob"},
		Network: model.Network{Capacity: 1}, Faults: model.Faults{Lose: model.Unlimited}}
}
