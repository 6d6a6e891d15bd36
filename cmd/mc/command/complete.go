package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
)

// directive is what a shell does with completions.
type directive = cobra.ShellCompDirective

// specCompletions returns the names of the specs, with their descriptions.
func (p *program) specCompletions() []cobra.Completion {
	var all []cobra.Completion
	for _, s := range p.specs {
		all = append(all, cobra.CompletionWithDesc(s.Name, s.Summary))
	}
	return all
}

// completeCheck sets up completion for the arguments and flags of mc check, and of verbs that share some of its flags.
func (p *program) completeCheck(cmd *cobra.Command) {
	const none = cobra.ShellCompDirectiveNoFileComp
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, directive) {
		if len(args) > 0 {
			return nil, none
		}
		name, _, variant := strings.Cut(typed, ":")
		if !variant {
			return p.specCompletions(), none
		}
		var all []cobra.Completion
		if s, err := p.find(name); err == nil {
			for _, v := range s.Variants {
				all = append(all, cobra.CompletionWithDesc(name+":"+v.Name, v.Doc))
			}
		}
		return all, none
	}
	// ofSpec completes from the spec that is already on the line.
	ofSpec := func(list func(s spec.Spec, variant, typed string) ([]cobra.Completion, directive)) cobra.CompletionFunc {
		return func(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, directive) {
			if len(args) == 0 {
				return nil, none
			}
			s, variant, err := p.findTarget(args[0])
			if err != nil {
				return nil, none
			}
			return list(s, variant, typed)
		}
	}
	offer(cmd, "param", ofSpec(func(s spec.Spec, _, typed string) ([]cobra.Completion, directive) {
		return paramCompletions(s, typed)
	}))
	ofSetup := func(list func(t target) []cobra.Completion) cobra.CompletionFunc {
		return ofSpec(func(s spec.Spec, variant, _ string) ([]cobra.Completion, directive) {
			setup, err := setUp(s, spec.Instance{Variant: variant})
			if err != nil {
				return nil, none
			}
			return list(target{setup: setup}), none
		})
	}
	offer(cmd, "property", ofSetup(func(t target) []cobra.Completion {
		return names(t.setup.Properties, checkers.Property.Name)
	}))
	offer(cmd, "crash-only", ofSetup(func(t target) []cobra.Completion {
		i, _ := t.network()
		return i.ProcessNames()
	}))
	offer(cmd, "case", ofSpec(func(s spec.Spec, _, _ string) ([]cobra.Completion, directive) {
		var all []cobra.Completion
		for _, c := range s.Cases {
			all = append(all, cobra.CompletionWithDesc(c.Name, c.Doc))
		}
		return all, none
	}))
	completeValues(cmd)
}

// completeValues completes the flags of a search.
func completeValues(cmd *cobra.Command) {
	choices(cmd, "memory", "64MiB", "1GiB", "4GiB")
	offer(cmd, "disk", func(*cobra.Command, []string, string) ([]cobra.Completion, directive) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	})
	choices(cmd, "timeout", "10s", "1m", "10m")
	for _, f := range []string{"max-states", "max-depth", "workers"} {
		choices(cmd, f)
	}
}

// offer completes a flag if the verb has it.
func offer(cmd *cobra.Command, flag string, f cobra.CompletionFunc) {
	if cmd.Flags().Lookup(flag) != nil {
		// The flag exists, and is registered once.
		_ = cmd.RegisterFlagCompletionFunc(flag, f)
	}
}

// choices completes a flag, if the verb has it, from fixed values.
func choices(cmd *cobra.Command, flag string, values ...string) {
	offer(cmd, flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// paramCompletions completes NAME=N: first the name, then the value if there are only a few.
func paramCompletions(s spec.Spec, typed string) ([]cobra.Completion, directive) {
	const few = 32
	var all []cobra.Completion
	name, _, given := strings.Cut(typed, "=")
	for _, x := range s.Params {
		switch {
		case !given:
			all = append(all, cobra.CompletionWithDesc(x.Name+"=",
				fmt.Sprintf("%s; %d to %d, default %d", x.Doc, x.Min, x.Max, x.Default)))
		case x.Name == name && x.Max-x.Min < few:
			for v := x.Min; v <= x.Max; v++ {
				all = append(all, fmt.Sprintf("%s=%d", name, v))
			}
		}
	}
	if !given {
		return all, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	return all, cobra.ShellCompDirectiveNoFileComp
}
