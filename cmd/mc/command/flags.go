package command

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/room"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/specs/spec"
)

// environmentFlag is a flag that changes the environment of a spec. Its name is one that spec.ParseEnvironment knows;
// values are completions.
type environmentFlag struct{ name, doc, values string }

// budgets completes the flag of a budget.
const budgets = "1 2 unlimited"

// environmentFlags is in the order in which command lines show the flags.
var environmentFlags = [...]environmentFlag{
	{"crash", "at most `N` crashes; like all these budgets, a number or unlimited", budgets},
	{"crash-only", "only the process `NAME` may crash (repeatable)", ""},
	{"recover", "at most `N` recoveries from crashes", budgets},
	{"lose", "at most `N` messages are lost", budgets},
	{"duplicate", "at most `N` extra deliveries of a message", budgets},
	{"cut", "at most `N` links are cut", budgets},
	{"partition", "at most `N` partitions of the processes into two groups", budgets},
	{"heal", "at most `N` cut links and partitions are healed", budgets},
	{"set-back", "at most `N` times a local clock is set back", budgets},
	{"detector", "the failure `DETECTOR`: none, perfect, eventually-perfect or arbitrary",
		"none perfect eventually-perfect arbitrary"},
	{"order", "the `ORDER` in which channels deliver: fifo or unordered", "fifo unordered"},
	{"timing", "the timing assumption, `TIMING`: async, sync or partial", "async sync partial"},
	{"delay", "messages take `MIN..MAX` ticks under sync timing, and under partial once it is stable (default 0..1)", ""},
	{"handling", "answers are sent up to `TICKS` later", ""},
	{"within", "partial timing is stable within `TICKS` (default: no bound)", ""},
}

func addEnvironment(cmd *cobra.Command) {
	for _, f := range environmentFlags {
		if f.name == "crash-only" {
			cmd.Flags().StringArray(f.name, nil, f.doc)
			continue
		}
		cmd.Flags().String(f.name, "", f.doc)
		if f.values != "" {
			choices(cmd, f.name, strings.Fields(f.values)...)
		}
	}
}

// environment returns the environment that the flags of cmd describe, and the flags that are set.
func environment(cmd *cobra.Command) (e spec.Environment, set []string, err error) {
	values := map[string]string{}
	for _, f := range environmentFlags {
		if !cmd.Flags().Changed(f.name) {
			continue
		}
		set = append(set, "--"+f.name)
		if f.name == "crash-only" {
			// The flag is declared as an array of strings, so there is no error.
			all, _ := cmd.Flags().GetStringArray(f.name)
			values[f.name] = strings.Join(all, ",")
			continue
		}
		values[f.name] = cmd.Flags().Lookup(f.name).Value.String()
	}
	e, err = spec.ParseEnvironment(values)
	if err != nil {
		return e, set, usageError("%w", err).seeHelp(cmd)
	}
	return e, set, nil
}

// selection holds the flags that choose an instance and its properties.
type selection struct {
	params     []string
	properties []string
}

// What --param takes.
const (
	oneValue  = "set a parameter, `NAME=N` (repeatable)"
	eachValue = "set a parameter, `NAME=N`; NAME=MIN..MAX runs each value in turn (repeatable)"
)

// add adds the flags under the two headings. params describes --param, and property --property, which is added only if
// it is not empty.
func (s *selection) add(cmd *cobra.Command, params, property, heading, environment string) {
	cmd.Flags().StringArrayVarP(&s.params, "param", "p", nil, params)
	if property != "" {
		cmd.Flags().StringArrayVar(&s.properties, "property", nil, property+" (repeatable)")
	}
	group(cmd, heading)
	addEnvironment(cmd)
	group(cmd, environment)
}

// limits holds the flags that bound a search.
type limits struct {
	maxStates, maxDepth, memory, timeout string
	workers                              int
	exhaustive                           bool
	reduce                               []string
}

// add adds the flags. unreduced describes the default of --reduce.
func (l *limits) add(cmd *cobra.Command, unreduced string) {
	f := cmd.Flags()
	l.addBounds(f)
	f.StringSliceVar(&l.reduce, "reduce", nil,
		"leave out states that no answer needs, by `KIND`: "+strings.Join(reductionNames(), ", ")+" (default "+unreduced+")")
	choices(cmd, "reduce", reductionNames()...)
	f.BoolVar(&l.exhaustive, "exhaustive", false, "explore everything, even when every property has its answer")
}

// addBounds adds the flags that can only cut an answer short, not change it.
func (l *limits) addBounds(f *pflag.FlagSet) {
	f.StringVar(&l.maxStates, "max-states", "", "end after `N` states; what is undecided by then is unknown")
	f.StringVar(&l.maxDepth, "max-depth", "", "search at most `N` steps deep")
	f.StringVar(&l.memory, "memory", "",
		"end when the tables hold `SIZE`: 64MiB, 2GB, 0 for no bound (default three quarters of the machine's)")
	f.StringVar(&l.timeout, "timeout", "", "end after `TIME` in total: 30s, 10m, 2h")
	f.IntVar(&l.workers, "workers", 0, "expand states in `N` threads (default all processors); changes no answer")
}

// reductions lists the values of --reduce.
var reductions = [...]struct {
	name string
	is   explore.Reduction
}{
	{"none", 0},
	{"partial-order", explore.PartialOrder},
	{"symmetry", explore.Symmetry},
}

func reductionNames() (names []string) {
	for _, r := range reductions {
		names = append(names, r.name)
	}
	return names
}

// reduced returns the names of reductions.
func reduced(r explore.Reduction) (names []string) {
	for _, known := range reductions {
		if r&known.is != 0 {
			names = append(names, known.name)
		}
	}
	return names
}

// options returns the options that the flags describe, and starts the clock of --timeout.
func (l *limits) options(p *program, cmd *cobra.Command) (checkers.Options, error) {
	o, err := l.bounds(cmd)
	if err == nil && o.Timeout > 0 {
		p.limit(cmd, o.Timeout)
	}
	return o, err
}

// bounds returns the options that the flags describe for each search. Its error reports everything that is wrong.
func (l *limits) bounds(cmd *cobra.Command) (checkers.Options, error) {
	o := checkers.Options{KeepGoing: l.exhaustive, Workers: l.workers, Memory: room.Memory()}
	var faults []error
	add := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	count := func(flag, value string, most uint64) uint64 {
		if value == "" {
			return 0
		}
		n, err := strconv.ParseUint(strings.NewReplacer("_", "", ",", "").Replace(value), 10, 64)
		if err != nil || n == 0 || n > most {
			add("--%s %s: it must be a whole number, 1 to %d", flag, value, most)
		}
		return n
	}
	o.MaxStates = count("max-states", l.maxStates, math.MaxUint64)
	o.MaxDepth = int(count("max-depth", l.maxDepth, math.MaxInt32))
	if cmd.Flags().Changed("memory") {
		n, err := humanize.ParseBytes(l.memory)
		if err != nil || n == 0 && strings.ContainsAny(l.memory, "123456789") { // 0.5 rounds to 0, which would mean no bound
			add("--memory %s: it must be a size such as 64MiB or 2GB, or 0 for no bound", l.memory)
		}
		o.Memory = n
	}
	if cmd.Flags().Changed("timeout") {
		var err error
		if o.Timeout, err = duration("timeout", l.timeout); err != nil {
			faults = append(faults, err)
		}
	}
	for _, name := range l.reduce {
		i := slices.Index(reductionNames(), name)
		if i < 0 {
			add("--reduce %s: there is no such reduction: choose one of %s", name, strings.Join(reductionNames(), ", "))
			continue
		}
		o.Reduce |= reductions[i].is
	}
	if len(l.reduce) == 0 && cmd.Flags().Changed("reduce") {
		add("--reduce names no reduction: choose one of %s", strings.Join(reductionNames(), ", "))
	}
	if len(l.reduce) > 1 && slices.Contains(l.reduce, "none") {
		add("--reduce %s: none cannot be combined with others", strings.Join(l.reduce, ","))
	}
	if l.workers < 0 {
		add("--workers %d: it must be 1 or more, or 0 for all processors", l.workers)
	}
	if len(faults) > 0 {
		return o, usageError("%w", errors.Join(faults...)).seeHelp(cmd)
	}
	return o, nil
}

// duration parses the value of a flag that takes a time.
func duration(flag, value string) (time.Duration, error) {
	d, err := time.ParseDuration(value)
	switch {
	case err != nil:
		return 0, fmt.Errorf("--%s %s: it must be a time with its unit, such as 30s, 10m or 1h30m, of at most 290 years",
			flag, value)
	case d <= 0:
		return 0, fmt.Errorf("--%s %s: it must be greater than zero", flag, value)
	}
	return d, nil
}

// formatFlag adds --format. The first format is the default.
func formatFlag(cmd *cobra.Command, format *string, formats ...string) {
	oneOf(cmd, format, "format", "f", "write the output as `FORMAT`: "+strings.Join(formats, ", "), formats...)
}

// oneOf adds a flag whose value is one of a few words. The first is the default.
func oneOf(cmd *cobra.Command, chosen *string, flag, shorthand, doc string, all ...string) {
	*chosen = all[0]
	cmd.Flags().VarP(word{chosen, flag, all, all[0] + " is the default"}, flag, shorthand, doc)
	choices(cmd, flag, all...)
}

// word is the value of a flag that is one of a few words.
type word struct {
	chosen *string
	flag   string
	all    []string
	usual  string // says which word it is if none is given
}

func (w word) Type() string   { return "string" }
func (w word) String() string { return *w.chosen }

// Set implements pflag.Value.
func (w word) Set(value string) error {
	if !slices.Contains(w.all, value) {
		return usageError("--%s %s%s: it must be one of %s", w.flag, cmp.Or(value, `""`), orNear(value, w.all),
			strings.Join(w.all, ", ")).hint("%s", w.usual)
	}
	*w.chosen = value
	return nil
}
