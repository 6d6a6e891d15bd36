package command

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"
)

// Names in exclusions for a range in -p, and for --format with anything but text and json.
const (
	someRange = "a range"
	someForm  = "format"
)

// exclusions lists the flags of mc check that cannot be used together with others, and why.
var exclusions = []struct {
	flag, why string
	others    []string
}{
	{"for-all-n", "it searches not one instance but what all have in common", []string{"all", "case", "mutants", "strict",
		"disk", "disk-only", "reduce", "max-depth", "out", "explain", "stats", "schedule", someRange, someForm}},
	{"engine", "it does not visit states one by one, and decides one instance", []string{"all", "case", "mutants",
		"for-all-n", "reduce", "disk", "disk-only", "max-states", "max-depth", "exhaustive", "workers", "stats", "schedule",
		"certificate", someRange}},
	{"mutants", "mutants are made of one instance, all their states are visited, and no counterexample of theirs is kept",
		[]string{"all", "reduce", "out", someForm, someRange}},
	{"disk", "a directory holds one search, and reductions need what is only in memory",
		[]string{"all", "mutants", "reduce", someRange}},
	{"certificate", "a certificate covers one unchanged instance, or every one", []string{"all", "mutants", someRange}},
	{someRange, "a range prints a table, which draws, explains and saves nothing, and a case fixes its parameters",
		[]string{"all", "case", "out", "schedule", "explain", "strict", "stats", someForm}},
}

// fits refuses flags that cannot be used together.
func (f *checkFlags) fits(cmd *cobra.Command, spans []paramSpan) error {
	for _, needs := range [][2]string{{"disk-only", "disk"}, {"show-invariant", "for-all-n"}} {
		if f.given(cmd, spans, needs[0]) != "" && f.given(cmd, spans, needs[1]) == "" {
			return usageError("--%s needs --%s", needs[0], needs[1]).hint("add --%s", needs[1])
		}
	}
	for _, x := range exclusions {
		is := f.given(cmd, spans, x.flag)
		for _, name := range x.others {
			if other := f.given(cmd, spans, name); is != "" && other != "" {
				return usageError("%s and %s cannot be used together: %s", is, other, x.why).hint("leave %s out", other)
			}
		}
	}
	return nil
}

// given returns a flag as it was written, or "" if it is not given or asks for nothing.
func (f *checkFlags) given(cmd *cobra.Command, spans []paramSpan, name string) string {
	flag := cmd.Flags().Lookup(name)
	switch {
	case name == someRange && len(spans) > 0:
		return "-p " + spans[0].String()
	case name == someRange, !flag.Changed, flag.Value.String() == flag.DefValue,
		name == "reduce" && slices.Equal(f.limits.reduce, []string{"none"}),
		name == someForm && f.output.format == "json":
		return ""
	case name == someForm, name == "engine":
		return fmt.Sprintf("--%s %s", name, flag.Value)
	}
	return "--" + name
}
