package main

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestExplorePaper: on paper the whole drawing is seen, in parts that fit on a sheet, wherever it was scrolled to, and
// nothing to click on.
func TestExplorePaper(t *testing.T) {
	b := open(t, window{width: 700, height: 500}, "token-ring")
	for n := range 20 {
		b.key("r", n+1)
	}
	b.until(`document.getElementById("diagrams").scrollTop > 0`)
	b.do(chromedp.KeyEvent("l"))
	b.until(`!document.getElementById("notice").hidden`)
	b.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		return err
	}))
	if got := b.eval(`getComputedStyle(document.getElementById("diagrams")).overflow`); got != "visible" {
		t.Errorf("the drawing is in a box that is %s", got)
	}
	if shown := b.eval(`[...document.querySelectorAll("button")].filter((x) => x.offsetParent).map((x) => x.innerText)`); shown != "" {
		t.Errorf("on paper there are the buttons %s", shown)
	}
	got := b.eval(`(() => {
		const sheets = [...document.querySelectorAll("#first .sheets > div")];
		const parts = sheets.map((s) => s.lastChild.viewBox.baseVal), body = document.querySelector("#first .body").viewBox.baseVal;
		return [sheets.length > 1,
			sheets.every((s) => s.offsetHeight > 0 && s.offsetHeight < 950 && getComputedStyle(s).breakInside === "avoid"),
			sheets.every((s) => s.lastChild.getBoundingClientRect().right <= innerWidth),
			parts.reduce((y, p) => (p.y === y ? y + p.height : NaN), body.y) === body.y + body.height];
	})()`)
	if got != "true,true,true,true" {
		t.Errorf("several sheets, each fits on paper and in its width, and together they are the drawing: %s", got)
	}
	// The table of a page has all columns, too.
	const last, done = 29, "is the last of all"
	b.page([]spec.Spec{{Name: "crowd", Family: "toys", Summary: "many", Source: "the tests of the command",
		Variants: []spec.Variant{{Name: spec.AsWritten, Doc: "many"}},
		Build: func(spec.Args) (spec.Setup, error) {
			p := model.Process[string]{Init: func(*model.Context) string { return "waits for the others" },
				Acts: []model.Act[string]{{Name: "go",
					Enabled: func(p *model.Context, s string) bool { return p.Self() == last && s != done },
					Do:      func(*model.Context, string) string { return done }}}}
			return spec.Setup{Model: model.Instance{Processes: model.Replicate(last+1, p)},
				Properties: []checkers.Property{checkers.Invariant("nobody", func(s model.State) error {
					if local, _ := model.Local[string](s, last); local == done {
						return errors.New("somebody")
					}
					return nil
				})}}, nil
		}}}, "crowd")
	b.picture("paper")
	b.says("#steps", done)
}

// TestExploreNarrow: on a phone, two branches have a box each, which says whose it is wherever it is scrolled to.
func TestExploreNarrow(t *testing.T) {
	b := open(t, window{width: 360, height: 740}, "anel1", "-p", "n=4")
	for n := range 4 {
		b.key("1", n+1)
	}
	b.key(kb.Home, 0)
	b.key("2", 1)
	b.key("s", 1)
	b.says("#second .which:is(.on)", "Branch 2")
	b.picture("narrow-two")
	for i, of := range []string{"first", "second"} {
		got := b.eval(fmt.Sprintf(`(() => {
			const box = document.getElementById(%q);
			box.scrollTop = box.scrollLeft = 1000;
			const outside = box.getBoundingClientRect(), name = box.querySelector(".which b").getBoundingClientRect();
			return [box.scrollLeft > 0, name.left >= outside.left, name.right <= outside.right, name.top >= outside.top,
				name.bottom <= outside.bottom];
		})()`, of))
		if got != "true,true,true,true,true" {
			t.Errorf("scrolled to its end, the name of branch %d is in sight: %s", i+1, got)
		}
	}
	// The keys that step along a branch scroll where the keyboard has gone to something that scrolls.
	b.eval(`(window.box = document.getElementById("second")).focus()`)
	b.eval(`window.was = box.scrollLeft`)
	b.do(chromedp.KeyEvent(kb.ArrowLeft))
	b.until(`box.scrollLeft < was`)
	b.says("#count", "Step 1")
	b.accessible()
}
