package command

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
)

// groupKey is the annotation of a flag with the heading under which help lists it.
const groupKey = "group"

// group puts all flags of cmd that have no heading yet under this one, in the order in which they were declared.
func group(cmd *cobra.Command, heading string) {
	cmd.Flags().SortFlags = false
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Annotations[groupKey] == nil {
			// There is no error, since the flag exists.
			_ = cmd.Flags().SetAnnotation(f.Name, groupKey, []string{heading})
		}
	})
}

// about prints what --help says.
func (p *program) about(cmd *cobra.Command, _ []string) {
	text := cmp.Or(cmd.Long, cmd.Short)
	if style := term.StyleOf(p.stdout); style.Terminal {
		text = style.Reflow(text)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s\n\n", strings.TrimSpace(text))
	_ = p.usage(cmd) // as far as it can be written
}

// usage prints the part of --help below the description.
func (p *program) usage(cmd *cobra.Command) error {
	var b strings.Builder
	if all := p.shown(cmd.Example); all != "" {
		fmt.Fprintf(&b, "Examples:\n%s\n", all)
	}
	what, line := "VERB", cmd.UseLine()
	switch cmd.Name() {
	case "completion":
		what = "SHELL"
	case "task":
		what = "TASK"
	}
	if cmd.HasAvailableSubCommands() {
		line = cmd.CommandPath() + " " + what
	}
	fmt.Fprintf(&b, "Usage:\n  %s\n", line)
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n%s%ss:\n", what[:1], strings.ToLower(what[1:]))
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintf(&b, "  %-*s  %s\n", cmd.NamePadding(), c.Name(), c.Short)
			}
		}
	}
	b.WriteString(flagUsages(cmd, term.StyleOf(p.stdout).Width))
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\nRun %s %s --help for details.\n", cmd.CommandPath(), what)
	}
	_, err := fmt.Fprint(cmd.OutOrStdout(), b.String())
	return err
}

// flagUsages lists the flags by heading, in order of first appearance.
func flagUsages(cmd *cobra.Command, width int) string {
	var headings []string
	groups := map[string]*pflag.FlagSet{}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		heading := "Flags"
		if g := f.Annotations[groupKey]; g != nil {
			heading = g[0]
		}
		if groups[heading] == nil {
			groups[heading] = pflag.NewFlagSet(heading, pflag.ContinueOnError)
			groups[heading].SortFlags = false
			headings = append(headings, heading)
		}
		groups[heading].AddFlag(f)
	})
	var b strings.Builder
	for _, h := range headings {
		if usages := groups[h].FlagUsagesWrapped(width); usages != "" {
			fmt.Fprintf(&b, "\n%s:\n%s", h, usages)
		}
	}
	return b.String()
}
