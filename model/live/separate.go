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
	"strings"
	"sync"
	"time"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/codec"
)

// orders are what a program that runs one process is told on its standard input: first the address, none if it may
// choose, and the storage; then the addresses of all, and of how many of its events are known; then to end. It answers
// on its standard output, in frames: its address, its events, when it can do nothing, and an empty one when there will
// be no more. It ends when its standard input does.
type orders struct {
	Address, Storage string
	Peers            []string
	Told             int
}

// Serve runs the process [Options.Self] for the program that has called [Separate], which is at the other end of in and
// out.
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
	o.Storage, o.Peers, o.told = begin.Storage, all.Peers, all.Told
	tell := func(v any) error {
		b, err := registry.Encode(nil, v)
		if err != nil {
			return err
		}
		return writeFrame(out, b)
	}
	o.Observe = func(e Event) error { return tell(e) }
	o.resting = func(s still) error { return tell(s) }
	o.linger = func() {
		select {
		case <-asked:
			if writeFrame(out, nil) == nil {
				<-ended
			}
		default: // it is gone like one that was killed
		}
	}
	return Run(ctx, i, o)
}

// Separate is Run with an operating-system process for each process of the instance, which command returns; it must
// call [Serve] with its standard input and output. When one is killed, its process crashes, and [Options.Observe] is
// told; as many come back as the instance has recoveries, from [Options.Storage], or else from files that are removed
// in the end. Nothing else fails. Over UDP, once one has come back, or while the instance has crashes left, it is not
// noticed that nothing can happen any more.
func Separate(ctx context.Context, i model.Instance, o Options, command func(process string) *exec.Cmd) error {
	if err := errors.Join(i.Validate(), refused(i, o.Transport, true)); err != nil {
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
	if _, err := look(o.Storage, names); err != nil {
		return err
	}
	inside, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	t := &troupe{Options: o, inst: i, command: command, stop: stop, recover: i.Faults.Recover,
		addresses: make([]string, len(names)), sent: make([]int, len(names))}
	t.ready.Add(len(names))
	t.silent.Add(len(names))
	var all sync.WaitGroup
	for p, name := range names {
		t.actors = append(t.actors, &actor{id: model.ID(p), name: name})
	}
	for _, a := range t.actors {
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

// troupe is a run with a program for each process.
type troupe struct {
	Options
	inst      model.Instance
	registry  codec.Registry
	command   func(process string) *exec.Cmd
	stop      context.CancelCauseFunc
	addresses []string
	ready     sync.WaitGroup // for addresses
	silent    sync.WaitGroup // for who may still tell of events

	mu      sync.Mutex
	recover int // how many may still come back
	actors  []*actor
	sent    []int // how many messages have been sent to each
}

// actor is a process in a program of its own.
type actor struct {
	id             model.ID
	name, address  string
	told           int
	last           Event
	still          *still // nil if it has done something since it told
	gone           bool   // for ever
	opened, closed sync.Once
}

// play runs the program of a process, and runs it again when it was killed and may come back.
func (t *troupe) play(ctx context.Context, a *actor) error {
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
			return fmt.Errorf("its program ended before it started: %s", cmd.ProcessState)
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

// patience is how long a program that was told to end may take.
const patience = 5 * time.Second

// converse gives a program its orders, and takes its events until there are no more. An error is one of the run, not of
// the program.
func (t *troupe) converse(ctx context.Context, a *actor, in io.WriteCloser, out *bufio.Reader) error {
	tell := json.NewEncoder(in) // if it cannot be told, it is gone, and tells no more
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
		if len(b) == 0 { // all have to hear from it until all have ended
			a.closed.Do(t.silent.Done)
			t.silent.Wait()
			return nil
		}
		v, err := foreign(t.inst, &t.registry, b)
		if err != nil {
			return err
		}
		t.mu.Lock()
		err = t.hear(a, v)
		t.mu.Unlock()
		if err != nil {
			return err
		}
	}
}

// hear takes what a program tells. mu is held.
func (t *troupe) hear(a *actor, v any) error {
	switch v := v.(type) {
	case Event:
		a.told++
		a.last, a.still = v, nil
		for _, s := range v.Sends {
			t.sent[s.To]++
		}
		return t.Observe(v)
	case still:
		a.still = &v
		t.rest()
		return nil
	}
	return errors.New("what it tells is no event")
}

// rest ends the run if nothing can happen any more: nobody else may be killed, none of the processes that are there can
// do anything, and all that was sent to them has arrived. Had one of them gone on since it told, then the first to do
// so because of a message that came later, and was sent before anybody went on; so it is among those that were counted.
// mu is held.
func (t *troupe) rest() {
	gone := 0
	for _, a := range t.actors {
		if a.gone {
			gone++
		}
	}
	if t.inst.Faults.Crash != 0 && t.inst.Faults.Crash != gone {
		return
	}
	for _, a := range t.actors {
		if !a.gone && (a.still == nil || a.still.Arrived != t.sent[a.id] || a.still.Gone != gone) {
			return
		}
	}
	t.stop(errRest)
}

// crash tells that a process has crashed, and reports whether it may come back.
func (t *troupe) crash(a *actor) (bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if a.last.Kind == model.Crash {
		return true, nil // it was not back yet
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
