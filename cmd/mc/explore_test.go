package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tab is a page of mc explore in a browser. With SHOTS=DIR in the environment it leaves pictures there.
type tab struct {
	t   *testing.T
	ctx context.Context
}

// window is how large the browser is, and whether it is dark.
type window struct {
	width, height int64
	dark          bool
}

var desk, phone = window{width: 1400, height: 900}, window{width: 390, height: 844, dark: true}

// serve runs mc explore, and returns the address of the page.
func serve(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("mc", append([]string{"explore", "--no-open", "--listen", "127.0.0.1:0"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if runtime.GOOS == "windows" {
			cmd.Process.Kill()
			cmd.Wait()
			return
		}
		cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			t.Errorf("ctrl-C does not end it cleanly: %v", err)
		}
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(address)
}

// open opens the page of mc explore in a Chromium; the test is skipped where there is none.
func open(t *testing.T, w window, args ...string) *tab {
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
	address := serve(t, args...)
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
	b.do(chromedp.Navigate(address))
	b.until(`document.body.dataset.ready`)
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

// eval is what an expression in the page comes to, as text.
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

// step waits until the walk stands after a step, and everything is there to go on.
func (b *tab) step(n int) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.body.dataset.step === "%d" && document.body.dataset.busy === "false"`, n))
}

// take clicks on the event of a process that has a label, and waits for step n.
func (b *tab) take(process, label string, n int) {
	b.t.Helper()
	took := b.eval(fmt.Sprintf(`(() => {
		const card = [...document.querySelectorAll(".card")].find((c) => c.querySelector("h3").firstChild.textContent === %q);
		const e = card && [...card.querySelectorAll(".event")].find((e) => e.querySelector("b").textContent === %q);
		if (e) e.click();
		return Boolean(e);
	})()`, process, label))
	if took != "true" {
		b.t.Fatalf("%s cannot %s; the page says:\n%s", process, label, b.eval(`document.body.innerText`))
	}
	b.step(n)
}

// key presses a key, and waits for step n.
func (b *tab) key(key string, n int) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(key))
	b.step(n)
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

// picture leaves one, and looks whether the page is wider than the window.
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

// accessible has axe-core, whose file is AXE in the environment, look at the page.
func (b *tab) accessible() {
	b.t.Helper()
	file := os.Getenv("AXE")
	if file == "" {
		return
	}
	axe, err := os.ReadFile(file)
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

// TestExploreSplit clicks through Anel 1 until there are two leaders, forks, and ends with one.
func TestExploreSplit(t *testing.T) {
	b := open(t, desk, "anel1")
	b.take("1", "suspect", 1)
	b.take("2", "suspect", 2)
	b.take("1", "receive VoteForMe from 2", 3)
	b.says("#next", "cannot suspect: the guard says no while C = Elected")
	b.take("2", "receive VoteForMe from 1", 4)
	b.take("1", "receive HaveLeader from 2", 5)
	b.take("2", "receive HaveLeader from 1", 6)
	b.says("#words", "✗ uniqueness is violated: processes 1 and 2 at the same time")
	b.says("#next", "Nothing more can happen", "cannot suspect: the guard says no while C = Installed",
		"cannot receive: no message is on its way to it")
	b.until(`document.getElementById("properties").innerText.includes("can no longer be violated, whatever happens")`)
	b.accessible()
	b.picture("split")

	b.eval(`document.querySelectorAll("#first .band")[1].dispatchEvent(new MouseEvent("click", { bubbles: true }))`)
	b.step(1)
	b.take("2", "receive VoteForMe from 1", 2)
	b.take("1", "receive VoteForMe from 2", 3)
	b.take("2", "receive HaveLeader from 1", 4)
	b.take("1", "receive HaveLeader from 2", 5)
	b.says("#words", "✓ somebody-installed is reached")
	b.says("#state", "Installed", "Follower")
	b.says("#branches", "Branch 1 · 6 steps ✗", "Branch 2 · 5 steps ✓")
	b.key("s", 5)
	b.says("#differs", `The same for 1 step. Then Branch 2: deliver (VoteForMe) from 1 to 2; Branch 1: act "suspect" of 2.`)
	if n := b.eval(`document.querySelectorAll(".band.differs").length`); n != "2" {
		t.Errorf("%s rows are marked as the first difference", n)
	}
	b.accessible()
	b.picture("fork")

	// The address holds both branches.
	b.do(chromedp.Reload())
	b.until(`document.body.dataset.ready`)
	b.step(5)
	b.says("#branches", "Branch 1 · 5 steps", "Branch 2 · 6 steps")
	b.says("#differs", "The same for 1 step.")
}

// TestExploreKeys does the same without a mouse.
func TestExploreKeys(t *testing.T) {
	b := open(t, desk, "anel1", "--crash", "1")
	b.key("1", 1)
	b.key(kb.ArrowLeft, 0)
	b.key(kb.ArrowRight, 1)
	b.key("2", 2) // the second event: a receipt
	b.key(kb.Home, 0)
	b.key(kb.End, 2)
	b.key(kb.ArrowLeft, 1)
	b.key("1", 2)
	b.says("#branches", "Branch 1 · 2 steps", "Branch 2 · 2 steps")
	b.key("s", 2)
	b.says("#differs", "The same for 1 step.")
	b.key("s", 2)
	b.do(chromedp.KeyEvent("["))
	b.until(`document.querySelector(".branch.on").innerText.startsWith("Branch 1")`)
	b.step(1)
	b.key("r", 2)
	b.key(kb.Home, 0)
	b.do(chromedp.KeyEvent("v"))
	b.until(`document.querySelector("#words .outcome")`)
	b.do(chromedp.KeyEvent("?"))
	b.until(`document.getElementById("keys").open`)
	b.accessible()
	b.do(chromedp.KeyEvent(kb.Escape))
	b.until(`!document.getElementById("keys").open`)
	// Events without a number are reached by Tab.
	b.key(kb.Home, 0)
	b.do(chromedp.KeyEvent("n"))
	for range 3 {
		b.do(chromedp.KeyEvent(kb.Tab))
	}
	if on := b.eval(`document.activeElement.innerText`); !strings.Contains(on, "suspect") && !strings.Contains(on, "crash") {
		t.Errorf("Tab leads to %q", on)
	}
	b.key(kb.Enter, 1)
}

// TestExploreViolation finds the next violation of Ricart–Agrawala, and what is looked for besides.
func TestExploreViolation(t *testing.T) {
	b := open(t, desk, "ricart-agrawala", "--property", "mutual-exclusion")
	b.do(chromedp.Click(chromedp.CSS("#violation")))
	b.until(`document.querySelector("#words .outcome")`)
	b.says("#words", "✗ mutual-exclusion is violated")
	b.picture("violation")
}

// TestExploreLong takes 200 steps, and tells how long the script takes for each.
func TestExploreLong(t *testing.T) {
	b := open(t, desk, "token-ring")
	for n := range 200 {
		b.key("r", n+1)
	}
	t.Log(b.eval(`(() => {
		const all = performance.getEntriesByName("draw").map((x) => x.duration), last = all.slice(-20).sort((a, b) => a - b);
		return all.length + " drawings; the median of the last 20 took " + last[10].toFixed(1) + " ms of script";
	})()`))
	b.picture("long")
}

func TestExplorePhone(t *testing.T) {
	b := open(t, phone, "anel1", "-p", "n=3", "--crash", "1", "--lose", "1")
	b.take("1", "suspect", 1)
	b.take("2", "suspect", 2)
	b.accessible()
	b.picture("phone")
}

// TestExploreLinks: a link that does not fit says where and why, and a budget is raised on the spot.
func TestExploreLinks(t *testing.T) {
	b := open(t, window{width: 1400, height: 900, dark: true},
		`anel1?do=act+"suspect"+of+1&do=crash+of+2&do=act+"suspect"+of+2`)
	b.step(1)
	b.says("#notice", "The link does not fit any more", "step 2 of 3 is not possible: crash of 2", "possible there")
	b.eval(`[...document.querySelectorAll("#budgets button")].find((b) => b.ariaLabel === "+1 crash").click()`)
	b.until(`document.getElementById("facts").innerText.includes("crash 1")`)
	b.take("2", "crash", 2)
	b.says("#next", "it is down")
	b.picture("crash")
}
