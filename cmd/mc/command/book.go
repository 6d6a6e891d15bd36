package command

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/book"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/specs/spec"
)

// bookFlags are the flags of mc book.
type bookFlags struct {
	source string
	limits limits
}

func (p *program) book() *cobra.Command {
	var f bookFlags
	cmd := &cobra.Command{
		Use:   "book DIR [SPEC...] [flags]",
		Short: "write the catalogue as static pages",
		Long: `Writes a page for each spec, and an index, into DIR. A page has the findings, each with a
counterexample to step through, the cases and their verdicts, and the source text of the
algorithm. The pages need neither network nor server: open DIR/index.html, or publish DIR.
If SPECs are given, only these get a page.

The source texts are read from the folder of the module that contains the specs; the
counterexamples are found by checking the models again.

Exit code: 0 written, 1 written, but a finding is not violated, 2 wrong usage,
3 written, but a bound ended a search, 4 a model is at fault, 130 interrupted.`,
		Example: examples("book site", "in the folder of the module", "book site {anel1} {raft}", "only two specs",
			"book /tmp/site --source ~/mc", "from elsewhere"),
		RunE: func(cmd *cobra.Command, args []string) error { return p.runBook(cmd, args, f) },
	}
	cmd.Flags().StringVar(&f.source, "source", ".", "read source texts from the module in `FOLDER`")
	group(cmd, "Texts")
	f.limits.addBounds(cmd.Flags())
	cmd.Flags().Lookup("timeout").Usage = "end each search after `TIME`: 30s, 10m, 2h"
	group(cmd, "Bounds of the searches")
	return cmd
}

func (p *program) runBook(cmd *cobra.Command, args []string, f bookFlags) error {
	if len(args) == 0 {
		return usageError("DIR is missing").hint("for example: %s site", cmd.CommandPath())
	}
	options, err := f.limits.bounds(cmd)
	if err != nil {
		return err
	}
	chosen := p.specs
	if len(args) > 1 {
		chosen = nil
	}
	for _, name := range args[1:] {
		s, err := p.find(name)
		if err != nil {
			return err
		}
		chosen = append(chosen, s)
	}
	b, err := book.New(chosen, os.DirFS(f.source))
	if err != nil {
		return usageError("--source %s: %w", f.source, err).hint("give the root folder of the module that contains the specs")
	}
	if err := os.MkdirAll(args[0], 0o777); err != nil {
		return usageError("%s: %w", args[0], withoutPath(err)).hint("give the name of a directory")
	}
	return p.writeBook(cmd.Context(), b, chosen, args[0], options)
}

// bookmaker searches for the counterexamples of a book, and writes its pages.
type bookmaker struct {
	*program
	dir     string
	options checkers.Options
	line    *progress
	code    int
	shown   int // counterexamples
}

// writeBook writes a page for each spec, and then the index.
func (p *program) writeBook(ctx context.Context, b *book.Book, chosen []spec.Spec, dir string,
	options checkers.Options) error {
	m := &bookmaker{program: p, dir: dir}
	m.options, m.line = p.begin(ctx, options)
	for i, s := range chosen {
		m.line.label = fmt.Sprintf("%s (%d of %d): ", s.Name, i+1, len(chosen))
		err := m.write(ctx, b, s.Name)
		m.line.erase()
		if err != nil {
			return err
		}
		if ended := checkers.Unfinished(ctx.Err()); ended != explore.BoundNone {
			p.note("%s: %d of %d pages were written, but not the index", checkers.Ended(ended), i, len(chosen))
			return exitWith(codeOfBound(ended))
		}
	}
	files, err := book.Files()
	if err == nil {
		files["index.html"], err = b.Index()
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		err = cmp.Or(err, p.save(filepath.Join(dir, name), files[name]))
	}
	if err != nil {
		return usageError("%w", err)
	}
	text := fmt.Sprintf("%s with %s: open %s\n", term.Count(uint64(len(chosen)), "page"),
		term.Count(uint64(m.shown), "counterexample"), filepath.Join(dir, "index.html"))
	return cmp.Or(p.print([]byte(text)), exitWith(m.code))
}

// write searches for the counterexamples of a page and then writes it, unless ctx is done first.
func (m *bookmaker) write(ctx context.Context, b *book.Book, name string) error {
	found := map[book.Key]book.Shown{}
	for _, k := range b.Shows(name) {
		shown, code, err := m.search(ctx, k)
		if err != nil || ctx.Err() != nil {
			return err
		}
		if found[k] = shown; shown.Execution != nil {
			m.shown++
			continue
		}
		if code == exitHolds {
			continue
		}
		m.line.erase()
		m.note("%s, case %s, property %s: %s", k.Entry, k.Case, k.Property, shown.Why)
		m.code = worse(m.code, code)
	}
	page, err := b.Page(name, found)
	if err == nil {
		err = m.save(filepath.Join(m.dir, name+".html"), page)
	}
	if err != nil {
		return usageError("%w", err)
	}
	return nil
}

// search looks for a counterexample. If there is none, code is the exit code that this calls for.
func (m *bookmaker) search(ctx context.Context, k book.Key) (shown book.Shown, code int, err error) {
	s, err := m.find(k.Entry)
	if err != nil {
		return shown, 0, err
	}
	c, err := m.findCase(s, k.Case)
	if err != nil {
		return shown, 0, err
	}
	t, err := m.buildWith(s, c.Instance(), []string{k.Property})
	if err != nil {
		return shown, 0, err
	}
	t.testCase = c
	report, err := checkers.Check(ctx, t.setup.Model, t.setup.Properties, m.options)
	m.unreturned(report)
	if err != nil {
		return shown, 0, &exitError{code: exitFault, err: fmt.Errorf("%s: %w", t.choice(), err)}
	}
	t.stamp(report)
	switch r := report.Results[0]; {
	case r.Verdict == checkers.Violated && r.Execution != nil:
		shown.Execution = r.Execution
	case r.Verdict == checkers.Violated:
		shown.Why = "no execution reaches it"
	case r.Verdict == checkers.Unknown:
		shown.Why, code = "the search ended early: "+r.Explanation, exitUnknown
	default:
		shown.Why, code = "it is not violated", exitViolated
	}
	return shown, code, nil
}
