package command

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/disk"
	"github.com/anel-mc/mc/specs/ewd840"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/tokenring"
)

func TestNear(t *testing.T) {
	all := []string{"anel1", "chang-roberts", "central-coordinator", "bully", "n"}
	for _, c := range []struct {
		name string
		want []string
	}{
		{"anel", []string{"anel1"}},
		{"Anel1", []string{"anel1"}},
		{"chang-robert", []string{"chang-roberts"}},
		{"roberts", []string{"chang-roberts"}},
		{"coordinator", []string{"central-coordinator"}},
		{"bulyl", []string{"bully"}},
		{"m", nil},
		{"", nil},
		{"paxos", nil},
	} {
		if got := near(c.name, all); !reflect.DeepEqual(got, c.want) {
			t.Errorf("near %q: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestSave(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("old and longer"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Skip(err)
	}
	// A process that was killed has left one behind; another, this test's parent, is still writing.
	dead := exec.Command("true")
	if err := dead.Run(); err != nil {
		t.Skip(err)
	}
	writing := fmt.Sprintf(".file.%d.tmp", os.Getppid())
	for _, name := range []string{fmt.Sprintf(".file.%d.tmp", dead.Process.Pid), writing, ".file.x.tmp"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := new(program).save(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	// The link still is one, and what it points to has the content.
	if to, err := os.Readlink(link); err != nil || to != "file" {
		t.Errorf("the link points to %q: %v", to, err)
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != "new" {
		t.Errorf("the file holds %q: %v", b, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
		t.Errorf("the file has mode %v: %v", info.Mode(), err)
	}
	var there []string
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		there = append(there, e.Name())
	}
	if want := []string{writing, ".file.x.tmp", "file", "link"}; err != nil || !reflect.DeepEqual(there, want) {
		t.Errorf("the directory holds %q, want %q: %v", there, want, err)
	}
}

func TestProgress(t *testing.T) {
	var b bytes.Buffer
	l := &progress{w: &b, on: true, columns: 60}
	l.show(explore.Progress{States: 1_000_000, Expanded: 400_000, Depth: 12, Bytes: 64 << 20, Elapsed: time.Second})
	if got := b.String(); !strings.HasPrefix(got, "\r1,000,000 states · 1.0M/s · depth 12 · 600,000 queued") {
		t.Errorf("the lines are %q", got)
	}
	text, end, _ := strings.Cut(strings.TrimPrefix(b.String(), "\r"), "\x1b")
	if len([]rune(text)) > 59 || end != "[K\r" {
		t.Errorf("the line is %q", b.String())
	}
	b.Reset()
	l.erase()
	l.erase()
	if got := b.String(); got != "\r\x1b[K" {
		t.Errorf("it is erased by %q", got)
	}
	b.Reset()
	newProgress(&b).show(explore.Progress{States: 1})
	if b.Len() > 0 {
		t.Errorf("%q is not for a terminal", &b)
	}
}

// A search is said to fill its memory if that is within an hour.
func TestLasting(t *testing.T) {
	p := explore.Progress{States: 1000, Bytes: 20_000}
	for _, c := range []struct {
		limits checkers.Options
		want   string
	}{
		{checkers.Options{}, ""},
		{checkers.Options{Memory: 1 << 40}, ""},
		{checkers.Options{Memory: 220_000}, ", full in 2 min"},
		{checkers.Options{Memory: 220_000, Disk: explore.Disk{Storage: disk.Folder("somewhere")}}, ""},
	} {
		if got := lasting(p, 100, c.limits); got != c.want {
			t.Errorf("%+v: %q, want %q", c.limits, got, c.want)
		}
	}
}

func TestWorse(t *testing.T) {
	order := []int{exitInterrupted, exitFault, exitUsage, exitViolated, exitUnknown, exitHolds}
	for i, a := range order {
		for j, b := range order {
			if got, want := worse(a, b), order[min(i, j)]; got != want {
				t.Errorf("worse(%d, %d) = %d, want %d", a, b, got, want)
			}
		}
	}
}

// TestTell: what a call is given may be text of a model.
func TestTell(t *testing.T) {
	var b bytes.Buffer
	(&program{name: "mc", stderr: &b}).tell("now", "process p0\nlocal state: \x1b[31mRED\u202e")
	if want := `mc: now, a call had not returned: process p0` + "\n" + `  local state: \x1b[31mRED\u202e` + "\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

// TestEveryInterrupted: where an interruption leaves nothing to print, that is said.
func TestEveryInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	code := Run(ctx, []spec.Spec{tokenring.Spec()}, []string{"check", "token-ring", "--for-all-n", "--property",
		"mutual-exclusion"}, nil, &stdout, &stderr)
	if code != exitInterrupted || !strings.HasSuffix(stderr.String(), "check: interrupted: nothing is known\n") {
		t.Errorf("code %d, %q", code, &stderr)
	}
}

// TestExploreEverywhere: a page for other machines says what its address is there.
func TestExploreEverywhere(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	args := []string{"explore", "token-ring", "--no-open", "--listen", "0.0.0.0:0"}
	Run(ctx, []spec.Spec{tokenring.Spec()}, args, nil, &out, &errs)
	const says = "the page can be reached from other machines, with an IP address of this one as the host: "
	if !strings.Contains(errs.String(), says) {
		t.Errorf("it says %s%s, without %q", &out, &errs, says)
	}
}

// TestExamples: a binary of one's own shows examples with its own specs, each of which works.
func TestExamples(t *testing.T) {
	machine, ring := ewd840.Spec(), tokenring.Spec()
	machine.Name, ring.Name = "mine", "my-ring"
	help := func(verb string, list ...spec.Spec) (shown []string) {
		var out bytes.Buffer
		if code := Run(t.Context(), list, append(strings.Fields(verb), "--help"), nil, &out, &out); code != exitHolds {
			t.Errorf("%s --help ends with %d", verb, code)
		}
		_, after, _ := strings.Cut(out.String(), "Examples:\n")
		all, _, _ := strings.Cut(after, "\n\n")
		for line := range strings.Lines(all) {
			_, line, _ = strings.Cut(strings.TrimSpace(line), " ")
			line, _, _ = strings.Cut(line, "  ")
			if line != "" {
				shown = append(shown, line)
			}
		}
		return shown
	}
	for verb, want := range map[string][]string{
		"": {"list", "check mine", "list mine"},
		"probability": {"probability my-ring --odds lose=1/100", "probability my-ring --odds crash-once=0.01",
			"probability my-ring --odds lose=0.01 --prism my-ring"},
		"frontier": {"frontier my-ring --crash 1 --lose 1 --duplicate 1",
			"frontier my-ring --crash 2 --recover 2 --property mutual-exclusion"},
		"run":       {"run my-ring --for 5s --transport udp --log ring.jsonl"},
		"task init": nil,
		"sweep": {"sweep my-ring", "sweep my-ring --crash 1 --quiet", "sweep my-ring --traces DIR",
			"sweep my-ring --format md"},
		"book":    {"book site", "book site mine my-ring", "book /tmp/site --source ~/mc"},
		"compare": {"compare mine", "compare mine --format md"},
		"explore": {"explore mine", "explore my-ring -p n=3 --crash 1", "explore trace.json",
			"explore mine --no-open --listen 127.0.0.1:0"},
	} {
		if got := help(verb, machine, ring); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", verb, got, want)
		}
	}
	if got := help("check", machine, ring); !slices.Contains(got, "check mine -p n=2..4") ||
		!slices.Contains(got, "check my-ring --for-all-n --property mutual-exclusion") ||
		strings.Contains(fmt.Sprint(got), "uniqueness") {
		t.Errorf("check: %q", got)
	}
	if got := help("check"); !slices.Equal(got, []string{"check --all"}) {
		t.Errorf("without a spec: %q", got)
	}
}

// TestContradiction: a record whose default is out of range is its author's mistake, and is not explored.
func TestContradiction(t *testing.T) {
	s := tokenring.Spec()
	s.Params = slices.Clone(s.Params)
	s.Params[0].Default = s.Params[0].Max + 1
	var out, errs bytes.Buffer
	code := Run(t.Context(), []spec.Spec{s}, []string{"check", s.Name}, strings.NewReader(""), &out, &errs)
	const says = "the record of token-ring contradicts itself: "
	if code != exitFault || !strings.Contains(errs.String(), says) || out.Len() > 0 {
		t.Errorf("exit code %d\n%s%s", code, &out, &errs)
	}
}
