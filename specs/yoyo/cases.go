package yoyo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/specs/spec"
)

// The graphs of the cases, as pairs of identifiers. As processes are named by their identifiers, the same drawing with
// other numbers is another graph.
const (
	pair2     = "1-2"
	down3     = "1-2 2-3"                 // a source, an internal process and a sink in a row
	valley3   = "1-3 3-2"                 // a sink between two sources
	triangle3 = "1-2 2-3 1-3"             // all links of three processes
	row4      = "1-3 3-2 2-4"             // two sources, one in each half
	split4    = "1-3 2-4"                 // row4 without its middle link
	path4     = "1-4 4-3 3-2"             // a sink with a source and an internal process as its neighbours
	ring4     = "1-3 3-2 2-4 4-1"         // sources and sinks alternate
	paw4      = "1-4 4-2 2-3 3-4"         // a triangle with a source attached to its sink
	complete4 = "1-2 1-3 1-4 2-3 2-4 3-4" // all links of four processes
	fork5     = "1-4 4-3 3-2 3-5"         // a tree on which an internal process receives one S and one N
	zigzag5   = "1-4 4-3 3-5 5-2"         // three sources with two sinks between them
	bull5     = "1-4 4-3 3-5 5-2 4-5"     // the same with a link between the sinks
	mixed6    = "1-4 4-3 3-6 6-4 6-2 2-5" // a triangle with a source at one corner and a row of two at another
)

// on returns the parameters n and graph for a graph given as pairs of identifiers.
func on(links string) map[string]int {
	n, graph := 0, 0
	for link := range strings.SplitSeq(links, " ") {
		var a, b int
		if _, err := fmt.Sscanf(link, "%d-%d", &a, &b); err != nil {
			panic(fmt.Sprintf("yoyo: graph %q: %v", links, err))
		}
		i, j := min(a, b), max(a, b)
		n, graph = max(n, j), graph|1<<((j-1)*(j-2)/2+i-1)
	}
	return map[string]int{"n": n, "graph": graph}
}

// with changes one of params and returns params.
func with(params map[string]int, name string, value int) map[string]int {
	params[name] = value
	return params
}

func cases() []spec.Case {
	return slices.Concat(writtenCases(), sinkCases(), prunedCases(), correctedCases(), faultCases())
}

// writtenCases returns cases of the box alone, which does not end.
func writtenCases() []spec.Case {
	endless := []string{"somebody-leads", "everybody-knows", "leader-possible"}
	costly := append([]string{"messages"}, endless...)
	return []spec.Case{
		{
			Name: "pair", Doc: "Two processes: 1 goes on asking 2 for ever",
			Params: on(pair2), Violated: costly,
			Costs:  map[string]string{"messages": "unbounded"},
			States: 10, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "down", Doc: "A source, an internal process and a sink, as in the notes' first figure",
			Params: on(down3), Violated: costly,
			Costs:  map[string]string{"messages": "unbounded"},
			States: 53, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "valley", Doc: "Two sources: 2 ceases to be one and 1 goes on for ever",
			Params: on(valley3), Violated: costly,
			Costs:  map[string]string{"messages": "unbounded"},
			States: 64, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "triangle", Doc: "Three processes, all links",
			Params: on(triangle3), Violated: costly,
			Costs:  map[string]string{"messages": "unbounded"},
			States: 152, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "ring", Doc: "A ring of four",
			Params: on(ring4), Violated: costly,
			Costs:  map[string]string{"messages": "unbounded"},
			States: 938, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "paw", Doc: "A triangle with a fourth process: without pruning nobody becomes a source again",
			Params: on(paw4), Violated: costly,
			Costs:  map[string]string{"messages": "unbounded"},
			States: 969, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "fork", Doc: "Some S is enough for an internal process: both sources get S only in the first round, and " +
				"the second decides",
			Params: on(fork5), Violated: costly,
			Costs:  map[string]string{"messages": "unbounded"},
			States: 1689, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "only-one-starts",
			Doc:      "Only the smallest starts: whoever is reached does not start, and its neighbours' identifiers never come",
			Params:   with(on(triangle3), "initiators", 1),
			Violated: append([]string{"one-source-in-the-end", "no-deadlock"}, endless...),
			Costs:    map[string]string{"messages": "at most 2"},
			States:   5, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "may-start", Doc: "Each process may start or not: one that does not blocks its neighbours",
			Params:   with(on(triangle3), "certain", 0),
			Violated: append([]string{"one-source-in-the-end", "no-deadlock"}, costly...),
			Costs:    map[string]string{"messages": "unbounded"},
			States:   152, Confirmed: spec.WrittenTwice,
		},
	}
}

// sinkCases returns cases of the last stage of the notes' example, taken literally.
func sinkCases() []spec.Case {
	split := []string{"uniqueness", "uniqueness-in-the-end", "agreement", "validity", "everybody-knows",
		"one-source-in-the-end"}
	return []spec.Case{
		{
			Name:    "sinks-valley",
			Doc:     "Sinks drop out: with three processes only that the others do not know the leader is amiss",
			Variant: inactiveSinks, Params: on(valley3),
			Violated: []string{"everybody-knows"},
			Costs:    map[string]string{"messages": "8"},
			States:   61, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "sinks-path",
			Doc:     "Sinks drop out, and the graph with them falls in two: 3 becomes a source and the second leader",
			Variant: inactiveSinks, Params: on(path4),
			Violated: append([]string{"no-new-source"}, split...),
			Costs:    map[string]string{"messages": "14"},
			States:   305, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "sinks-zigzag", Doc: "Sinks drop out: two of three sources get S only and become leaders",
			Variant: inactiveSinks, Params: on(zigzag5), Violated: split,
			Costs:  map[string]string{"messages": "12 to 16"},
			States: 1825, Confirmed: spec.WrittenTwice,
		},
	}
}

// prunedCases returns cases of the paper's pruning, with both rules of voting.
func prunedCases() []spec.Case {
	silent := []string{"everybody-knows"}
	return []spec.Case{
		{
			Name: "pruning-valley", Doc: "With pruning one process leads, and only it knows",
			Variant: pruning, Params: on(valley3), Violated: silent,
			Costs:  map[string]string{"messages": "14"},
			States: 68, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "pruning-ring", Doc: "The same on a ring of four",
			Variant: pruning, Params: on(ring4), Violated: silent,
			Costs:  map[string]string{"messages": "32"},
			States: 982, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "pruning-paw", Doc: "A process loses its only outgoing link, turns the other and becomes a source for a while",
			Variant: pruning, Params: on(paw4), Violated: []string{"everybody-knows", "no-new-source"},
			Costs:  map[string]string{"messages": "28 to 34"},
			States: 1011, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "pruning-fork", Doc: "Some S is enough for an internal process",
			Variant: pruning, Params: on(fork5), Violated: silent,
			Costs:  map[string]string{"messages": "34"},
			States: 1688, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "pruning-zigzag", Doc: "Five in a row: a sink drops out when it is a leaf, and there is one leader",
			Variant: pruning, Params: on(zigzag5), Violated: silent,
			Costs:  map[string]string{"messages": "44"},
			States: 2011, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "paper-triangle", Doc: "The paper's votes and pruning: one process leads, and only it knows",
			Variant: paper, Params: on(triangle3), Violated: silent,
			Costs:  map[string]string{"messages": "16 to 18"},
			States: 127, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "paper-paw", Doc: "The paper's votes do not keep a process from becoming a source again either",
			Variant: paper, Params: on(paw4), Violated: []string{"everybody-knows", "no-new-source"},
			Costs:  map[string]string{"messages": "28 to 34"},
			States: 665, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "paper-fork", Doc: "The paper's votes: an internal process that has one N sends N",
			Variant: paper, Params: on(fork5), Violated: silent,
			Costs:  map[string]string{"messages": "28"},
			States: 898, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "paper-bull", Doc: "An irregular graph of five",
			Variant: paper, Params: on(bull5), Violated: silent,
			Costs:  map[string]string{"messages": "38 to 42"},
			States: 3435, Confirmed: spec.WrittenTwice,
		},
	}
}

// correctedCases returns cases of corrected without failures. Everything holds in them, except no-new-source in one.
func correctedCases() []spec.Case {
	holds := func(name, doc string, params map[string]int, messages string, states uint64) spec.Case {
		return spec.Case{Name: name, Doc: doc, Variant: spec.Corrected, Params: params,
			Costs: map[string]string{"messages": messages}, States: states, Confirmed: spec.WrittenTwice}
	}
	paw := holds("corrected-paw", "Everything but that a process becomes a source again for a while", on(paw4), "33 to 39",
		678)
	paw.Violated = []string{"no-new-source"}
	mixed := holds("corrected-mixed", "An irregular graph of six", on(mixed6), "49 to 53", 16861)
	mixed.Long = true
	return []spec.Case{
		holds("corrected-pair", "With pruning and an announcement everything holds", on(pair2), "5", 10),
		holds("corrected-down", "A source, an internal process and a sink", on(down3), "12", 41),
		holds("corrected-valley", "Two sources", on(valley3), "16", 52),
		holds("corrected-triangle", "Three processes, all links", on(triangle3), "20 to 22", 139),
		holds("corrected-row", "Four in a row", on(row4), "21", 225),
		holds("corrected-ring", "A ring of four", on(ring4), "37", 688),
		holds("corrected-complete", "Four processes, all links", on(complete4), "39 to 45", 6622),
		holds("corrected-fork", "A tree of five", on(fork5), "38", 916),
		holds("corrected-zigzag", "Five processes in a row, three of them sources", on(zigzag5), "48", 1209),
		holds("corrected-bull", "An irregular graph of five", on(bull5), "44 to 48", 3459),
		mixed,
		paw,
		holds("corrected-only-smallest", "Only the smallest starts, and who is reached starts, too",
			with(on(ring4), "initiators", 1), "37", 364),
		holds("corrected-only-largest", "Only the largest starts, and who is reached starts, too",
			with(on(ring4), "initiators", 8), "37", 381),
		holds("corrected-may-start", "Any processes start, or none: if one does everything holds",
			with(on(ring4), "certain", 0), "37", 688),
	}
}

// faultCases returns cases about the question at the end of the notes, what happens if a link fails.
func faultCases() []spec.Case {
	blocked := []string{"somebody-leads", "everybody-knows", "one-source-in-the-end", "no-deadlock"}
	fault := func(name, doc, graph string, e spec.Environment, messages string, states uint64,
		confirmed string) spec.Case {
		return spec.Case{Name: name, Doc: doc, Variant: spec.Corrected, Params: on(graph), Environment: e, Violated: blocked,
			Costs: map[string]string{"messages": messages}, States: states, Confirmed: confirmed}
	}
	return []spec.Case{
		{
			Name: "failed-before",
			Doc: "The middle link of a row 1, 3, 2, 4 has failed before the start and both ends know: two elections, " +
				"two leaders",
			Variant: spec.Corrected, Params: on(split4),
			Violated: []string{"uniqueness", "uniqueness-in-the-end", "agreement", "validity", "one-source-in-the-end"},
			Costs:    map[string]string{"messages": "5 to 10"},
			States:   100, Confirmed: spec.WrittenTwice,
		},
		{
			Name:   "written-cut",
			Doc:    "A link fails at any moment, as the box has it: whoever waits for an answer over it waits for ever",
			Params: on(valley3), Environment: spec.Environment{Cut: spec.Budget(1)},
			Violated: append([]string{"leader-possible", "messages"}, blocked...),
			Costs:    map[string]string{"messages": "unbounded"},
			States:   189, Confirmed: spec.WrittenTwice,
		},
		fault("cut-valley", "The same with three processes",
			valley3, spec.Environment{Cut: spec.Budget(1)}, "15 to 16", 153, spec.WrittenTwice),
		fault("cut-row", "Any link of the row fails at any moment, and nobody is told: never two leaders, and perhaps none",
			row4, spec.Environment{Cut: spec.Budget(1)}, "19 to 21", 891, spec.WrittenTwice),
		fault("cut-triangle", "A link fails at any moment and the graph stays connected: the election is blocked as well",
			triangle3, spec.Environment{Cut: spec.Budget(1)}, "18 to 22", 546, spec.WrittenTwice),
		fault("partition-triangle", "The processes are split at any moment, and perhaps joined again: what was lost "+
			"does not come again",
			triangle3, spec.Environment{Partition: spec.Budget(1), Heal: spec.Budget(1)}, "17 to 22", 1408, spec.Self),
		fault("crash-triangle", "Any process crashes: whoever waits for it waits for ever",
			triangle3, spec.Environment{Crash: spec.Budget(1)}, "17 to 22", 357, spec.WrittenTwice),
		fault("crash-of-smallest", "The process that would lead crashes before or after it does: nobody takes its place",
			triangle3, spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"1"}}, "20 to 22", 226, spec.WrittenTwice),
		fault("lose-valley", "A message is lost",
			valley3, spec.Environment{Lose: spec.Budget(1)}, "15 to 16", 140, spec.WrittenTwice),
		fault("unordered-triangle", "Messages overtake each other: an identifier on the way down is taken for one of "+
			"phase 1, and all wait in a circle",
			triangle3, spec.Environment{Order: "unordered"}, "20 to 22", 150, spec.WrittenTwice),
	}
}
