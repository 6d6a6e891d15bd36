// Command bench explores models of this repository with mc, and Promela models of the same systems with SPIN, in turns
// on the same machine, and prints the results and costs of both as Markdown. With -symbolic it compares the computation
// of state sets as decision diagrams with LTSmin instead.
//
//	go run ./cmd/mc/bench             # all pairs: some minutes
//	go run ./cmd/mc/bench -only bully # pairs whose name has this prefix
//	go run ./cmd/mc/bench -symbolic   # sets of states, with LTSmin
//	go run ./cmd/mc/bench -update     # also put the tables into docs/benchmarks.md, or docs/symbolic.md
//
// Run it from the root of the repository. It needs the go command, spin and gcc, or, for -symbolic, prom2lts-sym and
// spins of LTSmin. If the other tool is missing, it says so and measures mc alone. It exits with 0; 130 if it was
// interrupted; 1 if the two disagree where they must not, or something could not be run; 2 for wrong usage.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// kind is a kind of comparison.
type kind struct {
	document, begin string   // the document with its tables, and the line that precedes them
	tools           []string // that the other tool needs
	pairs           []pair
	tables          func([]result) string
	with            func(ctx context.Context) string // describes the other tool
}

// searches compares explicit searches with SPIN's.
func searches() *kind {
	return &kind{
		document: "docs/benchmarks.md", begin: "<!-- go run ./cmd/mc/bench -update -->\n",
		tools: []string{"spin", "gcc"}, pairs: pairs(), tables: tables,
		with: func(ctx context.Context) string {
			return version(ctx, "spin", "-V") + ", " + version(ctx, "gcc", "--version") + " with " +
				strings.Join(compilation, " ")
		},
	}
}

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	only := flags.String("only", "", "run the systems whose name begins with `NAME`")
	times := flags.Int("times", 3, "measure each run `N` times and take the median")
	symbolic := flags.Bool("symbolic", false, "compute sets of states, and compare them with those of LTSmin")
	update := flags.Bool("update", false, "put the tables into the document that shows them")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	k := searches()
	if *symbolic {
		k = diagrams()
	}
	var chosen []pair
	var names []string
	for _, p := range k.pairs {
		names = append(names, "  "+p.name)
		if strings.HasPrefix(strings.ToLower(p.name), strings.ToLower(*only)) {
			chosen = append(chosen, p)
		}
	}
	switch {
	case flags.NArg() > 0:
		fmt.Fprintf(stderr, "bench: %q: it takes flags only\n", flags.Arg(0))
		return 2
	case len(chosen) == 0:
		slices.Sort(names)
		fmt.Fprintf(stderr, "bench: -only %s: no system begins with that; there are:\n%s\n", *only,
			strings.Join(slices.Compact(names), "\n"))
		return 2
	case *times < 1:
		fmt.Fprintf(stderr, "bench: -times %d: it must be at least 1\n", *times)
		return 2
	case *update && *only != "":
		fmt.Fprintln(stderr, "bench: -update needs all pairs: leave -only out")
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	k.pairs = chosen
	err := k.bench(ctx, *times, *update, stdout, stderr)
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "bench: interrupted; no document was written")
		return 130
	case err != nil:
		fmt.Fprintln(stderr, "bench:", err)
		return 1
	}
	return 0
}

// bench measures the pairs and prints the tables.
func (k *kind) bench(ctx context.Context, times int, update bool, stdout, stderr io.Writer) error {
	if update {
		if _, _, err := k.around(); err != nil {
			return err // now rather than after minutes
		}
	}
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	missing := k.missing()
	if missing != "" {
		if update {
			return fmt.Errorf("%s is not installed, and without it there is nothing to compare with", missing)
		}
		fmt.Fprintf(stderr, "bench: %s is not installed: mc is measured alone\n", missing)
	}
	mc, err := buildMC(ctx, dir)
	if err != nil {
		return err
	}
	var results []result
	var failed error // what was measured before is still printed
	for _, p := range k.pairs {
		fmt.Fprintln(stderr, p.name, p.size)
		r, err := measure(ctx, dir, mc, p, times, missing == "")
		if err != nil {
			failed = fmt.Errorf("%s %s: %w", p.name, p.size, err)
			break
		}
		results = append(results, r)
	}
	with := ""
	if missing == "" {
		with = k.with(ctx)
	}
	text := setting(ctx, times, with) + k.tables(results)
	if _, err := io.WriteString(stdout, text); err != nil {
		return err
	}
	if err := errors.Join(failed, disagreements(results)); err != nil || !update {
		return err
	}
	return k.replace(text)
}

// missing returns a tool that the other needs and that is not installed.
func (k *kind) missing() string {
	for _, tool := range k.tools {
		if _, err := exec.LookPath(tool); err != nil {
			return tool
		}
	}
	return ""
}

// disagreements returns an error for each full search in which the two differ.
func disagreements(results []result) error {
	var all []error
	for _, r := range results {
		all = append(all, r.agree())
	}
	return errors.Join(all...)
}
