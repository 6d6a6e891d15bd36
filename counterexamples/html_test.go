package counterexamples_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"pgregory.net/rapid"
)

var (
	styleElement  = regexp.MustCompile(`(?s)<style>.*?</style>`)
	scriptElement = regexp.MustCompile(`(?s)<script>.*?</script>`)
	scriptHash    = regexp.MustCompile(`sha256-[^"]*?(&#39;|')`)
	laneName      = regexp.MustCompile(`<text class="name"[^>]* x="(\d+)"[^>]*>(?:<title>.*?</title>)?(.*?)</text>`)
	drawnWidth    = regexp.MustCompile(`<svg [^>]*width="(\d+)"`)
	textBelow     = regexp.MustCompile(`<text class="(?:looping|shows bad)" x="8"[^>]*>(.*?)</text>`)
	dataElement   = regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`)
)

// bare removes what is the same in all drawings and pages: style and script.
func bare(text string) string {
	text = styleElement.ReplaceAllString(text, "<style/>")
	text = scriptElement.ReplaceAllString(text, "<script/>")
	return scriptHash.ReplaceAllString(text, "…")
}

// elements parses XML strictly and counts the elements by name.
func elements(t failer, text string) map[string]int {
	t.Helper()
	count := map[string]int{}
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return count
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			count[e.Name.Local]++
			for _, a := range e.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "src" || a.Name.Local == "style" ||
					a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#") {
					t.Fatal("an attribute that acts or loads: ", a)
				}
			}
		}
	}
}

// checkForms checks the drawing and the page of any execution.
func checkForms(t failer, e *counterexamples.Execution) {
	t.Helper()
	svg, html := written(t, e.SVG), written(t, e.HTML)
	if n := elements(t, svg); n["svg"] != 1 || n["script"] != 0 {
		t.Fatal("elements of the drawing: ", n)
	}
	n := elements(t, bare(html))
	if n["script"] != 2 || n["html"] != 1 || n["img"] != 0 {
		t.Fatal("elements of the page: ", n)
	}
	for _, url := range []string{"http://", "https://", "url(", "@import"} {
		if strings.Contains(html, url) || strings.Contains(strings.Replace(svg, `xmlns="http://www.w3.org/2000/svg"`, "", 1),
			url) {
			t.Fatal("something may be loaded: ", url)
		}
	}
	checkFlights(t, e, html)
}

// checkFlights compares the messages in a page with those in the states.
func checkFlights(t failer, e *counterexamples.Execution, html string) {
	t.Helper()
	var data struct {
		Steps   []json.RawMessage
		Flights []struct {
			Text        string
			Sent, Ended int
		}
	}
	if err := json.Unmarshal([]byte(dataElement.FindStringSubmatch(html)[1]), &data); err != nil {
		t.Fatal(err)
	}
	if len(data.Steps) != e.Len()+1 {
		t.Fatal("states of the page: ", len(data.Steps))
	}
	for r := 0; len(e.Processes()) > 0 && r <= e.Len(); r++ {
		there := 0
		for range e.State(r).Messages() {
			there++
		}
		for _, f := range data.Flights {
			if f.Sent <= r && r < f.Ended {
				there--
			}
		}
		if there != 0 {
			t.Fatal("messages in state ", r, " more than in the page: ", there)
		}
	}
}

func TestForms(t *testing.T) {
	for _, p := range pictures(t) {
		t.Run(p.name, func(t *testing.T) {
			checkForms(t, p.e)
			svg, html := written(t, p.e.SVG), written(t, p.e.HTML)
			if again := written(t, p.e.SVG); again != svg || written(t, p.e.HTML) != html {
				t.Error("not the same twice")
			}
		})
	}
}

// TestRandomForms checks both forms on random walks with every kind of fault.
func TestRandomForms(t *testing.T) {
	of := ofAnySystem(t)
	rapid.Check(t, func(t *rapid.T) {
		for range 4 {
			checkForms(t, of(t))
		}
	})
}

// hostile is an execution in which every text looks like markup.
func hostile(t testing.TB) *counterexamples.Execution {
	const bad = `</script><img src=x onerror="document.title='broken'">]]>&amp;{{.}}` + "`${1}`"
	m := model.Instance{
		Processes: model.Replicate(2, model.Process[string]{
			Init: func(p *model.Context) string {
				p.Store(bad)
				return bad
			},
			Acts: []model.Act[string]{{Name: bad, Enabled: func(_ *model.Context, s string) bool { return s == bad },
				Do: func(p *model.Context, s string) string {
					p.Send(p.Right(), bad)
					p.Mark(bad)
					p.SetTimer(bad, 1)
					return s + bad
				}}},
			Receive: func(_ *model.Context, s string, _ model.ID, m model.Message) string { return s + m.(string) },
			Timeout: func(_ *model.Context, s string, _ string) string { return s },
		}),
		Names:     []string{bad, "</style>" + bad},
		Variables: []model.Shared{model.NewVariable(bad, bad)},
	}
	e := run(t, compile(t, m), "act", "act", "deliver", "timeout")
	e.Trace.Spec, e.Trace.Variant, e.Trace.Params, e.Trace.Environment = bad, bad, map[string]int{bad: 1},
		map[string]string{bad: bad}
	return looping(shows(e, bad, bad, bad), 2)
}

func TestInjection(t *testing.T) {
	e := hostile(t)
	checkForms(t, e)
	for form, text := range map[string]string{"SVG": written(t, e.SVG), "HTML": written(t, e.HTML)} {
		if strings.Contains(text, "<img") || strings.Contains(text, "</style></script>") {
			t.Errorf("%s: a text of the model got through as it is", form)
		}
	}
}

// TestFits: in a drawing, long names can be told apart and do not reach into each other, and what is written below it
// is not wider.
func TestFits(t *testing.T) {
	const wide = 10 // pixels of a bold character
	many := gossip(12, model.Network{}, model.Faults{})
	for i := range 12 {
		many.Names = append(many.Names, fmt.Sprintf("process number %d", i))
	}
	svg := written(t, run(t, compile(t, many)).SVG)
	seen, last := map[string]bool{}, 0
	for _, m := range laneName.FindAllStringSubmatch(svg, -1) {
		x, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		if room := utf8.RuneCountInString(m[2]) * wide; last > 0 && room > x-last {
			t.Errorf("%s takes %d pixels, and lines are %d apart", m[2], room, x-last)
		}
		seen[m[2]], last = true, x
	}
	if len(seen) != 12 {
		t.Errorf("there are the names %v", seen)
	}
	svg = written(t, looping(pictureOf(t, "machine"), 0).SVG)
	drawn, err := strconv.Atoi(drawnWidth.FindStringSubmatch(svg)[1])
	if err != nil {
		t.Fatal(err)
	}
	below := textBelow.FindAllStringSubmatch(svg, -1)
	for _, m := range below {
		if room := 8 + utf8.RuneCountInString(m[1])*9; room > drawn {
			t.Errorf("%q takes %d pixels of %d", m[1], room, drawn)
		}
	}
	if len(below) < 3 {
		t.Errorf("below the drawing is %q", below)
	}
}
