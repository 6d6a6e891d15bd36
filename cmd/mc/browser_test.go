package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// tab is a page in a browser. With SHOTS=DIR in the environment it saves screenshots there.
type tab struct {
	t   *testing.T
	ctx context.Context
}

// window is the size of the browser, and whether it is dark.
type window struct {
	width, height int64
	dark          bool
}

var desk, phone = window{width: 1400, height: 900}, window{width: 390, height: 844, dark: true}

// browse starts a Chromium with an empty page. It skips the test if there is none.
func browse(t *testing.T, w window) *tab {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
		"chrome-headless-shell"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		t.Skip("no Chromium was found in the PATH: the page is not tried in a browser")
	}
	allocated, cancel := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU)...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocated)
	t.Cleanup(cancel)
	b := &tab{t, ctx}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(w.width, w.height)); err != nil {
		t.Skipf("the browser %s does not run here: %v", path, err)
	}
	err := chromedp.Listen(ctx, func(event any) {
		if e, ok := event.(*cdpruntime.EventExceptionThrown); ok {
			t.Errorf("the script of the page fails: %+v", e.ExceptionDetails)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	scheme := map[bool]string{false: "light", true: "dark"}[w.dark]
	b.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return err
	}))
	return b
}

func (b *tab) do(all ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, all...); err != nil {
		b.t.Fatal(err)
	}
}

// eval evaluates an expression in the page, and returns the result as text.
func (b *tab) eval(expression string) string {
	b.t.Helper()
	s, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`String(`+expression+`)`))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return s
}

// until waits until an expression is true.
func (b *tab) until(expression string) {
	b.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		switch b.eval(expression) {
		case "false", "undefined", "null", "":
		default:
			return
		}
		if time.Now().After(deadline) {
			b.picture("failed")
			b.t.Fatalf("it does not become so that %s; the page says:\n%s", expression, b.eval(`document.body.innerText`))
		}
	}
}

// says fails the test unless a part of the page has each of some texts.
func (b *tab) says(selector string, texts ...string) {
	b.t.Helper()
	is := b.eval(fmt.Sprintf(`document.querySelector(%q).innerText`, selector))
	for _, want := range texts {
		if !strings.Contains(is, want) {
			b.t.Errorf("%s is\n%s\nwithout %q", selector, is, want)
		}
	}
}

// picture saves a screenshot, and checks that the page is not wider than the window.
func (b *tab) picture(name string) {
	b.t.Helper()
	if over := b.eval(`document.documentElement.scrollWidth - innerWidth`); over != "0" && !strings.HasPrefix(over, "-") {
		b.t.Errorf("%s: the page is %s pixels wider than the window", name, over)
	}
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o666)
	}
	if err != nil {
		b.t.Error(err)
	}
}

// axeFile is the file of axe-core that npm ci --prefix .ci/axe installs.
var axeFile = filepath.Join("..", "..", ".ci", "axe", "node_modules", "axe-core", "axe.min.js")

// accessible checks the page with axe-core, if that is installed.
func (b *tab) accessible() {
	b.t.Helper()
	if _, err := os.Stat(axeFile); err != nil {
		b.t.Log("axe-core is not installed, by npm ci --prefix .ci/axe: the page is not looked at")
		return
	}
	axe, err := os.ReadFile(axeFile)
	if err != nil {
		b.t.Fatal(err)
	}
	b.do(chromedp.Evaluate[chromedp.Void](string(axe) + "\nundefined"))
	found, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`axe.run().then((r) => JSON.stringify(
		r.violations.map((v) => v.help + ": " + v.nodes.map((n) => n.html).join(" "))))`, chromedp.EvalAwaitPromise))
	var all []string
	if err == nil {
		err = json.Unmarshal([]byte(found), &all)
	}
	if err != nil || len(all) > 0 {
		b.t.Errorf("%v, not accessible: %q", err, all)
	}
}
