package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/views"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// everyStates bounds each search for a violation with few participants unless --max-states does.
const everyStates = 1_000_000

// everyFlags are the flags of mc check for every number of participants.
type everyFlags struct {
	param     string // the parameter that counts participants; empty without --for-all-n
	invariant bool
}

func (f *everyFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.param, "for-all-n", "",
		"decide invariants and steps for every number of participants, which `PARAM` counts (default n)")
	flags.Lookup("for-all-n").NoOptDefVal = "n"
	flags.BoolVar(&f.invariant, "show-invariant", false,
		"with --for-all-n, print what two participants may look like at any time: an inductive invariant")
}

// everyAnswer is the answer for every number of participants.
type everyAnswer struct {
	target
	everyFlags
	program string // the name of the command
	quiet   bool
	report  *views.Report
}

// every decides properties for every number of participants.
func (p *program) every(cmd *cobra.Command, arg string, f *checkFlags, options checkers.Options) error {
	t, err := p.target(cmd, arg, f.selection)
	if err != nil {
		return err
	}
	param := f.every.param
	if _, ok := t.instance.Params[param]; !ok {
		all := names(t.spec.Params, func(p spec.Param) string { return p.Name })
		return usageError("%w", noSuch(t.spec.Name, "parameter", param, all)).
			hint("give the parameter that counts participants: --for-all-n=PARAM")
	}
	for _, pair := range f.params {
		if strings.HasPrefix(pair, param+"=") {
			return usageError("-p %s with --for-all-n, which decides for every %s", pair, param).
				hint("leave -p %s out, or --for-all-n", pair)
		}
	}
	if not := t.unasked(); len(f.properties) > 0 && len(not) > 0 {
		return usageError("--for-all-n cannot decide %s: views are about single states and steps only, not %s", t.name(),
			strings.Join(not, ", ")).
			hint("%s check %s%s decides it for one number of participants", p.name, t.args(), asking(not...))
	}
	options.MaxStates = cmp.Or(options.MaxStates, everyStates)
	options, line := p.begin(cmd.Context(), options)
	report, err := views.Prove(cmd.Context(), p.family(t, param, f.properties), views.Options{Search: options})
	line.erase()
	switch {
	case errors.As(err, new(*views.Refusal)):
		return usageError("--for-all-n cannot decide %s: %w", t.name(), err).
			hint("%s check %s decides one number of participants", p.name, t.args())
	case err == context.Canceled:
		return &exitError{code: exitInterrupted, err: errors.New("interrupted: nothing is known")}
	case err == context.DeadlineExceeded:
		return &exitError{code: exitUnknown, err: errors.New("the time limit was reached before anything was decided")}
	case err != nil:
		return p.faulted(cmd, t, err)
	}
	for _, r := range report.Results {
		if r.Answer != nil {
			t.at(param, r.N).stampOne(r.Answer.Execution)
		}
	}
	a := everyAnswer{target: t, everyFlags: f.every, program: p.name, quiet: f.output.quiet, report: report}
	if err := p.print(p.render(f.output.format, a.object(), a.text)); err != nil {
		return err
	}
	code := a.code()
	if f.certificate != "" {
		b, err := a.certify()
		code = worse(code, p.certified(f.certificate, b, err))
	}
	return exitWith(code)
}

// unasked returns the properties that views cannot decide.
func (t target) unasked() (names []string) {
	for _, q := range t.setup.Properties {
		if !views.Askable(q.Kind()) {
			names = append(names, q.Name())
		}
	}
	return names
}

// at returns the target with another value of a parameter.
func (t target) at(param string, n int) target {
	t.instance.Params = maps.Clone(t.instance.Params)
	t.instance.Params[param] = n
	return t
}

// family returns the instances of a target that differ in a parameter.
func (p *program) family(t target, param string, properties []string) views.Family {
	return func(n int) (model.Model, []checkers.Property, error) {
		t := t.at(param, n)
		setup, err := setUp(t.spec, t.instance)
		if t.setup = setup; err == nil && len(properties) > 0 {
			t.keep(properties)
		}
		return t.setup.Model, t.setup.Properties, err
	}
}

// code is 0 only if every property was found to hold for every number of participants.
func (a everyAnswer) code() int {
	code := exitHolds
	for _, r := range a.report.Results {
		switch r.Verdict {
		case views.Violated:
			code = worse(code, exitViolated)
		case views.Unknown:
			code = worse(code, exitUnknown)
		}
	}
	return code
}

func (a everyAnswer) text(w *term.Writer) {
	r := a.report
	parts := []string{w.Paint(term.Bold, a.spec.Name), a.instance.Variant, "every " + a.param}
	params := maps.Clone(a.instance.Params)
	delete(params, a.param)
	w.Line("%s", term.Join(" · ", append(parts, strings.Join(a.pairs(params), ", "))...))
	if !a.quiet {
		w.Line("%s\n", w.Paint(term.Faint, surroundings(a.target)))
		a.made(w)
	}
	w.Gap()
	var entries []term.Entry
	for _, res := range r.Results {
		if !views.Askable(res.Property.Kind()) {
			continue
		}
		e := term.Entry{Name: res.Property.Name()}
		switch res.Verdict {
		case views.ForEvery:
			e.Sign, e.Text = w.Paint(term.Good, "∀"), r.Words(a.param)
		case views.Violated:
			e.Sign = w.Paint(term.Bad, "✗")
			e.Text = fmt.Sprintf("violated with %s=%d in %s", a.param, res.N, length(res.Answer.Execution))
		default:
			e.Sign, e.Text = w.Paint(term.Open, "?"), "unknown"
			if r.Refused == "" {
				e.Text += ": " + res.Why
			}
		}
		entries = append(entries, e)
	}
	w.Entries(entries)
	if not := a.unasked(); len(not) > 0 {
		w.Say(term.Open, "\nnot asked, since views tell of single states and steps only: %s", strings.Join(not, ", "))
	}
	if a.invariant && r.Refused == "" {
		a.table(w)
	}
	if a.quiet {
		return
	}
	for _, res := range r.Results {
		if res.Verdict == views.Violated {
			w.Line("\n%s is violated with %s=%d: %s\n", w.Paint(term.Bold, res.Property.Name()), a.param, res.N,
				res.Answer.Explanation)
			table(w, res.Answer.Execution, false)
			w.Line("  %s check %s%s", a.program, a.at(a.param, res.N).args(), asking(res.Property.Name()))
		}
	}
}

// made says what the verdicts rest on.
func (a everyAnswer) made(w *term.Writer) {
	r := a.report
	if r.Refused != "" {
		w.Line("no closed set of views: %s", r.Refused)
		return
	}
	wider := term.Comma(uint64(r.Wider))
	if !r.WiderAll {
		wider = "the first " + wider
	}
	w.Line("%s views of %d participants are closed under the steps of %s configurations of %d, and of %s of %d",
		term.Comma(uint64(r.Views)), r.K, term.Comma(uint64(r.Configurations)), r.K+1, wider, r.K+2)
	for _, t := range r.Tests {
		of := "the first %s states of"
		switch {
		case t.All:
			of = "all %s states of"
		case t.Runs:
			of = "%s states in random runs of"
		}
		w.Line("tested: "+of+" %s=%d", term.Comma(uint64(t.States)), a.param, t.N)
	}
}

// table writes the closed set of views.
func (a everyAnswer) table(w *term.Writer) {
	w.Line("\nat any time, any %d participants look like one of these %s views:\n", a.report.K,
		term.Comma(uint64(a.report.Views)))
	t := term.Table{Columns: a.report.Invariant.Columns}
	for i, row := range a.report.Invariant.Rows {
		var cells []term.Cell
		for _, text := range row {
			cells = append(cells, term.Cell{Text: text})
		}
		t.Rows = append(t.Rows, term.Row{Label: fmt.Sprint(i + 1), Cells: cells})
	}
	w.Table(t)
	w.Section("always", a.report.Invariant.Always)
}

// everyObject is the answer of mc check --for-all-n; see the package documentation.
type everyObject struct {
	Schema int `json:"schema"`
	identityObject
	surroundingsObject
	Param          string                `json:"forAll"`
	K              int                   `json:"k"` // participants in a view
	Views          int                   `json:"views"`
	Configurations []int                 `json:"configurations"` // of k+1 participants, and of k+2
	Beyond         int                   `json:"beyond"`         // more participants are assumed to behave alike
	Tests          []everyTest           `json:"tests"`
	Properties     []everyPropertyObject `json:"properties"`
	Invariant      *views.Table          `json:"invariant,omitempty"` // with --show-invariant
}

// everyTest says how much of one instance was tested.
type everyTest struct {
	N      int  `json:"n"`
	States int  `json:"states"`
	All    bool `json:"all"`
	Runs   bool `json:"runs,omitempty"` // states of random runs
}

// everyPropertyObject is the answer of a property.
type everyPropertyObject struct {
	questionObject
	Verdict     views.Verdict          `json:"verdict"`
	Reason      string                 `json:"reason,omitempty"` // why it is unknown
	N           int                    `json:"n,omitempty"`      // the number with which it is violated
	Explanation string                 `json:"explanation,omitempty"`
	Trace       *counterexamples.Trace `json:"trace,omitempty"`
}

func (a everyAnswer) object() everyObject {
	r := a.report
	o := everyObject{Schema: schema, identityObject: a.identity(), surroundingsObject: a.target.surroundings(),
		Param: a.param, K: r.K, Views: r.Views, Configurations: []int{r.Configurations, r.Wider}, Beyond: r.Beyond(),
		Tests: []everyTest{}, Properties: []everyPropertyObject{}}
	o.Params = maps.Clone(o.Params)
	delete(o.Params, a.param)
	for _, t := range r.Tests {
		o.Tests = append(o.Tests, everyTest{t.N, t.States, t.All, t.Runs})
	}
	for _, res := range r.Results {
		p := everyPropertyObject{questionObject: questionOf(res.Property), Verdict: res.Verdict, Reason: res.Why}
		if res.Answer != nil {
			p.N, p.Explanation, p.Trace = res.N, res.Answer.Explanation, &res.Answer.Execution.Trace
		}
		o.Properties = append(o.Properties, p)
	}
	if a.invariant && r.Refused == "" {
		o.Invariant = &r.Invariant
	}
	return o
}
