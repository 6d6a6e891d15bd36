package code_test

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/code"
)

// check explores an instance completely.
func check(t *testing.T, i model.Instance, properties ...checkers.Property) (*checkers.Report, error) {
	t.Helper()
	if len(properties) == 0 {
		properties = append(properties, checkers.Invariant("any", func(model.State) error { return nil }))
	}
	return checkers.Check(t.Context(), i, properties, checkers.Options{Workers: 1})
}

// TestSame: code has the same states and verdicts as a hand-written process that behaves the same, under all failures.
func TestSame(t *testing.T) {
	for name, f := range map[string]func(i *model.Instance){
		"reliable":  func(*model.Instance) {},
		"unordered": func(i *model.Instance) { i.Network.Order = model.Unordered },
		"loss":      func(i *model.Instance) { i.Faults.Lose, i.Faults.Duplicate = 1, 1 },
		"crash":     func(i *model.Instance) { i.Faults.Crash, i.Faults.Recover = 1, 1 },
	} {
		t.Run(name, func(t *testing.T) {
			lock := lock()
			code := model.Instance{Processes: model.Replicate(3, lock)}
			hand := model.Instance{Processes: model.Replicate(3, byHand())}
			f(&code)
			f(&hand)
			got, err := check(t, code)
			if err != nil {
				t.Fatal(err)
			}
			want, err := check(t, hand)
			if err != nil {
				t.Fatal(err)
			}
			if got.States != want.States || got.Transitions != want.Transitions {
				t.Errorf("the code has %d states and %d steps, and the model %d and %d", got.States, got.Transitions, want.States,
					want.Transitions)
			}
			if s := lock.Stats(); s.Calls > int(want.States) || s.Checks < s.Calls {
				t.Errorf("%d states took %v", want.States, s)
			}
			t.Log(lock.Stats())
		})
	}
}

// counter is a machine with one act, do, whose effect each test supplies.
type counter struct {
	count  int
	hidden int
	other  any
}

// counting returns a process that does something the given number of times.
func counting(times int, do func(c *counter)) *code.Process[*counter, int] {
	return &code.Process[*counter, int]{
		New: func(p *model.Context) *counter { return &counter{} },
		Acts: []code.Act[*counter, int]{{
			Name:    "do",
			Enabled: func(_ *model.Context, n int) bool { return n < times },
			Do:      func(_ *model.Context, c *counter) { do(c) },
		}, {
			Name: "look",
			Do:   func(_ *model.Context, c *counter) {},
		}},
		See: func(c *counter) int { return c.count },
	}
}

var outside int

// once returns a process that handles one input and then none, so that each snapshot has a single history.
func once(inputs ...func(c *counter)) *code.Process[*counter, int] {
	c := counting(0, nil)
	c.Acts = nil
	for i, do := range inputs {
		c.Acts = append(c.Acts, code.Act[*counter, int]{
			Name:    fmt.Sprint("do ", i),
			Enabled: func(_ *model.Context, n int) bool { return n == 0 },
			Do: func(_ *model.Context, c *counter) {
				c.count++
				do(c)
			},
		})
	}
	return c
}

// TestRefused: code that cannot be compared, is impure or has hidden state yields an error that says where.
func TestRefused(t *testing.T) {
	hiding := func(exhaustive bool) *code.Process[*counter, int] {
		c := counting(5, func(c *counter) { c.count++ })
		c.Ignore = []string{".hidden"}
		c.Exhaustive = exhaustive
		c.Acts = append(c.Acts, code.Act[*counter, int]{
			Name:    "hide",
			Enabled: func(_ *model.Context, n int) bool { return n == 1 },
			Do:      func(_ *model.Context, c *counter) { c.hidden++ },
		}, code.Act[*counter, int]{
			Name:    "show",
			Enabled: func(_ *model.Context, n int) bool { return n == 3 },
			Do:      func(_ *model.Context, c *counter) { c.count += 1 + c.hidden },
		})
		return c
	}
	shared := 0
	for name, test := range map[string]struct {
		process *code.Process[*counter, int]
		kind    model.ErrorKind
		want    []string
	}{
		"hidden": {hiding(false), code.Hidden,
			[]string{"first history", "second history", "act hide", "act show", ".count is"}},
		"capacity": {sharing(), code.Hidden, []string{"act roomy", "act share", "spare capacity"}},
		"all":      {hiding(true), code.Hidden, []string{"act hide", "act show"}},
		"see": {func() *code.Process[*counter, int] {
			c := counting(2, func(c *counter) { c.hidden++ })
			c.Ignore = []string{"github.com/anel-mc/mc/model/code_test.counter.hidden"}
			c.See = func(c *counter) int { return c.hidden }
			return c
		}(), code.Hidden, []string{"See returned"}},
		"random": {counting(2, func(c *counter) { c.count++; c.hidden = rand.Int() }), code.Impure, []string{".hidden is"}},
		"clock": {counting(2, func(c *counter) { c.count++; c.hidden = time.Now().Nanosecond() }), code.Impure,
			[]string{".hidden is", "reads the clock"}},
		"variable": {counting(2, func(c *counter) { c.count++; outside++; c.hidden = outside }), code.Impure,
			[]string{".hidden"}},
		"later": {once(func(c *counter) { c.count += shared }, func(*counter) { shared = 1 }), code.Impure,
			[]string{"See returned 1, and then 2"}},
		"elsewhere": {func() *code.Process[*counter, int] {
			set := 0
			c := once(func(c *counter) { c.count += set }, func(*counter) { set = 1 })
			c.Acts = append(c.Acts, counting(1, nil).Acts[1])
			return c
		}(), code.Impure, []string{"See returned 1, and then 2"}},
		"created": {func() *code.Process[*counter, int] {
			c, made := once(), 0
			c.New = func(*model.Context) *counter { made++; return &counter{count: made / 3} }
			return c
		}(), code.Impure, []string{"process p0, Init"}},
		"panic": {counting(3, func(c *counter) {
			if c.count++; c.count == 2 {
				panic("two is too many")
			}
		}), model.Panicked, []string{"two is too many", "act do", "func TestHistory(t *testing.T)", `p0.Do("do")`}},
		"channel":   {putting(make(chan int)), code.Opaque, []string{".other is a chan int", `.counter.other"}`}},
		"function":  {putting(func() {}), code.Opaque, []string{".other is a func()"}},
		"context":   {putting(new(model.Context)), code.Opaque, []string{".other is a *model.Context", `.counter.other"}`}},
		"clockface": {putting(time.Unix(7, 0)), code.Opaque, []string{".other is a time.Time", "the clock is not an input"}},
		"locked":    {putting(lockedMutex()), code.Opaque, []string{"locked between two inputs"}},
		"keys":      {putting(map[*int]int{new(int): 1, new(int): 1}), code.Opaque, []string{"no order"}},
		"nothing":   {&code.Process[*counter, int]{}, model.Misused, []string{"code needs both New and See"}},
		"deep":      {putting(deep()), code.Opaque, []string{".other.next.next.next", "….next.next", "20000 levels"}},
		"large":     {putting(make([]byte, 2<<20)), code.Opaque, []string{"1048576 bytes"}},
		"goroutine": {counting(1, func(c *counter) { c.count++; go func() { select {} }() }), code.Opaque,
			[]string{"started a goroutine"}},
		"endless": {counting(3000, func(c *counter) { c.count++ }), code.Costly,
			[]string{"more than 100000 steps to replay", "a larger MostReplayed"}},
		"many": {counting(3000, func(c *counter) { c.count++ }), code.Costly,
			[]string{"more than 100 pairs of a snapshot and an input", "a larger MostCalls"}},
		"choice": {func() *code.Process[*counter, int] {
			c := counting(1, nil)
			c.Acts[0].Do = func(p *model.Context, c *counter) { c.count = p.Choose(2) }
			return c
		}(), model.Misused, []string{"an act of its own"}},
		"recovers": {func() *code.Process[*counter, int] {
			c := counting(1, nil)
			c.Acts[0].Do = func(p *model.Context, c *counter) {
				defer func() { _ = recover() }()
				c.count++
				p.Send(0, time.Now())
			}
			return c
		}(), model.Misused, []string{"its message is not a plain value"}},
		"transport": {func() *code.Process[*counter, int] {
			c := counting(2, func(c *counter) { c.count++; c.other.(func())() })
			c.New = func(p *model.Context) *counter { return &counter{other: func() { p.Send(0, "hello") }} }
			c.Ignore = []string{".other"}
			return c
		}(), model.Misused, []string{"act \"do\"", "the Context of an earlier input to send", "the input at hand"}},
		"timer": {func() *code.Process[*counter, int] {
			c := counting(3000, nil)
			c.Acts[0].Do = func(p *model.Context, c *counter) {
				c.count++
				time.AfterFunc(time.Millisecond, func() { p.Send(0, "late") })
			}
			return c
		}(), model.Misused, []string{"the Context of an earlier input to send", "a timer"}},
	} {
		t.Run(name, func(t *testing.T) {
			test.process.MostReplayed = 100_000
			if name == "many" {
				test.process.MostCalls = 100
			}
			_, _ = check(t, model.Instance{Processes: model.Replicate(1, test.process)}) // an earlier check makes it no better
			_, err := check(t, model.Instance{Processes: model.Replicate(1, test.process)})
			var fault *model.Error
			switch {
			case !errors.As(err, &fault):
				t.Fatalf("the error is %v, want one of kind %s", err, test.kind)
			case name == "timer" && fault.Kind == code.Impure:
				return // on a busy machine, it fired within its own input
			case fault.Kind != test.kind:
				t.Fatalf("the error is %v, want one of kind %s", err, test.kind)
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("the error says nothing of %q:\n%v", want, err)
				}
			}
			if testing.Verbose() {
				t.Log(err)
			}
		})
	}
}

// TestRarely: what sends more than once is run often enough to notice what seldom differs, as the order of a map does.
func TestRarely(t *testing.T) {
	runs := 0
	c := once(nil)
	c.Acts[0].Do = func(p *model.Context, c *counter) {
		runs++
		c.count++
		p.Send(1-p.Self(), runs%20 == 0)
		p.Send(1-p.Self(), runs%20 != 0)
	}
	c.Receive = func(*model.Context, *counter, model.ID, model.Message) {}
	_, err := check(t, model.Instance{Processes: model.Replicate(2, c)})
	if err == nil || !strings.Contains(err.Error(), "it output false to process 1, true to process 1, and then true") {
		t.Errorf("the error is %v", err)
	}
}

type link struct{ next *link }

// deep returns a list that is too deep for a snapshot.
func deep() (l *link) {
	for range 20_001 {
		l = &link{l}
	}
	return l
}

// sharing appends to the same slice twice. If it has spare capacity, both results share memory.
func sharing() *code.Process[*counter, int] {
	c := counting(4, func(c *counter) { c.count++ })
	c.New = func(*model.Context) *counter { return &counter{other: []*int{}} }
	c.Acts = append(c.Acts, code.Act[*counter, int]{
		Name:    "roomy",
		Enabled: func(_ *model.Context, n int) bool { return n == 1 },
		Do:      func(_ *model.Context, c *counter) { c.other = make([]*int, 0, 8) },
	}, code.Act[*counter, int]{
		Name:    "share",
		Enabled: func(_ *model.Context, n int) bool { return n == 2 },
		Do: func(_ *model.Context, c *counter) {
			if s, is := c.other.([]*int); is {
				c.other = [2][]*int{append(s, nil), append(s, nil)}
			}
		},
	})
	return c
}

func putting(v any) *code.Process[*counter, int] {
	return counting(1, func(c *counter) { c.count++; c.other = v })
}

// TestCopies: a machine that is a value never changes, and that is said.
func TestCopies(t *testing.T) {
	c := &code.Process[[2]int, int]{
		New:  func(*model.Context) [2]int { return [2]int{} },
		Acts: []code.Act[[2]int, int]{{Name: "up", Do: func(_ *model.Context, c [2]int) { c[0]++ }}},
		See:  func(c [2]int) int { return c[0] },
	}
	_, err := check(t, model.Instance{Processes: model.Replicate(1, c)})
	if err == nil || !strings.Contains(err.Error(), "no input can change a [2]int") {
		t.Errorf("the error is %v", err)
	}
}

// TestRestart: only what was stored survives a crash.
func TestRestart(t *testing.T) {
	c := counting(2, func(c *counter) { c.count++ })
	c.Ready = func(p *model.Context, c *counter) { p.Store(c.count) }
	c.Restart = func(_ *model.Context, stored any) *counter { return &counter{count: stored.(int), hidden: 1} }
	i := model.Instance{Processes: model.Replicate(1, c)}
	i.Faults.Crash, i.Faults.Recover = 1, 1
	report, err := check(t, i, checkers.Invariant("kept", func(s model.State) error {
		if n, up := model.Local[code.State[int]](s, 0); up && s.Stored(0) != n.Seen {
			return fmt.Errorf("%v is stored, and it counts %d", s.Stored(0), n.Seen)
		}
		return nil
	}))
	if err != nil || report.Verdict != checkers.Holds || report.States != 9 { // before, while down, and after: 3 each
		t.Errorf("%v with %d states: %v", report.Verdict, report.States, err)
	}
}

// TestSource: a trace is written as a test.
func TestSource(t *testing.T) {
	l := lock()
	i := model.Instance{Processes: model.Replicate(3, l)}
	report, err := check(t, i, checkers.Invariant("never", func(s model.State) error {
		for p, m := range code.Seen[seen](s) {
			if m.Phase == 2 {
				return fmt.Errorf("%s holds the lock", s.Name(p))
			}
		}
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	var events []model.Event
	e := report.Results[0].Execution
	for i := range e.Len() {
		events = append(events, e.Step(i).Event)
	}
	text := l.Test("TestHolds", 3, events)
	if _, err := parser.ParseFile(token.NewFileSet(), "", text, 0); err != nil {
		t.Errorf("%v:\n%s", err, text)
	}
	for _, want := range []string{"p1 := make(1, 3)", `p1.Do("ask")`, `p0.Receive(1, "ask")`, `p1.Receive(0, "grant")`} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %s:\n%s", want, text)
		}
	}
	var picture strings.Builder
	err = e.Text(&picture, counterexamples.TextOptions{})
	if err != nil || !strings.Contains(picture.String(), "Phase ← 2") ||
		strings.Contains(picture.String(), "id ←") {
		t.Errorf("%v: the picture is\n%s", err, &picture)
	}
}
