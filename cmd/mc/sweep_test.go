package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/anel-mc/mc/cmd/mc/command"
	"github.com/anel-mc/mc/specs"
)

// swept is the JSON of mc sweep. It repeats the fields so that none changes unnoticed.
type swept struct {
	Schema  int            `json:"schema"`
	Spec    string         `json:"spec"`
	Variant string         `json:"variant"`
	Params  map[string]int `json:"params"`
	Rows    []sweptRow     `json:"rows"`
}

type sweptRow struct {
	Change      string            `json:"change"`
	Environment map[string]string `json:"environment"`
	checked
	Properties []struct {
		checkedProperty
		Flip string `json:"flip"`
		File string `json:"file"`
	} `json:"properties"`
}

func TestSweepJSON(t *testing.T) {
	dir := t.TempDir()
	var out bytes.Buffer
	args := []string{"sweep", "ring-election", "--property", "elected", "--property", "no-deadlock", "--max-states",
		"20000", "--traces", dir, "--format", "json"}
	if code := command.Run(t.Context(), specs.All(), args, strings.NewReader(""), &out, &out); code != 1 {
		t.Fatalf("exit code %d\n%s", code, &out)
	}
	d := json.NewDecoder(&out)
	d.DisallowUnknownFields()
	var s swept
	if err := d.Decode(&s); err != nil {
		t.Fatal(err)
	}
	if s.Schema != 1 || s.Spec != "ring-election" || s.Rows[0].Change != "base" || len(s.Rows[0].Environment) != 0 {
		t.Errorf("%+v", s)
	}
	files, refused := 0, 0
	for _, r := range s.Rows {
		if r.Refused != "" {
			refused++
			continue
		}
		for _, p := range r.Properties {
			base := s.Rows[0].Properties
			was := base[0].Verdict
			if p.Name == base[1].Name {
				was = base[1].Verdict
			}
			if breaks := was == "holds" && p.Verdict == "violated"; breaks != (p.Flip == "breaks") {
				t.Errorf("%s, %s: %s after %s, and the flip is %q", r.Change, p.Name, p.Verdict, was, p.Flip)
			}
			if (p.Trace != nil) != (p.Flip == "breaks" && p.Steps != nil) || (p.File != "") != (p.Trace != nil) {
				t.Errorf("%s, %s: flip %q, trace %v, file %q", r.Change, p.Name, p.Flip, p.Trace, p.File)
			}
			if p.File == "" {
				continue
			}
			files++
			var replayed bytes.Buffer
			if code := command.Run(t.Context(), specs.All(), []string{"replay", p.File}, strings.NewReader(""), &replayed,
				&replayed); code != 1 {
				t.Errorf("%s: mc replay ends with %d\n%s", p.File, code, &replayed)
			}
		}
	}
	if files < 5 || refused != 1 {
		t.Errorf("%d traces, %d rows left out", files, refused)
	}
}

// TestSweepInterrupt: what was done before an interrupt is printed.
func TestSweepInterrupt(t *testing.T) {
	stdout, stderr := interrupted(t, os.Interrupt, "sweep", "big", "--max-states", "1_000_000_000")
	if !strings.Contains(stdout, "? not begun") || !strings.Contains(stdout, "≠") {
		t.Errorf("the partial result is\n%s%s", stdout, stderr)
	}
}
