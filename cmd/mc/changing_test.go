package main

import (
	"errors"
	"os"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

type tally struct{ Count int }

type full struct{}

// changing is a toy whose code is that of another day: TODAY says what has changed.
func changing() spec.Spec {
	return spec.Spec{
		Name: "changing", Family: "toys", Summary: "Processes that count and tell each other when they are done",
		Source: "the tests of the command",
		Params: []spec.Param{{Name: "n", Doc: "processes", Min: 1, Max: 3, Default: 2},
			{Name: "limit", Doc: "where counting ends", Min: 1, Max: 3, Default: 2}},
		Variants: []spec.Variant{{Name: spec.AsWritten, Doc: "the only one"}},
		Build: func(a spec.Args) (spec.Setup, error) {
			today := os.Getenv("TODAY")
			limit := a.Int("limit")
			p := model.Process[tally]{
				Init: func(*model.Context) tally { return tally{} },
				Acts: []model.Act[tally]{{
					Name:     "count",
					Optional: today == "optional",
					Enabled:  func(_ *model.Context, s tally) bool { return s.Count < limit },
					Do: func(p *model.Context, s tally) tally {
						switch {
						case today == "handler" && s.Count == 1:
							return tally{Count: 3}
						case today == "elsewhere" && s.Count > 7:
							return tally{}
						case today == "panics" && s.Count == 1:
							panic("not today")
						}
						s.Count++
						if s.Count == limit {
							p.Broadcast(full{})
						}
						return s
					},
				}},
				Receive: func(_ *model.Context, s tally, _ model.ID, _ model.Message) tally { return s },
			}
			most := 1
			if today == "constant" {
				most = 2
			}
			properties := []checkers.Property{
				checkers.AtMost("one-full", most, func(_ model.ID, s tally) bool {
					return s.Count >= limit && !(today == "property" && s.Count == limit)
				}),
				checkers.Invariant("small", func(s model.State) error {
					for _, c := range model.Locals[tally](s) {
						if c.Count > limit {
							return errors.New("it counts too far")
						}
					}
					return nil
				}),
				checkers.Eventually("done", func(s model.State) bool {
					for _, c := range model.Locals[tally](s) {
						if c.Count < limit {
							return false
						}
					}
					return true
				}),
			}
			if today == "order" {
				properties[0], properties[1] = properties[1], properties[0]
			}
			return spec.Setup{Model: model.Instance{Processes: model.Replicate(a.Int("n"), p)}, Properties: properties}, nil
		},
		Cases: []spec.Case{{Name: "two", Doc: "Two of them", Violated: []string{"one-full"}, States: 16, Confirmed: "self"}},
	}
}
