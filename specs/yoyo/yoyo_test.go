package yoyo

import (
	"maps"
	"math/bits"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int {
		h := hand{variant: i.Variant, n: i.Params["n"], graph: i.Params["graph"], initiators: i.Params["initiators"]}
		h.cut, h.lose, h.unordered = i.Environment.Cut != nil, i.Environment.Lose != nil, i.Environment.Order == "unordered"
		if i.Environment.Crash != nil {
			h.crash = 1<<h.n - 1
			if len(i.Environment.CrashOnly) > 0 {
				h.crash = 1
			}
		}
		return h.explore(func(world) {})
	})
}

// connected reports whether every process of a graph can be reached from process 1.
func connected(n, graph int) bool {
	links, _ := edges(n, graph)
	reached := uint(1)
	for range n {
		for _, l := range links {
			if ends := uint(1)<<l.From | uint(1)<<l.To; reached&ends != 0 {
				reached |= ends
			}
		}
	}
	return bits.OnesCount(reached) == n
}

// graphs returns the parameter of every connected graph with the identifiers 1 to n.
func graphs(n int) []int {
	var all []int
	for graph := 1; graph < 1<<(n*(n-1)/2); graph++ {
		if connected(n, graph) {
			all = append(all, graph)
		}
	}
	return all
}

// TestGraphs checks properties on every connected graph of two to four processes with every numbering, and confirms
// each number of states by brute force.
func TestGraphs(t *testing.T) {
	tests := []struct {
		variant string
		asked   []string
		// but lists, by property, the graphs of four processes on which it is violated.
		but map[string][]int
	}{
		{spec.AsWritten, []string{"one-source-in-the-end", "no-new-source", "no-deadlock"}, nil},
		{pruning, []string{"uniqueness", "validity", "somebody-leads", "no-new-source", "no-deadlock"},
			map[string][]int{"no-new-source": {60}}},
		{paper, []string{"uniqueness", "validity", "no-new-source", "no-deadlock"}, map[string][]int{"no-new-source": {60}}},
		{spec.Corrected, []string{"uniqueness", "validity", "agreement", "everybody-knows", "no-deadlock"}, nil},
	}
	for _, test := range tests {
		t.Run(test.variant, func(t *testing.T) {
			t.Parallel()
			for n, count := range map[int]int{2: 1, 3: 4, 4: 38} {
				if n == 4 && testing.Short() {
					continue
				}
				all := graphs(n)
				if len(all) != count {
					t.Fatalf("%d connected graphs of %d, want %d", len(all), n, count)
				}
				for _, graph := range all {
					report := check(t, spec.Instance{Variant: test.variant, Params: map[string]int{"n": n, "graph": graph}},
						test.asked)
					for _, r := range report.Results {
						want := checkers.Holds
						if n == 4 && slices.Contains(test.but[r.Property.Name()], graph) {
							want = checkers.Violated
						}
						if r.Verdict != want {
							t.Errorf("n=%d graph=%d: %s %s, want %s", n, graph, r.Property.Name(), r.Verdict, want)
						}
					}
					if got := (hand{variant: test.variant, n: n, graph: graph}).explore(func(world) {}); uint64(got) != report.States {
						t.Errorf("n=%d graph=%d: brute force finds %d states, the engine %d", n, graph, got, report.States)
					}
				}
			}
		})
	}
}

// TestSinks finds by brute force the connected graphs of two to four processes on which two processes can lead if sinks
// drop out: path4, and paw4, which is path4 with one more link.
func TestSinks(t *testing.T) {
	var got []map[string]int
	for n := 2; n <= 4; n++ {
		for _, graph := range graphs(n) {
			two := false
			hand{variant: inactiveSinks, n: n, graph: graph}.explore(func(w world) { two = two || w.leaders() > 1 })
			if two {
				got = append(got, map[string]int{"n": n, "graph": graph})
			}
		}
	}
	if want := []map[string]int{on(path4), on(paw4)}; !slices.EqualFunc(got, want, maps.Equal) {
		t.Errorf("two leaders on %v, want %v", got, want)
	}
}

// TestCut shows by brute force that the failure of one link at any time never leads to two leaders, on every connected
// graph of two or three processes and on those of four with up to four links.
func TestCut(t *testing.T) {
	for n := 2; n <= 4; n++ {
		for _, graph := range graphs(n) {
			if bits.OnesCount(uint(graph)) > 4 {
				continue
			}
			hand{variant: spec.Corrected, n: n, graph: graph, cut: true}.explore(func(w world) {
				if w.leaders() > 1 {
					t.Fatalf("n=%d graph=%d: two leaders", n, graph)
				}
			})
		}
	}
}

// TestInitiators: in corrected, on every connected graph of two or three processes and for every set of processes that
// may start, all processes learn of one leader if any starts.
func TestInitiators(t *testing.T) {
	for n := 2; n <= 3; n++ {
		for _, graph := range graphs(n) {
			for initiators := 1; initiators < 1<<n; initiators++ {
				params := map[string]int{"n": n, "graph": graph, "initiators": initiators, "certain": 0}
				report := check(t, spec.Instance{Variant: spec.Corrected, Params: params},
					[]string{"uniqueness", "validity", "agreement", "everybody-knows", "no-deadlock"})
				if report.Verdict != checkers.Holds {
					t.Errorf("n=%d graph=%d initiators=%d: %s", n, graph, initiators, report.Verdict)
				}
			}
		}
	}
}

// check checks the properties in asked on an instance, exploring all of it.
func check(t *testing.T, i spec.Instance, asked []string) *checkers.Report {
	t.Helper()
	setup, err := Spec().Setup(i)
	if err != nil {
		t.Fatal(err)
	}
	properties := slices.DeleteFunc(setup.Properties,
		func(p checkers.Property) bool { return !slices.Contains(asked, p.Name()) })
	report, err := checkers.Check(t.Context(), setup.Model, properties, checkers.Options{KeepGoing: true, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if !report.Exhaustive || len(properties) != len(asked) {
		t.Fatalf("%d properties, %d states, bound %q", len(properties), report.States, report.Bound)
	}
	return report
}

// TestRounds compares the two rules of voting, without pruning and in lock step, on every connected graph of two to six
// processes: with both, the smallest process is the only source in the end. The rule of the box needs at most one round
// more.
func TestRounds(t *testing.T) {
	for n, want := range map[int]struct{ graphs, slower, some, all int }{
		2: {1, 0, 0, 0}, 3: {4, 0, 1, 1}, 4: {38, 0, 1, 1}, 5: {728, 4, 2, 2}, 6: {26704, 247, 3, 2},
	} {
		got := want
		got.graphs, got.slower, got.some, got.all = 0, 0, 0, 0
		for _, graph := range graphs(n) {
			some, all := rounds(t, n, graph, false), rounds(t, n, graph, true)
			if some > all+1 || all > some {
				t.Fatalf("n=%d graph=%d: %d rounds if some S is enough, %d if not", n, graph, some, all)
			}
			if some > all {
				got.slower++
			}
			got.graphs++
			got.some, got.all = max(got.some, some), max(got.all, all)
		}
		if got != want {
			t.Errorf("n=%d: %+v, want %+v", n, got, want)
		}
	}
}

// rounds returns the number of rounds until process 1 is the only source.
func rounds(t *testing.T, n, graph int, unanimous bool) int {
	links, _ := edges(n, graph)
	var to [most][most]bool
	for _, l := range links {
		to[l.From][l.To] = true
	}
	for round := 0; ; round++ {
		if round > n*n {
			t.Fatalf("n=%d graph=%d: no end", n, graph)
		}
		// In order, a process comes after those whose links point to it.
		var order []int
		var value [most]int
		sources := 0
		for len(order) < n {
			before := len(order)
			for v := range n {
				ready, least := !slices.Contains(order, v), most
				for u := range n {
					if to[u][v] {
						ready, least = ready && slices.Contains(order, u), min(least, value[u])
					}
				}
				if !ready {
					continue
				}
				if least == most {
					least = v
					sources++
				}
				value[v], order = least, append(order, v)
			}
			if len(order) == before {
				t.Fatalf("n=%d graph=%d: the links form a circle", n, graph)
			}
		}
		if sources == 1 && order[0] == 0 {
			return round
		}
		var yes [most][most]bool
		for _, v := range slices.Backward(order) {
			outs, accepted := 0, 0
			for w := range n {
				if to[v][w] {
					outs++
				}
				if yes[v][w] {
					accepted++
				}
			}
			accepts := accepted == outs || accepted > 0 && !unanimous
			for u := range n {
				yes[u][v] = to[u][v] && accepts && value[u] == value[v]
			}
		}
		next := yes
		for u := range n {
			for v := range n {
				if to[u][v] && !yes[u][v] {
					next[v][u] = true
				}
			}
		}
		to = next
	}
}
