package live

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/codec"
)

// orders is what a program that runs one process reads from its standard input: first its address, empty if it may
// choose one, and the storage; then the addresses of all, and how many of its events are known; and finally a request
// to end. It answers on its standard output, in frames: its address, its events, its stillness, and an empty frame when
// no more will follow. It ends when its standard input does.
type orders struct {
	Address, Storage string
	Peers            []string
	Told             int
}

// Serve runs the process [Options.Self] for a program that called [Separate] and is at the other end of in and out.
// Of o, it ignores Observe, Waiting, Storage and Peers, which that program determines. It returns as Run does.
func Serve(ctx context.Context, i model.Instance, o Options, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var begin, all orders
	told := json.NewDecoder(in)
	if err := told.Decode(&begin); err != nil {
		return err
	}
	var err error
	if o.listener, err = net.Listen("tcp", begin.Address); err != nil {
		return err
	}
	defer o.listener.Close()
	if err := writeFrame(out, []byte(o.listener.Addr().String())); err != nil {
		return err
	}
	if err := told.Decode(&all); err != nil {
		return err
	}
	asked, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		if told.Decode(&orders{}) == nil {
			close(asked)
		}
		stop()
		io.Copy(io.Discard, in)
	}()
	var registry codec.Registry
	o.Storage, o.Peers, o.Waiting, o.told = begin.Storage, all.Peers, nil, all.Told
	tell := func(v any) error {
		b, err := registry.Encode(nil, v)
		if err != nil {
			return err
		}
		return writeFrame(out, b)
	}
	o.Observe = func(e Event) error { return tell(e) }
	o.resting = func(s stillness) error { return tell(s) }
	o.linger = func() {
		select {
		case <-asked:
			if writeFrame(out, nil) == nil {
				<-ended
			}
		default: // it ends as if it had been killed
		}
	}
	return Run(ctx, i, o)
}

// Separate is Run with an operating-system process for each process of the instance. The function command returns the
// command to start for a process, which must call [Serve] with its standard input and output. When one is killed, its
// process crashes, and [Options.Observe] is called with that event. As long as the instance has recoveries left, the
// program is started again and recovers from [Options.Storage], by default a temporary directory that is removed at
// the end. Nothing else fails. The run does not end by itself over UDP, after a program has come back, or while the
// instance has crashes left.
func Separate(ctx context.Context, i model.Instance, o Options, command func(process string) *exec.Cmd) error {
	if err := errors.Join(i.Validate(), o.validate(), Refused(i, o.Transport, true)); err != nil {
		return err
	}
	o = o.complete()
	if o.Storage == "" {
		dir, err := os.MkdirTemp("", "stable-storage-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		o.Storage = dir
	}
	names := i.ProcessNames()
	disk := &directory{path: o.Storage, system: o.System}
	defer disk.close()
	if err := disk.claim(names, false); err != nil {
		return err
	}
	inside, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	t := &separate{Options: o, inst: i, command: command, stop: stop, recover: i.Faults.Recover, disk: disk,
		addresses: make([]string, len(names)), sent: make([]int, len(names))}
	t.ready.Add(len(names))
	t.silent.Add(len(names))
	var all sync.WaitGroup
	for p, name := range names {
		t.programs = append(t.programs, &program{id: model.ID(p), name: name})
	}
	for _, a := range t.programs {
		all.Go(func() {
			if err := t.play(inside, a); err != nil {
				stop(fmt.Errorf("%s: %w", a.name, err))
			}
			a.opened.Do(t.ready.Done)
			a.closed.Do(t.silent.Done)
		})
	}
	all.Wait()
	if cause := context.Cause(inside); ctx.Err() == nil && cause != nil && cause != errRest {
		return cause
	}
	return nil
}

// separate is a run with a program for each process.
type separate struct {
	Options
	inst      model.Instance
	disk      *directory
	registry  codec.Registry
	command   func(process string) *exec.Cmd
	stop      context.CancelCauseFunc
	addresses []string
	ready     sync.WaitGroup // until all addresses are known
	silent    sync.WaitGroup // until no program has more events to tell

	mu       sync.Mutex
	recover  int // how many programs may still be started again
	programs []*program
	sent     []int // how many messages have been sent to each process
}

// program runs one process.
type program struct {
	id             model.ID
	name, address  string
	told           int // number of events that it has told
	last           Event
	still          *stillness // nil if it has told of an event since
	gone           bool       // for ever
	opened, closed sync.Once
}

// play runs the program of a process, and starts it again after it was killed if it may come back.
func (t *separate) play(ctx context.Context, a *program) error {
	for {
		cmd := t.command(a.name)
		var said strings.Builder
		cmd.Stderr = &said
		in, err := cmd.StdinPipe()
		if err != nil {
			return err
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			return err
		}
		if runtime.GOOS != "windows" { // programs there inherit no files
			cmd.ExtraFiles = append(cmd.ExtraFiles, t.disk.held...)
		}
		if err := cmd.Start(); err != nil {
			return err
		}
		kill := func() { cmd.Process.Kill() }
		unkilled := context.AfterFunc(ctx, func() { time.AfterFunc(patience, kill) })
		failed := t.converse(ctx, a, in, bufio.NewReader(out))
		if failed != nil {
			kill()
		}
		in.Close()
		io.Copy(io.Discard, out)
		err = cmd.Wait()
		unkilled()
		switch {
		case failed != nil:
			return failed
		case ctx.Err() != nil:
			return nil
		case cmd.ProcessState.ExitCode() > 0:
			return fmt.Errorf("its program ended with %w: %s", err, strings.TrimSpace(said.String()))
		case a.told == 0:
			return fmt.Errorf("its program ended before the process started: %s", cmd.ProcessState)
		}
		again, err := t.crash(a)
		if !again || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(rare * t.Tick):
		}
	}
}

// patience is how long a program may take to end before it is killed.
const patience = 5 * time.Second

// converse gives a program its orders and handles what it tells until it tells no more. It returns the errors that end
// the run, not those of the program.
func (t *separate) converse(ctx context.Context, a *program, in io.WriteCloser, out *bufio.Reader) error {
	tell := json.NewEncoder(in) // errors are ignored: if it cannot be told, it is gone, and tells no more
	tell.Encode(orders{Address: a.address, Storage: t.Storage})
	address, err := readFrame(out)
	if err != nil {
		return nil
	}
	a.opened.Do(func() {
		a.address, t.addresses[a.id] = string(address), string(address)
		t.ready.Done()
	})
	t.ready.Wait()
	tell.Encode(orders{Peers: t.addresses, Told: a.told})
	defer context.AfterFunc(ctx, func() { tell.Encode(orders{}) })()
	for {
		b, err := readFrame(out)
		if err != nil {
			return nil
		}
		if len(b) == 0 { // it must stay connected to the others until all have come to their end
			a.closed.Do(t.silent.Done)
			t.silent.Wait()
			return nil
		}
		v, err := decodeForeign(t.inst, &t.registry, b)
		if err != nil {
			return err
		}
		t.mu.Lock()
		err = t.handle(a, v)
		t.mu.Unlock()
		if err != nil {
			return err
		}
	}
}

// handle handles what a program tells. mu is held.
func (t *separate) handle(a *program, v any) error {
	switch v := v.(type) {
	case Event:
		a.told++
		a.last, a.still = v, nil
		for _, s := range v.Sends {
			t.sent[s.To]++
		}
		if t.disk.first && !slices.ContainsFunc(t.programs, func(a *program) bool { return a.told == 0 }) {
			t.disk.first = false
			if err := t.disk.begun(); err != nil {
				return err
			}
		}
		return t.Observe(v)
	case stillness:
		a.still = &v
		t.rest()
		return nil
	}
	return errors.New("what it tells is not an event")
}

// rest ends the run if nothing can happen any more: no crash is left, no process that is up can take a step, and all
// messages sent to these processes have arrived. The reports of stillness may be old, but together they are reliable:
// if processes have taken steps since their reports, the first of these steps was due to a message that arrived after
// the report and was sent before any of these steps. That message is counted in sent, so the report does not match.
// mu is held.
func (t *separate) rest() {
	gone := 0
	for _, a := range t.programs {
		if a.gone {
			gone++
		}
	}
	if t.inst.Faults.Crash != 0 && t.inst.Faults.Crash != gone {
		return
	}
	for _, a := range t.programs {
		if !a.gone && (a.still == nil || a.still.Arrived != t.sent[a.id] || a.still.Gone != gone) {
			return
		}
	}
	t.stop(errRest)
}

// crash tells Observe that a process has crashed, and reports whether it may come back.
func (t *separate) crash(a *program) (bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if a.last.Kind == model.Crash {
		return true, nil // it was killed again before it had recovered
	}
	a.last, a.still = Event{Event: plain(model.Crash, a.id), Before: a.last.After, Stored: a.last.Stored}, nil
	if err := t.Observe(a.last); err != nil || t.recover == 0 {
		a.gone = true
		return false, err
	}
	if t.recover > 0 {
		t.recover--
	}
	return true, nil
}
