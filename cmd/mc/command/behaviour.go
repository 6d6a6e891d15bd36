package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// behaviourFlags keep the behaviour of a system, and compare with one that was kept.
type behaviourFlags struct {
	file  string
	since string
	old   *checkers.Behaviour // what since holds
}

func (b *behaviourFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&b.file, "behaviour", "", "explore everything, and keep in `FILE`, as text, what each function did and each property was answered")
	f.StringVar(&b.since, "since", "", "ask the functions for what `FILE` holds, which --behaviour wrote: if nothing has changed, the verdicts stand")
}

// read reads what there was.
func (b *behaviourFlags) read(c *checking) error {
	flag := "--behaviour"
	if b.since != "" {
		flag = "--since"
	}
	if c.all && (b.file != "" || b.since != "") {
		return wrong(fmt.Errorf("--all with %s: a file holds the behaviour of one case", flag), "choose a case: --case NAME")
	}
	if b.file != "" && len(c.bounds.reduce) > 0 {
		return wrong(errors.New("--behaviour with --reduce: what is kept is what functions do in all states"), "leave --reduce out")
	}
	if b.since == "" {
		return nil
	}
	f, err := os.Open(b.since)
	if err != nil {
		return wrong(fmt.Errorf("--since: %w", err), "%s check SPEC --behaviour %s writes it", c.name, b.since)
	}
	defer f.Close()
	if b.old, err = checkers.ReadBehaviour(f); err != nil {
		return wrong(fmt.Errorf("--since %s: %w", b.since, err), "%s check SPEC --behaviour %s writes it", c.name, b.since)
	}
	return nil
}

// kept is what became of a behaviour.
type kept struct {
	comparison *checkers.Comparison // with --since
	behaviour  *checkers.Behaviour  // with --behaviour
	unkept     error                // why there is none
}

// stands reports whether verdicts were taken over.
func (k kept) stands() bool { return k.comparison != nil && k.comparison.Report != nil }

// checked finds the report of a target: that of before, if nothing has changed since, and otherwise a new one.
func (c *checking) checked(ctx context.Context, t target, options checkers.Options) (outcome, error) {
	o := outcome{target: t}
	if old := c.behaviour.old; old != nil {
		comparison, err := old.Since(t.setup.Model, t.setup.Properties, t.subject())
		if err != nil && !errors.As(err, new(*checkers.Failure)) {
			return o, wrong(fmt.Errorf("--since %s: %w", c.behaviour.since, err), "%s check %s --behaviour %s writes it", c.name, t.args(), c.behaviour.since)
		}
		o.kept.comparison = comparison // a model that is at fault shows so again below
		if o.kept.stands() {
			o.report, o.kept.behaviour = comparison.Report, old
			return o, nil
		}
	}
	if c.behaviour.file == "" {
		o.report, o.failure = checkers.Check(ctx, t.setup.Model, t.setup.Properties, c.checkpoint.options(options))
		if errors.Is(o.failure, checkers.ErrCheckpoint) {
			return o, c.checkpoint.refused(c.name, t, o.failure)
		}
		return o, nil
	}
	o.report, o.kept.behaviour, o.kept.unkept, o.failure = checkers.Record(ctx, t.setup.Model, t.setup.Properties, options, t.subject())
	return o, nil
}

// subject says what a target is, for a behaviour.
func (t target) subject() []string {
	lines := []string{t.args(), "variant " + t.instance.Variant}
	for _, p := range t.spec.Params {
		lines = append(lines, fmt.Sprintf("%s = %d", p.Name, t.instance.Params[p.Name]))
	}
	return lines
}

// noteSince says on standard error what --since found, where the form of the output has no place for it.
func (c *checking) noteSince(outcomes []outcome) {
	if k := outcomes[0].kept; k.stands() {
		fmt.Fprintf(c.stderr, "%s check: as in %s: the verdicts stand, and nothing was explored\n", c.name, c.behaviour.since)
	} else if k.comparison != nil {
		fmt.Fprintf(c.stderr, "%s check: %s\n", c.name, changedSince(c.behaviour.since, k.comparison))
	}
}

// keep writes the behaviour, if it is wanted. code is the exit code otherwise.
func (c *checking) keep(outcomes []outcome, code int) error {
	if c.behaviour.file == "" {
		return nil
	}
	k := outcomes[0].kept
	if k.behaviour == nil {
		if k.unkept == nil || errors.Is(k.unkept, checkers.ErrUnfinished) { // the report says why
			fmt.Fprintf(c.stderr, "%s check: --behaviour: %s was not written: %v\n", c.name, c.behaviour.file, checkers.ErrUnfinished)
			return nil
		}
		return &ended{code: worse(exitUsage, code), err: fmt.Errorf("--behaviour: %s was not written: %w", c.behaviour.file, k.unkept), hint: "the result above is complete"}
	}
	var b bytes.Buffer
	err := k.behaviour.Write(&b)
	if err == nil {
		err = save(c.behaviour.file, b.Bytes())
	}
	if err != nil {
		return &ended{code: worse(exitUsage, code), err: fmt.Errorf("--behaviour: %w", err), hint: "the result above is complete"}
	}
	return nil
}

// shownChanges is how many changes a report shows.
const shownChanges = 20

// since says what has changed, if that was asked.
func (t *texter) since(o outcome) {
	c := o.kept.comparison
	if c == nil {
		return
	}
	if o.kept.stands() {
		t.line("%s", t.style.wrap(fmt.Sprintf("unchanged since %s: functions do the same with all %s inputs, and properties give the same %s answers. So the verdicts stand, for %s states and %s transitions; none was explored again",
			t.behaviour.since, comma(uint64(c.Functions)), comma(uint64(c.Answers)), comma(o.report.States), comma(o.report.Transitions)), "", 0))
		t.WriteByte('\n')
		return
	}
	t.line("%s", t.paint(bold, changedSince(t.behaviour.since, c)))
	for i, change := range c.Changes {
		if left := len(c.Changes) - i; i == shownChanges && left > 1 {
			t.line("\n  … and %d more", left)
			break
		}
		if t.quiet {
			break
		}
		t.change(change)
	}
	t.WriteByte('\n')
}

// changedSince says how much has changed.
func changedSince(file string, c *checkers.Comparison) string {
	what := "changes"
	if len(c.Changes) == 1 {
		what = "change"
	}
	return fmt.Sprintf("not as in %s: %d %s, so everything is explored anew", file, len(c.Changes), what)
}

// change writes what was before and what is now.
func (t *texter) change(c model.Change) {
	t.WriteByte('\n')
	for i, line := range c.Where {
		t.line("    %s%s", strings.Repeat(" ", min(i, 1)), line)
	}
	for _, side := range []struct {
		sign  string
		lines []string
	}{{"-", c.Before}, {"+", c.Now}} {
		for i, line := range side.lines {
			if i == shownChanges {
				t.line("  %s … and %d more lines", side.sign, len(side.lines)-i)
				break
			}
			t.line("  %s   %s", side.sign, line)
		}
	}
}

// sinceObject is what --since found.
type sinceObject struct {
	Unchanged bool           `json:"unchanged"`
	Functions int            `json:"functions"`
	Answers   int            `json:"answers"`
	Changes   []changeObject `json:"changes,omitempty"`
}

type changeObject struct {
	Where  []string `json:"where"`
	Before []string `json:"before"`
	Now    []string `json:"now"`
}

func sinceOf(k kept) *sinceObject {
	c := k.comparison
	if c == nil {
		return nil
	}
	o := &sinceObject{Unchanged: k.stands(), Functions: c.Functions, Answers: c.Answers}
	for _, change := range c.Changes {
		o.Changes = append(o.Changes, changeObject{change.Where, append([]string{}, change.Before...), append([]string{}, change.Now...)})
	}
	return o
}
