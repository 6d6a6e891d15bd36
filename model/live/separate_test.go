package live_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/anel-mc/mc/checkers/validate"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/live"
	"github.com/anel-mc/mc/specs/bully"
	"github.com/anel-mc/mc/specs/paxos"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/tokenring"
	"github.com/anel-mc/mc/specs/twophasecommit"
)

// TestMain runs the tests or, if the environment names a play, the program of one of its processes.
func TestMain(m *testing.M) {
	name, self := os.Getenv("LIVE_PLAY"), os.Getenv("LIVE_SELF")
	if name == "" {
		os.Exit(m.Run())
	}
	i, err := plays()[name].model()
	if err == nil {
		o := live.Options{Transport: plays()[name].over, Tick: time.Millisecond, Self: self}
		err = live.Serve(context.Background(), i, o, os.Stdin, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// play is an entry of the catalogue with faults, timing and options.
type play struct {
	spec.Spec
	spec.Instance
	over live.Transport
}

func plays() map[string]play {
	one, two := spec.Budget(1), spec.Budget(2)
	return map[string]play{
		"ring": {Spec: tokenring.Spec(), over: live.TCP, Instance: spec.Instance{Params: map[string]int{"n": 4}}},
		"election": {Spec: bully.Spec(), over: live.TCP, Instance: spec.Instance{
			Variant: spec.Corrected, Params: map[string]int{"n": 4},
			// messages that a killed process was about to send are lost
			Environment: spec.Environment{Crash: one, Lose: two}}},
		"agreement": {Spec: twophasecommit.Spec(), over: live.TCP},
		"consensus": {Spec: paxos.Spec(), over: live.TCP, Instance: spec.Instance{
			Environment: spec.Environment{Crash: two, Recover: two, Lose: spec.Budget(model.Unlimited)}}},
		"datagrams": {Spec: paxos.Spec(), over: live.UDP, Instance: spec.Instance{Environment: spec.Environment{
			Order: "unordered", Lose: spec.Budget(model.Unlimited), Duplicate: spec.Budget(model.Unlimited)}}},
	}
}

func (p play) model() (i model.Instance, err error) {
	setup, err := p.Setup(p.Instance)
	if err != nil {
		return i, err
	}
	return setup.Model.(model.Instance), nil
}

// separate runs a play in separate programs until done returns true, and validates the log against the model. The
// function done may kill a program.
func separate(t *testing.T, name string, done func(e live.Event, kill func(p model.ID)) bool) {
	t.Helper()
	i, err := plays()[name].model()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	log := filepath.Join(t.TempDir(), "log.jsonl")
	f, err := os.Create(log)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := validate.NewWriter(f, i.ProcessNames(), validate.Header{})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	programs := map[string]*exec.Cmd{}
	kill := func(p model.ID) {
		mu.Lock()
		defer mu.Unlock()
		programs[i.ProcessNames()[p]].Process.Kill()
	}
	reached := false
	err = live.Separate(ctx, i, live.Options{Tick: time.Millisecond, Observe: func(e live.Event) error {
		if !reached && done(e, kill) {
			reached = true
			stop()
		}
		return wrote(w, e)
	}}, func(process string) *exec.Cmd {
		mu.Lock()
		defer mu.Unlock()
		programs[process] = program(name, process)
		return programs[process]
	})
	if err != nil || !reached {
		t.Fatal(reached, err)
	}
	validate.Verify(t, i, log)
}

func program(play, process string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "LIVE_PLAY="+play, "LIVE_SELF="+process)
	return cmd
}

// TestSeparate passes a token round four programs.
func TestSeparate(t *testing.T) {
	events := 0
	separate(t, "ring", func(live.Event, func(model.ID)) bool { events++; return events == 60 })
}

// TestDatagrams: messages between programs may be lost, duplicated and reordered where the model allows it.
func TestDatagrams(t *testing.T) {
	received := 0
	separate(t, "datagrams", func(e live.Event, _ func(model.ID)) bool {
		if e.Kind == model.Deliver {
			received++
		}
		return received == 8
	})
}

// TestKilledLeader: the program of the leader is killed, and the others elect another.
func TestKilledLeader(t *testing.T) {
	const leader = 3
	started, follow := 0, map[model.ID]bool{}
	separate(t, "election", func(e live.Event, kill func(model.ID)) bool {
		if e.Start {
			if started++; started == 4 {
				kill(leader)
			}
		}
		if s, ok := e.After.(bully.Contender); ok && e.Process != leader {
			follow[e.Process] = s.Leader == leader-1
		}
		return follow[0] && follow[1] && follow[2]
	})
}

// TestKilledAcceptor: a process whose program is killed still has what it stored.
func TestKilledAcceptor(t *testing.T) {
	const acceptor = 2
	kills, recoveries := 0, 0
	separate(t, "consensus", func(e live.Event, kill func(model.ID)) bool {
		if e.Process != acceptor {
			return false
		}
		if e.Kind == model.Recover {
			recoveries++
		}
		if e.Stored != nil && kills == recoveries && kills < 2 {
			kills++
			kill(acceptor)
		}
		return recoveries == 2
	})
}

// TestStillborn: a program that ends before its process starts ends the run, with the program's error output.
func TestStillborn(t *testing.T) {
	i, err := plays()["ring"].model()
	if err != nil {
		t.Fatal(err)
	}
	err = live.Separate(t.Context(), i, live.Options{}, func(process string) *exec.Cmd {
		if process == "P2" {
			process = "nobody"
		}
		return program("ring", process)
	})
	if err == nil || !strings.Contains(err.Error(), "P2: its program ended with exit status 2: there is no process") {
		t.Error(err)
	}
}

// TestStartedAnew: a run that is killed before all programs have started has not begun, and the next one is the first.
func TestStartedAnew(t *testing.T) {
	i, err := plays()["ring"].model()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	dir, killed, events := t.TempDir(), t.TempDir(), 0
	err = live.Separate(ctx, i, live.Options{Storage: dir, Tick: time.Millisecond, Observe: func(e live.Event) error {
		if events++; events > 1 {
			if events == 20 {
				stop()
			}
			return nil
		}
		for _, name := range []string{"beginning", i.ProcessNames()[e.Process] + ".stored"} { // as if only one had got so far
			content, err := os.ReadFile(filepath.Join(dir, name))
			if err == nil {
				err = os.WriteFile(filepath.Join(killed, name), content, 0o666)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}}, func(process string) *exec.Cmd { return program("ring", process) })
	if err != nil {
		t.Fatal(err)
	}
	for place, want := range map[string]bool{dir: false, killed: true} {
		started := false
		err = live.Run(t.Context(), i, live.Options{Storage: place, Observe: func(e live.Event) error {
			started = e.Start
			return io.EOF
		}})
		if err != io.EOF || started != want {
			t.Errorf("it starts: %t, want %t: %v", started, want, err)
		}
	}
}

// TestRest: a run ends by itself when nothing can happen any more.
func TestRest(t *testing.T) {
	i, err := plays()["agreement"].model()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	run := func(o live.Options) {
		err := live.Separate(ctx, i, o, func(process string) *exec.Cmd { return program("agreement", process) })
		if err != nil || ctx.Err() != nil {
			t.Fatal(err, ctx.Err())
		}
	}
	run(live.Options{})
	for range 3 {
		var text bytes.Buffer
		w, err := validate.NewWriter(&text, i.ProcessNames(), validate.Header{})
		if err != nil {
			t.Fatal(err)
		}
		run(live.Options{Observe: func(e live.Event) error { return wrote(w, e) }})
		var l validate.Log
		if err := l.Read("log", &text); err != nil {
			t.Fatal(err)
		}
		r, err := validate.Check(ctx, i, &l, validate.Options{})
		if err != nil || r.Verdict != validate.Legal {
			t.Fatal(err, r)
		}
		next, err := counterexamples.SystemOf(r.Execution).Events(r.Execution.Vector(r.Execution.Len()))
		if err != nil || len(next) > 0 {
			t.Errorf("it ended after %d steps, and %d events can happen: %v", r.Execution.Len(), len(next), err)
		}
	}
}
