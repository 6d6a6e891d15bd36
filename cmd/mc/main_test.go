package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/anel-mc/mc/cmd/mc/command"
	"github.com/anel-mc/mc/cmd/mc/plot/drawing"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/specs/spec"
)

// TestMain makes two commands available to scripts and tests: mc, and toy, which has the catalogue of toys instead,
// like a user's own binary.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"mc": main,
		"toy": func() {
			os.Exit(command.Run(context.Background(), toys(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr,
				command.Parts{Draw: drawing.Draw}))
		},
	})
}

// TestScripts runs testdata/script. UPDATE=1 rewrites the expectations that are compared with cmp.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: os.Getenv("UPDATE") != "",
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		Condition: func(name string) (bool, error) {
			if name == "devfull" {
				_, err := os.Stat("/dev/full")
				return err == nil, nil
			}
			return false, errors.New("unknown condition " + name)
		},
	})
}

// exits CODE PROGRAM ARGS… runs a program that must end with exactly that code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// start starts the toy command, and returns once it is exploring big, which never ends.
func start(t *testing.T, stdout, stderr *bytes.Buffer, args ...string) *exec.Cmd {
	t.Helper()
	ready := filepath.Join(t.TempDir(), "ready")
	cmd := exec.Command("toy", args...)
	cmd.Env = append(os.Environ(), "READY="+ready)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(ready); err == nil {
			return cmd
		}
		if time.Now().After(deadline) {
			t.Fatalf("the command does not begin\n%s%s", stdout, stderr)
		}
	}
}

// interrupted sends the toy command a signal while it explores big. The command must exit with 130.
func interrupted(t *testing.T, signal os.Signal, args ...string) (stdout, stderr string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("there are no signals to send")
	}
	var out, errs bytes.Buffer
	cmd := start(t, &out, &errs, args...)
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit code %d, want 130\n%s%s", code, &out, &errs)
	}
	return out.String(), errs.String()
}

func TestInterrupt(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		stdout, stderr := interrupted(t, signal, "check", "big")
		if !strings.Contains(stdout, "the search was interrupted") || !strings.Contains(stdout, "? small  unknown") ||
			stderr != "" {
			t.Errorf("%v: the partial result is\n%s%s", signal, stdout, stderr)
		}
	}
	stdout, _ := interrupted(t, os.Interrupt, "check", "big", "-p", "size=999..1000")
	for _, want := range []string{"the search was interrupted in 1 of 1 instance\n", "interrupted: 1 were not begun\n"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("of a range, the partial result is\n%s", stdout)
		}
	}
	stdout, _ = interrupted(t, os.Interrupt, "check", "big", "--format", "json")
	c := decode[checked](t, []byte(stdout))
	if c.Bound != "interrupt" || c.Exhaustive || c.States == 0 || c.Unexpanded == 0 || c.Verdict != "unknown" ||
		c.Properties[0].Reason == "" {
		t.Errorf("the partial result is %+v", c)
	}
	run := filepath.Join(t.TempDir(), "run")
	if out, err := exec.Command("toy", "task", "init", "big", "--run", run).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const want = "toy task work: the search was interrupted\n  the same command goes on\n"
	if _, stderr := interrupted(t, syscall.SIGTERM, "task", "work", "--run", run); stderr != want {
		t.Errorf("a process that does tasks says\n%s, want\n%s", stderr, want)
	}
}

// TestClosedPipe: if the reader goes away, the command ends silently.
func TestClosedPipe(t *testing.T) {
	for _, args := range [][]string{{"list"}, {"check", "race"}, {"check", "race", "--format", "json"},
		{"list", "--nonsense", "--format", "json"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			r.Close()
			defer w.Close()
			var stderr bytes.Buffer
			cmd := exec.Command("toy", args...)
			cmd.Stdout, cmd.Stderr = w, &stderr
			err = cmd.Run()
			var exit *exec.ExitError
			if !errors.As(err, &exit) {
				t.Fatalf("the command ended with %v", err)
			}
			if stderr.Len() > 0 {
				t.Errorf("on standard error: %s", &stderr)
			}
		})
	}
}

// broke is an output whose reader has gone away, on systems without signals.
type broke struct{}

func (broke) Write([]byte) (int, error) { return 0, syscall.EPIPE }

func TestRunInProcess(t *testing.T) {
	renamed := race()
	renamed.Cases = []spec.Case{{Name: "two", Params: map[string]int{"m": 2}}}
	for _, c := range []struct {
		ctx  context.Context
		list []spec.Spec
		args string
		want int
		says string
	}{
		{cancelled(t), toys(), "check big", 130, ""},
		{cancelled(t), toys(), "check race --all", 130, "1 interrupted, 2 not begun"},
		{cancelled(t), toys(), "check --all", 130, "race · 1 of 3 cases of its record"},
		{cancelled(t), toys(), "check race -p n=1..3", 130, "the search was interrupted: 3 were not begun"},
		{t.Context(), toys(), "", 0, ""},
		{t.Context(), nil, "list", 0, ""},
		{t.Context(), []spec.Spec{renamed}, "check --all", 4, `case two of the record: race has no parameter "m"`},
		{cancelled(t), toys(), "compare race", 130, "? not begun"},
		{cancelled(t), toys(), "compare race --n 1..3", 130, "not begun: n=1, n=2, n=3\n"},
		{cancelled(t), toys(), "sweep race", 130, "? not begun"},
		{cancelled(t), toys(), "simulate big --runs 100000000", 130, "they were interrupted"},
	} {
		var out bytes.Buffer
		code := command.Run(c.ctx, c.list, strings.Fields(c.args), strings.NewReader(""), &out, &out)
		if code != c.want || !strings.Contains(out.String(), c.says) {
			t.Errorf("%s: exit code %d, want %d and %q\n%s", c.args, code, c.want, c.says, &out)
		}
	}
	code := command.Run(t.Context(), toys(), []string{"list"}, strings.NewReader(""), broke{}, io.Discard)
	if code != 141 {
		t.Errorf("where nobody reads, the exit code is %d", code)
	}
}

// cancelled returns a context that is already done.
func cancelled(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

// checked is the JSON of mc check, and of each run of mc compare. It repeats the fields so that none changes unnoticed.
type checked struct {
	Schema       int            `json:"schema"`
	Spec         string         `json:"spec"`
	Variant      string         `json:"variant"`
	Case         string         `json:"case"`
	Params       map[string]int `json:"params"`
	Faults       map[string]any `json:"faults"`
	Order        string         `json:"order"`
	Timing       string         `json:"timing"`
	Ticks        map[string]int `json:"ticks"`
	Detector     string         `json:"detector"`
	Engine       string         `json:"engine"`
	Exhaustive   bool           `json:"exhaustive"`
	Clipped      string         `json:"clipped"`
	Bound        string         `json:"bound"`
	Smaller      any            `json:"smaller"`
	States       uint64         `json:"states"`
	Transitions  uint64         `json:"transitions"`
	Depth        int            `json:"depth"`
	Levels       []uint64       `json:"levels"`
	Unexpanded   uint64         `json:"unexpanded"`
	HandlerCalls int64          `json:"handlerCalls"`
	MemoHits     uint64         `json:"memoHits"`
	MemoryBytes  uint64         `json:"memoryBytes"`
	Seconds      float64        `json:"seconds"`
	Dominant     string         `json:"dominant"`
	Spent        []struct {
		What    string  `json:"what"`
		Seconds float64 `json:"seconds"`
	} `json:"spent"`
	Properties []checkedProperty      `json:"properties"`
	Events     []happened             `json:"events"`
	Vacuous    []string               `json:"vacuous"`
	Verdict    string                 `json:"verdict"`
	Error      string                 `json:"error"`
	Refused    string                 `json:"refused"`
	Trace      *counterexamples.Trace `json:"trace"`
	Differs    []string               `json:"differs"`
}

type checkedProperty struct {
	Name        string                 `json:"name"`
	Kind        string                 `json:"kind"`
	Verdict     string                 `json:"verdict"`
	Explanation string                 `json:"explanation"`
	Vacuous     string                 `json:"vacuous"`
	Fairness    string                 `json:"fairness"`
	Manner      string                 `json:"manner"`
	Reason      string                 `json:"reason"`
	Bound       string                 `json:"bound"`
	Steps       *int                   `json:"steps"`
	Loop        int                    `json:"loop"`
	Minimal     bool                   `json:"minimal"`
	Trace       *counterexamples.Trace `json:"trace"`
	Cost        *struct {
		Min       *uint64  `json:"min"`
		Max       *uint64  `json:"max"`
		Mean      *float64 `json:"mean"`
		Unbounded bool     `json:"unbounded"`
	} `json:"cost"`
	Least *struct {
		Verdict string `json:"verdict"`
		Breaks  []struct {
			Faults map[string]any `json:"faults"`
			Steps  int            `json:"steps"`
			Loop   int            `json:"loop"`
		} `json:"breaks"`
		Undecided []map[string]any `json:"undecided"`
	} `json:"least"`
}

// happened is a class of events.
type happened struct {
	Kind    string `json:"kind"`
	Process string `json:"process"`
	Name    string `json:"name"`
	Owed    bool   `json:"owed"`
	Count   uint64 `json:"count"`
}

func decode[T any](t *testing.T, b []byte) T {
	t.Helper()
	var v T
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in\n%s", err, b)
	}
	if d.More() {
		t.Fatalf("more than one value in\n%s", b)
	}
	return v
}

// run runs the toy command in this process.
func run(t *testing.T, want int, args ...string) []byte {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := command.Run(t.Context(), toys(), args, strings.NewReader(""), &stdout, &stderr,
		command.Parts{Draw: drawing.Draw}); code != want {
		t.Fatalf("exit code %d, want %d\n%s%s", code, want, &stdout, &stderr)
	}
	return stdout.Bytes()
}

func TestCheckJSON(t *testing.T) {
	c := decode[checked](t, run(t, 1, "check", "race", "-p", "n=3", "--crash", "1", "--crash-only", "p1,p2", "--lose",
		"unlimited", "--exhaustive", "--format", "json"))
	if c.Schema != 1 || c.Spec != "race" || c.Variant != "as-written" || c.Params["n"] != 3 || c.Params["limit"] != 1 {
		t.Errorf("of what: %+v", c)
	}
	if c.Faults["crash"] != 1.0 || c.Faults["lose"] != -1.0 || fmt.Sprint(c.Faults["crashOnly"]) != "[p1 p2]" ||
		c.Order != "fifo" || c.Timing != "async" {
		t.Errorf("environment: %+v", c)
	}
	if !c.Exhaustive || c.Bound != "" || c.Unexpanded != 0 || c.Verdict != "violated" || len(c.Levels) != c.Depth+1 {
		t.Errorf("search: %+v", c)
	}
	alone, raised := c.Properties[0], c.Properties[1]
	if alone.Verdict != "violated" || alone.Steps == nil || *alone.Steps != 2 || !alone.Minimal ||
		alone.Explanation == "" {
		t.Errorf("violated property: %+v", alone)
	}
	if raised.Verdict != "holds" || raised.Kind != "reachable" || *raised.Steps != 1 || len(raised.Trace.Steps) != 1 {
		t.Errorf("reachable property: %+v", raised)
	}
	if got := alone.Trace.Environment; got["crash"] != "1" || got["crash-only"] != "p1,p2" || got["lose"] != "unlimited" {
		t.Errorf("the trace's environment is %v", got)
	}
	var transitions uint64
	for _, e := range c.Events {
		transitions += e.Count
	}
	if transitions != c.Transitions {
		t.Errorf("the events sum up to %d transitions of %d", transitions, c.Transitions)
	}
}

func TestCheckJSONFault(t *testing.T) {
	c := decode[checked](t, run(t, 4, "check", "faulty:panics", "--format=json"))
	if c.Verdict != "" || !strings.Contains(c.Error, "the sky falls") || c.Trace == nil || len(c.Trace.Steps) != 1 {
		t.Errorf("fault: %+v", c)
	}
}

func TestCheckJSONCases(t *testing.T) {
	all := decode[[]checked](t, run(t, 0, "check", "race", "--all", "--format", "json"))
	if len(all) != 3 || all[0].Case != "two" || all[0].Verdict != "violated" || len(all[0].Differs) != 0 ||
		all[2].Faults["crash"] != 1.0 {
		t.Errorf("cases: %+v", all)
	}
	all = decode[[]checked](t, run(t, 1, "check", "big", "--all", "--format", "json"))
	if len(all) != 1 || len(all[0].Differs) != 2 {
		t.Errorf("cases that differ: %+v", all)
	}
}

func TestErrorJSON(t *testing.T) {
	type failed struct {
		Schema int    `json:"schema"`
		Error  string `json:"error"`
		Exit   int    `json:"exit"`
	}
	for _, args := range [][]string{
		{"check", "nothing", "--format", "json"}, {"check", "race", "--nothing", "--format=json"},
		{"replay", "nothing", "--format", "json"}, {"list", "nothing", "--format", "json"},
	} {
		f := decode[failed](t, run(t, 2, args...))
		if f.Schema != 1 || f.Exit != 2 || !strings.Contains(f.Error, "nothing") {
			t.Errorf("%v: %+v", args, f)
		}
	}
}
