package views_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	diffs "github.com/google/go-cmp/cmp"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/views"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs"
	"github.com/anel-mc/mc/specs/spec"
)

// catalogued is an entry of the catalogue with any number of participants.
type catalogued struct {
	name, variant string
	params        map[string]int
	environment   spec.Environment
	param         string   // that counts participants; empty is n
	asked         []string // the properties; nil is all
	as            string   // what its name goes on with
	long          bool
}

func (c catalogued) family(n int) (model.Model, []checkers.Property, error) {
	all := specs.All()
	s := all[slices.IndexFunc(all, func(s spec.Spec) bool { return s.Name == c.name })]
	params := map[string]int{cmp.Or(c.param, "n"): n}
	maps.Copy(params, c.params)
	setup, err := s.Setup(spec.Instance{Variant: c.variant, Params: params, Environment: c.environment})
	return setup.Model, slices.DeleteFunc(setup.Properties, func(p checkers.Property) bool {
		return c.asked != nil && !slices.Contains(c.asked, p.Name())
	}), err
}

// TestCatalogue: what is decided for every n in the catalogue; what is refused, and why; and that the bugs of these
// entries are found.
func TestCatalogue(t *testing.T) {
	unlimited := map[string]int{"requests": 0}
	failing := spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"coordinator"}}
	timeout := map[string]int{"timeout": 1}
	once := spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1)}
	forgets := once
	forgets.CrashOnly = []string{"c1", "c2", "c3"}
	exclusion := []string{"mutual-exclusion"}
	elections := []string{"uniqueness", "validity", "agreement"}
	elected := []string{"stability", "uniqueness"}
	clients := map[string]int{"history": 0}
	retried := map[string]int{"history": 0, "retries": 1, "attempts": 2}
	detected := map[string]int{"detector": 1, "burst": 1, "acks": 1}
	leading := []string{"uniqueness", "validity", "stability"}
	exact := spec.Environment{Crash: spec.Budget(1), Timing: "sync", Delay: "1..1"}
	bounded := exact
	bounded.Delay = "0..1"
	tests := func(interval int) map[string]int { return map[string]int{"interval": interval, "window": 0} }
	accuracy := []string{"strong-accuracy", "mistakes-are-mistakes", "recovered-is-up", "alive-or-suspected",
		"longest-interval"}
	for _, c := range []catalogued{
		{name: "token-ring", variant: "protocol"},
		{name: "token-ring", variant: "possession"},
		{name: "token-ring", variant: "timeout", asked: exclusion},
		{name: "central-coordinator", variant: "protocol", params: unlimited},
		{name: "central-coordinator", variant: "acknowledged", params: unlimited},
		{name: "central-coordinator", variant: "manager", params: unlimited},
		{name: "central-coordinator", variant: "lease", asked: exclusion},
		{name: "quorum-mutex", variant: "corrected", param: "participants", params: map[string]int{"n": 2}, asked: exclusion},
		{name: "quorum-mutex", variant: "as-written", param: "participants", environment: forgets, asked: exclusion,
			as: "forgets"},
		{name: "stable-election", variant: "uptime", environment: once, asked: elected},
		{name: "stable-election", variant: "incarnations", environment: once, asked: elected},
		{name: "stable-election", variant: "strongest", environment: once, asked: elected},
		{name: "three-phase-commit", variant: "corrected", params: detected},
		{name: "conditional-write", variant: "as-written", params: clients},
		{name: "conditional-write", variant: "as-written", params: retried, as: "retried"},
		{name: "conditional-write", variant: "plain", params: clients},
		{name: "conditional-write", variant: "corrected", params: clients},
		{name: "two-phase-commit", variant: "as-written"},
		{name: "two-phase-commit", variant: "impatient"},
		{name: "ricart-agrawala", variant: "", asked: exclusion},
		{name: "chang-roberts", variant: "", asked: elections},
		{name: "chang-roberts", variant: "corrected", asked: elections},
		{name: "eventually-perfect", variant: "as-written", params: tests(2), environment: exact, asked: accuracy},
		{name: "eventually-perfect", variant: "as-written", params: tests(1), environment: exact, asked: accuracy,
			as: "short"},
		{name: "adaptive-detector", variant: "as-written", asked: accuracy},
		{name: "bully", variant: "as-written", asked: leading},
		{name: "eventually-perfect", variant: "as-written", params: tests(2), environment: bounded, asked: accuracy,
			as: "bounded", long: true},
		{name: "adaptive-detector", variant: "corrected", asked: accuracy, long: true},
		{name: "phi-accrual", variant: "corrected", params: map[string]int{"most": 3}, asked: accuracy, long: true},
		{name: "bully", variant: "corrected", params: map[string]int{"rounds": 1}, asked: leading, long: true},
		{name: "bully", variant: "corrected", params: map[string]int{"doubts": 0, "rounds": 1},
			environment: spec.Environment{Crash: spec.Budget(1)}, asked: leading, as: "crash", long: true},
		{name: "two-phase-commit", variant: "corrected", params: timeout, environment: failing,
			as: "failing", long: true},
		{name: "two-phase-commit", variant: "as-written", params: timeout, environment: failing,
			as: "failing", long: true},
	} {
		name := strings.Trim(strings.Join([]string{c.name, c.variant, c.as}, "-"), "-")
		t.Run(name, func(t *testing.T) {
			if c.long && os.Getenv("LONG") == "" {
				t.Skip("it takes long: LONG=1")
			}
			most, states := 20_000, uint64(100_000)
			if c.long {
				most, states = 0, 1_000_000
			}
			report, err := views.Prove(context.Background(), c.family,
				views.Options{MaxViews: 5_000, TestStates: 2000, MaxConfigurations: most,
					Search: checkers.Options{MaxStates: states}})
			golden(t, name, decided(t, report, err))
		})
	}
}

func decided(t *testing.T, r *views.Report, err error) string {
	t.Helper()
	if refused := new(*views.Refusal); errors.As(err, refused) {
		return (*refused).Why + "\n"
	}
	if err != nil {
		t.Fatal(err)
	}
	if r.Refused != "" {
		return r.Refused + "\n" + verdictsIn(r)
	}
	text := fmt.Sprintf("%d views, %d and %d configurations; %s\n", r.Views, r.Configurations, r.Wider, r.Words("n"))
	return text + verdictsIn(r)
}

func verdictsIn(r *views.Report) (text string) {
	for _, res := range r.Results {
		if k := res.Property.Kind(); k != checkers.KindInvariant && k != checkers.KindStep {
			continue
		}
		text += fmt.Sprintf("%s: %s", res.Property.Name(), res.Verdict)
		if res.Verdict == views.Violated {
			text += fmt.Sprintf(" with n=%d", res.N)
		}
		if res.Why != "" && r.Refused == "" {
			text += ", " + res.Why
		}
		text += "\n"
	}
	return text
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := diffs.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got), UPDATE=1 rewrites it:\n%s", file, diff)
	}
}
