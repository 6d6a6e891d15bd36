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
	b.eval(`window.fetch = window.answering`)
	b.key("2", 1)
	b.says("#branches", "Branch 1 · 4 steps", "Branch 2 · 1 step")
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
