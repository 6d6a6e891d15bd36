package checkers

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers/internal/intest"
	"github.com/anel-mc/mc/checkers/room"
	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// Verify checks m in a test, which fails unless every property holds. A failure is logged as a picture, whose last
// line is the command that shows it again.
//
// Counterexamples are saved in testdata/mc/<Test> and replayed before anything is explored, like the inputs of a fuzz
// test. Commit them: once repaired, a counterexample stays as a regression test. The log names those that are no
// longer executions of the model, and go test -mc.update removes them. With go test -artifacts there is also a page
// for each failure, to step through, in which the steps that do not explain it are dimmed.
//
// Properties that hold vacuously are logged and listed in the attribute "vacuous": see Report.Vacuities and
// Scenario.Strict. In a system with many states, properties of states alone are decided in a reduced search: see
// Automatic.
//
// An incomplete exploration fails the test, since nothing was proved; the log says which values of the model keep
// growing. The check may take half of the time that the test has left, and as much memory as the command would. A
// Scenario can ask for something else, and can make reaching a bound a pass. The flags of the test binary that begin
// with -mc. do the same for a single run: go test -args -h lists them.
func Verify(t *testing.T, m model.Model, properties ...Property) {
	t.Helper()
	Scenario{Model: m}.Verify(t, properties...)
}

// Verify checks the scenario like the function Verify, with additional properties, if any.
func (s Scenario) Verify(t *testing.T, more ...Property) {
	t.Helper()
	properties := slices.Concat(s.Properties, more)
	switch {
	case s.Model == nil:
		t.Fatal("the scenario has no Model")
	case len(properties) == 0:
		t.Fatal("there is nothing to verify: ask for properties, if only that something is Reachable")
	}
	suite, goOn := NewSuite(t, s.Model, properties)
	if !goOn {
		return
	}
	options := s.options(t)
	report, err := Check(t.Context(), s.Model, properties, options)
	if err != nil {
		suite.Fault(err)
	}
	t.Attr("states", strconv.FormatUint(report.States, 10))
	t.Attr("verdict", string(report.Verdict))
	if report.Symmetry != "" {
		t.Log("reduced by " + report.Symmetry)
	}
	if options.Reduce&(explore.PartialOrder|explore.Symmetry) != 0 { // it was asked for
		for _, why := range report.Unreduced {
			t.Log(why)
		}
	}
	for _, line := range report.Missed() {
		t.Log(line)
	}
	if report.Dominant != "" {
		t.Log(report.Dominant)
	}
	s.vacuous(t, report)
	var bounded []string
	var unknown bool
	for _, r := range report.Results {
		switch {
		case r.Verdict == Holds && r.Cost != nil:
			t.Logf("%s: %s", r.Property.name, r.Cost)
		case r.Verdict == Holds:
		case r.Verdict == Violated && r.Execution != nil:
			which := "the shortest"
			if report.Searches[r.Search].Reduced&explore.PartialOrder != 0 || r.Property.kind.ofGraph() && !r.Minimal {
				which = "a"
			}
			suite.Violated(r.Property, r.Execution, fmt.Sprintf("violated: %s\n%s counterexample has %s", r.Explanation, which,
				words.Count(r.Execution.Len(), "step")))
		case s.Bounded && r.within:
			bounded = append(bounded, r.Property.name)
		default:
			t.Errorf("property %s: %s: %s", r.Property.name, r.Verdict, r.Explanation)
			if unknown = unknown || r.Verdict == Unknown; s.Bounded && unknown {
				why := "only all executions together decide a property of this kind"
				if report.Reduced&explore.PartialOrder != 0 {
					why = "with partial-order reduction, states may be missing at any depth"
				}
				t.Log("Bounded does not make it pass: " + why)
			}
		}
	}
	if len(bounded) > 0 {
		t.Logf("not violated within the bound: %s\n%s", strings.Join(bounded, ", "), extent(report))
	}
	if unknown && report.Bound != explore.BoundNone && report.Stuck == "" { // otherwise the same call would be stuck again
		ctx, cancel := context.WithTimeout(t.Context(), min(growthTime, intest.Time(t, growthTime)))
		defer cancel()
		t.Log(tooLarge(ctx, s.Model, options))
	}
}

// extent says how far a search came that was not exhaustive.
func extent(r *Report) string {
	if r.Outside > 0 {
		return fmt.Sprintf("every state within the Constraint was visited, and %d just outside it",
			r.Outside)
	}
	deeper := uint64(0)
	for depth, n := range r.Levels {
		if depth > r.Depth {
			deeper += n
		}
	}
	beyond := "nothing"
	if deeper > 0 {
		beyond = fmt.Sprintf("%d of %d states", deeper, r.States)
	}
	return fmt.Sprintf("%s: every execution of up to %s was explored, and of longer ones %s", Ended(r.Bound),
		words.Count(r.Depth, "step"), beyond)
}

// options returns the options of the check.
func (s Scenario) options(t *testing.T) Options {
	o := s.Options
	if o.Reduce == 0 && !s.Bounded { // the depth of a reduced search says nothing
		o.Reduce = Automatic
	}
	return InTest(t, o)
}

// InTest returns o as the searches of a test use it, for studies that take Options: the flags of the test binary that
// begin with -mc. take precedence, and a search takes at most half of the time that the test has left, and as much
// memory as the command would.
func InTest(t *testing.T, o Options) Options {
	flags := intest.Given
	if flags.Reduce != nil {
		o.Reduce = *flags.Reduce
	}
	o.MaxStates, o.MaxDepth = cmp.Or(flags.States, o.MaxStates), cmp.Or(flags.Depth, o.MaxDepth)
	o.Memory, o.Workers = cmp.Or(flags.Memory, o.Memory, room.Memory()), cmp.Or(flags.Workers, o.Workers)
	o.Timeout = intest.Time(t, o.Timeout)
	return o
}

// vacuous reports the properties that hold vacuously. The log of a passing test is shown with -v only, but these
// should be seen without it, so they are printed as well.
func (s Scenario) vacuous(t *testing.T, r *Report) {
	t.Helper()
	all := r.Vacuities()
	if len(all) == 0 {
		return
	}
	t.Attr("vacuous", strings.Join(strings.Fields(strings.Join(all, "; ")), " ")) // in one line
	text := "not exercised: " + strings.Join(all, "\n")
	if s.Strict {
		t.Error(text)
		return
	}
	t.Log(text)
	if testing.Verbose() {
		return
	}
	for _, result := range r.Results {
		if result.Vacuous != "" {
			fmt.Fprintf(os.Stderr, "%s: property %s holds vacuously: %s\n", t.Name(), result.Property.name, result.Vacuous)
		}
	}
}

// Scenario is something to verify in a test: a model with options, or one of several.
//
//	checkers.Scenario{Model: m, Options: checkers.Options{MaxDepth: 14}, Bounded: true}.Verify(t, properties...)
type Scenario struct {
	_ struct{}

	// Name is the name of the subtest in VerifyAll, which requires a unique one.
	Name string

	// Model is the model to check. It is required.
	Model model.Model

	// Properties must hold. At least one is required, unless some are given to the method Verify.
	Properties []Property

	// Options bound and tune the check. Those that are 0 are as in the function Verify: time and memory are bounded, and
	// Reduce is Automatic.
	Options Options

	// Bounded makes the test pass if a bound is reached and no property is violated within it; the log says how deep the
	// search went. It does not apply to properties that only all executions together can decide: a Reachable must be
	// found, and liveness and costs stay unknown. With Bounded, the default of Options.Reduce is no reduction; what
	// partial-order reduction leaves within a bound proves nothing.
	Bounded bool

	// Long scenarios are skipped by VerifyAll under go test -short.
	Long bool

	// Strict makes the test fail if a property holds vacuously, or if everything holds and some events of the model
	// never happen; see Report.Vacuities.
	Strict bool
}

// VerifyAll verifies scenarios, each in a subtest of its own, with its own counterexamples.
func VerifyAll(t *testing.T, scenarios ...Scenario) {
	t.Helper()
	if len(scenarios) == 0 {
		t.Fatal("there is no scenario to verify")
	}
	seen := map[string]bool{}
	for i, s := range scenarios {
		switch {
		case s.Name == "":
			t.Fatalf("scenario %d has no Name", i)
		case seen[s.Name]:
			t.Fatalf("two scenarios are named %q", s.Name)
		}
		seen[s.Name] = true
	}
	for _, s := range scenarios {
		t.Run(s.Name, func(t *testing.T) {
			t.Helper()
			if s.Long && testing.Short() {
				t.Skip("a long scenario: run without -short")
			}
			s.Verify(t)
		})
	}
}
