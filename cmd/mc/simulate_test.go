package main

import (
	"strings"
	"testing"
)

// simulated is the JSON of mc simulate. It repeats the fields so that none changes unnoticed.
type simulated struct {
	Schema     int            `json:"schema"`
	Spec       string         `json:"spec"`
	Variant    string         `json:"variant"`
	Params     map[string]int `json:"params"`
	Faults     map[string]any `json:"faults"`
	Order      string         `json:"order"`
	Timing     string         `json:"timing"`
	Detector   string         `json:"detector"`
	Seed       uint64         `json:"seed"`
	Runs       int            `json:"runs"`
	Steps      int            `json:"steps"`
	Bound      string         `json:"bound"`
	Made       int            `json:"made"`
	Taken      uint64         `json:"taken"`
	Longest    int            `json:"longest"`
	Ended      int            `json:"ended"`
	States     uint64         `json:"states"`
	MoreStates bool           `json:"moreStates"`
	Calls      int64          `json:"handlerCalls"`
	Seconds    float64        `json:"seconds"`
	Properties []struct {
		Name        string         `json:"name"`
		Kind        string         `json:"kind"`
		Verdict     string         `json:"verdict"`
		Explanation string         `json:"explanation"`
		Reason      string         `json:"reason"`
		Run         int            `json:"run"`
		RunSteps    *int           `json:"runSteps"`
		Steps       *int           `json:"steps"`
		Shortest    string         `json:"shortest"`
		Trace       map[string]any `json:"trace"`
		Smaller     *struct {
			Params map[string]int `json:"params"`
			Faults map[string]any `json:"faults"`
			Steps  int            `json:"steps"`
			Trace  map[string]any `json:"trace"`
		} `json:"smaller"`
	} `json:"properties"`
	Events  []happened     `json:"events"`
	Verdict string         `json:"verdict"`
	Error   string         `json:"error"`
	Trace   map[string]any `json:"trace"`
}

func TestSimulateJSON(t *testing.T) {
	c := decode[simulated](t, run(t, 1, "simulate", "race", "-p", "n=4", "--crash", "2", "--seed", "5", "--runs", "50",
		"--format", "json"))
	if c.Schema != 1 || c.Spec != "race" || c.Params["n"] != 4 || c.Faults["crash"] != 2.0 || c.Seed != 5 ||
		c.Runs != 50 || c.Steps != 1000 {
		t.Errorf("of what: %+v", c)
	}
	sum := uint64(0)
	for _, e := range c.Events {
		sum += e.Count
	}
	if c.Made == 0 || c.Taken == 0 || sum != c.Taken || c.States == 0 || c.Verdict != "violated" {
		t.Errorf("runs: %+v", c)
	}
	alone, raised := c.Properties[0], c.Properties[1]
	if alone.Verdict != "violated" || *alone.Steps != 2 || *alone.RunSteps < 2 || alone.Run == 0 ||
		alone.Shortest != "all" || alone.Trace["property"] != "alone" {
		t.Errorf("violated property: %+v", alone)
	}
	if s := alone.Smaller; s == nil || s.Params["n"] != 2 || s.Faults["crash"] != nil || s.Steps != 2 ||
		s.Trace["spec"] != "race" {
		t.Errorf("smaller instance: %+v", s)
	}
	if raised.Verdict != "found" || *raised.Steps != 1 || raised.Smaller != nil {
		t.Errorf("reachable property: %+v", raised)
	}
	c = decode[simulated](t, run(t, 3, "simulate", "race:corrected", "--property", "alone", "--runs", "3", "--format",
		"json"))
	if c.Verdict != "unknown" || c.Properties[0].Reason == "" || c.Properties[0].Explanation != "" || c.Made != 3 {
		t.Errorf("nothing found: %+v", c)
	}
	c = decode[simulated](t, run(t, 4, "simulate", "faulty:panics", "--format", "json"))
	if c.Verdict != "" || !strings.Contains(c.Error, "the sky falls") || c.Trace == nil {
		t.Errorf("fault: %+v", c)
	}
}
