package live

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/anel-mc/mc/model"
)

// tally is what the processes of counters store.
type tally struct{ N int }

// counters returns processes that count to three and store each number.
func counters(n int) model.Instance {
	store := func(p *model.Context, s tally) tally { p.Store(s); return s }
	return model.Instance{Processes: model.Replicate(n, model.Process[tally]{
		Init: func(p *model.Context) tally { return store(p, tally{}) },
		Acts: []model.Act[tally]{{
			Name:    "count",
			Enabled: func(_ *model.Context, s tally) bool { return s.N < 3 },
			Do:      func(p *model.Context, s tally) tally { return store(p, tally{s.N + 1}) },
		}},
		Recover: func(_ *model.Context, stored any) tally { return stored.(tally) },
	})}
}

// TestStorage: what was stored is there in the next run, and damaged storage, or that of another system, is never taken
// for a first run.
func TestStorage(t *testing.T) {
	dir, system := filepath.Join(t.TempDir(), "storage"), "counters"
	run := func() (all []Event, err error) {
		err = Run(t.Context(), counters(2), Options{Storage: dir, System: system, Observe: func(e Event) error {
			all = append(all, e)
			return nil
		}})
		return all, err
	}
	if all, err := run(); err != nil || len(all) != 8 {
		t.Fatal(all, err)
	}
	all, err := run()
	if err != nil || len(all) != 2 || all[0].Kind != model.Recover || all[0].After != (tally{3}) {
		t.Fatal(all, err)
	}
	if parts, _ := filepath.Glob(filepath.Join(dir, "*.part")); len(parts) > 0 {
		t.Error("there remain", parts)
	}
	p0, p1 := filepath.Join(dir, "p0.stored"), filepath.Join(dir, "p1.stored")
	good, err := os.ReadFile(p0)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		change func() error
		want   string
	}{
		{func() error { system = "others"; return nil }, p0 + ` is of "counters", and this is "others"`},
		{func() error { system = "counters"; return os.WriteFile(p1, good, 0o600) }, p1 + " belongs to process p0"},
		{func() error { return os.WriteFile(p1, good[:len(good)-1], 0o600) }, p1 + " is damaged"},
		{func() error { return os.WriteFile(p1, nil, 0o600) }, p1 + " is damaged"},
		{func() error { return os.Remove(p1) }, p1 + " is missing"},
		{func() error { dir = p0; return nil }, "not a directory"},
	} {
		if err := test.change(); err != nil {
			t.Fatal(err)
		}
		if _, err := run(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

// TestFirst: a run that ends before all of its processes have stored something has not begun, and the next one is the
// first. Files that were not finished are removed.
func TestFirst(t *testing.T) {
	dir := t.TempDir()
	run := func(i model.Instance, most int) (starts int) {
		t.Helper()
		err := Run(t.Context(), i, Options{Storage: dir, Observe: func(e Event) error {
			if starts == most {
				return io.ErrShortWrite
			}
			if e.Start {
				starts++
			}
			return nil
		}})
		if err != nil && err != io.ErrShortWrite {
			t.Fatal(err)
		}
		return starts
	}
	left := filepath.Join(dir, "p3.stored.part")
	if run(counters(3), 1); os.WriteFile(left, nil, 0o600) != nil || run(counters(3), 2) != 2 || run(counters(3), 9) != 3 {
		t.Error("it does not start anew")
	}
	if run(counters(3), 9) != 0 {
		t.Error("it starts twice")
	}
	if _, err := os.Stat(left); err == nil {
		t.Error(left, "is still there")
	}
}

// TestLocked: nobody else uses the directory of a run, or the file of a process that has a program of its own.
func TestLocked(t *testing.T) {
	whole, alone := Options{}, Options{Transport: TCP, Self: "p0", Peers: []string{"127.0.0.1:0"}}
	for _, test := range []struct {
		first, second Options
		want          string
	}{{whole, whole, "another run uses "}, {whole, alone, "another run uses "}, {alone, whole, "another run uses "},
		{alone, alone, "p0.stored.lock"}} {
		ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
		test.first.Storage = t.TempDir()
		test.second.Storage = test.first.Storage
		var second error
		test.first.Observe = func(e Event) error {
			if e.Start {
				second = Run(ctx, counters(1), test.second)
				stop()
			}
			return nil
		}
		if err := Run(ctx, counters(1), test.first); err != nil {
			t.Error(err)
		}
		if second == nil || !strings.Contains(second.Error(), test.want) {
			t.Errorf("%v, want %s", second, test.want)
		}
		if err := Run(t.Context(), counters(1), Options{Storage: test.first.Storage}); err != nil {
			t.Errorf("after its end: %v", err)
		}
	}
}

// TestUntold: an event that was stored, but not told because the program was killed, is told by the next program.
func TestUntold(t *testing.T) {
	dir := t.TempDir()
	if err := Run(t.Context(), counters(1), Options{Storage: dir}); err != nil {
		t.Fatal(err)
	}
	for told, want := range map[int][]model.Kind{3: {model.Acted, model.Recover}, 4: {model.Recover}} {
		in, orderly := io.Pipe()
		events, out := io.Pipe()
		var all sync.WaitGroup
		all.Go(func() {
			if err := Serve(t.Context(), counters(1), Options{Transport: TCP, Self: "p0"}, in, out); err != nil {
				t.Error(err)
			}
			out.Close()
		})
		tell, r := json.NewEncoder(orderly), bufio.NewReader(events)
		errs := tell.Encode(orders{Storage: dir})
		address, err := readFrame(r)
		errs = errors.Join(errs, err, tell.Encode(orders{Peers: []string{string(address)}, Told: told}))
		tr := &separate{inst: counters(1)}
		for _, kind := range want {
			b, err := readFrame(r)
			e, wrong := decodeForeign(tr.inst, &tr.registry, b)
			if errs = errors.Join(errs, err, wrong); errs != nil {
				t.Fatal(errs)
			}
			if e := e.(Event); e.Kind != kind || e.After != (tally{3}) {
				t.Errorf("%+v, want %s", e, kind)
			}
		}
		orderly.Close()
		io.Copy(io.Discard, r)
		all.Wait()
	}
}

// TestMesh: programs that are started one by one wait for each other, continue without one that is gone, and notice
// when it is back.
func TestMesh(t *testing.T) {
	i := counters(3)
	i.Detector = model.Perfect
	peers := free(t, 3)
	dir, seen := t.TempDir(), make(chan Event, 100)
	var all sync.WaitGroup
	begin := func(self string) (stop func()) {
		ctx, stop := context.WithCancel(t.Context())
		o := Options{Transport: TCP, Storage: dir, Self: self, Peers: peers, Tick: time.Millisecond,
			Observe: func(e Event) error { seen <- e; return nil }}
		all.Go(func() {
			if err := Run(ctx, i, o); err != nil {
				t.Error(err)
			}
		})
		return stop
	}
	await := func(n int, kind model.Kind) {
		t.Helper()
		for n > 0 {
			select {
			case e := <-seen:
				if e.Kind == kind && !e.Start {
					n--
				}
			case <-time.After(time.Minute):
				t.Fatal("no", kind)
			}
		}
	}
	defer begin("p0")()
	defer begin("p1")()
	end := begin("p2")
	await(9, model.Acted)
	end()
	await(2, model.Suspect)
	defer begin("p2")()
	await(1, model.Recover)
	await(2, model.Trust)
	t.Cleanup(all.Wait)
}

// free returns addresses that nobody uses.
func free(t *testing.T, n int) (all []string) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		all = append(all, l.Addr().String())
	}
	return all
}

// TestForeign: a type that occurs in rehearsals becomes known.
func TestForeign(t *testing.T) {
	var w, other separate
	b, err := w.registry.Encode(nil, tally{7})
	if err != nil {
		t.Fatal(err)
	}
	if v, err := decodeForeign(counters(1), &other.registry, b); v != (tally{7}) || err != nil {
		t.Error(v, err)
	}
}

// TestRefusedApart: instances that cannot be run in separate programs are refused.
func TestRefusedApart(t *testing.T) {
	common := counters(1)
	common.Variables = []model.Shared{model.NewVariable("common", 0)}
	instant := counters(1)
	instant.Timing = model.Timing{Mode: model.Sync}
	ok := Options{Transport: TCP, Self: "p0", Peers: []string{"127.0.0.1:0"}}
	far := ok
	far.Peers = nil
	for _, test := range []struct {
		i    model.Instance
		o    Options
		want string
	}{
		{common, ok, "shared variables"},
		{instant, ok, "messages that take no time"},
		{counters(1), Options{Self: "p0"}, "over tcp or udp, and not over memory"},
		{counters(1), far, "0 addresses for 1 processes"},
		{counters(1), Options{Peers: ok.Peers}, "there are Peers, but no Self"},
		{counters(1), Options{Tick: -1}, "a Tick of -1ns and a Pace of 0s: neither can be negative"},
		{counters(1), Options{Pace: -1}, "a Pace of -1ns"},
	} {
		if err := Run(t.Context(), test.i, test.o); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}
