package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestExploreFault: where the model is at fault, the page says so, and leads back. Where the server does not answer, it
// stays at what it shows.
func TestExploreFault(t *testing.T) {
	b := browse(t, desk)
	b.walk(serveBy(t, "toy", "hanging:exits"))
	for n := range 4 {
		b.key("1", n+1)
	}
	b.says("#next", "What can happen here is not known", "runtime.Goexit", "Go back, and choose something else.")
	b.says("#properties", "not known here")
	b.says("#count", "Step 4")
	b.accessible()
	b.picture("fault")
	b.key(kb.ArrowLeft, 3)
	b.says("#next", "receive ping", "the way that was taken")
	b.says("#count", "Step 3 of 4")
	b.do(chromedp.Reload())
	b.until(`document.body.dataset.ready`)
	b.step(3)
	b.key(kb.End, 4)
	b.says("#next", "What can happen here is not known")
	b.key(kb.Home, 0)

	b.eval(`window.answering = window.fetch`)
	for _, key := range []string{"2", kb.ArrowRight, kb.End} {
		b.eval(`window.fetch = () => Promise.reject(new Error("nobody is there"))`)
		b.do(chromedp.KeyEvent(key))
		b.until(`document.getElementById("notice").innerText.includes("The server does not answer")`)
		b.step(0)
		b.says("#count", "Start · 4 steps")
		if at := b.eval(`location.hash`); !strings.Contains(at, "at=0&do=") {
			t.Errorf("the page is at the start, and its address is %s", at)
		}
		b.eval(`document.getElementById("dismiss").click()`)
	}
	// A search ahead that stops, or whose server is gone, says so, and can go on.
	b.eval(`window.fetch = (url, o) => !url.endsWith("ahead") ? window.answering(url, o) : Promise.resolve(new Response(
		new ReadableStream({ start(c) {
			const line = JSON.stringify({ outlooks: Array(9).fill({}), states: 7, depth: 1 }) + "\n";
			c.enqueue(new TextEncoder().encode(line));
			o.signal.onabort = () => c.error(o.signal.reason);
			window.dies = () => c.error(new TypeError("network error"));
		} })))`)
	searching := func() { b.until(`document.getElementById("properties").innerText.includes("searching …")`) }
	halted := func() {
		b.until(`document.querySelector("#horizon button")`)
		b.says("#horizon", "The search ahead was stopped.", "Search on")
		b.says("#properties", "what can still come is not known")
	}
	b.key("2", 1)
	searching()
	b.do(chromedp.KeyEvent(kb.Escape))
	halted()
	b.eval(`document.querySelector("#horizon button").click()`)
	searching()
	b.eval(`window.dies()`)
	halted()
	b.says("#notice", "The server does not answer")
	b.says("#branches", "Branch 1 · 4 steps", "Branch 2 · 1 step")

	// All branches are there after the page is loaded again. If there are too many, one that shows nothing is closed.
	b.eval(`(() => {
		const kept = JSON.parse(sessionStorage.getItem("walk"));
		kept.branches[0].end = { truths: [{ name: "x", steps: [1], shown: true }], over: true };
		while (kept.branches.length < 9) kept.branches.push({ path: kept.branches[0].path, at: 0 });
		sessionStorage.setItem("walk", JSON.stringify(kept));
	})()`)
	b.do(chromedp.Reload())
	b.until(`document.body.dataset.ready`)
	b.says("#branches", "Branch 1 · 4 steps ✗", "Branch 2 · 1 step", "Branch 9 · 4 steps")
	b.key(kb.ArrowLeft, 0)
	b.key("1", 1)
	b.says("#notice", "Branch 3, of 4 steps, was closed: there can be 9 branches.")
	b.says("#branches", "Branch 1 · 4 steps ✗", "Branch 2 · 1 step", "Branch 9 · 1 step")
}

// TestExploreStuck: the page says that it waits for a function that does not return, and need not wait.
func TestExploreStuck(t *testing.T) {
	b := browse(t, desk)
	b.walk(serveBy(t, "toy", "hanging:handler"))
	for n := range 3 {
		b.key("1", n+1)
	}
	b.do(chromedp.KeyEvent("1"))
	b.until(`document.getElementById("search").innerText.includes("Waiting for the model")`)
	b.eval(`document.getElementById("cancel").click()`)
	b.step(3)
	b.says("#count", "Step 3")
	b.key(kb.ArrowLeft, 2)
	b.says("#count", "Step 2 of 3")
}
