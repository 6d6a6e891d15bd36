package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers/validate"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/live"
	"github.com/anel-mc/mc/model/system"
)

// liveFlags are the flags of mc run.
type liveFlags struct {
	params              []string
	transport, duration string
	events              int
	tick, pace          time.Duration
	log                 string
}

func (p *program) live() *cobra.Command {
	var f liveFlags
	cmd := &cobra.Command{
		Use:   "run SPEC[:VARIANT] [flags]",
		Short: "run the handlers of a spec for real, over sockets",
		Long: `Runs the processes of a spec for real: the handlers that mc check explores, over TCP or UDP
sockets of this machine or in memory, with timers by the clock. Each event is shown as it
happens, until ctrl-C, --for or --events, or until nothing can happen any more. Failures happen
at random, within the budgets. With --log, mc validate holds the run against the model.

Exit code: 0 the run ended, 2 wrong use, or it could not go on, 4 the model is at fault.`,
		Example: p.examples("run ricart-agrawala:corrected -p n=3", "until ctrl-C",
			"run token-ring --for 5s --transport udp --log ring.jsonl", "over UDP, with a log",
			"run bully:corrected -p n=4 --crash 2", "elections, whose leaders may fail"),
		Args: oneArg("SPEC", "anel1"),
		RunE: func(cmd *cobra.Command, args []string) error { return p.runLive(cmd, args[0], f) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringArrayVarP(&f.params, "param", "p", nil, "set a parameter, `NAME=N` (repeatable)")
	group(cmd, "What is run")
	addEnvironment(cmd)
	group(cmd, "Failures, network and time")
	flags.StringVar(&f.transport, "transport", "tcp", "send messages over `KIND`: tcp, udp or memory")
	flags.StringVar(&f.duration, "for", "", "end after `TIME`: 30s, 10m (default: at ctrl-C)")
	flags.IntVar(&f.events, "events", 0, "end after `N` events")
	flags.DurationVar(&f.tick, "tick", 100*time.Millisecond, "a tick of a timer lasts `TIME`")
	flags.DurationVar(&f.pace, "pace", 500*time.Millisecond, "a process waits up to `TIME` before each step")
	flags.StringVar(&f.log, "log", "", "write the log of the run to `FILE`, as JSON lines")
	group(cmd, "Run")
	return cmd
}

func (p *program) runLive(cmd *cobra.Command, arg string, f liveFlags) (err error) {
	t, err := p.target(cmd, arg, selection{params: f.params})
	if err != nil {
		return err
	}
	i, ok := t.network()
	if !ok {
		return usageError("%s is not made of processes: there is nothing to run", t.spec.Name)
	}
	ctx, stop := context.WithCancel(cmd.Context())
	defer stop()
	if cmd.Flags().Changed("for") {
		d, err := duration("for", f.duration)
		if err != nil {
			return usageError("%w", err).seeHelp(cmd)
		}
		defer time.AfterFunc(d, stop).Stop()
	}
	if f.events < 0 || f.tick <= 0 || f.pace < 0 {
		return usageError("--events, --tick and --pace must not be negative, nor --tick 0").seeHelp(cmd)
	}
	names := i.ProcessNames()
	var log *validate.Writer
	if f.log != "" {
		file, err := os.Create(f.log)
		if err != nil {
			return usageError("--log: %w", err)
		}
		defer func() {
			if closing := file.Close(); err == nil && closing != nil {
				err = usageError("--log: %w", closing)
			}
		}()
		log, err = validate.NewWriter(file, names, validate.Header{Spec: t.spec.Name, Variant: t.instance.Variant,
			Params: t.instance.Params, Environment: t.instance.Environment.Flags()})
		if err != nil {
			return usageError("--log: %w", err)
		}
	}
	for _, warning := range live.Warnings(i, live.Transport(f.transport)) {
		p.note("run", "%s", warning)
	}
	rows := counterexamples.NewRows(writing{p}, names, tableOptions(p.writer().Style, false))
	events := 0
	failure := live.Run(ctx, i, live.Options{Transport: live.Transport(f.transport), Tick: f.tick, Pace: f.pace,
		Observe: func(e live.Event) error {
			if log != nil {
				if err := logged(log, e); err != nil {
					return fmt.Errorf("--log: %w", err)
				}
			}
			if events++; events == f.events {
				stop()
			}
			return drawn(rows, e)
		}})
	if fault := new(model.Error); errors.As(failure, &fault) {
		return &exitError{code: exitFault, err: failure}
	}
	switch {
	case failure != nil:
		return usageError("%w", failure)
	case ctx.Err() == nil:
		p.note("run", "nothing can happen any more")
	}
	return nil
}

// writing is where a program prints.
type writing struct{ *program }

func (w writing) Write(b []byte) (int, error) { return len(b), w.print(b) }

// drawn draws an event.
func drawn(rows *counterexamples.Rows, e live.Event) error {
	step := system.Step{Event: e.Event, Marks: e.Marks}
	for _, s := range e.Sends {
		step.Sends = append(step.Sends, system.Send{From: e.Process, To: s.To, Message: s.Message})
	}
	return rows.Step(step, counterexamples.Local{State: e.After, Stored: e.Stored, Timers: e.Timers})
}

func logged(log *validate.Writer, e live.Event) error {
	if e.Start {
		return log.Start(e.Process, e.After)
	}
	return log.Event(e.Event, e.Before, e.After)
}
