package main

import (
	"errors"
	"os"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// toys is a catalogue of specs for everything that can go right or wrong.
func toys() []spec.Spec {
	return []spec.Spec{race(), big(), faulty(), whole(), broken(), explodes(), outdated(), hanging()}
}

type flag struct{ Raised bool }

type hello struct{}

// race is violated as written, and holds as corrected.
func race() spec.Spec {
	return spec.Spec{
		Name: "race", Family: "toys", Summary: "Processes that raise a flag", Source: "the tests of the command",
		Params: []spec.Param{{Name: "n", Doc: "processes", Min: 1, Max: 4, Default: 2},
			{Name: "limit", Doc: "flags that may be up", Min: 1, Max: 4, Default: 1}},
		Variants: []spec.Variant{{Name: spec.AsWritten, Doc: "without looking"},
			{Name: spec.Corrected, Doc: "only the first process raises its flag"}},
		Build: func(a spec.Args) (spec.Setup, error) {
			p := model.Process[flag]{
				Init: func(*model.Context) flag { return flag{} },
				Acts: []model.Act[flag]{{
					Name: "raise",
					Enabled: func(p *model.Context, s flag) bool {
						return !s.Raised && (a.Variant == spec.AsWritten || p.Self() == 0)
					},
					Do: func(p *model.Context, s flag) flag {
						p.Broadcast(hello{})
						return flag{Raised: true}
					},
				}},
				Receive: func(_ *model.Context, s flag, _ model.ID, _ model.Message) flag { return s },
			}
			raised := func(_ model.ID, s flag) bool { return s.Raised }
			return spec.Setup{
				Model: model.Instance{Processes: model.Replicate(a.Int("n"), p)},
				Properties: []checkers.Property{
					checkers.AtMost("alone", a.Int("limit"), raised),
					checkers.Reachable("raised", func(s model.State) bool {
						for _, f := range model.Locals[flag](s) {
							if f.Raised {
								return true
							}
						}
						return false
					}),
				},
			}, nil
		},
		Cases: []spec.Case{
			{Name: "two", Doc: "Both of two", Violated: []string{"alone"}, States: 9, Confirmed: "self"},
			{Name: "quiet", Doc: "One of two", Variant: spec.Corrected, States: 3, Confirmed: "self"},
			{Name: "crash", Doc: "One may crash", Variant: spec.Corrected,
				Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"p1"}},
				States:      5, Confirmed: "self"},
		},
	}
}

// big has size^3 states.
func big() spec.Spec {
	return spec.Spec{
		Name: "big", Family: "toys", Summary: "Three counters", Source: "the tests of the command",
		Params:   []spec.Param{{Name: "size", Doc: "values of a counter", Min: 1, Max: 1000, Default: 1000}},
		Variants: []spec.Variant{{Name: spec.AsWritten, Doc: "the only one"}},
		Build: func(a spec.Args) (spec.Setup, error) {
			size := a.Int("size")
			p := model.Process[int]{
				Init: func(*model.Context) int { return 1 },
				Acts: []model.Act[int]{{
					Name:    "count",
					Enabled: func(_ *model.Context, s int) bool { return s < size },
					Do: func(_ *model.Context, s int) int {
						if file := os.Getenv("READY"); file != "" && s == 50 {
							// The file tells the test that the search is under way.
							if err := os.WriteFile(file, nil, 0o600); err != nil {
								panic(err)
							}
						}
						return s + 1
					},
				}},
			}
			return spec.Setup{
				Model: model.Instance{Processes: model.Replicate(3, p)},
				Properties: []checkers.Property{
					checkers.AtMost("small", 0, func(_ model.ID, s int) bool { return s > size }),
				},
			}, nil
		},
		// The record is wrong on purpose, both about the verdict and the states.
		Cases: []spec.Case{{Name: "wrong", Doc: "Declares what is not so", Params: map[string]int{"size": 2},
			Violated: []string{"small"}, States: 9, Confirmed: "nobody"}},
	}
}

type list struct{ Items []int }

// faulty is at fault in the way that its variant says.
func faulty() spec.Spec {
	ways := map[string]func(p *model.Context, s list) list{
		"panics":  func(*model.Context, list) list { panic("the sky falls") },
		"mutates": func(_ *model.Context, s list) list { s.Items[0] = 7; return list{Items: []int{1}} },
		"map-order": func(p *model.Context, s list) list {
			for i := range map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true} {
				p.Send(1, i)
			}
			return list{}
		},
		"clock":  func(*model.Context, list) list { return list{Items: []int{int(time.Now().UnixNano())}} },
		"nobody": func(p *model.Context, s list) list { p.Send(99, 1); return s },
	}
	s := spec.Spec{
		Name: "faulty", Family: "toys", Summary: "A model that is at fault", Source: "the tests of the command",
		Build: func(a spec.Args) (spec.Setup, error) {
			p := model.Process[list]{
				Init: func(*model.Context) list { return list{Items: []int{0, 0}} },
				Acts: []model.Act[list]{
					{Name: "prepare", Enabled: func(_ *model.Context, s list) bool { return len(s.Items) == 2 },
						Do: func(*model.Context, list) list { return list{Items: []int{0, 0, 0}} }},
					{Name: "fail", Enabled: func(_ *model.Context, s list) bool { return len(s.Items) == 3 }, Do: ways[a.Variant]},
				},
				Receive: func(_ *model.Context, s list, _ model.ID, _ model.Message) list { return s },
			}
			return spec.Setup{Model: model.Instance{Processes: model.Replicate(2, p)}}, nil
		},
	}
	for _, way := range []string{"panics", "mutates", "map-order", "clock", "nobody"} {
		s.Variants = append(s.Variants, spec.Variant{Name: way, Doc: way})
	}
	return s
}

// whole is a machine: it has no environment.
func whole() spec.Spec {
	return spec.Spec{
		Name: "whole", Family: "machines", Summary: "A counter to three", Source: "the tests of the command",
		Variants: []spec.Variant{{Name: spec.AsWritten, Doc: "the only one"}},
		Build: func(spec.Args) (spec.Setup, error) {
			return spec.Setup{
				Model: model.Machine[int]{
					Init: func() []int { return []int{0} },
					Actions: []model.Action[int]{{Name: "count", Enabled: func(s, _ int) bool { return s < 3 },
						Do: func(s, _ int) int { return s + 1 }}},
				},
				Properties: []checkers.Property{checkers.Invariant("below-three", func(s model.State) error {
					if model.Whole[int](s) == 3 {
						return errors.New("it is three")
					}
					return nil
				})},
			}, nil
		},
	}
}

// broken has a record without variants.
func broken() spec.Spec {
	return spec.Spec{Name: "broken", Family: "records", Summary: "A record that is not complete",
		Source: "the tests of the command"}
}

// explodes cannot be built.
func explodes() spec.Spec {
	return spec.Spec{
		Name: "explodes", Family: "records", Summary: "A record whose Build panics", Source: "the tests of the command",
		Variants: []spec.Variant{{Name: spec.AsWritten, Doc: "the only one"}},
		Build:    func(a spec.Args) (spec.Setup, error) { a.Int("undeclared"); return spec.Setup{}, nil },
	}
}

// outdated is race without its bug and one property, for traces of an earlier version.
func outdated() spec.Spec {
	s := race()
	s.Name = "mended"
	s.Cases = nil
	s.Build = func(a spec.Args) (spec.Setup, error) {
		setup, err := race().Build(a)
		setup.Properties = []checkers.Property{checkers.AtMost("alone", 4, func(model.ID, flag) bool { return true })}
		return setup, err
	}
	return s
}
