package checkers_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// look reads parts of a state that bits choose, as a property of one's own would.
func (d draw) look(s model.State, bits uint64) string {
	var b strings.Builder
	for p := range model.ID(d.n) {
		l := local{X: -1}
		if bits&128 == 0 {
			var up bool
			l, up = model.Local[local](s, p)
			fmt.Fprint(&b, l.X, up)
		}
		if bits&1 != 0 {
			fmt.Fprint(&b, s.Timers(p), s.Stored(p))
		}
		if bits&2 != 0 && l.X == 1 {
			for q := range model.ID(d.n) {
				fmt.Fprint(&b, s.Channel(p, q), s.Severed(p, q))
			}
		}
		if bits&4 != 0 && d.detector != model.NoDetector {
			fmt.Fprint(&b, s.Suspects(p, 0))
		}
		if bits&64 != 0 {
			fmt.Fprint(&b, d.sight.In(s, p))
		}
		if bits&8 != 0 && d.clocks.Max > 0 {
			fmt.Fprint(&b, s.Clock(p))
		}
	}
	if bits&16 != 0 && d.history {
		fmt.Fprint(&b, d.operations(s.History()))
	}
	return fmt.Sprint(b.String(), bits&32 != 0 && s.Stable())
}

// curious are properties of every kind of question that look at parts of a state drawn by the seed. Two of them with
// another changed answer differently in about one case of 64.
func (d draw) curious() []checkers.Property {
	is := func(what string, s model.State, of uint64) bool {
		return d.hash(what, d.look(s, d.seed>>8))%of == 0
	}
	sometimes := func(what string, of uint64) func(model.State) bool {
		return func(s model.State) bool { return is(what, s, of) }
	}
	return []checkers.Property{
		checkers.Invariant("looks", func(s model.State) error {
			if is("looks", s, 31) {
				return fmt.Errorf("it looks like %d", d.hash("looks", d.look(s, 1))%3)
			}
			return nil
		}),
		checkers.AtMost("few", 1, func(p model.ID, l local) bool { return d.hash("few", p, l.X, l.Heard)%5 == 0 }),
		checkers.NoDeadlock("waits", func(s model.State) error {
			if is("waits", s, 5) {
				return errors.New("somebody waits")
			}
			return nil
		}),
		checkers.Reachable("wanted", sometimes("wanted", 9)),
		checkers.Step("moves", func(before model.State, e model.Event, after model.State) error {
			if d.hash("moves", e.Kind, e.Process, e.Name, e.Message, d.look(before, 0), d.look(after, 0))%29 == 0 {
				return errors.New("it moves")
			}
			return nil
		}),
		checkers.LeadsTo("leads", sometimes("from", 7), sometimes("to", 2)).Under(checkers.Fairness{
			Weak: func(e model.Event) bool { return d.hash("weak", e.Kind, e.Process, e.Message)%2 == 0 }}),
		checkers.Cost("costs", checkers.Counting{While: sometimes("while", 2), Step: func(_ model.State, e model.Event, after model.State) int {
			return int(d.hash("cost", e.Kind, d.look(after, 0)) % 2)
		}}),
		checkers.NeverAll("never", "both have been", []func(model.State) bool{sometimes("a", 5), sometimes("b", 5)}, sometimes("end", 3)),
		checkers.All("all", checkers.Invariant("one", func(s model.State) error { return nil }), checkers.AtMost("two", 2, func(_ model.ID, l local) bool { return l.X > 0 })),
	}
}

// summary writes everything in a report that does not depend on how long it took.
func summary(t interface{ Fatal(...any) }, r *checkers.Report) string {
	var b strings.Builder
	line := func(x any) {
		text, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s\n", text)
	}
	line([]any{r.Verdict, r.Exhaustive, r.Clipped, r.Bound, r.States, r.Transitions, r.Depth, r.Levels, r.Classes, r.Unexpanded, r.MemoHits, r.Events})
	for _, p := range r.Results {
		line([]any{p.Property.Name(), p.Property.Kind(), p.Verdict, p.Explanation, p.Minimal, p.Fairness, p.Manner, p.Vacuous})
		if p.Execution != nil {
			line(p.Execution.Trace)
			if err := p.Execution.Text(&b, counterexamples.TextOptions{}); err != nil {
				t.Fatal(err)
			}
		}
		if c := p.Cost; c != nil {
			fmt.Fprintln(&b, c, c.Mean)
			if c.Least != nil {
				line(c.Least.Trace)
			}
		}
	}
	return b.String()
}

// recorded is a check that is recorded, and its file; nil if there is none.
func recorded(t *rapid.T, d model.Instance, properties []checkers.Property, workers int) (*checkers.Report, []byte) {
	options := checkers.Options{Workers: workers, MaxStates: 300}
	r, b, _, err := checkers.Record(t.Context(), d, properties, options, []string{"random"})
	if err != nil {
		t.Fatal(err)
	}
	if b == nil {
		return r, nil
	}
	var file bytes.Buffer
	if err := b.Write(&file); err != nil {
		t.Fatal(err)
	}
	return r, file.Bytes()
}

// TestSince compares random systems with others of nearly the same behaviour and nearly the same properties: nothing has
// changed exactly if a check of the other one records the same file, and then the report is that of this check.
func TestSince(t *testing.T) {
	same, elsewhere, changed := 0, 0, 0
	enough := func() bool { return same >= 3 && elsewhere > 0 && changed >= 3 }
	untilEnough(t, enough, func(t *rapid.T) {
		d := drawSystem(t)
		properties := draw.curious
		if rapid.Bool().Draw(t, "states only") { // so that independent events are not followed
			d = d.independent()
			properties = func(d draw) []checkers.Property { return d.curious()[:4] }
		}
		_, old := recorded(t, d.instance(), properties(d), rapid.IntRange(1, 3).Draw(t, "workers"))
		if old == nil {
			t.Skip("too large")
		}
		now, asks := d, d
		switch rapid.IntRange(0, 4).Draw(t, "what") {
		case 1:
			now.changed = rapid.Uint64Range(1, 64).Draw(t, "changed")
		case 2:
			asks.changed = rapid.Uint64Range(1, 64).Draw(t, "changed")
		case 3:
			now.faults.Lose++ // another environment, unless it was unlimited
		case 4:
			now = now.seeing(rapid.Uint64Range(1, 64).Draw(t, "changed"))
			asks.sight = now.sight
		}
		full, file := recorded(t, now.instance(), properties(asks), rapid.IntRange(1, 3).Draw(t, "workers now"))
		b, err := checkers.ReadBehaviour(bytes.NewReader(old))
		if err != nil {
			t.Fatal(err)
		}
		c, err := b.Since(now.instance(), properties(asks), []string{"random"})
		if err != nil {
			t.Fatal(err)
		}
		if (c.Report == nil) == (len(c.Changes) == 0) {
			t.Fatal("either there is a report or there are changes")
		}
		if c.Report == nil {
			changed++
			if bytes.Equal(old, file) {
				t.Fatalf("nothing has changed, and these have: %q", c.Changes)
			}
			return
		}
		same++
		if now.changed+asks.changed > 0 {
			elsewhere++
		}
		if diff := cmp.Diff(string(old), string(file)); diff != "" {
			t.Fatalf("it has changed, and was not seen to (-then +now):\n%s", diff)
		}
		if diff := cmp.Diff(summary(t, full), summary(t, c.Report)); diff != "" {
			t.Fatalf("the report of before (-full check +since):\n%s", diff)
		}
	})
	t.Logf("%d were as they were, %d of them changed where nobody comes, %d were not", same, elsewhere, changed)
}

// TestSinceView: that a view tells something else is a change, also where nothing tells any more what it told.
func TestSinceView(t *testing.T) {
	process := model.Process[int]{Init: func(*model.Context) int { return 0 }, Acts: []model.Act[int]{{Name: "go",
		Enabled: func(_ *model.Context, s int) bool { return s < 2 }, Do: func(_ *model.Context, s int) int { return s + 1 }}}}
	with := func(top int) (model.Model, []checkers.Property) {
		v := model.NewView("v", func(s model.State, p model.ID) int { l, _ := model.Local[int](s, p); return min(l, top) })
		return model.Instance{Processes: model.Replicate(1, process), Views: []model.Viewed{v}},
			[]checkers.Property{checkers.Reachable("two", func(s model.State) bool { return v.In(s, 0) == 2 })}
	}
	m, properties := with(2)
	_, b, unkept, err := checkers.Record(t.Context(), m, properties, checkers.Options{}, nil)
	if err != nil || unkept != nil {
		t.Fatal(err, unkept)
	}
	m, properties = with(1)
	c, err := b.Since(m, properties, nil)
	if err != nil || len(c.Changes) != 1 || c.Changes[0].Where[0] != `view "v"` {
		t.Errorf("%v, %+v", err, c)
	}
}
