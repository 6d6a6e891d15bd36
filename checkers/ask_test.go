package checkers_test

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// check explores m and returns the report.
func check(t rapid.TB, m model.Model, opt checkers.Options, properties ...checkers.Property) *checkers.Report {
	t.Helper()
	r, err := checkers.Check(context.Background(), m, properties, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// verdicts fails the test unless a report has the given verdicts.
func verdicts(t *testing.T, r *checkers.Report, want ...checkers.Verdict) {
	t.Helper()
	for i, result := range r.Results {
		if result.Verdict != want[i] {
			t.Errorf("%s: %s, want %s: %s", result.Property.Name(), result.Verdict, want[i], result.Explanation)
		}
	}
}

// refused fails the test unless a check ends with an error that contains want.
func refused(t *testing.T, m model.Model, want string, properties ...checkers.Property) {
	t.Helper()
	r, err := checkers.Check(t.Context(), m, properties, checkers.Options{Workers: 1, MaxStates: 1000})
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, %v, want %q", r, err, want)
	}
}
