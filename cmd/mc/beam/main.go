package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/anel-mc/mc/cmd/mc/command"
	"github.com/anel-mc/mc/cmd/mc/plot/drawing"
	"github.com/anel-mc/mc/specs"
	"github.com/anel-mc/mc/specs/spec"
)

func main() { os.Exit(run(specs.All(), os.Args[1:])) }

// run is command.Run with the verb beam. Runners of Beam begin workers with the flag -worker first.
func run(list []spec.Spec, args []string) int {
	mc := func(args ...string) int {
		return command.Run(context.Background(), list, args, os.Stdin, os.Stdout, os.Stderr, drawing.Draw)
	}
	catalogue = list
	verb := len(args) > 0 && args[0] == "beam"
	if !verb && (len(args) == 0 || !strings.HasPrefix(strings.TrimLeft(args[0], "-"), "worker")) {
		return mc(args...)
	}
	if verb {
		args = args[1:]
	}
	levels := flag.Int("levels", 16, "do so many levels in one pipeline")
	flag.CommandLine.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), "mc beam [FLAGS] DIR does the tasks of a run that mc task init began. "+
			"Most flags are Beam's.\n\n")
		flag.PrintDefaults()
	}
	if err := flag.CommandLine.Parse(args); err != nil {
		return 2
	}
	prepare()
	beam.Init() // of a worker, this is all
	if flag.NArg() != 1 || *levels < 1 {
		flag.Usage()
		return 2
	}
	dir := flag.Arg(0)
	if err := search(context.Background(), dir, *levels); err != nil {
		fmt.Fprintf(os.Stderr, "mc beam: %v\n", err)
		return 2
	}
	return mc("resume", dir)
}

var errNothing = errors.New("the job has ended and no level is complete: it cannot be asynchronous")

// search does pipelines until the run in dir is over.
func search(ctx context.Context, dir string, levels int) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	*jobopts.WorkerBinary = cmp.Or(*jobopts.WorkerBinary, self) // by default, Beam would build another
	for last := -1; ; {
		var s command.Status
		err := do(ctx, dir, func(_ context.Context, t *command.Tasks) (err error) {
			s, err = t.Status()
			return err
		})
		if err != nil {
			return err
		}
		fmt.Fprintln(os.Stderr, s)
		switch {
		case s.Over:
			return nil
		case s.Level <= last:
			return errNothing
		}
		last = s.Level
		if err := beamx.Run(ctx, pipeline(dir, s, levels)); err != nil {
			return err
		}
	}
}
