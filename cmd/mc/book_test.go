package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// write runs mc book for some specs, or for all.
func write(t *testing.T, specs ...string) string {
	t.Helper()
	dir := t.TempDir()
	args := append([]string{"book", dir, "--source", filepath.Join("..", "..")}, specs...)
	out, err := exec.Command("mc", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), "open "+filepath.Join(dir, "index.html")) {
		t.Errorf("it says %s", out)
	}
	return dir
}

// What a page links to, and where links lead.
var (
	linksTo = regexp.MustCompile(`(?:href|src)="([^"#]*)(?:#([^"]*))?"`)
	named   = regexp.MustCompile(` id="([^"]+)"`)
	told    = regexp.MustCompile(`<section class="finding" aria-labelledby="([^"]+)"`)
)

// TestBook writes the whole book: each finding appears once, each counterexample is found, and no link is dead.
func TestBook(t *testing.T) {
	if testing.Short() {
		t.Skip("it searches for all counterexamples of the findings")
	}
	dir := write(t)
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	pages, ids, findings := map[string]string{}, map[string]bool{}, map[string]string{}
	for _, f := range files {
		b, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		ids[f.Name()] = true
		if !strings.HasSuffix(f.Name(), ".html") {
			continue
		}
		pages[f.Name()] = string(b)
		for _, m := range named.FindAllStringSubmatch(string(b), -1) {
			if ids[f.Name()+"#"+m[1]] {
				t.Errorf("%s has two elements %s", f.Name(), m[1])
			}
			ids[f.Name()+"#"+m[1]] = true
		}
		for _, m := range told.FindAllStringSubmatch(string(b), -1) {
			if findings[m[1]] != "" {
				t.Errorf("%s tells %s, as %s does", f.Name(), m[1], findings[m[1]])
			}
			findings[m[1]] = f.Name()
		}
	}
	for name, text := range pages {
		for _, m := range linksTo.FindAllStringSubmatch(text, -1) {
			to := m[1]
			if to == "" {
				to = name
			}
			if m[2] != "" {
				to += "#" + m[2]
			}
			if !ids[to] {
				t.Errorf("%s links to %s, which is not there", name, to)
			}
		}
	}
	documents, err := filepath.Glob(filepath.Join("..", "..", "docs", "findings", "[a-z]*.md"))
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, d := range documents {
		b, err := os.ReadFile(d)
		if err != nil {
			t.Fatal(err)
		}
		want += strings.Count(string(b), "\n## ")
	}
	if len(findings) != want {
		t.Errorf("%d findings are told, of %d", len(findings), want)
	}
	if n := strings.Count(pages["index.html"], "<li><a href"); n < 10+len(pages)-1 {
		t.Errorf("the index leads to %d pages and findings, and there are %d pages", n, len(pages)-1)
	}
}

// TestBookPage steps through a counterexample of a page as a file, to the lines of the algorithm.
func TestBookPage(t *testing.T) {
	b := browse(t, desk)
	dir := write(t, "anel1", "token-ring", "peterson")
	page := func(name string) string { return "file://" + filepath.ToSlash(filepath.Join(dir, name)) }
	b.do(chromedp.Navigate(page("index.html")))
	b.accessible()
	b.picture("book-index")
	b.do(chromedp.Navigate(page("anel1.html")))
	b.until(`document.querySelector(".trace [data-part=count]").innerText === "Start · 6 steps"`)
	b.accessible()
	for range 2 {
		b.eval(`document.querySelector(".trace [data-part=forward]").click()`)
	}
	b.says(".trace [data-part=words]", "2 takes the act “suspect”.", "C becomes Candidate.")
	b.says(".trace [data-part=state]", "Candidate")
	b.says(".trace [data-part=line]", "In the text: anel1.go, line ")
	b.eval(`document.querySelector(".trace [data-part=last]").focus()`)
	b.do(chromedp.KeyEvent(kb.End))
	b.says(".trace [data-part=words]", "✗ uniqueness (invariant): processes 1 and 2 at the same time")
	b.do(chromedp.KeyEvent(kb.ArrowLeft))
	b.says(".trace [data-part=count]", "Step 5 of 6")
	b.eval(`document.querySelector(".trace").scrollIntoView()`)
	b.picture("book-trace")
	b.eval(`document.querySelector(".trace [data-part=line] a").click()`)
	b.until(`document.querySelector(".line:target")`)
	b.says(".line:target", "HaveLeader")
	b.picture("book-line")
	// The properties are in a file that is folded.
	b.eval(`[...document.querySelectorAll("#cases p a")].find((a) => a.innerText === "uniqueness").click()`)
	b.until(`document.querySelector(".line:target").innerText.includes('"uniqueness"')`)
	b.until(`document.querySelector(".line:target").closest("details").open`)
	b.do(chromedp.Navigate(page("anel1.html") + "#cases"))
	b.picture("book-cases")
}

// TestBookPhone: a page fits on a phone, in the dark.
func TestBookPhone(t *testing.T) {
	b := browse(t, window{width: 360, height: 740, dark: true})
	dir := write(t, "anel1", "lamport-clock")
	for _, name := range []string{"index", "anel1", "lamport-clock"} {
		b.do(chromedp.Navigate(fmt.Sprintf("file://%s", filepath.ToSlash(filepath.Join(dir, name+".html")))))
		b.accessible()
		b.picture("book-phone-" + name)
	}
}
