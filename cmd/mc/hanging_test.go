package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

type ping struct{ Hops int }

type hops struct{ Most int }

type cargo struct {
	Turn int
	Load string
}

// shy is a local state that cannot be renamed.
type shy struct{ model.ID }

func (shy) Renamed(func(model.ID) model.ID) any { select {} }

// hanging has a function that does not return: which one depends on the variant. If it is slow, each call of the
// property takes a millisecond.
func hanging() spec.Spec {
	forever := func() {
		if ready := os.Getenv("READY"); ready != "" {
			os.WriteFile(ready, nil, 0o666)
		}
		select {}
	}
	return spec.Spec{
		Name: "hanging", Family: "toys", Summary: "Processes that pass a message on", Source: "the tests of the command",
		Params: []spec.Param{{Name: "n", Doc: "processes", Min: 2, Max: 9, Default: 2}},
		Variants: []spec.Variant{{Name: "handler", Doc: "Receive does not return"},
			{Name: "property", Doc: "the property does not return"}, {Name: "action", Doc: "an action of a machine does not"},
			{Name: "renaming", Doc: "the Renamed of a local state does not return"},
			{Name: "images", Doc: "the property does not of half of the states"},
			{Name: "slow", Doc: "the property takes its time"}, {Name: "exits", Doc: "Receive ends its goroutine"},
			{Name: "exits-at-once", Doc: "Init does"},
			{Name: "heavy", Doc: "a state takes a megabyte"}},
		Build: func(a spec.Args) (spec.Setup, error) {
			if a.Variant == "action" {
				return spec.Setup{Model: model.Machine[int]{
					Init: func() []int { return []int{1} },
					Actions: []model.Action[int]{{Name: "turn", Do: func(s, _ int) int {
						if s == 3 {
							forever()
						}
						return s + 1
					}}},
				}, Properties: []checkers.Property{checkers.NoDeadlock("goes-on",
					func(model.State) error { return nil })}}, nil
			}
			if a.Variant == "heavy" {
				p := model.Process[cargo]{
					Init: func(*model.Context) cargo { return cargo{} },
					Acts: []model.Act[cargo]{{Name: "load", Do: func(_ *model.Context, s cargo) cargo {
						return cargo{s.Turn + 1, strings.Repeat("x", 1<<20)}
					}}},
				}
				return spec.Setup{Model: model.Instance{Processes: model.Replicate(a.Int("n"), p)}}, nil
			}
			if a.Variant == "renaming" {
				p := model.Process[shy]{Init: func(p *model.Context) shy { return shy{p.Self()} }}
				return spec.Setup{Model: model.Instance{Processes: model.Replicate(a.Int("n"), p)}}, nil
			}
			p := model.Process[hops]{
				Init: func(p *model.Context) hops {
					if a.Variant == "exits-at-once" {
						runtime.Goexit()
					}
					p.Send((p.Self()+1)%model.ID(p.N()), ping{})
					return hops{}
				},
				Receive: func(p *model.Context, s hops, _ model.ID, m model.Message) hops {
					hop := m.(ping).Hops + 1
					if a.Variant == "handler" && hop == 3 {
						forever()
					}
					if a.Variant == "exits" && hop == 3 {
						runtime.Goexit() // as t.FailNow does
					}
					if hop < 6 {
						p.Send((p.Self()+1)%model.ID(p.N()), ping{hop})
					}
					return hops{max(s.Most, hop)}
				},
			}
			few := checkers.Invariant("few-hops", func(s model.State) error {
				var most []int
				for _, at := range model.Locals[hops](s) {
					most = append(most, at.Most)
				}
				if a.Variant == "property" && slices.Contains(most, 3) || a.Variant == "images" && most[0] < most[1] {
					forever()
				}
				if a.Variant == "slow" {
					time.Sleep(time.Millisecond)
				}
				return nil
			})
			return spec.Setup{Model: model.Instance{Processes: model.Replicate(a.Int("n"), p)},
				Properties: []checkers.Property{few, checkers.Eventually("ends", model.State.Quiet)}}, nil
		},
	}
}

// TestHanging: a function that does not return is named, and keeps neither a timeout nor a signal from ending the
// command.
func TestHanging(t *testing.T) {
	for _, test := range []struct {
		args, want string // want is a regular expression for the reason
	}{
		{"check hanging:handler", ", Receive from p"},
		{"check hanging:property", "property few-hops"},
		{"check hanging:action -q", `action "turn"`},
		{"check hanging:handler --format json", `message: ping\{Hops:2\}`},
		{"check hanging:renaming --reduce symmetry", "Renamed of main.shy"},
		{"check hanging:images --reduce symmetry", "property few-hops, with processes renamed"},
		{"check hanging:handler --for-all-n", ", Receive from p"},
		{"compare hanging:handler hanging:property", "not begun"},
		{"sweep hanging:property", `\?|property few-hops`},
		{"simulate hanging:handler", ", Receive from p"},
		{"graph hanging:handler", ", Receive from p"},
		{"frontier hanging:handler --crash 1", `\?|, Receive from p`}, // the latter if there was no time for more
		{"probability hanging:handler", ", Receive from p"},
	} {
		t.Run(test.args, func(t *testing.T) {
			t.Parallel()
			var out []byte
			var err error
			for _, timeout := range []string{"300ms", "10s"} { // a busy machine may not come to the call in the first
				args := append(strings.Fields(test.args), "--timeout", timeout)
				out, err = exec.Command("toy", args...).CombinedOutput()
				if err != nil && err.(*exec.ExitError).ExitCode() == 3 && regexp.MustCompile(test.want).Match(out) {
					return
				}
			}
			t.Errorf("%v, want exit code 3 and %q in\n%s", err, test.want, out)
		})
	}
}

// TestHangingRun: such a function does not keep mc run from ending either.
func TestHangingRun(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("toy", "run", "hanging:handler", "--pace", "0s", "--for", "300ms").CombinedOutput()
	if err == nil || err.(*exec.ExitError).ExitCode() != 4 || !regexp.MustCompile(`process p\d, deliver`).Match(out) {
		t.Errorf("%v, want exit code 4 and the process in\n%s", err, out)
	}
}

// TestExiting: a function that ends its goroutine is a fault of the model, whoever calls it, and is named.
func TestExiting(t *testing.T) {
	for variant, handler := range map[string]string{"exits": `process p\d, (Receive from p\d|deliver): it ended`,
		"exits-at-once": `process p\d, Init: it ended`} {
		named := regexp.MustCompile(handler)
		for _, args := range []string{"check", "check --engine symbolic --property few-hops",
			"check --property few-hops --disk-only --disk " + filepath.Join(t.TempDir(), "run"), "simulate", "probability",
			"graph", "frontier --crash 1", "run --pace 0s"} {
			verb, flags, _ := strings.Cut(args, " ")
			t.Run(variant+" "+args, func(t *testing.T) {
				t.Parallel()
				cmd := exec.Command("toy", append([]string{verb, "hanging:" + variant}, strings.Fields(flags)...)...)
				out, _ := cmd.CombinedOutput() // the exit code is checked instead
				if code := cmd.ProcessState.ExitCode(); code != 4 || !named.Match(out) {
					t.Errorf("exit code %d, want 4 and %s in\n%s", code, named, out)
				}
			})
		}
		cmd := exec.Command("toy", "validate", "hanging:"+variant, "-")
		cmd.Stdin = strings.NewReader(strings.Repeat(`{"process":"p0","event":"deliver","from":"p1"}
{"process":"p1","event":"deliver","from":"p0"}
`, 3))
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != 4 || !named.Match(out) {
			t.Errorf("validate: exit code %d, want 4 and %s in\n%s", code, named, out)
		}
	}
}

// TestUnread: an interrupted command waits for who reads its output slowly, and not for who does not at all.
func TestUnread(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no signals to send")
	}
	for _, reads := range []bool{false, true} {
		t.Run(fmt.Sprintf("read %t", reads), func(t *testing.T) {
			t.Parallel()
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			var stderr bytes.Buffer
			cmd := exec.Command("mc", "list", "--format", "json") // more than fits into a pipe
			cmd.Stdout, cmd.Stderr = w, &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			w.Close()
			if _, err := io.ReadFull(r, make([]byte, 1)); err != nil { // it writes now
				t.Fatal(err)
			}
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			want := 130
			if reads {
				time.Sleep(time.Second)
				want = 0
				if n, err := io.Copy(io.Discard, r); err != nil || n < 1<<17 {
					t.Errorf("%d bytes were read: %v", n, err)
				}
			}
			cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); code != want || strings.Contains(stderr.String(), "nobody read") == reads {
				t.Errorf("exit code %d, want %d\n%s", code, want, &stderr)
			}
		})
	}
}

// TestSignals: the first signal of any kind ends the command, even if a handler does not return, input never comes, or
// nobody reads its output.
func TestSignals(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no signals to send")
	}
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := exec.Command("mkfifo", fifo).Run(); err != nil {
		t.Skip("there is no mkfifo")
	}
	for _, test := range []struct {
		signal os.Signal
		args   []string
	}{
		{os.Interrupt, []string{"check", "hanging:handler"}},
		{syscall.SIGHUP, []string{"sweep", "hanging:handler"}},
		{syscall.SIGTERM, []string{"simulate", "hanging:property"}},
		{syscall.SIGHUP, []string{"check", "big"}},
		{syscall.SIGTERM, []string{"replay", "-"}},
		{syscall.SIGTERM, []string{"show", fifo}},
		{os.Interrupt, []string{"check", "race", "--out", fifo}},
		{os.Interrupt, []string{"check", "race:corrected", "--certificate", fifo}},
		{os.Interrupt, []string{"graph", "race", "-o", fifo}},
		{os.Interrupt, []string{"run", "race", "--log", fifo}},
		{os.Interrupt, []string{"run", "race", "--only", "p0", "--peers", fifo}},
	} {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			if signal.Ignored(test.signal) {
				t.Skip("whoever started the test ignores the signal, as nohup does")
			}
			if test.args[0] != "replay" && !slices.Contains(test.args, fifo) {
				interrupted(t, test.signal, test.args...)
				return
			}
			var stderr bytes.Buffer
			cmd := exec.Command("toy", test.args...)
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			cmd.Stdin, cmd.Stderr = r, &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(300 * time.Millisecond) // until it reads; if it does not yet, the signal kills it, which is told apart
			if err := cmd.Process.Signal(test.signal); err != nil {
				t.Fatal(err)
			}
			cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); code != 130 {
				t.Errorf("exit code %d, want 130\n%s", code, &stderr)
			}
		})
	}
}
