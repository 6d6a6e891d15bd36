package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/certificate"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs"
	"github.com/anel-mc/mc/specs/spec"
)

// written returns the certificate of the invariants that hold in a case, or nil if it cannot have one.
func written(t *testing.T, s spec.Spec, c spec.Case) []byte {
	t.Helper()
	setup, err := s.Setup(c.Instance())
	if err != nil {
		t.Fatal(err)
	}
	i, ok := setup.Model.(model.Instance)
	if !ok {
		return nil
	}
	whole := s.Complete(c.Instance())
	h := certificate.Header{Spec: s.Name, Variant: whole.Variant, Params: whole.Params,
		Environment: whole.Environment.Flags()}
	for _, p := range setup.Properties {
		if p.Judge() != nil && c.Want(p.Name()) == checkers.Holds {
			h.Properties = append(h.Properties, p.Name())
		}
	}
	var b bytes.Buffer
	if err := certificate.Write(t.Context(), &b, h, i, checkers.Options{}); err != nil {
		if b.Len() > 0 {
			t.Fatal(err)
		}
		return nil
	}
	return b.Bytes()
}

// most is the maximum number of states of the cases that are tried.
const most = 600

// TestCatalogue: certificates of the catalogue are valid.
func TestCatalogue(t *testing.T) {
	tried := map[string]int{}
	for _, s := range specs.All() {
		for _, c := range s.Cases {
			if c.States > most || testing.Short() && c.States > most/10 {
				continue
			}
			b := written(t, s, c)
			if b == nil {
				continue
			}
			says, err := check(b, specs.All(), new(progress))
			if err != nil && strings.HasPrefix(err.Error(), "it names no property that holds: ") {
				says = err.Error()
			} else if err != nil {
				t.Errorf("%s, case %s: %v", s.Name, c.Name, err)
			}
			if !strings.Contains(says, fmt.Sprintf("the %d states", c.States)) {
				t.Errorf("%s, case %s, of %d states: %s", s.Name, c.Name, c.States, says)
			}
			tried[s.Name]++
		}
	}
	t.Log(tried)
	if len(tried) < 15 {
		t.Errorf("only cases of %d specs were tried", len(tried))
	}
}

// TestEverythingSeen: an invariant may look at everything that a supported system has.
func TestEverythingSeen(t *testing.T) {
	begun := model.NewVariable("begun", 0)
	process := model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{Name: "begin", Enabled: func(_ *model.Context, s int) bool { return s == 0 },
			Do: func(p *model.Context, _ int) int {
				begun.Set(p, begun.Get(p)+1)
				p.SetTimer("b", 1)
				p.SetTimer("a", 1)
				return 1
			}}},
		Timeout: func(p *model.Context, _ int, _ string) int {
			p.CancelTimer("a")
			p.CancelTimer("b")
			return 2
		},
	}
	timers := model.NewView("timers", func(s model.State, p model.ID) int { return len(s.Timers(p)) })
	m := model.Instance{Processes: model.Replicate(2, process), Views: []model.Viewed{timers},
		Variables: []model.Shared{begun, model.NewVariable("unseen", 7).Hidden()}}
	properties := []checkers.Property{checkers.Invariant("seen", func(s model.State) error {
		count := 0
		for p, stage := range model.Locals[int](s) {
			set := s.Timers(p)
			if count += min(stage, 1); stage == 1 != slices.Equal(set, []string{"a", "b"}) || timers.In(s, p) != len(set) {
				return fmt.Errorf("in stage %d, the timers are %v", stage, s.Timers(p))
			}
		}
		for name, x := range s.Variables() {
			if name != "begun" || x != count {
				return fmt.Errorf("%s is %v", name, x)
			}
		}
		if !s.Stable() || s.KeepsHistory() {
			return errors.New("it cannot be unstable, and keeps no history")
		}
		return nil
	})}
	mine := spec.Spec{Name: "mine", Variants: []spec.Variant{{Name: spec.AsWritten}},
		Build: func(spec.Args) (spec.Setup, error) { return spec.Setup{Model: m, Properties: properties}, nil }}
	var b bytes.Buffer
	h := certificate.Header{Spec: "mine", Variant: spec.AsWritten, Properties: []string{"seen"}}
	if err := certificate.Write(t.Context(), &b, h, m, checkers.Options{}); err != nil {
		t.Fatal(err)
	}
	says, err := check(b.Bytes(), []spec.Spec{mine}, new(progress))
	if err != nil || !strings.Contains(says, "the 9 states") {
		t.Error(says, err)
	}
}

// sealed returns a certificate with its checksum.
func sealed(text string) []byte {
	return fmt.Appendf(nil, "%ssha256 %x\n", text, sha256.Sum256([]byte(text)))
}

// TestTampered: a modified certificate is refused, with the reason.
func TestTampered(t *testing.T) {
	entry := func(name, testCase string) (spec.Spec, spec.Case) {
		for _, s := range specs.All() {
			for _, c := range s.Cases {
				if s.Name == name && c.Name == testCase {
					return s, c
				}
			}
		}
		t.Fatalf("there is no %s, case %s", name, testCase)
		return spec.Spec{}, spec.Case{}
	}
	s, c := entry("anel1", "split-3")
	whole := written(t, s, c)
	if whole == nil {
		t.Fatal("no certificate")
	}
	end := bytes.LastIndex(whole, []byte("sha256 "))
	text := string(whole[:end])
	lines := strings.SplitAfter(text, "\n")
	without := func(k int) string { return strings.Join(append(append([]string{}, lines[:k]...), lines[k+1:]...), "") }
	header := func(was, is string) string { return strings.Replace(text, was, is, 1) }
	first := slices.IndexFunc(lines[2:], func(l string) bool { return l[0] != '=' }) + 2
	last := len(lines) - 2
	for lines[last][0] != '=' {
		last--
	}
	fewer := func(text string) string { return strings.Replace(text, `"states":292`, `"states":291`, 1) }
	named := func(property string) []byte {
		return sealed(header(`"properties":null`, `"properties":["`+property+`"]`))
	}
	loose := func(line string) string { // the last character of base64 has bits that mean nothing
		line = strings.TrimSuffix(line, "\n")
		return line[:len(line)-1] + string(line[len(line)-1]+1) + "\n"
	}
	flipped := bytes.Clone(whole)
	flipped[end/2] ^= 1
	for _, test := range []struct {
		name string
		b    []byte
		says string
	}{
		{"as it is", whole, "it names no property that holds: the 292 states"},
		{"a bit flipped", flipped, "it is damaged: its checksum does not match"},
		{"cut off", whole[:end/2], "it is not a complete certificate"},
		{"another file", []byte("sha256 "), "it is not a complete certificate"},
		{"another version", sealed(header("mc-certificate 2", "mc-certificate 1")), "it is not a complete certificate"},
		{"more in the header", sealed(header(`"properties"`, `"more":1,"properties"`)), "its header is damaged"},
		{"text after the header", sealed(strings.Replace(text, "}\n", "} more\n", 1)), "its header is damaged"},
		{"a key twice", sealed(header(`{"spec"`, `{"spec":"paxos","spec"`)), "its header is damaged"},
		{"a key in capitals", sealed(header(`{"spec"`, `{"SPEC":"paxos","spec"`)), "its header is damaged"},
		{"a cell that no state has", sealed(text + "=variable -1 -1 \"never\" AAAA\n"), "no state has its cell "},
		{"more after a cell", sealed(header(lines[2], strings.TrimSuffix(lines[2], "\n")+" more\n")),
			"line 3: it is not a cell"},
		{"the same bytes in another encoding", sealed(header(lines[2], loose(lines[2]))), "line 3: it is not a cell"},
		{"a cell twice", sealed(strings.Replace(text, lines[2], lines[2]+lines[2], 1)), "line 4: it is not a cell, or one"},
		{"a state twice", sealed(strings.Replace(text, lines[first], lines[first]+lines[first], 1)), "it is listed twice"},
		{"the last cell removed", sealed(without(last)), "or names a cell that is not listed before it"},
		{"half a cell", sealed(strings.Replace(text, lines[2], "=process\n", 1)), "line 3: it is not a cell"},
		{"the last state removed", sealed(without(len(lines) - 2)), "it lists 291 states, but its header says 292"},
		{"the last state removed, and counted", sealed(fewer(without(len(lines) - 2))), "it lacks a state: "},
		{"the initial state removed, and counted", sealed(fewer(without(first))), "it lacks a state: an initial one"},
		{"a state added", sealed(header(`"states":292`, `"states":293`) + "0 0 0 1 1 1\n"),
			"it has a state that is not reachable"},
		{"other parameters", sealed(header(`"n":3`, `"n":2`)), "it lacks a state: an initial one"},
		{"another environment", sealed(header(`"environment":null`, `"environment":{"crash":"1"}`)),
			"it lacks a state: an initial one"},
		{"another property", named("uniqueness"), "it has a state that violates uniqueness"},
		{"one that is no invariant", named("termination"), "termination is not about single states"},
		{"one that there is not", named("beauty"), `anel1 has no property "beauty"`},
		{"another spec", sealed(header(`"spec":"anel1"`, `"spec":"anel9"`)), `this program has no spec "anel9"`},
	} {
		_, err := check(test.b, specs.All(), new(progress))
		if (err == nil) != (test.says == "") || err != nil && !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v, want %q", test.name, err, test.says)
		}
	}
}

func TestRun(t *testing.T) {
	var out, wrong strings.Builder
	if code := run(nil, &out, &wrong); code != 2 || !strings.Contains(wrong.String(), "usage: certify FILE") {
		t.Errorf("without a file: %d, %s", code, &wrong)
	}
	file := filepath.Join(t.TempDir(), "c.txt")
	if code := run([]string{file}, &out, &wrong); code != 2 {
		t.Errorf("without that file: %d", code)
	}
	if err := os.WriteFile(file, []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	if code := run([]string{file}, &out, &wrong); code != 1 || !strings.Contains(wrong.String(), "proves nothing") {
		t.Errorf("of another file: %d, %s", code, &wrong)
	}
	if code := run([]string{"--help"}, &out, &wrong); code != 0 || !strings.Contains(out.String(), "usage: certify FILE") {
		t.Errorf("--help: %d, %s", code, &out)
	}
	header := `{"spec":"my-ring","variant":"","params":null,"environment":null,"properties":null,"states":0}`
	if err := os.WriteFile(file, sealed(version+header+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	wrong.Reset()
	if code := run([]string{file}, &out, &wrong); code != 2 ||
		!strings.Contains(wrong.String(), `cannot be checked: this program has no spec "my-ring"`) {
		t.Errorf("of a spec of one's own: %d, %s", code, &wrong)
	}
	views := strings.Replace(header, `"states":0`,
		`"states":0,"every":{"param":"n","k":2,"beyond":3,"before":0,"others":0}`, 1)
	if err := os.WriteFile(file, sealed(version+views+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if code := run([]string{file}, &out, &wrong); code != 2 {
		t.Errorf("views of a spec of one's own: %d, %s", code, &wrong)
	}
	// Files that have no end, and in which nothing fits.
	if f, err := os.OpenFile("/dev/zero", os.O_RDONLY, 0); err == nil {
		f.Close()
		if code := run([]string{"/dev/zero"}, &out, &wrong); code != 1 {
			t.Errorf("of zeros without an end: %d", code)
		}
	}
	if f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0); err == nil {
		defer f.Close()
		if code := run([]string{"--help"}, f, &wrong); code != 2 {
			t.Errorf("where nothing can be written: %d", code)
		}
	}
}

// TestSharesNothing: of the engine, the program uses only the codec and the restriction of values to fewer processes.
func TestSharesNothing(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	of := regexp.MustCompile(`\b(system|checkers)\.\w+`)
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range of.FindAllString(string(b), -1) {
			if !strings.HasSuffix(f, "_test.go") && !slices.Contains([]string{"system.Values", "checkers.Property",
				"system.Absent", "system.Restriction", "system.NewRestriction",
				"system.Named"}, x) {
				t.Errorf("%s uses %s", f, x)
			}
		}
	}
}
