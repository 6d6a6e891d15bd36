package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/anel-mc/mc/counterexamples"
)

// compared is what mc compare prints as JSON.
type compared struct {
	Schema int       `json:"schema"`
	Runs   []checked `json:"runs"`
}

func TestCompareJSON(t *testing.T) {
	c := decode[compared](t, run(t, 0, "compare", "race", "--n", "2..3", "--crash", "1", "--least", "--format", "json"))
	if c.Schema != 1 || len(c.Runs) != 4 {
		t.Fatalf("%d runs, schema %d", len(c.Runs), c.Schema)
	}
	written, corrected := c.Runs[2], c.Runs[3]
	if written.Spec != "race" || written.Variant != "as-written" || written.Params["n"] != 3 ||
		written.Faults["crash"] != 1.0 || written.Order != "fifo" {
		t.Errorf("of what: %+v", written)
	}
	if c.Runs[0].Params["n"] != 2 || !written.Exhaustive || written.Bound != "" || written.States <= c.Runs[0].States ||
		written.Transitions == 0 || written.Depth == 0 {
		t.Errorf("search: %+v", written)
	}
	alone, raised := written.Properties[0], written.Properties[1]
	if alone.Verdict != "violated" || *alone.Steps != 2 || !alone.Minimal || alone.Loop != 0 {
		t.Errorf("violated property: %+v", alone)
	}
	if l := alone.Least; l.Verdict != "violated" || len(l.Breaks) != 1 || len(l.Breaks[0].Faults) != 0 ||
		l.Breaks[0].Steps != 2 {
		t.Errorf("it needs no failure: %+v", l)
	}
	if raised.Verdict != "holds" || *raised.Steps != 1 || raised.Least != nil {
		t.Errorf("reachable property: %+v", raised)
	}
	if p := corrected.Properties[0]; p.Verdict != "holds" || p.Steps != nil || p.Least.Verdict != "holds" ||
		p.Least.Breaks == nil {
		t.Errorf("property that holds: %+v", p)
	}
}

// TestCompareAgreesWithCheck: mc compare gives the same answers as mc check.
func TestCompareAgreesWithCheck(t *testing.T) {
	c := decode[compared](t, run(t, 0, "compare", "race", "-p", "n=3", "--lose", "1", "--format", "json"))
	for _, r := range c.Runs {
		code := 0
		if r.Properties[0].Verdict == "violated" {
			code = 1
		}
		one := decode[checked](t, run(t, code, "check", "race:"+r.Variant, "-p", "n=3", "--lose", "1", "--exhaustive",
			"--format", "json"))
		if one.States != r.States || one.Transitions != r.Transitions || one.Depth != r.Depth ||
			one.Exhaustive != r.Exhaustive {
			t.Errorf("%s: %+v, and mc check %+v", r.Variant, r, one)
		}
		for i, p := range r.Properties {
			if q := one.Properties[i]; q.Name != p.Name || q.Verdict != p.Verdict || (q.Steps == nil) != (p.Steps == nil) ||
				q.Steps != nil && *q.Steps != *p.Steps {
				t.Errorf("%s: %+v, and mc check %+v", r.Variant, p, q)
			}
		}
	}
}

func TestCompareUnfinished(t *testing.T) {
	c := decode[compared](t, run(t, 3, "compare", "race", "big", "--max-states", "5", "--format", "json"))
	for _, r := range c.Runs {
		if r.Exhaustive || r.Bound != "states" || r.States != 5 {
			t.Errorf("a search that did not finish: %+v", r)
		}
	}
	if p := c.Runs[1].Properties[0]; p.Verdict != "unknown" || p.Reason == "" {
		t.Errorf("its property: %+v", p)
	}
	c = decode[compared](t, run(t, 4, "compare", "race", "faulty:panics", "--format", "json"))
	if c.Runs[0].Error != "" || c.Runs[0].Properties[0].Verdict != "violated" ||
		!strings.Contains(c.Runs[1].Error, "the sky falls") {
		t.Errorf("fault: %+v", c)
	}
	for _, p := range c.Runs[1].Properties {
		if p.Verdict != "unknown" {
			t.Errorf("a property of a faulty model: %+v", p)
		}
	}
	c = decode[compared](t, run(t, 0, "compare", "race", "--n", "4..5", "--format", "json"))
	if r := c.Runs[2]; r.Refused != "n=5 is out of range: n is 1 to 4" || r.States != 0 || len(r.Properties) != 0 {
		t.Errorf("refused: %+v", r)
	}
}

func TestCompareCSV(t *testing.T) {
	records, err := csv.NewReader(bytes.NewReader(run(t, 0, "compare", "race", "--n", "4..5", "--format",
		"csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	// Two properties of each of two variants, and one line for each instance that does not exist.
	if len(records) != 1+2*2+2 {
		t.Fatalf("%d records: %q", len(records), records)
	}
	at := map[string]int{}
	for i, name := range records[0] {
		at[name] = i
	}
	first, last := records[1], records[6]
	for name, want := range map[string]string{"spec": "race", "variant": "as-written", "params": "n=4 limit=1",
		"property": "alone",
		"kind":     "invariant", "verdict": "violated", "steps": "2", "loop": "0", "exhaustive": "true", "reason": ""} {
		if first[at[name]] != want {
			t.Errorf("%s is %q, want %q", name, first[at[name]], want)
		}
	}
	if last[at["states"]] != "" || last[at["verdict"]] != "" || !strings.Contains(last[at["reason"]], "out of range") {
		t.Errorf("what there is not: %q", last)
	}
}

// TestCompareInterrupt: what was done before an interrupt is printed, and the rest is unknown.
func TestCompareInterrupt(t *testing.T) {
	stdout, stderr := interrupted(t, os.Interrupt, "compare", "race", "big", "whole")
	for _, want := range []string{"✗ 2 steps", "? interrupted", "? not begun", "big: the search was interrupted"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the partial result does not say %q:\n%s%s", want, stdout, stderr)
		}
	}
}

// TestDifferenceJSON checks the JSON of --difference, and that mc show accepts its trace.
func TestDifferenceJSON(t *testing.T) {
	type system struct {
		Spec, Variant string
		Params        map[string]int
	}
	d := decode[struct {
		Schema     int
		Difference []struct {
			Of, Than       system
			Verdict, Bound string
			Reason         string
			Pairs, Depth   int
			Steps          *int
			Trace          json.RawMessage
			Instead        []counterexamples.Event
		}
	}](t, run(t, 0, "compare", "race:as-written", "race:corrected", "--n", "3", "--difference", "--format", "json"))
	if d.Schema != 1 || len(d.Difference) != 2 {
		t.Fatalf("%+v", d)
	}
	more, less := d.Difference[0], d.Difference[1]
	if more.Of.Variant != "as-written" || more.Than.Variant != "corrected" || more.Of.Params["n"] != 3 ||
		more.Verdict != "violated" || *more.Steps != 1 || more.Reason != "" {
		t.Errorf("%+v", more)
	}
	if less.Of.Variant != "corrected" || less.Verdict != "holds" || less.Steps != nil || less.Trace != nil ||
		less.Pairs == 0 {
		t.Errorf("%+v", less)
	}
	trace, err := counterexamples.Read(bytes.NewReader(more.Trace))
	if err != nil || trace.Spec != "race" || trace.Variant != "as-written" || len(trace.Steps) != 1 {
		t.Fatalf("%+v, %v", trace, err)
	}
	file := filepath.Join(t.TempDir(), "t.json")
	if err := os.WriteFile(file, more.Trace, 0o644); err != nil {
		t.Fatal(err)
	}
	if shown := run(t, 0, "show", file); !strings.Contains(string(shown), "1  raise") {
		t.Errorf("%s", shown)
	}
}
