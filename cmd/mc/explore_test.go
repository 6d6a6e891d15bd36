package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// serve runs mc explore, and returns the address of the page.
func serve(t *testing.T, args ...string) string {
	t.Helper()
	return serveBy(t, "mc", args...)
}

// serveBy is serve for one of the programs of TestMain.
func serveBy(t *testing.T, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, append([]string{"explore", "--no-open", "--listen", "127.0.0.1:0"}, args...)...)
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

// open opens the page of mc explore.
func open(t *testing.T, w window, args ...string) *tab {
	t.Helper()
	b := browse(t, w)
	b.walk(serve(t, args...))
	return b
}

// walk opens an address of mc explore.
func (b *tab) walk(address string) {
	b.t.Helper()
	b.do(chromedp.Navigate(address))
	b.until(`document.body.dataset.ready`)
}

// step waits until the walk is at a step, and the page is ready to continue.
func (b *tab) step(n int) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.body.dataset.step === "%d" && document.body.dataset.busy === "false"`, n))
}

// take clicks on the event of a process with the given label, and waits for step n.
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

// click clicks in the middle of an element, on whatever is there, and waits for step n.
func (b *tab) click(selector string, n int) {
	b.t.Helper()
	var x, y float64
	at := b.eval(fmt.Sprintf(`(() => {
		const box = document.querySelector(%q).getBoundingClientRect();
		return (box.left + box.width / 2) + " " + (box.top + box.height / 2);
	})()`, selector))
	if _, err := fmt.Sscan(at, &x, &y); err != nil {
		b.t.Fatal(err)
	}
	b.do(chromedp.MouseClickXY(x, y))
	b.step(n)
}

// key presses a key, and waits for step n.
func (b *tab) key(key string, n int) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(key))
	b.step(n)
}

// TestExploreSplit clicks through Anel 1 until there are two leaders, then takes another branch, which ends with one.
func TestExploreSplit(t *testing.T) {
	b := open(t, desk, "anel1")
	b.eval(`document.querySelector("#means summary").click()`)
	b.says("#means", "it is the leader", "uniqueness: at most one process is Installed.")
	b.eval(`document.querySelector("#means summary").click()`)
	b.take("1", "suspect", 1)
	b.take("2", "suspect", 2)
	b.take("1", "receive VoteForMe from 2", 3)
	if got := b.eval(`getComputedStyle(document.querySelector("#first .texts .event")).fontSize`); got != "14px" {
		t.Errorf("texts of the diagram, for which there is room at 14px, have %s", got)
	}
	b.says("#next", "cannot suspect: the guard says no while C = Elected")
	b.take("2", "receive VoteForMe from 1", 4)
	b.take("1", "receive HaveLeader from 2", 5)
	b.take("2", "receive HaveLeader from 1", 6)
	b.says("#words", "✗ uniqueness is violated: processes 1 and 2 at the same time")
	b.says("#next", "Nothing more can happen", "cannot suspect: the guard says no while C = Installed",
		"cannot receive: no message is on its way to it")
	b.until(`document.getElementById("properties").innerText.includes("holds in this execution")`)
	b.accessible()
	b.picture("split")

	b.click("#first .band:nth-child(2)", 1)
	b.take("2", "receive VoteForMe from 1", 2)
	b.take("1", "receive VoteForMe from 2", 3)
	b.take("2", "receive HaveLeader from 1", 4)
	b.take("1", "receive HaveLeader from 2", 5)
	b.says("#words", "✓ somebody-installed is reached")
	b.says("#state", "Installed", "Follower")
	b.says("#branches", "Branch 1 · 6 steps ✗", "Branch 2 · 5 steps ✓")
	b.says("#properties", "4: counting ends here")
	b.take("2", "suspect", 6)
	b.says("#properties", "4: counting ended after step 5")
	b.key(kb.ArrowLeft, 5)
	b.says("#next", "the way that was taken")
	b.key("s", 5)
	b.says("#differs", "The same for 1 step. Then Branch 1: 2 takes the act “suspect”.", "Branch 2: 2 receives VoteForMe")
	b.says("#first .which", "Branch 1 ends with ✗ uniqueness")
	b.says("#second .which:is(.on)", "Branch 2 so far: ✓ somebody-installed")
	if n := b.eval(`document.querySelectorAll(".band.differs").length`); n != "2" {
		t.Errorf("%s rows are marked as the first difference", n)
	}
	b.accessible()
	b.picture("fork")

	// A click on the blank part of a row, or on a text in it, goes to that row on its branch.
	b.click("#first .band:nth-child(7)", 6)
	b.says("#words", "2 receives HaveLeader from 1, sent in step 3.", "✗ uniqueness is violated")
	b.click("#second .band:nth-child(5)", 4)
	b.says("#words", "2 receives HaveLeader from 1, sent in step 3.")
	b.says("#state", "Elected", "Follower")
	b.says(".branch.on", "Branch 2")
	b.key(kb.ArrowRight, 5)
	b.says("#words", "1 receives HaveLeader from 2, sent in step 4.")
	b.eval(`[...document.querySelectorAll("#first .texts .event")].at(-1).id = "last"`)
	b.click("#last", 6)
	b.says(".branch.on", "Branch 1")
	// Two keys at once: the branch is drawn, whichever answer comes first.
	b.do(chromedp.KeyEvent("]"), chromedp.KeyEvent(kb.ArrowLeft))
	b.until(`document.querySelector(".branch.on").innerText.startsWith("Branch 2")`)
	b.step(4)
	b.says("#words", "2 receives HaveLeader from 1, sent in step 3.")

	// The address holds both branches.
	b.eval(`sessionStorage.clear()`)
	b.do(chromedp.Reload())
	b.until(`document.body.dataset.ready`)
	b.step(4)
	b.says("#branches", "Branch 1 · 6 steps ✗", "Branch 2 · 6 steps ✓")
	b.says("#differs", "The same for 1 step.")
	b.says(".branch.on", "Branch 2")
}

// TestExploreKeys does the same with the keyboard.
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
	// What is redrawn does not lose the focus.
	focus := func(after, want string) {
		t.Helper()
		b.until(`document.body.dataset.busy === "false"`)
		if b.eval(`document.activeElement.matches("`+want+`")`) != "true" {
			t.Errorf("after %s, the focus is at %s", after, b.eval(`document.activeElement.outerHTML`))
		}
	}
	b.key(kb.Enter, 1)
	focus("an event", "#next .event")
	b.eval(`document.querySelector("#branches .branch:not(.on) button").focus()`)
	b.do(chromedp.KeyEvent(kb.Enter))
	focus("turning to a branch", "#branches .on button")
	b.eval(`document.querySelector("#budgets button").focus()`)
	b.do(chromedp.KeyEvent(kb.Enter))
	b.until(`document.getElementById("facts").innerText.includes("crash 2")`)
	focus("+1", "#budgets button")
}

// TestExploreViolation searches for the next violation in Ricart–Agrawala, and for other properties.
func TestExploreViolation(t *testing.T) {
	b := open(t, desk, "ricart-agrawala", "--property", "mutual-exclusion")
	b.until(`document.body.dataset.looked`)
	b.says("#horizon", "Looked ahead until every property had its answer: ")
	b.do(chromedp.Click(chromedp.CSS("#violation")))
	b.until(`document.querySelector("#words .outcome")`)
	b.says("#words", "✗ mutual-exclusion is violated")
	b.picture("violation")
}

// TestExploreLong takes many steps, and logs the time that the script takes for each.
func TestExploreLong(t *testing.T) {
	steps := 20
	if os.Getenv("LONG") != "" {
		steps = 200
	}
	b := open(t, desk, "token-ring")
	for n := range steps {
		b.key("r", n+1)
	}
	t.Log(b.eval(`(() => {
		const all = performance.getEntriesByName("draw").map((x) => x.duration), last = all.slice(-20).sort((a, b) => a - b);
		return all.length + " drawings; the median of the last 20 took " + last[10].toFixed(1) + " ms of script";
	})()`))
	b.picture("long")
}

// arrow clicks on the arrow of a message in transit.
func (b *tab) arrow(title string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`[...document.querySelectorAll(".reach")].some((a) => a.textContent.startsWith(%q))`, title))
	b.eval(fmt.Sprintf(`[...document.querySelectorAll(".reach")].find((a) => a.textContent.startsWith(%q))
		.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: 300, clientY: 200 }))`, title))
}

// TestExploreArrows: a click on the arrow of a message in transit delivers it. If it can also be lost, the page asks
// first.
func TestExploreArrows(t *testing.T) {
	b := open(t, desk, "anel1", "-p", "n=3", "--lose", "1")
	b.take("1", "suspect", 1)
	b.take("2", "suspect", 2)
	b.arrow("VoteForMe, 1 → 2")
	b.says("#menu", "VoteForMe", "1 → 2", "receive", "lose")
	b.accessible()
	b.picture("menu")
	b.key(kb.Enter, 3)
	b.says("#words", "2 receives VoteForMe from 1")
	b.arrow("VoteForMe, 2 → 3")
	b.eval(`document.querySelector("#menu .fault").click()`)
	b.step(4)
	b.says("#words", "is lost")
	b.arrow("HaveLeader, 2 → 3") // it can only be delivered
	b.step(5)
	b.says("#words", "3 receives HaveLeader from 2")
}

// TestExploreLively: a lasso that violates a liveness property is found ahead, shown, and drawn.
func TestExploreLively(t *testing.T) {
	b := open(t, desk, "token-ring", "--case", "possession-for-ever")
	b.until(`document.getElementById("properties").innerText.includes("for ever")`)
	b.picture("lively")
	b.eval(`[...document.querySelectorAll("#properties button")].find((x) => x.ariaLabel.includes("no-starvation-2")).click()`)
	b.until(`document.querySelector("#words .outcome")`)
	b.says("#words", "✗ no-starvation-2 is violated", "the execution loops for ever", "(if it goes round like that)")
	if n := b.eval(`document.querySelectorAll("#first .loop").length`); n == "0" {
		t.Error("the loop is not drawn")
	}
	b.accessible()
	b.picture("loop")
}

func TestExplorePhone(t *testing.T) {
	b := open(t, phone, "anel1", "-p", "n=3", "--crash", "1", "--lose", "1")
	b.take("1", "suspect", 1)
	b.take("2", "suspect", 2)
	b.accessible()
	b.picture("phone")
}

// TestExploreLinks: a link that does not fit says where and why, and a budget can be raised on the page.
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

// TestExploreTwo: two browsers at one server do not disturb each other, in different systems, while one searches.
func TestExploreTwo(t *testing.T) {
	address := serve(t, "anel1")
	one, two := browse(t, desk), browse(t, phone)
	one.walk(address)
	site, _, _ := strings.Cut(address, "#")
	two.walk(site + "#ricart-agrawala?property=mutual-exclusion")
	two.do(chromedp.KeyEvent("v"))
	one.take("1", "suspect", 1)
	one.take("2", "suspect", 2)
	two.until(`document.querySelector("#words .outcome")`)
	two.says("#name", "ricart-agrawala")
	two.says("#words", "✗ mutual-exclusion is violated")
	one.says("#name", "anel1")
	one.take("1", "receive VoteForMe from 2", 3)
	two.key(kb.Home, 0)
	one.until(`document.getElementById("properties").innerText.includes("can be violated in 3 steps")`)
	one.says("#words", "1 receives VoteForMe from 2")
}
