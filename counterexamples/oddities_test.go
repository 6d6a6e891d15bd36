package counterexamples_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
)

// More systems for the tests: rare cases that must not spoil a picture.

// Values that are far too long for a column.

type scroll struct {
	Text  string
	Lines []string
}

func scrolls() model.Instance {
	return model.Instance{Processes: model.Replicate(2, model.Process[scroll]{
		Init: func(*model.Context) scroll { return scroll{} },
		Acts: []model.Act[scroll]{{
			Name:    "write",
			Enabled: func(_ *model.Context, s scroll) bool { return len(s.Lines) < 3 },
			Do: func(_ *model.Context, s scroll) scroll {
				s.Text = strings.Repeat("in the beginning there was a word ", 3*len(s.Lines)+1)
				s.Lines = append(slices.Clone(s.Lines), strings.Repeat("x", 90))
				return s
			},
		}},
	})}
}

// Names and texts that could be mistaken for something else.

func awkward() model.Instance {
	return model.Instance{
		Processes: model.Replicate(2, model.Process[string]{
			Init: func(*model.Context) string { return "日本語\t\x1b[31m" },
			Acts: []model.Act[string]{{
				Name: "end; #1 %% <b>\n loop",
				Do: func(p *model.Context, s string) string {
					p.Mark("wrap: a & b\nsecond: line")
					p.Send(p.Right(), "-->>; end #"+s)
					return s + "終"
				},
				Enabled: func(_ *model.Context, s string) bool { return len(s) < 20 },
			}},
			Receive: func(_ *model.Context, s string, _ model.ID, m model.Message) string { return m.(string) },
		}),
		Names: []string{"participant as end; #", "日本 <i>\n,"},
	}
}

// Events that look the same: messages of two types with one name, and actions with one label.

type twin struct{ Got string }

func twins() model.Instance {
	type Message struct{}
	one := Message{}
	other := func() any {
		type Message struct{}
		return Message{}
	}()
	return model.Instance{
		Processes: []model.Algorithm{model.Process[twin]{
			Init: func(p *model.Context) twin {
				p.Send(1, one)
				p.Send(1, other)
				return twin{}
			},
			Receive: func(_ *model.Context, s twin, _ model.ID, _ model.Message) twin { return s },
		}, model.Process[twin]{
			Init: func(*model.Context) twin { return twin{} },
			Receive: func(_ *model.Context, s twin, _ model.ID, m model.Message) twin {
				if m == any(one) {
					return twin{s.Got + "1"}
				}
				return twin{s.Got + "2"}
			},
		}},
		Network: model.Network{Order: model.Unordered},
	}
}

// Processes without a real state, which share a counter and start with something in stable storage.

func counting() model.Instance {
	total := model.NewVariable("total", map[string]int{})
	return model.Instance{
		Processes: model.Replicate(3, model.Process[struct{}]{
			Init: func(p *model.Context) struct{} {
				p.Store(int(p.Self()))
				return struct{}{}
			},
			Acts: []model.Act[struct{}]{{
				Name:    "count",
				Enabled: func(p *model.Context, _ struct{}) bool { return total.Get(p)["all"] < 3 },
				Do: func(p *model.Context, s struct{}) struct{} {
					now := maps.Clone(total.Get(p))
					if now == nil {
						now = map[string]int{}
					}
					now["all"]++
					now[fmt.Sprint("by ", p.Self())]++
					total.Set(p, now)
					return s
				},
			}, {
				Name: "reset",
				Do: func(p *model.Context, s struct{}) struct{} {
					total.Set(p, nil)
					return s
				},
			}},
		}),
		Variables: []model.Shared{total},
	}
}

// Processes that know each other by ID, some of them not at first.

type believer struct {
	Leader model.ID
	Others []model.ID
}

func beliefs() model.Instance {
	return model.Instance{
		Processes: model.Replicate(2, model.Process[believer]{
			Init: func(*model.Context) believer { return believer{Leader: model.None} },
			Acts: []model.Act[believer]{{
				Name: "follow",
				Do: func(p *model.Context, s believer) believer {
					return believer{Leader: p.Right(), Others: []model.ID{p.Self(), 7}}
				},
			}},
		}),
		Names: []string{"1", "2"},
	}
}
