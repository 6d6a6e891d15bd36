package live_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/checkers/validate"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/live"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/specs/abdregister"
	"github.com/anel-mc/mc/specs/alternatingbit"
	"github.com/anel-mc/mc/specs/anel1"
	"github.com/anel-mc/mc/specs/anel2"
	"github.com/anel-mc/mc/specs/bully"
	"github.com/anel-mc/mc/specs/centralcoordinator"
	"github.com/anel-mc/mc/specs/changroberts"
	"github.com/anel-mc/mc/specs/eventuallyperfect"
	"github.com/anel-mc/mc/specs/franklin"
	"github.com/anel-mc/mc/specs/lamportmutex"
	"github.com/anel-mc/mc/specs/maekawa"
	"github.com/anel-mc/mc/specs/omega"
	"github.com/anel-mc/mc/specs/ricartagrawala"
	"github.com/anel-mc/mc/specs/singlecopyregister"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/swim"
	"github.com/anel-mc/mc/specs/threephasecommit"
	"github.com/anel-mc/mc/specs/tokenring"
	"github.com/anel-mc/mc/specs/twophasecommit"
)

// instanceOf returns the instance of an entry of the catalogue in some environment.
func instanceOf(t *testing.T, s spec.Spec, i spec.Instance) model.Instance {
	t.Helper()
	m, err := play{Spec: s, Instance: i}.model()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// ran runs an instance for some events, or until it is at rest, and returns its log.
func ran(t *testing.T, i model.Instance, over live.Transport, pace time.Duration,
	most int) (log string, events int) {
	t.Helper()
	log = filepath.Join(t.TempDir(), "log.jsonl")
	f, err := os.Create(log)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second) // a run that ends early is still an execution
	defer stop()
	w, err := validate.NewWriter(f, i.ProcessNames(), validate.Header{})
	if err != nil {
		t.Fatal(err)
	}
	options := live.Options{Transport: over, Tick: time.Millisecond, Pace: pace}
	options.Observe = func(e live.Event) error {
		if events++; events == most {
			stop()
		}
		return wrote(w, e)
	}
	if err := live.Run(ctx, i, options); err != nil {
		t.Fatal(err)
	}
	return log, events
}

// wrote appends an event to a log.
func wrote(w *validate.Writer, e live.Event) error {
	step := system.Step{Event: e.Event}
	for _, s := range e.Sends {
		step.Sends = append(step.Sends, system.Send{From: e.Process, To: s.To, Message: s.Message})
	}
	return w.Event(step, e.Before, counterexamples.Local{State: e.After, Stored: e.Stored, Timers: e.Timers})
}

// TestExecutions: every run is an execution of the model.
func TestExecutions(t *testing.T) {
	two := spec.Budget(2)
	for _, s := range []spec.Spec{anel1.Spec(), anel2.Spec(), changroberts.Spec(), franklin.Spec(), lamportmutex.Spec(),
		maekawa.Spec(), ricartagrawala.Spec(), tokenring.Spec(), singlecopyregister.Spec(), abdregister.Spec()} {
		for _, over := range []live.Transport{live.Memory, live.TCP} {
			t.Run(fmt.Sprint(s.Name, " ", over), func(t *testing.T) {
				i := instanceOf(t, s, spec.Instance{})
				log, events := ran(t, i, over, 0, 60)
				if events <= len(i.Processes) {
					t.Errorf("there are only %d events", events)
				}
				validate.Verify(t, i, log)
			})
		}
	}
	for _, p := range []play{
		{Spec: alternatingbit.Spec(), Instance: spec.Instance{Environment: spec.Environment{Lose: two, Duplicate: two}}},
		{Spec: ricartagrawala.Spec(), Instance: spec.Instance{
			Environment: spec.Environment{Crash: two, Recover: two, Lose: two, Duplicate: two}}},
		{Spec: twophasecommit.Spec(), Instance: spec.Instance{
			Environment: spec.Environment{Cut: two, Partition: two, Heal: spec.Budget(4)}}},
		// Time and failure detectors.
		{Spec: bully.Spec(), Instance: spec.Instance{
			Variant: spec.Corrected, Environment: spec.Environment{Crash: spec.Budget(1)}}},
		{Spec: omega.Spec(), Instance: spec.Instance{Environment: spec.Environment{Crash: spec.Budget(1)}}},
		{Spec: eventuallyperfect.Spec(), Instance: spec.Instance{
			Variant: spec.Corrected, Environment: spec.Environment{Lose: two}}},
		{Spec: swim.Spec(), Instance: spec.Instance{Variant: spec.Corrected}},
		{Spec: threephasecommit.Spec(), Instance: spec.Instance{Environment: spec.Environment{Crash: two, Recover: two}}},
		{Spec: centralcoordinator.Spec(), Instance: spec.Instance{
			Environment: spec.Environment{Crash: two, Recover: two, Detector: "perfect"}}},
	} {
		for range 3 {
			t.Run(p.Name+" with failures", func(t *testing.T) {
				i := instanceOf(t, p.Spec, p.Instance)
				log, _ := ran(t, i, live.TCP, 3*time.Millisecond, 60)
				validate.Verify(t, i, log)
			})
		}
	}
}

// TestTokenRing passes a token round a ring of sockets for five hundred events.
func TestTokenRing(t *testing.T) {
	ring := instanceOf(t, tokenring.Spec(), spec.Instance{Params: map[string]int{"n": 8}})
	if _, events := ran(t, ring, live.TCP, 0, 500); events < 500 {
		t.Errorf("the token got stuck after %d events", events)
	}
}

// TestStill: time cannot pass while a message is due that is not accepted. Without bounds, the run is at rest.
func TestStill(t *testing.T) {
	deaf := model.Process[int]{
		Init:    func(p *model.Context) int { p.Send(1-p.Self(), "wake up"); return 0 },
		Accept:  func(*model.Context, int, model.ID, model.Message) bool { return false },
		Receive: func(_ *model.Context, s int, _ model.ID, _ model.Message) int { return s },
	}
	i := model.Instance{Processes: model.Replicate(2, deaf), Timing: model.Timing{Mode: model.Sync}}
	err := live.Run(t.Context(), i, live.Options{Tick: time.Millisecond})
	if err == nil || !strings.Contains(err.Error(), "time cannot pass: p0 does not accept wake up from p1") {
		t.Error(err)
	}
	i.Timing = model.Timing{}
	if err := live.Run(t.Context(), i, live.Options{}); err != nil {
		t.Error(err)
	}
}

// TestFull: a process cannot send into a full channel, and can continue once there is room.
func TestFull(t *testing.T) {
	for _, most := range []int{0, 3} { // number of messages received
		type state struct{ Sent, Got int }
		i := model.Instance{Network: model.Network{Capacity: 2}, Processes: model.Replicate(2, model.Process[state]{
			Init: func(*model.Context) state { return state{} },
			Acts: []model.Act[state]{{Name: "send",
				Enabled: func(p *model.Context, s state) bool { return p.Self() == 0 && s.Sent < 9 },
				Do:      func(p *model.Context, s state) state { s.Sent++; p.Send(1, s.Sent); return s }}},
			Accept:  func(_ *model.Context, s state, _ model.ID, _ model.Message) bool { return s.Got < most },
			Receive: func(_ *model.Context, s state, _ model.ID, _ model.Message) state { s.Got++; return s },
		})}
		sent := 0
		err := live.Run(t.Context(), i, live.Options{Observe: func(e live.Event) error {
			sent += len(e.Sends)
			return nil
		}})
		if err != nil || sent != most+2 {
			t.Errorf("%d were sent, want %d: %v", sent, most+2, err)
		}
	}
}

// TestUnreturned: a function that does not return, or ends its goroutine, ends the run with an error that names it.
func TestUnreturned(t *testing.T) {
	for name, c := range map[string]struct {
		init, guard, act, observe, receive func()
		where                              string
		kind                               model.ErrorKind
	}{
		"act":           {act: forever, where: `process p0, act "send"`, kind: live.Unreturned},
		"guard":         {guard: forever, where: ", guards", kind: live.Unreturned},
		"receive":       {receive: forever, where: "process p1, deliver", kind: live.Unreturned},
		"init":          {init: forever, where: "process p0, Init", kind: live.Unreturned},
		"act exits":     {act: runtime.Goexit, where: `process p0, act "send": it ended`, kind: model.Misused},
		"guard exits":   {guard: runtime.Goexit, where: ", guards: it ended", kind: model.Misused},
		"init exits":    {init: runtime.Goexit, where: "process p0, Init: it ended", kind: model.Misused},
		"observe exits": {observe: runtime.Goexit, where: "Goexit", kind: model.Misused},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			do := func(f func()) {
				if f != nil {
					f()
				}
			}
			i := model.Instance{Processes: model.Replicate(2, model.Process[int]{
				Init: func(*model.Context) int { do(c.init); return 0 },
				Acts: []model.Act[int]{{Name: "send",
					Enabled: func(p *model.Context, s int) bool { do(c.guard); return p.Self() == 0 && s == 0 },
					Do:      func(p *model.Context, s int) int { do(c.act); p.Send(1, 7); return 1 }}},
				Receive: func(_ *model.Context, s int, _ model.ID, _ model.Message) int { do(c.receive); return 2 },
			})}
			ctx, stop := context.WithTimeout(t.Context(), time.Second)
			defer stop()
			err := live.Run(ctx, i, live.Options{Observe: func(live.Event) error { do(c.observe); return nil }})
			var fault *model.Error
			if !errors.As(err, &fault) || fault.Kind != c.kind || !strings.Contains(err.Error(), c.where) {
				t.Errorf("%v, want %s", err, c.where)
			}
		})
	}
}

// TestMaps: handlers read from shared maps what the model says.
func TestMaps(t *testing.T) {
	boxes := model.NewVariable[map[any]any]("boxes", nil)
	lists := model.NewVariable("lists", map[float64][]int{1: {1}})
	zeros := model.NewVariable("zeros", map[string]float64{"a": 1})
	i := model.Instance{Variables: []model.Shared{boxes, lists, zeros},
		Processes: model.Replicate(1, model.Process[[]any]{
			Init: func(p *model.Context) []any { return nil },
			Acts: []model.Act[[]any]{{Name: "read",
				Enabled: func(_ *model.Context, s []any) bool { return s == nil },
				Do: func(p *model.Context, s []any) []any {
					model.At(boxes, nil).Set(p, 0)
					model.At(boxes, any(2)).Set(p, any(nil))
					model.At(lists, 1).Set(p, []int{})
					model.At(lists, math.Copysign(0, -1)).Set(p, []int{5})
					model.At(zeros, "a").Set(p, math.Copysign(0, -1))
					return []any{model.At(boxes, nil).Get(p), len(boxes.Get(p)), len(lists.Get(p)), model.At(lists, 0).Get(p),
						len(zeros.Get(p))}
				}}},
		})}
	log, _ := ran(t, i, live.Memory, 0, 9)
	validate.Verify(t, i, log)
}

// TestKept: a Context that is used after its call, by another call or by a goroutine, ends the run with an error.
func TestKept(t *testing.T) {
	var kept *model.Context
	keep := func(p *model.Context) { kept = p }
	told := make(chan bool) // an act has been observed
	for name, c := range map[string]struct {
		guard, act, receive func(p *model.Context)
		where               string
	}{
		"handler":   {act: keep, receive: func(*model.Context) { kept.Send(0, 1) }, where: "act"},
		"guard":     {guard: keep, act: func(*model.Context) { kept.Choose(2) }, where: "guards"},
		"goroutine": {act: func(p *model.Context) { go func() { <-told; p.Mark("late") }() }, where: "act"},
	} {
		t.Run(name, func(t *testing.T) {
			do := func(f func(p *model.Context), p *model.Context) {
				if f != nil {
					f(p)
				}
			}
			i := model.Instance{Processes: model.Replicate(2, model.Process[int]{
				Init: func(*model.Context) int { return 0 },
				Acts: []model.Act[int]{{Name: "send",
					Enabled: func(p *model.Context, s int) bool { do(c.guard, p); return true },
					Do:      func(p *model.Context, s int) int { do(c.act, p); p.Send(1-p.Self(), 7); return s }}},
				Receive: func(p *model.Context, s int, _ model.ID, _ model.Message) int { do(c.receive, p); return s },
			})}
			ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
			defer stop()
			err := live.Run(ctx, i, live.Options{Pace: time.Millisecond, Observe: func(live.Event) error {
				select {
				case told <- true:
				default:
				}
				return nil
			}})
			if err == nil || !strings.Contains(err.Error(), c.where) || !strings.Contains(err.Error(), "had returned") {
				t.Error(err)
			}
		})
	}
}

func forever() { select {} }

// TestRefused: an instance that cannot be run is refused.
func TestRefused(t *testing.T) {
	ring := instanceOf(t, anel1.Spec(), spec.Instance{})
	clocks, full := ring, ring
	clocks.Clocks.Max, full.Network.Capacity = 3, 1
	for _, i := range []model.Instance{clocks, full} {
		err := live.Run(t.Context(), i, live.Options{Transport: live.UDP})
		if err == nil || !strings.Contains(err.Error(), "cannot be run, since it has") {
			t.Error(err)
		}
	}
	if err := live.Run(t.Context(), ring, live.Options{Transport: "mail"}); err == nil {
		t.Error("there is a transport by mail")
	}
}
