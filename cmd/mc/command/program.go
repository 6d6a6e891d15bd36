package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/specs/spec"
)

// program is one run of the command: everything that a verb uses besides its arguments and flags.
type program struct {
	name   string // of the binary
	verb   string // that runs, after the name: "mc task init"
	args   []string
	specs  []spec.Spec
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	json   bool // write errors as JSON
	parts  Parts

	said    atomic.Bool // a result has been printed
	reading atomic.Bool // input is being read, which may block
	unread  atomic.Pointer[unread]
	heap    *heapKeeper
	limited chan context.Context // receives the context of --timeout
}

// exit reports the error of a verb and returns the exit code.
func (p *program) exit(cmd *cobra.Command, err error) int {
	if err == nil {
		return exitHolds
	}
	var e *exitError
	switch {
	case errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe):
		return exitPipe
	case !errors.As(err, &e):
		// Errors of the flag library are wrong usage.
		e = &exitError{code: exitUsage, err: err, advice: "see: " + cmd.CommandPath() + " --help"}
	}
	if e.err == nil {
		return e.code
	}
	if p.json && !p.said.Load() { // only one object is printed, and none after a result
		if err := p.print(term.JSON(errorObject{Schema: schema, Error: e.err.Error(), Exit: e.code})); err == nil {
			return e.code
		}
	}
	where := p.name
	if cmd != nil {
		where = cmd.CommandPath()
	}
	fmt.Fprintf(p.stderr, "%s: %s\n", where, term.Indent(counterexamples.Printable(e.err.Error()), "  "))
	if e.advice != "" {
		fmt.Fprintf(p.stderr, "  %s\n", counterexamples.Printable(e.advice))
	}
	return e.code
}

// print writes a result in one write.
func (p *program) print(b []byte) error {
	p.said.Store(true)
	return unwritten(p.pour(p.stdout, b))
}

// write writes a result to the file of --out, or prints it if there is none.
func (p *program) write(out string, b []byte) error {
	if out == "" {
		return p.print(b)
	}
	if err := p.save(out, b); err != nil {
		return usageError("--out: %w", err).hint("without --out it goes to standard output")
	}
	return nil
}

// unwritten returns the error of a verb whose result could not be written, if err is not nil.
func unwritten(err error) error {
	if err == nil {
		return nil
	}
	return usageError("the result could not be written: %w", err)
}

// helpWriter is where the flag library writes help. It ignores errors, so the first one is kept here.
type helpWriter struct {
	w   io.Writer
	err error
}

func (h *helpWriter) Write(b []byte) (int, error) {
	if h.err == nil {
		_, h.err = h.w.Write(b)
	}
	return len(b), nil
}

// render returns a result as JSON, Markdown or text.
func (p *program) render(form string, object any, text func(w *term.Writer)) []byte {
	w := p.writer()
	switch form {
	case "json":
		return term.JSON(object)
	case "md":
		w = term.NewMarkdown()
	}
	text(w)
	return w.Bytes()
}

// answer prints a result in the given form, and ends a verb with a code.
func (p *program) answer(form string, object any, text func(w *term.Writer), code int) error {
	return cmp.Or(p.print(p.render(form, object, text)), exitWith(code))
}

// note writes to standard error what is not part of the result of a verb.
func (p *program) note(format string, args ...any) {
	text := counterexamples.Printable(fmt.Sprintf(format, args...))
	fmt.Fprintf(p.stderr, "%s: %s\n", p.verb, term.Indent(text, "  "))
}

// writer returns a writer for text on standard output.
func (p *program) writer() *term.Writer { return term.NewWriter(term.StyleOf(p.stdout)) }

// examples returns the examples of a verb: pairs of arguments and descriptions. Specs stand in braces, because a binary
// of one's own may not have them.
func examples(pairs ...string) string {
	var b strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		fmt.Fprintf(&b, "%s\t%s\n", pairs[i], pairs[i+1])
	}
	return b.String()
}
