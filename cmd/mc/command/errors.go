package command

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// wantsJSON reports whether the arguments ask for JSON. It looks at them before they are parsed, because parse errors
// are written as JSON too.
func wantsJSON(args []string) bool {
	for i, a := range args {
		switch a {
		case "--":
			return false
		case "--format=json", "-f=json", "-fjson":
			return true
		case "--format", "-f":
			return i+1 < len(args) && args[i+1] == "json"
		}
	}
	return false
}

// flagError turns an error of the flag library into one of ours.
func (p *program) flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var empty *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, new(*exitError)):
		return err
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		return usageError("there is no flag -%s", unknown.GetSpecifiedName()).seeHelp(cmd)
	case errors.As(err, &unknown):
		return usageError("there is no flag --%s%s", unknown.GetSpecifiedName(),
			orNear(unknown.GetSpecifiedName(), flags(cmd), "--")).seeHelp(cmd)
	case errors.As(err, &empty):
		f := empty.GetFlag()
		placeholder, doc := pflag.UnquoteUsage(f)
		return usageError("--%s needs a value: --%s %s (%s)", f.Name, f.Name, placeholder, doc).seeHelp(cmd)
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		placeholder, _ := pflag.UnquoteUsage(f)
		if f.Value.Type() == "bool" {
			return usageError("--%s takes no value, but was given %q", f.Name, invalid.GetValue()).seeHelp(cmd)
		}
		wanted := map[string]string{
			"int":      fmt.Sprintf("a whole number, at most %d", math.MaxInt),
			"uint64":   fmt.Sprintf("a whole number, 0 to %d", uint64(math.MaxUint64)),
			"duration": "a time with its unit, such as 30s, 10m or 1h30m",
		}[f.Value.Type()]
		return usageError("--%s %s: %s must be %s", f.Name, invalid.GetValue(), placeholder, wanted).seeHelp(cmd)
	}
	return usageError("%w", err).seeHelp(cmd)
}

// sensible refuses empty values, such as that of --out "$FILE" where FILE is not set, and files to write whose name is
// that of standard input where files are read.
func sensible(cmd *cobra.Command) (err error) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Changed || f.Value.Type() != "string" {
			return
		}
		switch what, _ := pflag.UnquoteUsage(f); {
		case f.Value.String() == "":
			err = usageError("--%s: %s is empty", f.Name, what).seeHelp(cmd)
		case f.Value.String() == "-" && what == "FILE" && f.Name != "peers": // which is read
			err = usageError("--%s -: it is not clear whether that is a file", f.Name).
				hint("--%[1]s ./- writes a file of that name, and --%[1]s /dev/stdout writes to standard output", f.Name)
		}
	})
	return err
}

func flags(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// oneArg checks the arguments of a verb that takes exactly one.
func oneArg(what, example string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return usageError("%s is missing", what).hint("for example: %s %s", cmd.CommandPath(), example)
		case len(args) > 1:
			return usageError("only one %s at a time, but there is also %q", what, strings.Join(args[1:], " ")).
				hint("for example: %s %s", cmd.CommandPath(), example)
		}
		return nil
	}
}

// noArgs checks that a verb has no arguments.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageError("unexpected argument %q: there are only flags", strings.Join(args, " ")).seeHelp(cmd)
	}
	return nil
}

// noSuch returns the error that who has nothing of that kind and name, with a list of what it has.
func noSuch(who, kind, name string, all []string) error {
	return fmt.Errorf("%s has no %s %q%s: it has %s", who, kind, name, orNear(name, all),
		cmp.Or(strings.Join(all, ", "), "none"))
}

// orNear returns a suggestion of the candidates that a wrong name may have meant, or "".
func orNear(name string, candidates []string, prefix ...string) string {
	close := near(name, candidates)
	if len(close) == 0 {
		return ""
	}
	for i, c := range close {
		close[i] = strings.Join(prefix, "") + c
	}
	return fmt.Sprintf(" (did you mean %s?)", strings.Join(close, " or "))
}

// near returns up to three candidates that resemble name, the nearest first.
func near(name string, candidates []string) []string {
	type scored struct {
		name     string
		distance int
	}
	name = strings.ToLower(name)
	var close []scored
	for _, c := range candidates {
		d := distance(name, strings.ToLower(c))
		if d <= max(1, len(name)/3) && d < len(name) {
			close = append(close, scored{c, d})
		} else if len(name) >= 2 && (strings.HasPrefix(c, name) || strings.Contains(c, name) && len(name) >= 3) {
			close = append(close, scored{c, d})
		}
	}
	slices.SortStableFunc(close, func(a, b scored) int { return cmp.Compare(a.distance, b.distance) })
	var names []string
	for _, c := range close[:min(len(close), 3)] {
		names = append(names, c.name)
	}
	return names
}

// distance is the number of runes that must be inserted, deleted, replaced, or swapped with their neighbour to turn a
// into b.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	rows := make([][]int, len(s)+1)
	for i := range rows {
		rows[i] = make([]int, len(t)+1)
		rows[i][0] = i
	}
	for j := range t {
		rows[0][j+1] = j + 1
	}
	for i := range s {
		for j := range t {
			replaced := rows[i][j]
			if s[i] != t[j] {
				replaced++
			}
			rows[i+1][j+1] = min(rows[i][j+1]+1, rows[i+1][j]+1, replaced)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				rows[i+1][j+1] = min(rows[i+1][j+1], rows[i-1][j-1]+1)
			}
		}
	}
	return rows[len(s)][len(t)]
}
