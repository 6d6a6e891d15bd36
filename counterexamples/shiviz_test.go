package counterexamples_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

type shivizEvent struct {
	text, host string
	clock      map[string]int
}

// parseShiViz reads a log as ShiViz does: it looks for matches of the first line anywhere after the second.
func parseShiViz(t failer, log string) []shivizEvent {
	t.Helper()
	lines := strings.SplitN(log, "\n", 3)
	if len(lines) != 3 || lines[1] != "" {
		t.Fatal("no parser and delimiter: ", log)
	}
	parser, err := regexp.Compile(lines[0])
	if err != nil {
		t.Fatal(err)
	}
	var events []shivizEvent
	for _, m := range parser.FindAllStringSubmatch(lines[2], -1) {
		ev := shivizEvent{text: m[parser.SubexpIndex("event")], host: m[parser.SubexpIndex("host")]}
		if err := json.Unmarshal([]byte(m[parser.SubexpIndex("clock")]), &ev.clock); err != nil {
			t.Fatal(err)
		}
		events = append(events, ev)
	}
	if n := strings.Count(lines[2], "\n"); n != 2*len(events) {
		t.Fatal(len(events), " events in ", n, " lines: ", log)
	}
	return events
}

// checkShiViz checks a log against the rules of ShiViz: the own entry of each host counts its events from 1, every
// entry belongs to an event, and a clock is the merger of what its host knew and what it received.
func checkShiViz(t failer, e *counterexamples.Execution) {
	t.Helper()
	log := written(t, e.ShiViz)
	events := parseShiViz(t, log)
	hosts := max(len(e.Processes()), 1)
	if len(events) != hosts+e.Len() {
		t.Fatal(len(events), " events of ", hosts, " hosts and ", e.Len(), " steps: ", log)
	}
	at := map[string][]shivizEvent{} // by host
	for i, ev := range events {
		past := at[ev.host]
		if ev.clock[ev.host] != len(past)+1 {
			t.Fatal("event ", i, " of ", ev.host, " has ", ev.clock, ": ", log)
		}
		known := map[string]int{ev.host: len(past) + 1}
		merge := func(c map[string]int) {
			for h, n := range c {
				if known[h] = max(known[h], n); ev.clock[h] < n {
					t.Fatal("event ", i, " forgets ", h, ": ", log)
				}
			}
		}
		if len(past) > 0 {
			merge(past[len(past)-1].clock)
		}
		for h, n := range ev.clock {
			if h == ev.host {
				continue
			}
			if n < 1 || n > len(at[h]) {
				t.Fatal("event ", i, " knows of event ", n, " of ", h, ", which has not been: ", log)
			}
			merge(at[h][n-1].clock)
		}
		for h, n := range ev.clock {
			if known[h] != n {
				t.Fatal("event ", i, " has an entry of ", h, " too many: ", log)
			}
		}
		at[ev.host] = append(past, ev)
	}
	checkReceipts(t, e, events[:hosts], events[hosts:])
}

// checkReceipts checks that the receiver of a message knows of its sender.
func checkReceipts(t failer, e *counterexamples.Execution, starts, events []shivizEvent) {
	t.Helper()
	host := func(p model.ID) string { return starts[p].host }
	for i, ev := range events {
		s := e.Step(i)
		switch s.Kind {
		case model.Deliver, model.Duplicate:
			if ev.host != host(s.Process) || ev.clock[host(s.From)] == 0 {
				t.Fatal("step ", i+1, " is a receipt at ", ev.host, " with ", ev.clock)
			}
		case model.Lose:
			if ev.clock[host(s.From)] == 0 {
				t.Fatal("step ", i+1, " loses a message that nobody sent: ", ev.clock)
			}
		}
	}
}

// TestShiVizConfusing: the text of a step may look like a clock, and names like anything.
func TestShiVizConfusing(t *testing.T) {
	type cell struct{ N int }
	m := model.Instance{
		Processes: model.Replicate(2, model.Process[cell]{
			Init: func(*model.Context) cell { return cell{} },
			Acts: []model.Act[cell]{{
				Name:    `p {"p":1}`,
				Enabled: func(_ *model.Context, s cell) bool { return s.N < 2 },
				Do:      func(_ *model.Context, s cell) cell { s.N++; return s },
			}},
		}),
		Names: []string{"a b", "environment"},
	}
	e := run(t, compile(t, m), "act", "act")
	checkShiViz(t, e)
	if events := parseShiViz(t, written(t, e.ShiViz)); events[0].host != "a_b" ||
		!strings.HasPrefix(events[2].text, `p {"p":1}: `) {
		t.Errorf("the events are %v", events)
	}
}
