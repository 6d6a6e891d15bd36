package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model/system"
)

// A call of a function of the model is named after longCall. Once the command has to end, it waits for calls for at
// most lastCall; a check ends by itself before that, with a report. It waits as long for a reader of a pipe, and for
// lastWrite until one goes on reading.
const (
	longCall  = 10 * time.Second
	lastCall  = 800 * time.Millisecond
	lastWrite = 5 * time.Second
	lookEvery = 20 * time.Millisecond
)

// signals returns the signals that end the command. SIGHUP is not among them if it is ignored, as under nohup.
func signals() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// limit ends a verb, with all instances that it works on, when the time of --timeout has passed.
func (p *program) limit(cmd *cobra.Command, timeout time.Duration) {
	if _, limited := cmd.Context().Deadline(); limited {
		return
	}
	ctx, cancel := context.WithTimeout(cmd.Context(), timeout)
	context.AfterFunc(ctx, cancel) // at the latest when the command has ended
	cmd.SetContext(ctx)
	p.limited <- ctx
}

// await waits for the exit code of a verb and returns it. It names calls of the model's functions that do not return.
// Once ctx, or the context of --timeout, is done, it waits neither for them nor for input.
func (p *program) await(ctx context.Context, verb <-chan int) int {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	defer p.heap.set(p.heap.given)
	var over time.Time
	told := map[system.Call]bool{}
	signalled := ctx // ctx will be that of --timeout, which may have passed before a signal comes
	for since := map[system.Call]time.Time{}; ; {
		select {
		case code := <-verb:
			return code
		case ctx = <-p.limited:
		case <-tick.C:
		}
		p.heap.look()
		now := time.Now()
		bound := checkers.Unfinished(ctx.Err())
		if bound != explore.BoundNone && over.IsZero() {
			over = now
		}
		switch {
		case !p.reading.Load():
		case bound == explore.BoundInterrupt:
			return exitInterrupted
		case bound != explore.BoundNone:
			return p.exit(nil, &exitError{code: codeOfBound(bound),
				err: fmt.Errorf("%s while the input was read", checkers.Ended(bound))})
		}
		if w := p.unread.Load(); w != nil && signalled.Err() != nil &&
			min(now.Sub(over), now.Sub(w.since)) > w.patience {
			return p.exit(nil, &exitError{code: exitInterrupted, err: errors.New("interrupted while nobody read the output")})
		}
		under := map[system.Call]time.Time{}
		for _, call := range system.Running() {
			began, known := since[call]
			if !known {
				began = now
			}
			under[call] = began
			switch {
			case bound != explore.BoundNone && now.Sub(over) > lastCall && now.Sub(began) > lastCall:
				return p.exit(nil, &exitError{code: codeOfBound(bound),
					err: fmt.Errorf("%s, and a call had not returned: %s", checkers.Ended(bound), call)})
			case now.Sub(began) >= longCall && !told[call]:
				told[call] = true
				p.tell(fmt.Sprintf("after %s", longCall), call.String())
			}
		}
		since = under
	}
}

// unread is output that may have to wait for a reader: since when, and how long await lets it once the command was
// interrupted.
type unread struct {
	since    time.Time
	patience time.Duration
}

// reader notes that what follows may have to wait for a reader, until done is called.
func (p *program) reader(patience time.Duration) (done func()) {
	p.unread.Store(&unread{time.Now(), patience})
	return func() { p.unread.Store(nil) }
}

// pour writes to what may be a pipe.
func (p *program) pour(w io.Writer, b []byte) error {
	for part := range slices.Chunk(b, 1<<16) {
		done := p.reader(lastWrite)
		_, err := w.Write(part)
		done()
		if err != nil {
			return err
		}
	}
	return nil
}

// poured is an io.Writer that pours.
type poured struct {
	*program
	w io.Writer
}

func (p poured) Write(b []byte) (int, error) { return len(b), p.pour(p.w, b) }

// tell writes to standard error, over the line of progress if there is one, that a call does not return.
func (p *program) tell(when, call string) {
	line := newProgress(p.stderr)
	line.shown = line.on
	line.erase()
	fmt.Fprintf(p.stderr, "%s: %s, a call had not returned: %s\n", p.name, when,
		term.Indent(counterexamples.Printable(call), "  "))
}

// unreturned names the call that kept a check from ending, if there is one.
func (p *program) unreturned(r *checkers.Report) {
	if r != nil && r.Stuck != "" {
		p.tell(checkers.Ended(r.Bound), r.Stuck)
	}
}

// interrupted reports whether ctx was ended by a signal, not by the time.
func interrupted(ctx context.Context) bool {
	return checkers.Unfinished(ctx.Err()) == explore.BoundInterrupt
}

// overdue returns the error of a verb whose study ended with err because a call did not return, or nil if it did not.
func overdue(err error) *exitError {
	if bound := checkers.Unfinished(err); bound != explore.BoundNone {
		return &exitError{code: codeOfBound(bound), err: err}
	}
	return nil
}

// codeOfBound returns the exit code of work that a bound cut short.
func codeOfBound(b explore.Bound) int {
	if b == explore.BoundInterrupt {
		return exitInterrupted
	}
	return exitUnknown
}
