package checkers

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// judgeOf returns a judge without a system.
func judgeOf[S, I, O any](kind Kind, o objects.Object[S, I, O], trials int) *judge {
	return &judge{where: "property p", object: sequential(o), kind: kind, trials: trials,
		names: []string{"p0", "p1", "p2"}, numbers: map[string]state{}, known: map[trial][]outcome{}}
}

// brute reports whether a history is legal, by trying all orders of all choices of the pending
// operations.
func brute[S any](kind Kind, o objects.Object[S, any, any], history []model.Operation) bool {
	before := func(a, b model.Operation) bool {
		return a.Before(b) && (kind == KindLinearizable || a.Process == b.Process)
	}
	var try func(s S, rest []model.Operation) bool
	try = func(s S, rest []model.Operation) bool {
		if !slices.ContainsFunc(rest, func(o model.Operation) bool { return !o.Pending }) {
			return true
		}
		for i, next := range rest {
			if slices.ContainsFunc(rest, func(a model.Operation) bool { return before(a, next) }) {
				continue
			}
			others := slices.Delete(slices.Clone(rest), i, i+1)
			for _, x := range o.Apply(s, next.Input) {
				if !x.IsBlocked() && (next.Pending || fmt.Sprint(x.Result) == fmt.Sprint(next.Output)) && try(x.Next, others) {
					return true
				}
			}
		}
		return false
	}
	return try(o.Init(), history)
}

// drawHistory draws up to most operations of three processes, the results of which are drawn from those
// that an operation can have at all. A crash may end an operation.
func drawHistory(t *rapid.T, most int, inputs []any, results func(in any) []any) []model.Operation {
	var all []model.Operation
	open := map[model.ID]int{}
	for now := range rapid.IntRange(0, 3*most).Draw(t, "events") {
		p := model.ID(rapid.IntRange(0, 2).Draw(t, "p"))
		i, busy := open[p]
		switch {
		case busy && rapid.IntRange(0, 7).Draw(t, "crash") == 0:
			delete(open, p)
		case busy:
			all[i].Pending, all[i].Return = false, now
			all[i].Output = rapid.SampledFrom(results(all[i].Input)).Draw(t, "result")
			delete(open, p)
		case len(all) < most:
			open[p] = len(all)
			all = append(all, model.Operation{Process: p, Input: rapid.SampledFrom(inputs).Draw(t, "input"), Pending: true,
				Call: now, Return: 1000 + now})
		}
	}
	return all
}

// compare has the judge and brute force decide random histories of an object, and checks
// the part of illegal ones that is shown.
func compare[S any](t *testing.T, kind Kind, o objects.Object[S, any, any], inputs []any, results func(in any) []any) {
	t.Helper()
	answers := map[bool]int{}
	check := func(t *rapid.T) {
		j := judgeOf(kind, o, maxTrials)
		for range 5 {
			history := drawHistory(t, 6, inputs, results)
			want := brute(kind, o, history)
			got, err := j.decide(history)
			if err != nil || got != system.Truth(want) {
				t.Fatalf("%v\nis legal: %v, by brute force %t (%v)", history, got, want, err)
			}
			if tasks, first, err := j.prepare(history); err != nil || j.legal(tasks, first) != want {
				t.Fatalf("%v\nis legal: %t, and not by porcupine (%v)", history, want, err)
			}
			if answers[want]++; !want {
				sound(t, kind, o, j.smallest(history), len(history))
			}
		}
	}
	alike := func() bool { return answers[true] < 10 || answers[false] < 10 }
	for tries := 0; tries < 30 && alike(); tries++ { // few are drawn at once, and those by chance
		rapid.Check(t, check)
	}
	t.Logf("%s: %d legal, %d illegal", kind, answers[true], answers[false])
	if alike() {
		t.Error("the histories are too much alike")
	}
}

// sound checks that a part of a history is illegal, and that no smaller one is.
func sound[S any](t *rapid.T, kind Kind, o objects.Object[S, any, any], p part, size int) {
	weak := func(all []model.Operation) (weak []model.Operation) {
		for _, o := range all {
			o.Pending, o.Output = true, nil
			weak = append(weak, o)
		}
		return weak
	}
	if len(p.core) == 0 || len(p.core)+len(p.free) > size {
		t.Fatalf("part %v", p)
	}
	if brute(kind, o, slices.Concat(p.core, weak(p.free))) {
		t.Fatalf("a part that is legal: %v", p)
	}
	for i := range p.core {
		less := slices.Delete(slices.Clone(p.core), i, i+1)
		if !brute(kind, o, slices.Concat(less, weak(p.free), weak(p.core[i:i+1]))) {
			t.Fatalf("not the smallest part: %v without %v", p, p.core[i])
		}
	}
}

func TestAgainstBruteForce(t *testing.T) {
	for _, kind := range []Kind{KindLinearizable, KindSequentiallyConsistent} {
		t.Run(string(kind), func(t *testing.T) {
			t.Run("register", func(t *testing.T) {
				compare(t, kind, objects.CompareAndSet(0), []any{objects.Read{}, objects.Write[int]{Value: 1},
					objects.Write[int]{Value: 2}, objects.CAS[int]{Old: 1, New: 2}},
					func(in any) []any {
						switch in.(type) {
						case objects.Read:
							return []any{0, 1, 2}
						case objects.CAS[int]:
							return []any{true, false}
						}
						return []any{nil}
					})
			})
			t.Run("queue", func(t *testing.T) {
				compare(t, kind, objects.Queue[int](), []any{objects.Dequeue{}, objects.Enqueue[int]{Value: 1},
					objects.Enqueue[int]{Value: 2}}, func(in any) []any {
					if in == any(objects.Dequeue{}) {
						return []any{1, 2, objects.Empty{}}
					}
					return []any{nil}
				})
			})
			t.Run("lock", func(t *testing.T) {
				compare(t, kind, objects.Lock(), []any{objects.Acquire{By: 0}, objects.Release{By: 0}, objects.Acquire{By: 1},
					objects.Release{By: 1}}, func(in any) []any {
					if _, is := in.(objects.Release); is {
						return []any{true, false}
					}
					return []any{nil}
				})
			})
			t.Run("coin", func(t *testing.T) {
				compare(t, kind, coin(), []any{"toss", "look"}, func(any) []any { return []any{0, 1} })
			})
		})
	}
}

// coin is an object whose outcome is open: a toss leads to 0 or 1 and returns what was there
// before.
func coin() objects.Object[int, any, any] {
	return objects.Object[int, any, any]{
		Init: func() int { return 0 },
		Apply: func(s int, in any) []objects.Outcome[int, any] {
			if in == "look" {
				return objects.Then[int, any](s, s)
			}
			return []objects.Outcome[int, any]{{Result: s, Next: 0}, {Result: s, Next: 1}}
		},
	}
}

// ops makes a history of operations, each as process, input, output (or "pending"), call and
// return.
func ops(rows ...[]any) (all []model.Operation) {
	for _, r := range rows {
		o := model.Operation{Process: model.ID(r[0].(int)), Input: r[1], Output: r[2], Call: r[3].(int), Return: r[4].(int)}
		if o.Output == any("pending") {
			o.Output, o.Pending = nil, true
		}
		all = append(all, o)
	}
	return all
}

// TestExplain: the explanations of illegal histories.
func TestExplain(t *testing.T) {
	write := func(v int) any { return objects.Write[int]{Value: v} }
	read := objects.Read{}
	for _, test := range []struct {
		kind    Kind
		history []model.Operation
		want    string
	}{
		{KindLinearizable, ops([]any{0, write(1), nil, 0, 1}, []any{1, read, 0, 2, 3}),
			"there is no legal order of write(1) by p0, then read = 0 by p1"},
		{KindLinearizable, ops([]any{0, read, 7, 0, 1}, []any{1, write(1), nil, 2, 3}), "read = 7 by p0 is not legal"},
		{KindLinearizable, ops([]any{0, write(1), "pending", 0, 9}, []any{1, write(2), nil, 1, 2}, []any{1, read, 1, 3, 4},
			[]any{1, read, 2, 5, 6}),
			"there is no legal order of write(2) by p1, then read = 1 by p1, then read = 2 by p1, whenever write(1) by p0 " +
				"takes effect, if at all"},
		{KindLinearizable, ops([]any{0, write(1), nil, 0, 9}, []any{1, write(2), nil, 1, 8}, []any{2, read, 1, 2, 3},
			[]any{2, read, 2, 4, 5}, []any{2, read, 1, 6, 7}),
			"there is no legal order of read = 1 by p2, then read = 2 by p2, then read = 1 by p2, even if write(1) by p0 and " +
				"write(2) by p1 had not returned"},
		{KindLinearizable, ops([]any{0, write(1), nil, 0, 2}, []any{1, read, 0, 1, 3}), ""},
		{KindSequentiallyConsistent, ops([]any{0, write(1), nil, 0, 1}, []any{0, read, 0, 2, 3}, []any{1, read, 0, 4, 5}),
			"no legal order keeps that of each process: write(1) by p0, then read = 0 by p0"},
		{KindSequentiallyConsistent, ops([]any{0, write(1), nil, 0, 1}, []any{1, read, 0, 4, 5}), ""},
	} {
		j := judgeOf(test.kind, objects.Register(0), maxTrials)
		legal, err := j.decide(test.history)
		if err != nil || legal != system.Truth(test.want == "") {
			t.Errorf("%v: legal is %v (%v)", test.history, legal, err)
		}
		if legal.Value == system.Yes {
			continue
		}
		if got := j.explain(test.history); got != test.want {
			t.Errorf("it says: %s\nwant:    %s", got, test.want)
		}
	}
}

// TestAlikeSoFar: histories may have reached the same states and results, and differ in what is still to happen.
func TestAlikeSoFar(t *testing.T) {
	j := judgeOf(KindLinearizable, objects.CompareAndSet(0), maxTrials)
	for _, old := range []int{1, 2} {
		history := ops([]any{0, objects.CAS[int]{Old: old, New: 3}, true, 0, 3},
			[]any{1, objects.Write[int]{Value: old}, nil, 1, 2})
		if legal, err := j.decide(history); err != nil || legal != system.Truth(true) {
			t.Errorf("%v: legal is %v (%v)", history, legal, err)
		}
	}
}

// TestTooLong: a history that takes too long is reported as not decided.
func TestTooLong(t *testing.T) {
	var rows [][]any
	for i := range 12 {
		rows = append(rows, []any{i % 3, objects.Write[int]{Value: i}, nil, i, 100 + i})
	}
	rows = append(rows, []any{0, objects.Read{}, 77, 50, 200})
	for _, kind := range []Kind{KindLinearizable, KindSequentiallyConsistent} {
		j := judgeOf(kind, objects.Register(0), 1000)
		if kind == KindSequentiallyConsistent {
			for i := range rows {
				rows[i][4] = 300 + i // all overlap
			}
		}
		legal, err := j.decide(ops(rows...))
		if legal.Value != system.Undecided || err != nil || !strings.Contains(j.undecided(),
			"a history of 13 operations takes more than 1000 steps to decide") {
			t.Errorf("%s: legal is %v (%v), undecided: %q", kind, legal, err, j.undecided())
		}
	}
}

// TestNewIsDear: four operations, each order of which leads to another state, take 64 trials, but much else.
func TestNewIsDear(t *testing.T) {
	var rows [][]any
	for i := range 4 {
		rows = append(rows, []any{i % 3, objects.Enqueue[int]{Value: i}, nil, i, 100 + i})
	}
	for _, kind := range []Kind{KindLinearizable, KindSequentiallyConsistent} {
		for trials, decided := range map[int]bool{64: false, 64 + 64*trialsOfNew: true} {
			legal, err := judgeOf(kind, objects.Queue[int](), trials).decide(ops(rows...))
			if err != nil || decided != (legal == system.Truth(true)) || !decided && legal.Value != system.Undecided {
				t.Errorf("%s, with %d trials: %v (%v)", kind, trials, legal, err)
			}
		}
	}
}

// TestObjectFaults: a faulty object is explained, and never ends the program.
func TestObjectFaults(t *testing.T) {
	type object = objects.Object[map[string]int, any, any]
	outside := 0
	var none map[string]int
	apply := func(f func(s map[string]int, in any) []objects.Outcome[map[string]int, any]) object {
		return object{Init: func() map[string]int { return map[string]int{"a": 1} }, Apply: f}
	}
	for name, test := range map[string]struct {
		object object
		in     any
		want   string
	}{
		"panics": {apply(func(s map[string]int, _ any) []objects.Outcome[map[string]int, any] { panic("no") }), 1,
			"panicked): property p, Apply of the object: no (at linearizable_internal_test.go:"},
		"nil map": {apply(func(map[string]int, any) []objects.Outcome[map[string]int, any] { none["a"] = 1; return nil }), 1,
			"assignment to entry in nil map"},
		"partial": {apply(func(s map[string]int, _ any) []objects.Outcome[map[string]int, any] { return nil }), 1,
			"(misuse): property p, Apply of the object: it has no outcome for the operation 1 in the state map[a:1]"},
		"changes": {apply(func(s map[string]int, _ any) []objects.Outcome[map[string]int, any] {
			s["a"]++
			return objects.Then[map[string]int, any](s, nil)
		}), 1, "(impure): property p, Apply of the object: it changed the state"},
		"impure": {apply(func(s map[string]int, _ any) []objects.Outcome[map[string]int, any] {
			outside++
			return objects.Then[map[string]int, any](s, outside)
		}), 1, "(impure): property p, Apply of the object: it gave two answers"},
		"not plain": {apply(func(s map[string]int, _ any) []objects.Outcome[map[string]int, any] {
			return objects.Then[map[string]int, any](s, func() {})
		}), 1, "cannot be encoded): property p: a result of the object"},
		"Init": {object{Init: func() map[string]int { panic("none") }}, 1, "property p, Init of the object: none"},
		"Valid": {object{Init: func() map[string]int { return nil },
			Apply: func(s map[string]int, _ any) []objects.Outcome[map[string]int, any] {
				return objects.Then[map[string]int, any](s, nil)
			},
			Valid: func(in, _ any) error { return fmt.Errorf("bad result of %v", in) }}, 1,
			"(misuse): property p: bad result of 1"},
		"fails late": {apply(func(s map[string]int, in any) []objects.Outcome[map[string]int, any] {
			return []objects.Outcome[map[string]int, any]{}
		}), "x", "no outcome"},
	} {
		for _, kind := range []Kind{KindLinearizable, KindSequentiallyConsistent} {
			_, err := judgeOf(kind, test.object, maxTrials).decide(ops([]any{0, test.in, nil, 0, 1}))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s, %s: %v\nwant %s", name, kind, err, test.want)
			}
		}
	}
	for name, test := range map[string]struct {
		history []model.Operation
		want    string
	}{
		"operation of another type": {ops([]any{0, objects.Write[string]{Value: "x"}, nil, 0, 1}),
			"(misuse): property p, Apply of the object: a register has no operation write(x) of type " +
				"objects.Write[string]: its operations are Read and Write[int]"},
		"result of another type": {ops([]any{0, objects.Read{}, "x", 0, 1}),
			"(misuse): property p: the operation read returned x of type string, and its result is of type int"},
		"result too many": {ops([]any{0, objects.Write[int]{Value: 1}, 1, 0, 1}), "and its result is nil"},
	} {
		_, err := judgeOf(KindLinearizable, objects.Register(0), maxTrials).decide(test.history)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v\nwant %s", name, err, test.want)
		}
	}
	counter := objects.Object[int, int, string]{Init: func() int { return 0 },
		Apply: func(s, in int) []objects.Outcome[int, string] { return objects.Then(s+in, "ok") }}
	for _, history := range [][]model.Operation{ops([]any{0, "x", "ok", 0, 1}), ops([]any{0, 1, 2, 0, 1}),
		ops([]any{0, nil, "ok", 0, 1})} {
		if _, err := judgeOf(KindLinearizable, counter, maxTrials).decide(history); err == nil ||
			!strings.Contains(err.Error(), "and the object's") {
			t.Errorf("%v: %v", history, err)
		}
	}
}

// TestTooLongUnknown: the property is then unknown, unless another history violates it.
func TestTooLongUnknown(t *testing.T) {
	clients := func(results ...int) model.Instance {
		i := model.Instance{History: true}
		for _, result := range results {
			i.Processes = append(i.Processes, model.Process[int]{Init: func(*model.Context) int { return 0 },
				Acts: []model.Act[int]{{
					Name: "read", Enabled: func(_ *model.Context, s int) bool { return s < 2 },
					Do: func(p *model.Context, s int) int {
						if s == 0 {
							p.Call(objects.Read{})
						} else {
							p.Return(result)
						}
						return s + 1
					},
				}}})
		}
		return i
	}
	for _, test := range []struct {
		m      model.Instance
		trials int
		want   Verdict
	}{
		{clients(0, 0), 4 + 2*trialsOfNew, Holds}, {clients(0, 0), 3 + 2*trialsOfNew, Unknown},
		{clients(0, 0, 0), 4 + 2*trialsOfNew, Unknown}, {clients(0, 1), 3, Violated},
		{clients(1, 0, 0), 1, Violated},
	} {
		p := historical("p", KindLinearizable, sequential(objects.Register(0)), test.trials)
		r, err := Check(t.Context(), test.m, []Property{p}, Options{KeepGoing: true})
		if err != nil {
			t.Fatal(err)
		}
		got := r.Results[0]
		if got.Verdict != test.want || r.Verdict != test.want || !r.Exhaustive || test.want == Unknown &&
			!strings.Contains(got.Explanation, "steps to decide") {
			t.Errorf("with %d trials: %s (%s), want %s", test.trials, got.Verdict, got.Explanation, test.want)
		}
	}
}
