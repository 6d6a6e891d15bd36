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

// run is command.Run with the verb beam. Beam starts workers with --worker as their first flag.
func run(list []spec.Spec, args []string) int {
	mc := func(args ...string) int {
		return command.Run(context.Background(), list, args, os.Stdin, os.Stdout, os.Stderr,
			command.Parts{Draw: drawing.Draw})
	}
	switch {
	case len(args) > 0 && args[0] == "beam":
		args = args[1:]
	case len(args) == 0 || !strings.HasPrefix(args[0], "--worker"):
		return mc(args...)
	}
	catalogue = list
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
	beam.Init() // does not return in a worker
	if flag.NArg() != 1 || *levels < 1 {
		fmt.Fprintln(os.Stderr, "mc beam: it takes flags, then the directory of a run, for example: mc beam -levels 16 run")
		return 2
	}
	dir := flag.Arg(0)
	if err := search(context.Background(), dir, *levels); err != nil {
		fmt.Fprintf(os.Stderr, "mc beam: %v\n  mc resume %s goes on without Beam, and explains a fault of the model\n",
			err, dir)
		return 2
	}
	return mc("resume", dir)
}

var errNothing = errors.New("the job has ended and no level is complete: it cannot be asynchronous")

// search runs pipelines until the run in dir is over.
func search(ctx context.Context, dir string, levels int) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	*jobopts.WorkerBinary = cmp.Or(*jobopts.WorkerBinary, self) // otherwise Beam would build another
	shuffled := int64(0)
	for last := -1; ; {
		var s command.Status
		err := do(ctx, dir, func(_ context.Context, t *command.Tasks) (err error) {
			s, err = t.Status()
			return err
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%v shuffled=%d\n", s, shuffled)
		switch {
		case s.Over:
			return nil
		case s.Level <= last:
			return errNothing
		}
		last = s.Level
		result, err := beamx.RunWithMetrics(ctx, pipeline(dir, s, levels))
		if err != nil {
			return err
		}
		shuffled += shuffledIn(result)
	}
}

// shuffledIn returns how many bytes of blocks a pipeline has moved, if the runner reports it.
func shuffledIn(result beam.PipelineResult) (bytes int64) {
	if result == nil {
		return 0
	}
	for _, c := range result.Metrics().AllMetrics().Counters() {
		if c.Name() == shuffledName {
			bytes += c.Result()
		}
	}
	return bytes
}
