package main

import (
	"context"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command"
	"github.com/anel-mc/mc/model"
	existing "github.com/anel-mc/mc/model/code"
	"github.com/anel-mc/mc/specs/spec"
)

type meter struct{ count int }

// metered is a toy whose process is existing code, which panics when it has counted to panics.
func metered(panics int) spec.Spec {
	return spec.Spec{
		Name: "metered", Family: "toys", Summary: "A meter that counts", Source: "the tests of the command",
		Variants: []spec.Variant{{Name: spec.AsWritten, Doc: "the only one"}},
		Build: func(spec.Args) (spec.Setup, error) {
			m := &existing.Process[*meter, int]{
				Name: "meter",
				New:  func(*model.Context) *meter { return &meter{} },
				Acts: []existing.Act[*meter, int]{{
					Name:    "count",
					Enabled: func(_ *model.Context, n int) bool { return n < 3 },
					Do: func(_ *model.Context, m *meter) {
						if m.count++; m.count == panics {
							panic("full")
						}
					},
				}},
				See: func(m *meter) int { return m.count },
			}
			return spec.Setup{Model: model.Instance{Processes: model.Replicate(2, m)},
				Properties: []checkers.Property{checkers.Invariant("any", func(model.State) error { return nil })}}, nil
		},
	}
}

// TestExistingCode: the statistics include the cost of running code, and a panic in the code yields no verdict.
func TestExistingCode(t *testing.T) {
	for _, test := range []struct {
		panics, exit int
		want         []string
	}{
		{0, 0, []string{"meter: 6 calls of the code, 8 snapshots", "steps replayed"}},
		{2, 4, []string{"full", "0 new", "1 act count", "func TestHistory(t *testing.T)", `    p0.Do("count")`}},
	} {
		var out strings.Builder
		exit := command.Run(context.Background(), []spec.Spec{metered(test.panics)}, []string{"check", "metered", "--stats"},
			strings.NewReader(""), &out, &out)
		if exit != test.exit {
			t.Errorf("exit code %d, want %d", exit, test.exit)
		}
		for _, want := range test.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("it says nothing of %q:\n%s", want, &out)
			}
		}
		if testing.Verbose() {
			t.Log(out.String())
		}
	}
}
