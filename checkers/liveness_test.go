package checkers_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// whole makes a condition on the value of a Machine one on its states.
func whole[S any](is func(S) bool) func(model.State) bool {
	return func(s model.State) bool { return is(model.Whole[S](s)) }
}

// named chooses actions by name.
func named(names ...string) func(model.Event) bool {
	return func(e model.Event) bool {
		return slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(e.Name, n) })
	}
}

// TestAllocator: weak fairness is not enough, but strong fairness is.
func TestAllocator(t *testing.T) {
	wants := func(s allocator) bool { return s.Wants[0] }
	holds := func(s allocator) bool { return s.Holder == 1 }
	served := checkers.LeadsTo("served", whole(wants), whole(holds))
	r := check(t, allocation(), checkers.Options{}, served,
		checkers.LeadsTo("served-strong", whole(wants), whole(holds)).Under(checkers.Fairness{Strong: named("grant")}))
	weak, strong := r.Results[0], r.Results[1]
	compareLasso(t, weak, bruteForce[allocator]{kind: checkers.KindLeadsTo, cause: wants, good: holds,
		weak: func(a string) bool { return a != "ask" }}.shortest(allocation()))
	if weak.Manner != "starvation" || strings.Contains(weak.Explanation, "free") ||
		!strings.Contains(weak.Explanation, "passed over: grant(0)") || weak.Execution.Trace.Loop == nil {
		t.Errorf("weak: %s: %s", weak.Manner, weak.Explanation)
	}
	if strong.Verdict != checkers.Holds {
		t.Errorf("strong: %s", strong.Verdict)
	}
	for i, want := range []string{"weak fairness of what is owed, separately for each action",
		`weak fairness of what is owed and strong fairness of act "grant", separately for each action`} {
		if got := r.Results[i].Fairness; got != want {
			t.Errorf("fairness: %q, want %q", got, want)
		}
	}
}

// tryAll asks every kind of question about two predicates of a machine, with several fairnesses, compares each answer
// with the brute force, and returns how many there are, and how many of them are violated.
func tryAll[S comparable](t rapid.TB, m model.Machine[S], p, q func(S) bool, workers int, strong string) (all,
	violated int) {
	t.Helper()
	owed := map[string]bool{}
	for _, a := range m.Actions {
		owed[a.Name] = !a.Optional
	}
	var properties []checkers.Property
	var brutes []bruteForce[S]
	for _, property := range []func(name string) checkers.Property{
		func(name string) checkers.Property { return checkers.Eventually(name, whole(p)) },
		func(name string) checkers.Property { return checkers.AlwaysEventually(name, whole(p)) },
		func(name string) checkers.Property { return checkers.EventuallyAlways(name, whole(p)) },
		func(name string) checkers.Property { return checkers.LeadsTo(name, whole(q), whole(p)) },
	} {
		kind := property("").Kind()
		for _, assume := range []string{"nothing", "often", "in the end", "both"} {
			for _, f := range []string{"weak", "strong", "none", "per process", "together",
				"others together"} {
				prop := property(fmt.Sprintf("%s-%s-%s", kind, f, assume))
				b := bruteForce[S]{kind: kind, good: p, cause: q, weak: func(a string) bool { return owed[a] }}
				switch f {
				case "strong":
					prop = prop.Under(checkers.Fairness{Strong: named(strong)})
					b.strong = func(a string) bool { return a == strong }
				case "none":
					prop = prop.Under(checkers.Fairness{Weak: func(model.Event) bool { return false }})
					b.weak = nil
				case "per process":
					prop = prop.Under(checkers.Fairness{PerProcess: true})
					b.together = func(string) bool { return true }
				case "others together":
					is := named(strong)
					prop = prop.Under(checkers.Fairness{Together: func(e model.Event) string {
						if is(e) {
							return ""
						}
						return "others"
					}})
					b.together = func(a string) bool { return a != strong }
				case "together":
					is := named(strong)
					prop = prop.Under(checkers.Fairness{Strong: is, Together: func(e model.Event) string {
						if is(e) {
							return "these"
						}
						return ""
					}})
					b.strong = func(a string) bool { return a == strong }
					b.together = b.strong
				}
				switch assume {
				case "often":
					prop = prop.Assuming(whole(q))
					b.assuming = []func(S) bool{q}
				case "in the end":
					prop = prop.AssumingEventuallyAlways(whole(q))
					b.staying = []func(S) bool{q}
				case "both":
					prop = prop.AssumingEventuallyAlways(whole(func(s S) bool { return !q(s) })).Assuming(whole(p))
					b.staying, b.assuming = []func(S) bool{func(s S) bool { return !q(s) }}, []func(S) bool{p}
				}
				properties, brutes = append(properties, prop), append(brutes, b)
			}
		}
	}
	for i, result := range check(t, m, checkers.Options{Workers: workers}, properties...).Results {
		compareLasso(t, result, brutes[i].shortest(m))
		if result.Verdict == checkers.Violated {
			violated++
		}
	}
	return len(properties), violated
}

// TestLassosAgainstBruteForce compares an allocator and random machines with the brute force.
func TestLassosAgainstBruteForce(t *testing.T) {
	all, violated := 0, 0
	for workers := 1; workers <= 3; workers++ {
		all, violated = tryAll(t, allocation(), func(s allocator) bool { return s.Holder == 1 },
			func(s allocator) bool { return s.Wants[0] }, workers, "grant")
	}
	rapid.Check(t, func(rt *rapid.T) {
		m, p, q := drawMachine(rt)
		more, wrong := tryAll(rt, m, p, q, rapid.IntRange(1, 3).Draw(rt, "workers"), "a0")
		all, violated = all+more, violated+wrong
	})
	t.Logf("%d of %d are violated", violated, all)
	if violated < all/10 || violated > all-all/10 {
		t.Error("the machines are too much alike")
	}
}

func answered(s model.State) bool { is, _ := model.Local[bool](s, 0); return is }

func TestFairnessOfProcesses(t *testing.T) {
	messages := checkers.Fairness{Strong: func(e model.Event) bool { return e.Kind == model.Deliver }}
	r := check(t, calls(), checkers.Options{},
		checkers.Eventually("weak", answered),
		checkers.Eventually("strong", answered).Under(messages),
		checkers.Eventually("per-process", answered).Under(checkers.Fairness{PerProcess: true}),
	)
	for i, want := range []struct {
		verdict  checkers.Verdict
		fairness string
	}{
		{checkers.Violated, "weak fairness of what is owed, separately for each act, timer and channel (in an " +
			"unordered one, each message)"},
		{checkers.Holds, "weak fairness of what is owed and strong fairness of deliver of asker, deliver of answerer, " +
			"separately for each act, timer and channel (in an unordered one, each message)"},
		{checkers.Violated, "weak fairness of what is owed, separately for each process"},
	} {
		got := r.Results[i]
		if got.Verdict != want.verdict || got.Fairness != want.fairness {
			t.Errorf("%s: %s under %q, want %s under %q", got.Property.Name(), got.Verdict, got.Fairness, want.verdict,
				want.fairness)
		}
	}
	if e := r.Results[0].Explanation; r.Results[0].Manner != "starvation" ||
		!strings.Contains(e, "of alice and none of bob") {
		t.Errorf("%s: %s", r.Results[0].Manner, e)
	}
}

// TestReplayOfLassos saves a lasso, reads it and checks it again; for a system in which nothing is lost it shows
// nothing.
func TestReplayOfLassos(t *testing.T) {
	p := checkers.Eventually("answered", answered)
	e := check(t, calls(), checkers.Options{}, p).Results[0].Execution
	var file bytes.Buffer
	if err := e.Trace.Write(&file); err != nil {
		t.Fatal(err)
	}
	trace, err := counterexamples.Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	again, err := counterexamples.Replay(counterexamples.SystemOf(e), trace)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		p     checkers.Property
		shown bool
	}{
		{p, true},
		{checkers.Eventually("answered", func(s model.State) bool { return !answered(s) }), false},
		{p.Under(checkers.Fairness{Strong: func(model.Event) bool { return true }}), false},
		{p.Assuming(answered), false},
		{p.Assuming(func(s model.State) bool { return !answered(s) }), true},
		{p.AssumingEventuallyAlways(func(s model.State) bool { return !answered(s) }), true},
		{p.AssumingEventuallyAlways(model.State.Quiet), false}, // it is quiet now and then
		{checkers.AlwaysEventually("answered", answered), true},
		{checkers.EventuallyAlways("answered", answered), true},
		{checkers.LeadsTo("answered", answered, answered), false},
	} {
		if _, shown, err := checkers.Shows(again, test.p); shown != test.shown || err != nil {
			t.Errorf("%s: %t, %v", test.p.Kind(), shown, err)
		}
	}
	// Cut open, it is an execution that ends where something is owed.
	again.Trace.Loop = nil
	if _, shown, err := checkers.Shows(again, p); shown || err != nil {
		t.Errorf("without its loop: %t, %v", shown, err)
	}
	var text strings.Builder
	if err := e.Text(&text, counterexamples.TextOptions{}); err != nil ||
		!strings.Contains(text.String(), "⟳ loop: back to the state after step") {
		t.Errorf("%v\n%s", err, text.String())
	}
}

func TestDeadlockExplained(t *testing.T) {
	silent := calls()
	silent.Faults = model.Faults{Crash: 1, CrashOnly: []model.ID{0}}
	r := check(t, silent, checkers.Options{}, checkers.Eventually("answered", answered)).Results[0]
	if r.Verdict != checkers.Violated || r.Manner != "deadlock" || r.Execution.Trace.Loop != nil ||
		r.Explanation != "the execution ends: after 1 step, nothing can happen any more; "+
			"what should eventually happen never does" {
		t.Errorf("%s, %s: %s", r.Verdict, r.Manner, r.Explanation)
	}
	if _, shown, err := checkers.Shows(r.Execution, r.Property); !shown || err != nil {
		t.Errorf("%t, %v", shown, err)
	}
}

// TestLivelockExplained: two processes let each other pass for ever.
func TestLivelockExplained(t *testing.T) {
	polite := model.Process[bool]{
		Init: func(p *model.Context) bool {
			if p.Self() == 0 {
				p.Send(1, "after you")
			}
			return false
		},
		Receive: func(p *model.Context, s bool, from model.ID, _ model.Message) bool {
			p.Send(from, "after you")
			return s
		},
	}
	m := model.Instance{Processes: model.Replicate(2, polite)}
	r := check(t, m, checkers.Options{}, checkers.Eventually("passed",
		func(s model.State) bool { is, _ := model.Local[bool](s, 0); return is })).Results[0]
	if r.Manner != "livelock" ||
		r.Explanation != "livelock: from the start the execution loops for ever, in 2 steps of p0 and p1; what "+
			"should eventually happen never does" {
		t.Errorf("%s: %s", r.Manner, r.Explanation)
	}
}

func TestLivenessRefused(t *testing.T) {
	is := func(model.State) bool { return true }
	for want, p := range map[string]checkers.Property{
		`property i: Under is for liveness properties, and this one is of kind "invariant"`: checkers.Invariant("i",
			func(model.State) error { return nil }).Under(checkers.Fairness{}),
		`property r: Assuming is for liveness properties, and this one is of kind "reachable"`: checkers.Reachable("r",
			is).Assuming(is),
		`property two: Under is for liveness properties, and this one is an All: use it on each part`: checkers.All("two",
			checkers.Eventually("e", is), checkers.Eventually("f", is)).Under(checkers.Fairness{}),
		`property e: a function is nil`:                  checkers.Eventually("e", nil),
		`property l: a function is nil`:                  checkers.LeadsTo("l", nil, is),
		`property a: a condition that it assumes is nil`: checkers.AlwaysEventually("a", is).Assuming(nil),
	} {
		refused(t, ewd840(), want, p)
	}
	refused(t, calls(), "property e", checkers.Eventually("e", func(model.State) bool { panic("no") }))
}

// TestLivenessUnknown: what was not decided is reported as unknown, with the reason; what a part of the system violates
// is decided.
func TestLivenessUnknown(t *testing.T) {
	p := checkers.Eventually("answered", answered)
	for depth, want := range map[int]checkers.Verdict{1: checkers.Unknown, 2: checkers.Violated} {
		if r := check(t, calls(), checkers.Options{MaxDepth: depth}, p).Results[0]; r.Verdict != want {
			t.Errorf("within %d steps it is %s", depth, r.Verdict)
		}
	}
	bounded := check(t, calls(), checkers.Options{MaxDepth: 1}, p, checkers.NeverAll("never", "",
		[]func(model.State) bool{answered}, model.State.Quiet))
	if r := bounded.Results[1]; r.Verdict != checkers.Unknown {
		t.Errorf("%s: %s", r.Property.Name(), r.Verdict)
	}
	if r := bounded.Results[0]; r.Verdict != checkers.Unknown || !strings.Contains(r.Explanation, "bound on depth") ||
		r.Fairness == "" {
		t.Errorf("%s: %s", r.Verdict, r.Explanation)
	}
	for memory := uint64(1 << 10); ; memory += 256 {
		tight := check(t, ewd840(), checkers.Options{Memory: memory}, checkers.Eventually("detected", whole(detected)))
		if !tight.Exhaustive {
			continue
		}
		if r := tight.Results[0]; r.Verdict != checkers.Unknown ||
			!strings.Contains(r.Explanation, "too little memory for their transitions") || tight.Bound != explore.BoundMemory {
			t.Errorf("%s: %s (%s)", r.Verdict, r.Explanation, tight.Bound)
		}
		break
	}
	ctx, cancel := context.WithCancel(context.Background())
	interrupted, err := checkers.Check(ctx, calls(),
		[]checkers.Property{checkers.Eventually("answered", func(s model.State) bool {
			cancel() // after the search, which does not ask this
			return answered(s)
		})}, checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r := interrupted.Results[0]; r.Verdict != checkers.Unknown || !strings.Contains(r.Explanation, "interrupted") ||
		interrupted.Bound != explore.BoundInterrupt {
		t.Errorf("%s: %s (%s)", r.Verdict, r.Explanation, interrupted.Bound)
	}
}

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
