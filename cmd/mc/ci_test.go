package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs"
	"github.com/anel-mc/mc/specs/spec"
)

// evil is a text from a model that has a meaning in each of the formats.
const evil = "100% :: <b>&\"'</b> ]]> \x1b[31m\x00 a,b | `c` ```` \xff\r\n::error::second </details>"

// trouble has names and texts that have a meaning in XML, JSON, Markdown and workflow commands, a property that holds
// vacuously, and an act that never happens.
func trouble() spec.Spec {
	return spec.Spec{
		Name: "trouble", Family: "toys", Summary: "Says <what> it | likes", Source: "the tests of the command",
		Variants: []spec.Variant{{Name: spec.AsWritten, Doc: "goes wrong"}, {Name: "idle", Doc: "does nothing"},
			{Name: "fault", Doc: "panics"}},
		Build: func(a spec.Args) (spec.Setup, error) {
			m := model.Machine[int]{Init: func() []int { return []int{0} }, Actions: []model.Action[int]{
				{Name: "never", Enabled: func(int, int) bool { return false }, Do: func(s, _ int) int { return s }},
				{Name: "go", Enabled: func(s, _ int) bool { return s < 2 && a.Variant != "idle" }, Do: func(s, _ int) int {
					if a.Variant == "fault" {
						panic(evil)
					}
					return s + 1
				}},
			}}
			never := func(model.State) bool { return false }
			return spec.Setup{Model: m, Properties: []checkers.Property{
				checkers.Invariant("is, <it>: ok%", func(s model.State) error {
					if model.Whole[int](s) == 2 {
						return errors.New(evil)
					}
					return nil
				}),
				checkers.LeadsTo("served", never, never),
			}}, nil
		},
		Cases: []spec.Case{
			{Name: "wrong", Doc: "Goes wrong", Violated: []string{"is, <it>: ok%"}, States: 3, Confirmed: "self"},
			{Name: "other", Doc: "Declares what is not so", States: 4, Confirmed: "nobody"},
			{Name: "idle", Doc: "Nothing happens", Variant: "idle", States: 1, Confirmed: "self"},
		},
	}
}

// troubled runs mc check on trouble.
func troubled(t *testing.T, want int, args ...string) []byte {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := command.Run(t.Context(), []spec.Spec{trouble()}, append([]string{"check"}, args...), strings.NewReader(""),
		&stdout, &stderr)
	if code != want || stderr.Len() > 0 {
		t.Fatalf("exit code %d, want %d\n%s%s", code, want, &stdout, &stderr)
	}
	return stdout.Bytes()
}

// junit is everything that a JUnit report for Jenkins and GitLab may contain.
type junit struct {
	XMLName  xml.Name `xml:"testsuites"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Suites   []struct {
		Name       string  `xml:"name,attr"`
		Tests      int     `xml:"tests,attr"`
		Failures   int     `xml:"failures,attr"`
		Errors     int     `xml:"errors,attr"`
		Time       float64 `xml:"time,attr"`
		Properties []struct {
			Name  string `xml:"name,attr"`
			Value string `xml:"value,attr"`
		} `xml:"properties>property"`
		Cases []struct {
			Class   string     `xml:"classname,attr"`
			Name    string     `xml:"name,attr"`
			Time    float64    `xml:"time,attr"`
			Failure *junitText `xml:"failure"`
			Error   *junitText `xml:"error"`
			Output  string     `xml:"system-out"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

type junitText struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// readJUnit parses a report strictly, to the end, and checks its counts.
func readJUnit(t *testing.T, b []byte) (j junit) {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(b)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, b)
		}
	}
	if err := xml.Unmarshal(b, &j); err != nil {
		t.Fatalf("%v in\n%s", err, b)
	}
	var sum [3]int
	seen := map[string]bool{}
	for _, s := range j.Suites {
		var of [3]int
		for _, c := range s.Cases {
			if key := c.Class + "\n" + c.Name; seen[key] || c.Class == "" || c.Name == "" {
				t.Errorf("the test case %q has no name of its own: GitLab shows the first only", key)
			} else {
				seen[key] = true
			}
			of[0]++
			if c.Failure != nil {
				of[1]++
			}
			if c.Error != nil {
				of[2]++
			}
		}
		if of != [3]int{s.Tests, s.Failures, s.Errors} {
			t.Errorf("suite %s counts %d, %d, %d, and has %v", s.Name, s.Tests, s.Failures, s.Errors, of)
		}
		for i := range sum {
			sum[i] += of[i]
		}
	}
	if sum != [3]int{j.Tests, j.Failures, j.Errors} {
		t.Errorf("it counts %d, %d, %d, and has %v", j.Tests, j.Failures, j.Errors, sum)
	}
	return j
}

func TestJUnit(t *testing.T) {
	j := readJUnit(t, troubled(t, 1, "trouble", "--format", "junit"))
	s := j.Suites[0]
	if j.Tests != 2 || j.Failures != 1 || j.Errors != 0 || s.Cases[0].Name != "is, <it>: ok%" ||
		s.Cases[0].Class != "trouble.as-written" {
		t.Fatalf("%+v", j)
	}
	f := s.Cases[0].Failure
	for _, want := range []string{"violated in 2 steps: 100% ::", `]]> \x1b[31m\x00 a,b`, "`c` ```` \\xff\\r\n::error::second"} {
		if !strings.Contains(f.Message, want) || !strings.Contains(f.Text, want) {
			t.Errorf("%q is not in %+v", want, f)
		}
	}
	if f.Type != "invariant" || !strings.Contains(f.Text, "│") ||
		!strings.Contains(f.Text, "check trouble --property 'is, <it>: ok%'") {
		t.Errorf("the failure is %+v", f)
	}
	if s.Cases[1].Output != "holds vacuously: no state occurs that should lead there" {
		t.Errorf("the other test case is %+v", s.Cases[1])
	}
	if !slices.ContainsFunc(s.Properties, func(p struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}) bool {
		return p.Name == "states" && p.Value == "3"
	}) {
		t.Errorf("the properties are %+v", s.Properties)
	}
	// A declared violation passes; of the other case, the verdict and the number of states differ.
	j = readJUnit(t, troubled(t, 1, "trouble", "--all", "--format", "junit"))
	if j.Tests != 7 || j.Failures != 2 || j.Errors != 0 || len(j.Suites) != 3 || j.Suites[1].Cases[2].Name != "(states)" {
		t.Errorf("all cases: %+v", j)
	}
	// Without --all, an undecided property is an error.
	j = readJUnit(t, troubled(t, 3, "trouble", "--max-states", "1", "--format", "junit"))
	if j.Errors != 2 || j.Suites[0].Cases[0].Error.Type != "undecided" {
		t.Errorf("undecided: %+v", j)
	}
	j = readJUnit(t, troubled(t, 4, "trouble:fault", "--format", "junit"))
	if j.Tests != 1 || j.Errors != 1 || j.Suites[0].Cases[0].Error.Type != "fault" {
		t.Errorf("fault: %+v", j)
	}
	j = readJUnit(t, troubled(t, 3, "trouble:idle", "--strict", "--format", "junit"))
	if j.Tests != 3 || j.Errors != 2 || j.Suites[0].Cases[2].Name != "(events)" {
		t.Errorf("strict: %+v", j)
	}
}

func TestGitHub(t *testing.T) {
	for _, c := range []struct {
		want int
		args []string
		kind []string // of the lines
	}{
		{1, []string{"trouble"}, []string{"error", "notice"}},
		{1, []string{"trouble", "--all"}, []string{"error", "error", "notice"}},
		{3, []string{"trouble:idle", "--strict"}, []string{"warning", "warning", "notice"}},
		{4, []string{"trouble:fault"}, []string{"error"}},
	} {
		out := string(troubled(t, c.want, append(c.args, "--format", "github")...))
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		if len(lines) != len(c.kind) {
			t.Fatalf("%v: %d lines:\n%s", c.args, len(lines), out)
		}
		for i, line := range lines {
			title, message, found := strings.Cut(strings.TrimPrefix(line, "::"+c.kind[i]+" title="), "::")
			if !strings.HasPrefix(line, "::"+c.kind[i]+" title=") || !found || message == "" ||
				strings.ContainsAny(title, ":,") {
				t.Errorf("%v: %s", c.args, line)
			}
		}
	}
	out := string(troubled(t, 1, "trouble", "--format", "github"))
	if want := "::error title=trouble · is%2C <it>%3A ok%25::violated in 2 steps: 100%25 :: <b>"; !strings.HasPrefix(out,
		want) {
		t.Errorf("%s\nwant %s", out, want)
	}
}

func TestMarkdown(t *testing.T) {
	out := string(troubled(t, 1, "trouble", "--all", "--format", "markdown"))
	for _, want := range []string{
		"### trouble: Says &lt;what&gt; it \\| likes\n\n2 as declared, 1 not as declared\n\n|  | case |",
		"\n| ✓ | trouble · wrong | 3 |", "\n| ✗ | trouble · other | 3 |",
		" | served (vacuously) | is, &lt;it&gt;: ok% |  |\n",
		"<details><summary>trouble · other: is, &lt;it&gt;: ok%, (states)</summary>\n\n",
		"\n`````text\n#  event", "\n  ::error::second </details>\n`````\n", // longer than any fence in the picture
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	open := ""
	details := 0
	for _, line := range strings.Split(out, "\n") {
		switch {
		case open == "" && strings.HasPrefix(line, "```"):
			open = strings.TrimSuffix(line, "text")
		case open != "" && line == open:
			open = ""
		case open == "":
			details += strings.Count(line, "<details>") - strings.Count(line, "</details>")
		}
	}
	if open != "" || details != 0 {
		t.Errorf("a fence or details are open at the end of\n%s", out)
	}
}

func TestStrict(t *testing.T) {
	for _, c := range []struct {
		want int
		args string
	}{
		{0, "trouble:idle"}, {3, "trouble:idle --strict"}, {1, "trouble --strict"}, {4, "trouble:fault --strict"},
		{0, "trouble --case idle"}, {3, "trouble --case idle --strict"}, {3, "trouble:idle --all --strict"},
		{0, "trouble:idle --all"},
	} {
		for _, format := range []string{"text", "json", "junit", "sarif", "github", "markdown"} {
			troubled(t, c.want, append(strings.Fields(c.args), "--format", format)...)
		}
	}
	c := decode[checked](t, troubled(t, 3, "trouble:idle", "--strict", "--format", "json"))
	if c.Verdict != "holds" || c.Properties[1].Vacuous != "no state occurs that should lead there" ||
		len(c.Vacuous) != 2 || c.Vacuous[1] != `never happens: act "never"; act "go"` {
		t.Errorf("%+v", c)
	}
}

// TestReportsAsExitCode: everything in a report passes exactly if the exit code is 0.
func TestReportsAsExitCode(t *testing.T) {
	all := slices.Concat(specs.All(), toys(), []spec.Spec{trouble()})
	run := func(ctx context.Context, args []string, format string) (int, []byte) {
		var stdout, stderr bytes.Buffer
		code := command.Run(ctx, all, append([]string{"check", "--format", format}, args...),
			strings.NewReader(""), &stdout, &stderr)
		if stderr.Len() > 0 {
			t.Fatalf("%v: %s", args, &stderr)
		}
		return code, stdout.Bytes()
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, line := range []string{
		"race", "race:corrected", "race --all", "race --all --max-states 8", "race --all --property raised --max-depth 1",
		"race --case two",
		"race --case quiet", "race:corrected --all --strict", "race --property raised", "big --all", "big -p size=1",
		"big -p size=1 --strict", "big --max-states 5",
		"whole", "faulty:panics", "faulty:nobody", "trouble --all", "trouble:idle --all", "trouble:idle --all --strict",
		"trouble:idle --strict",
		"omega-recovery", // what is never reached has no execution, and comes after what has one
	} {
		for _, ctx := range []context.Context{t.Context(), cancelled} {
			args := strings.Fields(line)
			want, _ := run(ctx, args, "text")
			code, out := run(ctx, args, "junit")
			if j := readJUnit(t, out); code != want || j.Tests == 0 || (j.Failures+j.Errors == 0) != (code == 0) {
				t.Errorf("%s: exit code %d, with text %d\n%s", line, code, want, out)
			}
			code, out = run(ctx, args, "sarif")
			run1 := readSARIF(t, out).Runs[0]
			bad := len(run1.Invocations[0].ToolExecutionNotifications)
			for _, r := range run1.Results {
				if r.Kind != "pass" {
					bad++
				}
			}
			if code != want || (bad == 0) != (code == 0) {
				t.Errorf("%s: exit code %d, with text %d\n%s", line, code, want, out)
			}
			code, out = run(ctx, args, "github")
			clean := !bytes.Contains(out, []byte("::error ")) && !bytes.Contains(out, []byte("::warning "))
			if code != want || clean != (code == 0) {
				t.Errorf("%s: exit code %d, with text %d\n%s", line, code, want, out)
			}
			code, out = run(ctx, args, "markdown")
			if code != want || (!bytes.Contains(out, []byte("| ✗ |")) && !bytes.Contains(out, []byte("| ? |"))) != (code == 0) {
				t.Errorf("%s: exit code %d, with text %d\n%s", line, code, want, out)
			}
		}
	}
}
