package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// page opens the HTML page of a check.
func (b *tab) page(list []spec.Spec, args ...string) {
	b.t.Helper()
	file := filepath.Join(b.t.TempDir(), "page.html")
	var out bytes.Buffer
	args = append([]string{"check", "-o", file}, args...)
	if code := command.Run(b.t.Context(), list, args, nil, &out, &out); code != 1 {
		b.t.Fatalf("exit code %d\n%s", code, &out)
	}
	b.do(chromedp.Navigate("file://" + filepath.ToSlash(file)))
}

// press presses keys, or clicks on elements for arguments that begin with #. It returns the step and round after each.
func (b *tab) press(keys ...string) string {
	b.t.Helper()
	var all []string
	for _, k := range keys {
		if strings.HasPrefix(k, "#") {
			b.eval(`document.querySelector("` + k + `").click()`)
		} else {
			b.do(chromedp.KeyEvent(k))
		}
		step := b.eval(`document.body.dataset.step`)
		if row := b.eval(`document.querySelector("#steps [aria-current]").dataset.row`); row != step {
			b.t.Errorf("after %q, the table is at %s, and the page at %s", k, row, step)
		}
		all = append(all, step+"/"+b.eval(`document.body.dataset.round`))
	}
	if n := b.eval(`document.images.length`); n != "0" {
		b.t.Errorf("there are %s images", n)
	}
	return strings.Join(all, " ")
}

// TestPage steps through a counterexample.
func TestPage(t *testing.T) {
	b := browse(t, desk)
	b.page(specs.All(), "anel1", "--property", "uniqueness")
	veil := func() string { return b.eval(`document.getElementById("veil").getAttribute("height")`) }
	if veil() != "0" {
		t.Error("at first, something is hidden")
	}
	if got := b.press(kb.ArrowRight, kb.ArrowDown, kb.ArrowRight); got != "1/1 2/1 3/1" {
		t.Errorf("at %s", got)
	}
	b.says("#words", "2 receives VoteForMe from 1, sent in step 1.")
	if got := b.eval(`document.getElementById("state").textContent`); !strings.Contains(got, "Elected (changed)") {
		t.Errorf("the states after step 3 are %q", got)
	}
	b.says("#network", "On the way\n(VoteForMe) 2 → 1\n(HaveLeader) 2 → 1")
	if veil() == "0" {
		t.Error("what comes after step 3 is not hidden")
	}
	b.press(kb.End)
	b.says("#words", "✗ uniqueness")
	if veil() != "0" {
		t.Error("at the end, something is hidden")
	}
	if got := b.press(kb.ArrowRight, kb.ArrowLeft, kb.Home, kb.ArrowUp, "#forward", "#last", "#back", "#first",
		"x"); got != "6/1 5/1 0/1 0/1 1/1 6/1 5/1 0/1 0/1" {
		t.Errorf("at %s", got)
	}
	// After the end of a lasso it goes around the loop, and back again.
	b.page(specs.All(), "token-ring", "--case", "possession-for-ever", "--property", "no-starvation-1")
	if got := b.press(kb.End, kb.ArrowRight, kb.End, kb.ArrowRight, kb.ArrowLeft, kb.ArrowLeft,
		kb.Home); got != "6/1 4/2 6/2 4/3 6/2 5/2 0/1" {
		t.Errorf("at %s", got)
	}
}

// TestPageNarrow: on a phone, a page with operations is no wider than the window. Their table is there to be read out.
func TestPageNarrow(t *testing.T) {
	b := browse(t, window{width: 340, height: 740})
	b.page(specs.All(), "abd-register", "--case", "crash-of-any")
	b.picture("narrow")
	if rows := b.eval(`document.querySelectorAll(".operations table tbody tr").length`); rows == "0" {
		t.Error("the operations cannot be read out")
	}
	for _, dark := range []bool{false, true} {
		b := browse(t, window{width: 340, height: 740, dark: dark})
		b.page(specs.All(), "anel1", "--property", "uniqueness")
		for _, ground := range []string{"--paper", "--here"} {
			if c := b.contrast(".diagram .number", ground); c < 4.5 {
				t.Errorf("the contrast of numbers of steps on %s is %.2f; dark: %t", ground, c, dark)
			}
		}
	}
}

// contrast is that of a text in a drawing with a colour of the page, as WCAG defines it.
func (b *tab) contrast(selector, ground string) (ratio float64) {
	b.t.Helper()
	is := b.eval(fmt.Sprintf(`(() => {
		const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
		const light = (colour) => {
			const [r, g, b] = colour.match(/\d+/g).map((c) => linear(c / 255));
			return 0.2126 * r + 0.7152 * g + 0.0722 * b;
		};
		const box = document.body.appendChild(document.createElement("i"));
		box.style.color = "var(%s)";
		const a = light(getComputedStyle(document.querySelector(%q)).fill), b = light(getComputedStyle(box).color);
		return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
	})()`, ground, selector))
	if _, err := fmt.Sscan(is, &ratio); err != nil {
		b.t.Fatal(err)
	}
	return ratio
}

// TestPageHostile: text from a model is shown and never executed.
func TestPageHostile(t *testing.T) {
	const bad = `</script><img src=x onerror="document.title='broken'">]]>&amp;{{.}}`
	b := browse(t, desk)
	b.page([]spec.Spec{{Name: "hostile", Family: "toys", Summary: bad, Source: "the tests of the command",
		Variants: []spec.Variant{{Name: spec.AsWritten, Doc: bad}},
		Build: func(spec.Args) (spec.Setup, error) {
			return spec.Setup{Model: model.Instance{Names: []string{bad}, Processes: []model.Algorithm{model.Process[string]{
				Init: func(*model.Context) string { return bad },
				Acts: []model.Act[string]{{Name: bad, Do: func(p *model.Context, s string) string { p.Mark(bad); return s + "!" }}},
			}}}, Properties: []checkers.Property{checkers.Invariant(bad, func(s model.State) error {
				for _, local := range model.Locals[string](s) {
					if strings.HasSuffix(local, "!") {
						return errors.New(bad)
					}
				}
				return nil
			})}}, nil
		}}}, "hostile")
	for _, key := range []string{kb.Home, kb.ArrowRight} {
		b.press(key)
		if got := b.eval(`document.getElementById("state").textContent`); !strings.Contains(got, "</script><img src=x") {
			t.Errorf("the text is not shown as it is: %q", got)
		}
	}
	if title := b.eval(`document.title`); strings.HasPrefix(title, "broken") {
		t.Errorf("the title is %q", title)
	}
}
