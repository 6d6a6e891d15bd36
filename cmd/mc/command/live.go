package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
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
	selection
	transport, duration string
	events              int
	tick, pace          time.Duration
	log                 string
	separate            bool
	only, peers         string
	storage             string
}

func (p *program) live() *cobra.Command {
	var f liveFlags
	cmd := &cobra.Command{
		Use:   "run SPEC[:VARIANT] [flags]",
		Short: "run the handlers of a spec for real, over sockets",
		Long: `Runs the processes of a spec for real: the handlers that mc check explores, over TCP or UDP
sockets of this machine or in memory, with timers by the clock. Each event is shown as it
happens, until ctrl-C, --for or --events, or until nothing can happen any more. Failures happen
at random, within the budgets. With --log, mc validate can check the run against the model.

With --separate each process is an operating-system process, and killing one makes it crash;
--only runs one of them, here or on another machine. See docs/run-for-real.md.

Exit code: 0 the run ended, 2 wrong usage, or the run could not continue, 4 the model is at
fault.`,
		Example: examples("run {ricart-agrawala}:corrected -p n=3", "until ctrl-C",
			"run {token-ring} --for 5s --transport udp --log ring.jsonl", "over UDP, with a log",
			"run {bully}:corrected -p n=4 --crash 2", "two may crash",
			"run {bully}:corrected -p n=4 --crash 1 --separate", "a program for each, one of which you kill"),
		Args: oneArg("SPEC", p.aSpec("anel1")),
		RunE: func(cmd *cobra.Command, args []string) error { return p.runLive(cmd, args[0], f) },
	}
	f.selection.add(cmd, oneValue, "", "What is run", "Failures, network and time")
	flags := cmd.Flags()
	flags.StringVar(&f.transport, "transport", "tcp", "send messages over `KIND`: tcp, udp or memory")
	flags.StringVar(&f.duration, "for", "", "end after `TIME`: 30s, 10m (default: at ctrl-C)")
	flags.IntVar(&f.events, "events", 0, "end after `N` events")
	flags.DurationVar(&f.tick, "tick", 100*time.Millisecond, "a tick of a timer lasts `TIME`")
	flags.DurationVar(&f.pace, "pace", 500*time.Millisecond, "a process waits up to `TIME` before each step")
	flags.StringVar(&f.log, "log", "", "write the log of the run to `FILE`, as JSON lines")
	group(cmd, "Run")
	flags.BoolVar(&f.separate, "separate", false, "run each process as an operating-system process")
	flags.StringVar(&f.only, "only", "", "run process `NAME` alone; the others are run elsewhere")
	flags.StringVar(&f.peers, "peers", "", "with --only: `FILE` has a line NAME HOST:PORT for each process")
	flags.StringVar(&f.storage, "storage", "",
		"keep stable storage in files of `DIR`, and recover from those there (default: in memory)")
	group(cmd, "Processes")
	return cmd
}

func (p *program) runLive(cmd *cobra.Command, arg string, f liveFlags) (err error) {
	t, err := p.target(cmd, arg, f.selection)
	if err != nil {
		return err
	}
	i, ok := t.network()
	if !ok {
		return usageError("%s is not made of processes: there is nothing to run", t.spec.Name)
	}
	options := live.Options{Transport: live.Transport(f.transport), Tick: f.tick, Pace: f.pace, Storage: f.storage,
		Self: f.only, System: t.system()}
	options.Waiting = func(names []string) { p.note("waiting for %s", strings.Join(names, ", ")) }
	switch {
	case f.only != "" && f.peers == fromParent:
		signal.Ignore(os.Interrupt) // it ends when its parent does
		return endOfRun(live.Serve(cmd.Context(), i, options, p.stdin, p.stdout))
	case (f.only == "") != (f.peers == "") || f.separate && f.only != "":
		return usageError("--only and --peers must be given together, without --separate").seeHelp(cmd)
	case (f.only != "" || f.separate) && options.Transport == live.Memory:
		return usageError("--separate and --only need --transport tcp or udp").seeHelp(cmd)
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
	if cmd.Flags().Changed("events") && f.events <= 0 || f.tick <= 0 || f.pace < 0 {
		return usageError("--events and --tick must be greater than zero, and --pace not negative").seeHelp(cmd)
	}
	if err := live.Refused(i, options.Transport, f.separate || f.only != ""); err != nil { // before a log is begun
		return endOfRun(err)
	}
	if f.storage != "" {
		if err := makeDirectory("storage", f.storage); err != nil {
			return err
		}
	}
	names := i.ProcessNames()
	if f.only != "" {
		if options.Peers, err = p.readPeers(f.peers, names); err != nil {
			return usageError("--peers: %w", err).hint("the file has a line NAME HOST:PORT for each process")
		}
		p.note("it starts once all are there, or continues alone if its stable storage is in --storage")
	}
	var log *validate.Writer
	if f.log != "" {
		file, err := p.open(f.log, os.O_CREATE|os.O_TRUNC)
		if err != nil {
			return usageError("--log: %w", notWritten(f.log, err)).hint("without --log the run is only shown")
		}
		defer func() {
			if closing := file.Close(); err == nil && closing != nil {
				err = usageError("--log: %w", closing)
			}
		}()
		log, err = validate.NewWriter(poured{p, file}, names, validate.Header{Spec: t.spec.Name, Variant: t.instance.Variant,
			Params: t.instance.Params, Environment: t.instance.Environment.Flags()})
		if err != nil {
			return usageError("--log: %w", err)
		}
	}
	for _, warning := range live.Warnings(i, live.Transport(f.transport)) {
		p.note("%s", warning)
	}
	rows := counterexamples.NewRows(writing{p}, names, tableOptions(p.writer().Style, false))
	events := 0
	options.Observe = func(e live.Event) error {
		step, after := described(e)
		if log != nil {
			if err := log.Event(step, e.Before, after); err != nil {
				return fmt.Errorf("--log: %w", err)
			}
		}
		if events++; events == f.events {
			stop()
		}
		return rows.Step(step, after)
	}
	if f.separate {
		p.note("to make a process crash, kill its program; the model allows %s", i.Faults)
		err = endOfRun(live.Separate(ctx, i, options, p.alone))
	} else {
		err = endOfRun(live.Run(ctx, i, options))
	}
	if err == nil && ctx.Err() == nil {
		p.note("nothing can happen any more")
	}
	return err
}

// fromParent is the value of --peers for a process that --separate has started: it reads them from standard input.
const fromParent = "-"

// alone returns this command for one process only.
func (p *program) alone(process string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], append(slices.Clone(p.args), "--only", process, "--peers", fromParent)...)
	if file, err := os.Executable(); err == nil {
		cmd.Path, cmd.Err = file, nil
	}
	return cmd
}

// endOfRun turns the error of a run, if any, into one of the command.
func endOfRun(failure error) error {
	ended := new(exec.ExitError)
	switch {
	case failure == nil:
		return nil
	case errors.As(failure, new(*model.Error)), errors.As(failure, &ended) && ended.ExitCode() == exitFault:
		return &exitError{code: exitFault, err: failure}
	}
	return usageError("%w", failure)
}

// system returns the spec, the variant and all parameters of a target.
func (t target) system() string {
	text := t.name()
	for _, x := range t.spec.Params {
		text += fmt.Sprintf(" -p %s=%d", x.Name, t.instance.Params[x.Name])
	}
	return text
}

// readPeers reads the addresses of all processes, in their order.
func (p *program) readPeers(file string, names []string) (all []string, err error) {
	var content []byte
	if err := p.input(file, func(from io.Reader) error {
		content, err = io.ReadAll(from)
		return err
	}); err != nil {
		return nil, err
	}
	all = make([]string, len(names))
	for number, line := range strings.Split(string(content), "\n") {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		k := slices.Index(names, words[0])
		if k < 0 || len(words) != 2 {
			return nil, fmt.Errorf("%s:%d: %q is not a process and an address", file, number+1, strings.TrimSpace(line))
		}
		if all[k] != "" {
			return nil, fmt.Errorf("%s:%d: %s has an address already, %s", file, number+1, names[k], all[k])
		}
		_, port, err := net.SplitHostPort(words[1])
		if n, unknown := net.LookupPort("tcp", port); err != nil || unknown != nil || n == 0 {
			return nil, fmt.Errorf("%s:%d: %s is not a host and a port from 1 to 65535", file, number+1, words[1])
		}
		all[k] = words[1]
	}
	if k := slices.Index(all, ""); k >= 0 {
		return nil, fmt.Errorf("%s has no address for %s", file, names[k])
	}
	for k, address := range all {
		if first := slices.Index(all, address); first < k {
			return nil, fmt.Errorf("%s has the same address for %s and %s: %s", file, names[first], names[k], address)
		}
	}
	return all, nil
}

// writing makes a program an io.Writer that prints.
type writing struct{ *program }

func (w writing) Write(b []byte) (int, error) { return len(b), w.print(b) }

// described returns an event as a step, and its process after it.
func described(e live.Event) (system.Step, counterexamples.Local) {
	step := system.Step{Event: e.Event, Marks: e.Marks}
	for _, s := range e.Sends {
		step.Sends = append(step.Sends, system.Send{From: e.Process, To: s.To, Message: s.Message})
	}
	return step, counterexamples.Local{State: e.After, Stored: e.Stored, Timers: e.Timers}
}
