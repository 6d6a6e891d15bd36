package checkers_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/chances"
	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/checkers/refine"
	"github.com/anel-mc/mc/checkers/runs"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// secretive is a process that counts to 2 and a teller, which leaves something outside of the
// state. Only what is called shady looks at that: it does the same whenever it is called twice in a
// row.
func secretive(shady string) (model.Instance, []checkers.Property) {
	told := false
	secret := func(name string) bool { return told && name == shady }
	number := func(name string) int {
		if secret(name) {
			return 1
		}
		return 0
	}
	bad := func(name string) error {
		if secret(name) {
			return errors.New(name)
		}
		return nil
	}
	seen := model.NewView("seen", func(s model.State, p model.ID) int { return number("view") })
	counter := model.Process[int]{Name: "counter",
		Init: func(*model.Context) int { return number("Init") },
		Acts: []model.Act[int]{{Name: "count",
			Enabled: func(_ *model.Context, s int) bool { return s < 2 && !secret("Enabled") },
			Do: func(p *model.Context, s int) int {
				p.SetTimer("t", 1)
				p.Store(s)
				return s + 1 + number("Do")
			}}},
		Accept:  func(_ *model.Context, _ int, _ model.ID, _ model.Message) bool { return !secret("Accept") },
		Receive: func(_ *model.Context, s int, _ model.ID, _ model.Message) int { return min(s+number("Receive"), 3) },
		Timeout: func(_ *model.Context, s int, _ string) int { return min(s+number("Timeout"), 3) },
		Detect:  func(_ *model.Context, s int, _ model.ID, _ bool) int { return min(s+number("Detect"), 3) },
		Recover: func(_ *model.Context, _ any) int { return number("Recover") },
	}
	teller := counting(3, func(p *model.Context, s int) {
		if told = s == 2; told {
			p.Call(objects.Read{})
			p.Return(0)
		}
	})
	teller.Init = func(p *model.Context) int { p.Send(0, "message"); return 0 }
	register := objects.Register(0)
	init, apply := register.Init, register.Apply
	register.Init = func() int { return init() + number("object") }
	register.Apply = func(s int, in any) []objects.Outcome[int, any] {
		if secret("Apply") {
			return apply(s+1, in)
		}
		return apply(s, in)
	}
	m := model.Instance{Processes: []model.Algorithm{counter, teller}, Views: []model.Viewed{seen}, History: true,
		Faults: model.Faults{Crash: 1, Recover: 1, CrashOnly: []model.ID{0}}, Detector: model.Arbitrary}
	return m, []checkers.Property{
		checkers.Invariant("invariant", func(model.State) error { return bad("invariant") }),
		checkers.Invariant("looks", func(s model.State) error { _ = seen.In(s, 0); return nil }),
		checkers.AtMost("at most", 2, func(_ model.ID, _ int) bool { return secret("at most") }),
		checkers.Agree("agree", func(model.ID, int) (int, bool) { return number("agree"), true }),
		checkers.Step("step", func(model.State, model.Event, model.State) error { return bad("step") }),
		checkers.Linearizable("linearizable", register),
		checkers.Eventually("eventually", func(model.State) bool { return !secret("eventually") }),
		checkers.AlwaysEventually("fair", func(model.State) bool { return true }).Under(
			checkers.Fairness{Weak: func(model.Event) bool { return secret("fair") }}),
		checkers.Cost("cost", checkers.Counting{
			Step:  func(model.State, model.Event, model.State) int { return number("cost") },
			While: func(s model.State) bool { return false }}),
	}
}

// TestSecrets: state that one function secretly leaves for another is noticed in the end, whatever else is found.
func TestSecrets(t *testing.T) {
	for shady, where := range map[string]string{
		"":        "",
		"Init":    "process p0, Init",
		"Enabled": `process p0, act "count"`, "Do": `process p0, act "count"`,
		"Accept": "process p0, Receive from p1", "Receive": "process p0, Receive from p1",
		"Timeout": `process p0, Timeout of "t"`, "Detect": "process p0, Detect of p1", "Recover": "process p0, Recover",
		"view": `view "seen" of process p`, "invariant": "property invariant", "at most": "property at most",
		"agree": "of process p0",
		"step":  "property step", "object": "property linearizable, Init of the object",
		"eventually": "property eventually", "fair": "property fair", "cost": "property cost",
	} {
		m, properties := secretive(shady)
		r, err := checkers.Check(t.Context(), m, properties, checkers.Options{Workers: 1, KeepGoing: true})
		if shady == "" {
			if err != nil || r.Verdict == checkers.Unknown {
				t.Errorf("nothing is wrong: %v", err)
			}
			continue
		}
		var e *model.Error
		if !errors.As(err, &e) || e.Kind != system.Impure || !strings.Contains(e.Where, where) {
			t.Errorf("%s: %v", shady, err)
		}
		if r != nil && r.Results != nil {
			t.Errorf("%s: there are results: %v", shady, r.Results)
		}
	}
}

// left is what handlers leave outside.
var left int

// leaving is a process each of whose steps leaves something outside, and one that looks at it.
func leaving(what ...int) model.Instance {
	var acts []model.Act[int]
	for i, w := range what {
		acts = append(acts, model.Act[int]{Name: string(rune('a' + i)),
			Enabled: func(_ *model.Context, s int) bool { return s == 0 },
			Do:      func(*model.Context, int) int { left = w; return 1 }})
	}
	look := model.Process[int]{Init: func(*model.Context) int { return 0 }, Acts: []model.Act[int]{{Name: "look",
		Enabled: func(_ *model.Context, s int) bool { return s == 0 },
		Do:      func(*model.Context, int) int { return 1 + left }}}}
	leave := model.Process[int]{Init: func(*model.Context) int { return 0 }, Acts: acts}
	return model.Instance{Processes: []model.Algorithm{leave, leave, look},
		Network: model.Network{Topology: model.Directed()}}
}

// TestSecretsInPassing: it is also noticed if one function covers up what another has left before any function reads
// it, and however the search ends.
func TestSecretsInPassing(t *testing.T) {
	reached := func(name string, l int) checkers.Property {
		return checkers.Reachable(name, func(s model.State) bool { is, _ := model.Local[int](s, 2); return is == l })
	}
	one := reached("one", 1)
	for _, c := range []struct {
		name   string
		leaves []int
		of     checkers.Property
		opt    checkers.Options
	}{
		{"covered up", []int{1, 0}, one, checkers.Options{}},
		{"kept going", []int{1, 0}, one, checkers.Options{KeepGoing: true}},
		{"found", []int{0, 1, 2, 0}, one, checkers.Options{}},
		{"not found", []int{1, 0}, reached("three", 3), checkers.Options{}},
		{"bounded", []int{1, 0}, one, checkers.Options{MaxDepth: 2, KeepGoing: true}},
		{"workers", []int{1, 0}, one, checkers.Options{Workers: 3}},
		{"symmetry", []int{1, 0}, one, checkers.Options{Reduce: explore.Symmetry}},
		{"partial order", []int{1, 0}, one, checkers.Options{Reduce: explore.PartialOrder}},
	} {
		left = 0
		r, err := checkers.Check(t.Context(), leaving(c.leaves...), []checkers.Property{c.of}, c.opt)
		var e *model.Error
		if !errors.As(err, &e) || e.Kind != system.Impure || !strings.Contains(e.Where, `act "look"`) {
			t.Errorf("%s: %v, %+v", c.name, err, r)
		}
	}
	left = 0
	made, err := runs.Check(t.Context(), leaving(1, 0), []checkers.Property{reached("three", 3)},
		runs.Options{Runs: 10})
	if err == nil || made.Results != nil {
		t.Errorf("random runs: %+v", made)
	}
	left = 0
	if i, err := refine.Traces(t.Context(), leaving(1, 0), leaving(1, 0), checkers.Options{}); err == nil {
		t.Errorf("traces: %+v", i)
	}
	left = 0
	if c, err := chances.Of(t.Context(), leaving(1, 0), nil, system.Odds{}, checkers.Options{}); err == nil {
		t.Errorf("chances: %+v", c)
	}
}

// TestSecretsOfMachines: for a Machine no results are remembered, but some of what its functions did is.
func TestSecretsOfMachines(t *testing.T) {
	for _, shady := range []string{"", "Init", "guard", "action", "property"} {
		told := false
		secret := func(name string) bool { return told && name == shady }
		m := model.Machine[int]{
			Init: func() []int {
				if secret("Init") {
					return []int{0, 1}
				}
				return []int{0}
			},
			Actions: []model.Action[int]{
				{Name: "count", Enabled: func(s, _ int) bool { return s < 100 && !secret("guard") }, Do: func(s, _ int) int {
					if secret("action") {
						return s
					}
					return s + 1
				}},
				{Name: "tell", Enabled: func(s, _ int) bool { return s == 90 }, Do: func(s, _ int) int { told = true; return s }},
			},
		}
		properties := []checkers.Property{
			checkers.Invariant("invariant", func(model.State) error {
				if secret("property") {
					return errors.New("told")
				}
				return nil
			}),
		}
		r, err := checkers.Check(t.Context(), m, properties, checkers.Options{Workers: 1, KeepGoing: true})
		var e *model.Error
		if shady == "" && err != nil || shady != "" && (!errors.As(err, &e) || e.Kind != system.Impure) {
			t.Errorf("%s: %v, %+v", shady, err, r)
		}
	}
}

// TestNoTimeToAsk: if the functions could not be called again, nothing is said to hold; what an execution shows
// stands.
func TestNoTimeToAsk(t *testing.T) {
	const states = 100
	m := model.Instance{Processes: model.Replicate(1, counting(states-1))}
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	r, err := checkers.Check(ctx, m, []checkers.Property{
		checkers.Invariant("invariant", func(s model.State) error {
			_, _ = s.Local(0)
			if asked++; asked > 2*states {
				cancel()
			}
			return nil
		}),
		checkers.Reachable("reached", func(s model.State) bool { is, _ := model.Local[int](s, 0); return is == 50 }),
		checkers.Reachable("not reached", func(s model.State) bool { is, _ := model.Local[int](s, 0); return is == states }),
	}, checkers.Options{Workers: 1})
	if err != nil || r.Bound != explore.BoundInterrupt || r.Verdict != checkers.Unknown {
		t.Fatalf("%v, %+v", err, r)
	}
	verdicts(t, r, checkers.Unknown, checkers.Holds, checkers.Unknown)
}
