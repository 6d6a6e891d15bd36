package counterexamples_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rivo/uniseg"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// callers call and return what the names of their acts say. The first has called something in the initial state.
func callers(names ...string) model.Instance {
	i := model.Instance{History: true, Names: names, Faults: model.Faults{Crash: 1, Recover: 1}}
	for p := range names {
		act := func(name string, from, to bool, do func(c *model.Context)) model.Act[bool] {
			return model.Act[bool]{Name: name, Enabled: func(_ *model.Context, open bool) bool { return open == from },
				Do: func(c *model.Context, _ bool) bool { do(c); return to }}
		}
		i.Processes = append(i.Processes, model.Process[bool]{
			Init: func(c *model.Context) bool {
				if p == 0 {
					c.Call("hello")
				}
				return p == 0
			},
			Acts: []model.Act[bool]{
				act("call", false, true, func(c *model.Context) { c.Call("an operation with a long name") }),
				act("return", true, false, func(c *model.Context) { c.Return(1) }),
				act("both", false, false, func(c *model.Context) { c.Call("both"); c.Return(nil) }),
				act("again", true, true, func(c *model.Context) { c.Return(nil); c.Call("again") }),
			},
			Recover: func(*model.Context, any) bool { return false },
		})
	}
	return i
}

func textOf(t *testing.T, e *counterexamples.Execution, width int) string {
	all := text(t, e, counterexamples.TextOptions{Width: width})
	for line := range strings.Lines(all) {
		if w := uniseg.StringWidth(strings.TrimRight(line, "\n")); w > width {
			t.Errorf("a line of %d columns, and there are %d: %s", w, width, line)
		}
	}
	return all
}

// TestHistory checks the operations below the table.
func TestHistory(t *testing.T) {
	sys := compile(t, callers("one", "two", "idle"))
	e := run(t, sys, `act "both" of two`, `act "call" of two`, `act "return" of one`, `act "again" of two`, "crash of two",
		"recover", `act "both" of one`, `act "call" of two`)
	want := `
history of operations
  step  0 1         2 3                               4          5 7         8
  one   ├ "hello" = 1 ┤                                            ├ "both" ┤
  two     ├ "both" ┤├ "an operation with a long name" ┤├ "again" ✗           ├ "an operation with a long name" ─…
`
	_, got, _ := strings.Cut(textOf(t, e, 120), "\n\n")
	if diff := cmp.Diff(want, "\n"+got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for width := 40; width < 120; width++ {
		textOf(t, e, width)
	}
	var long []string
	for range 40 {
		long = append(long, `act "both" of two`)
	}
	if text := textOf(t, run(t, sys, long...), 60); !strings.Contains(text, "(too long for a picture of this width)") {
		t.Error(text)
	}
	if text := textOf(t, run(t, sys, long[:3]...), 60); strings.Contains(text, "too long") {
		t.Error(text)
	}
	if text := written(t, e.Mermaid); !strings.Contains(text, `call "again"`) {
		t.Error(text)
	}
}
