package counterexamples_test

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/counterexamples"
)

// browser returns the path of a Chromium; the test is skipped where there is none.
func browser(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
		"chrome-headless-shell"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium was found in the PATH: the page is not tried in a browser")
	return ""
}

// seen is what stands in a page after some keys.
type seen struct {
	Count, Words, State, Network string
	Step, Round, Row, Error      string
	Veil                         float64
	Images                       int
}

// probe presses keys in a page inside a frame, and writes down what stands there after each. The page
// has the origin of its frame, so it needs no hook for tests.
const probe = `<!DOCTYPE html><title>waiting</title><iframe width="WIDTH" height="700" srcdoc="PAGE"></iframe><pre id="seen"></pre>
<script>
const keys = KEYS, frame = document.querySelector("iframe"), all = [];
frame.addEventListener("load", () => {
  const w = frame.contentWindow, d = w.document;
  let error = "";
  w.addEventListener("error", (e) => { error = e.message; });
  d.addEventListener("securitypolicyviolation", (e) => { error = e.violatedDirective; });
  const look = () => {
    const text = (id) => d.getElementById(id).innerText;
    const row = d.querySelector("#steps [aria-current]");
    all.push({ Count: text("count"), Words: text("words"), State: d.getElementById("state").textContent, Network: text("network"),
      Step: d.body.dataset.step, Round: d.body.dataset.round, Row: row ? row.dataset.row : "", Error: error,
      Veil: Number(d.getElementById("veil").getAttribute("height")), Images: d.images.length });
  };
  look();
  for (const k of keys) {
    if (k.startsWith("#")) d.querySelector(k).click();
    else d.body.dispatchEvent(new w.KeyboardEvent("keydown", { key: k, bubbles: true, cancelable: true }));
    look();
  }
  document.getElementById("seen").textContent = JSON.stringify(all);
});
</script>`

// press opens the page of an execution in a browser, and returns what stands there at first and
// after each key; "#id" is a click.
func press(t *testing.T, chromium string, e *counterexamples.Execution, keys ...string) []seen {
	t.Helper()
	list, err := json.Marshal(keys)
	if err != nil {
		t.Fatal(err)
	}
	page := strings.NewReplacer("WIDTH", "1200", "PAGE", html.EscapeString(written(t, e.HTML)),
		"KEYS", string(list)).Replace(probe)
	dir := t.TempDir()
	file := filepath.Join(dir, "probe.html")
	if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
		"--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--user-data-dir="+filepath.Join(dir, "profile"),
		"--virtual-time-budget=5000", "--dump-dom", "file://"+filepath.ToSlash(file))
	dom, err := cmd.Output()
	if err != nil {
		t.Skipf("the browser %s does not run here: %v", chromium, err)
	}
	_, after, _ := strings.Cut(string(dom), `<pre id="seen">`)
	text, _, _ := strings.Cut(after, "</pre>")
	var all []seen
	if err := json.Unmarshal([]byte(html.UnescapeString(text)), &all); err != nil {
		t.Fatalf("%v; the page did not answer, its document ends:\n%s", err, dom[max(0, len(dom)-2000):])
	}
	if len(all) != len(keys)+1 {
		t.Fatalf("%d answers to %d keys", len(all), len(keys))
	}
	for i, s := range all {
		if s.Error != "" || s.Row != s.Step || s.Images > 0 {
			t.Errorf("after %q: error %q, step %s, row %s, %d images", keys[:i], s.Error, s.Step, s.Row, s.Images)
		}
	}
	return all
}

func TestBrowser(t *testing.T) {
	keys := []string{"ArrowRight", "ArrowDown", "ArrowRight", "End", "ArrowRight", "ArrowLeft", "Home", "ArrowUp",
		"#forward", "#last", "#back", "#first", "x"}
	all := press(t, browser(t), pictureOf(t, "anel1-split"), keys...)
	var steps []string
	for _, s := range all {
		steps = append(steps, s.Step)
	}
	if got, want := strings.Join(steps, " "), "0 1 2 3 6 6 5 0 0 1 6 5 0 0"; got != want {
		t.Errorf("steps %s, want %s", got, want)
	}
	if got, want := all[3].Words, "p0 receives VoteForMe from p1, sent in step 2."; !strings.HasPrefix(got, want) {
		t.Errorf("step 3 is %q, want %q", got, want)
	}
	if got := all[3].State; !strings.Contains(got, "CandidateElected (changed)") {
		t.Errorf("the states after step 3 are %q", got)
	}
	if got := all[3].Network; got != "On the way\n(VoteForMe) p0 → p1\n(HaveLeader) p0 → p1" {
		t.Errorf("on the way after step 3: %q", got)
	}
	if got := all[4].Words; !strings.Contains(got, "✗ uniqueness") {
		t.Errorf("the last step does not say what is violated: %q", got)
	}
	if all[0].Veil != 0 || all[3].Veil <= all[6].Veil || all[4].Veil != 0 {
		t.Errorf("what comes is hidden by %v, %v, %v, %v", all[0].Veil, all[3].Veil, all[6].Veil, all[4].Veil)
	}
}

// TestBrowserLasso: behind the end it goes round, and back.
func TestBrowserLasso(t *testing.T) {
	all := press(t, browser(t), pictureOf(t, "peterson-loop"), "End", "ArrowRight", "End", "ArrowRight", "ArrowLeft",
		"ArrowLeft", "Home")
	var got []string
	for _, s := range all {
		got = append(got, fmt.Sprintf("%s/%s", s.Step, s.Round))
	}
	if got, want := strings.Join(got, " "), "0/1 12/1 5/2 12/2 5/3 12/2 11/2 0/1"; got != want {
		t.Errorf("steps and rounds %s, want %s", got, want)
	}
}

// TestBrowserHostile: what a model says is shown, and nothing of it is done.
func TestBrowserHostile(t *testing.T) {
	e := hostile(t)
	for i, s := range press(t, browser(t), e, "ArrowRight", "ArrowRight", "End") {
		if !strings.Contains(s.State, "</script><img src=x") {
			t.Errorf("after %d keys, the text is not shown as it is: %q", i, s.State)
		}
	}
}
