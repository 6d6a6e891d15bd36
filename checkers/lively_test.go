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

// philosophers pick up their forks, left then right, and put them down when the second is taken.
type philosophers struct {
	Fork  [3]int // 1 more than who holds it
	Meals int
}

func dining(polite bool) model.Machine[philosophers] {
	const n = 3
	right := func(i int) int { return (i + 1) % n }
	m := model.Machine[philosophers]{
		Init: func() []philosophers { return []philosophers{{}} },
		Actions: []model.Action[philosophers]{
			{Name: "left", Count: n,
				Enabled: func(s philosophers, i int) bool { return s.Fork[i] == 0 },
				Do:      func(s philosophers, i int) philosophers { s.Fork[i] = i + 1; return s }},
			{Name: "eat", Count: n,
				Enabled: func(s philosophers, i int) bool { return s.Fork[i] == i+1 && s.Fork[right(i)] == 0 },
				Do: func(s philosophers, i int) philosophers {
					s.Fork[i], s.Meals = 0, min(s.Meals+1, 2)
					return s
				}},
		},
	}
	if polite {
		m.Actions = append(m.Actions, model.Action[philosophers]{Name: "yield", Count: n,
			Enabled: func(s philosophers, i int) bool { return s.Fork[i] == i+1 && s.Fork[right(i)] != 0 },
			Do:      func(s philosophers, i int) philosophers { s.Fork[i] = 0; return s }})
	}
	return m
}

// doorway is mutual exclusion with flags: who sees the other's takes its own back.
type doorway struct {
	Flag [2]bool
	In   [2]bool
}

func courteous() model.Machine[doorway] {
	return model.Machine[doorway]{
		Init: func() []doorway { return []doorway{{}} },
		Actions: []model.Action[doorway]{
			{Name: "raise", Count: 2, Enabled: func(s doorway, i int) bool { return !s.Flag[i] },
				Do: func(s doorway, i int) doorway { s.Flag[i] = true; return s }},
			{Name: "enter", Count: 2, Enabled: func(s doorway, i int) bool { return s.Flag[i] && !s.Flag[1-i] && !s.In[i] },
				Do: func(s doorway, i int) doorway { s.In[i] = true; return s }},
			{Name: "lower", Count: 2, Enabled: func(s doorway, i int) bool { return s.Flag[i] && s.Flag[1-i] && !s.In[i] },
				Do: func(s doorway, i int) doorway { s.Flag[i] = false; return s }},
			{Name: "leave", Count: 2, Enabled: func(s doorway, i int) bool { return s.In[i] },
				Do: func(s doorway, i int) doorway { s.In[i], s.Flag[i] = false, false; return s }},
		},
	}
}

// alternating sends one bit after the other over a line that loses.
type alternating struct {
	Sent, Got  int // bits
	Data, Ack  int // 1 more than the bit on its way, 0 for nothing
	Everything bool
}

func bits() model.Machine[alternating] {
	return model.Machine[alternating]{
		Init: func() []alternating { return []alternating{{Got: 1}} },
		Actions: []model.Action[alternating]{
			{Name: "send", Enabled: func(s alternating, _ int) bool { return s.Data == 0 },
				Do: func(s alternating, _ int) alternating { s.Data = s.Sent + 1; return s }},
			{Name: "receive", Enabled: func(s alternating, _ int) bool { return s.Data > 0 },
				Do: func(s alternating, _ int) alternating {
					s.Got, s.Data = s.Data-1, 0
					s.Ack = s.Got + 1
					return s
				}},
			{Name: "next", Enabled: func(s alternating, _ int) bool { return s.Ack > 0 },
				Do: func(s alternating, _ int) alternating {
					if s.Ack == s.Sent+1 {
						s.Sent = 1 - s.Sent
					}
					s.Ack = 0
					return s
				}},
			{Name: "lose", Count: 2, Optional: true,
				Enabled: func(s alternating, i int) bool { return []int{s.Data, s.Ack}[i] > 0 },
				Do: func(s alternating, i int) alternating {
					if i == 0 {
						s.Data = 0
					} else {
						s.Ack = 0
					}
					return s
				}},
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
