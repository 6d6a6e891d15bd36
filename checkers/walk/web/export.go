package web

import (
	"context"
	"fmt"
	"go/format"
	"io"
	"strconv"
	"strings"

	"github.com/anel-mc/mc/counterexamples"
)

// form is a format in which a walk is exported.
type form struct {
	kind  string // of content
	write func(w io.Writer, e *counterexamples.Execution, q *request) error
}

func forms() map[string]form {
	of := func(kind string, write func(*counterexamples.Execution, io.Writer) error) form {
		return form{kind + "; charset=utf-8", func(w io.Writer, e *counterexamples.Execution, _ *request) error {
			return write(e, w)
		}}
	}
	return map[string]form{
		"json":    of("application/json", func(e *counterexamples.Execution, w io.Writer) error { return e.Trace.Write(w) }),
		"svg":     of("image/svg+xml", (*counterexamples.Execution).SVG),
		"slide":   of("image/svg+xml", (*counterexamples.Execution).Slide),
		"html":    of("text/html", (*counterexamples.Execution).HTML),
		"mermaid": of("text/plain", (*counterexamples.Execution).Mermaid),
		"text": of("text/plain", func(e *counterexamples.Execution, w io.Writer) error {
			return e.Text(w, counterexamples.TextOptions{})
		}),
		"go": {"text/plain; charset=utf-8", goTest},
	}
}

// shown returns the execution of a walk in the form of a trace file: with what it is of, and with a property that it
// shows at its end, if any, preferably a violation.
func (q *request) shown(ctx context.Context) (*counterexamples.Execution, error) {
	place, err := q.walk.Place(ctx, len(q.walk.Path))
	if err != nil {
		return nil, err
	}
	e := q.walk.Execution
	t := &e.Trace
	if q.target.Stamp != nil {
		q.target.Stamp(t)
	}
	for _, wanted := range []bool{false, true} {
		for _, p := range place.Truths {
			if p.Shown && p.Wanted == wanted && t.Property == "" {
				t.Property, t.Kind, t.Explanation, t.Loop = p.Name, string(p.Kind), p.Text, p.Loop
			}
		}
	}
	return e, nil
}

// goTest writes a Go test that takes the same walk, and fails if that has become impossible or shows something else.
func goTest(w io.Writer, e *counterexamples.Execution, q *request) error {
	var b strings.Builder
	imports := append([]string{"testing", "github.com/anel-mc/mc/checkers/walk"}, q.target.Imports...)
	if q.target.Build == "" {
		imports = append(imports, "github.com/anel-mc/mc/checkers", "github.com/anel-mc/mc/model")
	}
	b.WriteString("package walk_test\n\nimport (\n")
	for _, path := range imports {
		fmt.Fprintf(&b, "%q\n", path)
	}
	b.WriteString(")\n\n// The execution must remain possible, and show the same.\n")
	if q.target.Build == "" {
		b.WriteString("func walkAlong(t *testing.T, m model.Model, properties ...checkers.Property) {\n")
	} else {
		fmt.Fprintf(&b, "func TestWalk(t *testing.T) {\n%s\n", q.target.Build)
	}
	fmt.Fprintf(&b, "walk.Test(t, m, properties, walk.Expected{Start: %d, Shows: %s, Path: []string{\n", e.Trace.Initial,
		strconv.Quote(e.Trace.Property))
	for _, name := range q.walk.Path {
		fmt.Fprintf(&b, "%s,\n", literal(name))
	}
	b.WriteString("}})\n}\n")
	text, err := format.Source([]byte(b.String()))
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// literal writes a string as a Go literal, as people would write it.
func literal(s string) string {
	if strconv.CanBackquote(s) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}
