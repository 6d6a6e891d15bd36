package ricartagrawala

import (
	"slices"

	"github.com/anel-mc/mc/specs/spec"
)

func cases() []spec.Case {
	unordered := spec.Environment{Order: "unordered"}
	wrong := []string{"mutual-exclusion", "highest-clock", "highest-clock-stays", "bounded-waiting"}
	blocked2 := []string{"no-deadlock", "no-deadlock-all-up", "progress", "no-starvation-P1", "no-starvation-P2"}
	blocked3 := append(slices.Clip(blocked2), "no-starvation-P3")
	return []spec.Case{
		{
			Name: "as-written-2", Doc: "Two processes enter once each",
			Params: map[string]int{"n": 2},
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-once-sent": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "4"},
			States: 63, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-2-unordered", Doc: "The same with messages that may overtake each other",
			Params: map[string]int{"n": 2}, Environment: unordered,
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-once-sent": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "4"},
			States: 64, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-2-twice", Doc: "Two processes enter twice each: highestClock is not what 004 says it is, and with one other process it does no harm",
			Params:   map[string]int{"n": 2, "requests": 2},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "8"},
			Violated: []string{"highest-clock"},
			States:   369, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-2-twice-unordered", Doc: "The same with messages that may overtake each other",
			Params: map[string]int{"n": 2, "requests": 2}, Environment: unordered,
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "8"},
			Violated: []string{"highest-clock"},
			States:   373, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-2-thrice-unordered", Doc: "Two processes enter three times each",
			Params: map[string]int{"n": 2, "requests": 3}, Environment: unordered,
			Costs:    map[string]string{"overtaken": "0 to 3", "overtaken-once-sent": "0 to 3", "overtaken-once-known": "0 to 1", "messages": "12"},
			Violated: []string{"highest-clock"},
			States:   1396, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-3", Doc: "Three processes enter once each: one that forgets the larger of two clocks asks before a request that it has granted",
			Params:   map[string]int{"n": 3},
			Violated: wrong,
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "12"},
			States:   7621, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-3-unordered", Doc: "The same with messages that may overtake each other",
			Params: map[string]int{"n": 3}, Environment: unordered,
			Violated: wrong,
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "12"},
			States:   9169, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-3-twice", Doc: "Three processes enter twice each",
			Params:   map[string]int{"n": 3, "requests": 2},
			Violated: wrong,
			Costs:    map[string]string{"overtaken": "0 to 4", "overtaken-once-sent": "0 to 4", "overtaken-once-known": "0 to 4", "messages": "24"},
			States:   258960, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "as-written-3-twice-unordered", Doc: "The same with messages that may overtake each other",
			Params: map[string]int{"n": 3, "requests": 2}, Environment: unordered,
			Violated: wrong,
			Costs:    map[string]string{"overtaken": "0 to 4", "overtaken-once-sent": "0 to 4", "overtaken-once-known": "0 to 4", "messages": "24"},
			States:   296341, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "as-written-two-of-three", Doc: "Only two of three processes ask, twice each: the third forgets what it has seen, and never asks",
			Params:   map[string]int{"n": 3, "requests": 2, "askers": 2},
			Violated: []string{"highest-clock", "highest-clock-stays"},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "16"},
			States:   2041, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-single", Doc: "Only one of three processes ever enters, once: 2(n-1) messages, in two rounds",
			Params: map[string]int{"askers": 1},
			Costs:  map[string]string{"overtaken": "0", "overtaken-once-sent": "0", "overtaken-once-known": "0", "messages": "4", "steps": "8", "rounds": "2"},
			States: 13, Confirmed: spec.Self,
		},
		{
			Name: "corrected-2", Doc: "Two processes enter once each",
			Variant: spec.Corrected, Params: map[string]int{"n": 2},
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-once-sent": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "4"},
			States: 63, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-2-twice", Doc: "Two processes enter twice each",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "requests": 2},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "8"},
			States: 301, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-2-twice-unordered", Doc: "The same with messages that may overtake each other",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "requests": 2}, Environment: unordered,
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "8"},
			States: 301, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-3", Doc: "Three processes enter once each",
			Variant: spec.Corrected, Params: map[string]int{"n": 3},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "12"},
			States: 4264, Confirmed: spec.WrittenTwice + "; SPIN (docs/benchmarks.md)",
		},
		{
			Name: "corrected-3-unordered", Doc: "The same with messages that may overtake each other",
			Variant: spec.Corrected, Params: map[string]int{"n": 3}, Environment: unordered,
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "12"},
			States: 4384, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-3-twice", Doc: "Three processes enter twice each",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "requests": 2},
			Costs:  map[string]string{"overtaken": "0 to 4", "overtaken-once-sent": "0 to 4", "overtaken-once-known": "0 to 2", "messages": "24"},
			States: 73122, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "corrected-3-twice-unordered", Doc: "The same with messages that may overtake each other",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "requests": 2}, Environment: unordered,
			Costs:  map[string]string{"overtaken": "0 to 4", "overtaken-once-sent": "0 to 4", "overtaken-once-known": "0 to 2", "messages": "24"},
			States: 69094, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "for-ever-2", Doc: "Two processes ask without end, with clocks modulo 5: both get in again and again",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "requests": 0, "modulus": 5},
			Violated: []string{"overtaken"},
			Costs:    map[string]string{"overtaken": "0 or more, unbounded", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 1"},
			States:   430, Confirmed: spec.Self,
		},
		{
			Name: "for-ever-2-unordered", Doc: "The same with messages that may overtake each other",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "requests": 0, "modulus": 5}, Environment: unordered,
			Violated: []string{"overtaken", "overtaken-once-sent"},
			Costs:    map[string]string{"overtaken": "0 or more, unbounded", "overtaken-once-sent": "0 or more, unbounded", "overtaken-once-known": "0 to 1"},
			States:   415, Confirmed: spec.Self,
		},
		{
			Name: "modulus-too-small", Doc: "Clocks modulo 3 are not enough for two processes: a request can be two ahead of the highest clock that was seen",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "requests": 0, "modulus": 3},
			Violated: []string{"mutual-exclusion", "overtaken", "overtaken-once-sent", "overtaken-once-known", "bounded-waiting"},
			Costs:    map[string]string{"overtaken": "0 or more, unbounded", "overtaken-once-sent": "0 or more, unbounded", "overtaken-once-known": "0 or more, unbounded"},
			States:   390, Confirmed: spec.Self,
		},
		{
			Name: "for-ever-3", Doc: "Three processes ask without end, with clocks modulo 7",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "requests": 0, "modulus": 7},
			Violated: []string{"overtaken"},
			Costs:    map[string]string{"overtaken": "0 or more, unbounded", "overtaken-once-sent": "0 to 4", "overtaken-once-known": "0 to 2"},
			States:   101633, Confirmed: spec.Self, Long: true,
		},
		{
			Name: "lost-message", Doc: "One message may be lost: who waits for it, or for its answer, waits for ever",
			Variant: spec.Corrected, Environment: spec.Environment{Lose: spec.Budget(1)},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "12"},
			Violated: []string{"no-deadlock", "no-deadlock-all-up", "progress", "no-starvation-P1", "no-starvation-P2", "no-starvation-P3", "bounded-waiting"},
			States:   12212, Confirmed: spec.Self,
		},
		{
			Name: "duplicated-message", Doc: "One message may be delivered twice: a reply that is counts for the next request, too. Two of three processes ask, P1 twice",
			Variant: spec.Corrected, Params: map[string]int{"requests": 2, "askers": 2, "repeat": 1}, Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "11 to 13"},
			Violated: []string{"mutual-exclusion", "replies-expected"},
			States:   4726, Confirmed: spec.Self,
		},
		{
			Name: "crash", Doc: "P1 may crash: nobody gets in any more",
			Variant: spec.Corrected, Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"P1"}},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "12"},
			Violated: []string{"no-deadlock", "progress", "no-starvation-P2", "no-starvation-P3"},
			States:   5934, Confirmed: spec.Self,
		},
		{
			Name: "comes-back", Doc: "P1 may crash and come back: a request that came meanwhile is never answered, and what it had asked and granted is forgotten",
			Variant: spec.Corrected, Params: map[string]int{"askers": 2},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"P1"}},
			Violated:    []string{"mutual-exclusion", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation-P2", "replies-expected", "bounded-waiting"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "8 to 12"},
			States:      5032, Confirmed: spec.Self,
		},
		{
			Name: "majority-2", Doc: "Two processes, each of which approves its own request: neither has a majority",
			Variant: majorityVariant, Params: map[string]int{"n": 2},
			Violated: blocked2,
			Costs:    map[string]string{"overtaken": "0 to 1", "overtaken-once-sent": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "6"},
			States:   60, Confirmed: spec.Self,
		},
		{
			Name: "majority-3", Doc: "Three processes, each of which approves its own request",
			Variant: majorityVariant, Params: map[string]int{"n": 3},
			Violated: blocked3,
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "15 to 18"},
			States:   27690, Confirmed: spec.Self,
		},
		{
			Name: "majority-two-of-three", Doc: "Two of three processes ask, twice each: a late approval of the first request counts for the second",
			Variant: majorityVariant, Params: map[string]int{"n": 3, "requests": 2, "askers": 2},
			Violated: []string{"mutual-exclusion"},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "20 to 24"},
			States:   63678, Confirmed: spec.Self,
		},
		{
			Name: "majority-stamped-two-of-three", Doc: "The same with approvals that say what they answer; the third process breaks the tie",
			Variant: stampedVariant, Params: map[string]int{"n": 3, "requests": 2, "askers": 2},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "20 to 24"},
			States: 32876, Confirmed: spec.Self,
		},
		{
			Name: "majority-stamped-unordered", Doc: "Two of three processes ask, P1 twice, and its second request may overtake its first release, which then ends the approval of the second",
			Variant: stampedVariant, Params: map[string]int{"n": 3, "requests": 2, "askers": 2, "repeat": 1}, Environment: unordered,
			Violated: []string{"mutual-exclusion", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation-P1", "no-starvation-P2"},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "15 to 18"},
			States:   68713, Confirmed: spec.Self,
		},
		{
			Name: "majority-stamped-3", Doc: "Three processes ask once each, each of which approves its own request",
			Variant: stampedVariant, Params: map[string]int{"n": 3},
			Violated: blocked3,
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "15 to 18"},
			States:   32073, Confirmed: spec.Self,
		},
		{
			Name: "k-entries-3", Doc: "Two of three may be inside together, and each enters once: a reply comes after its request is served",
			Variant: entriesVariant, Params: map[string]int{"n": 3, "k": 2},
			Violated: []string{"replies-expected"},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "12"},
			States:   18715, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "k-entries-3-repeat", Doc: "The same, and P1 enters twice: a late reply to its first request counts for the second, and all three are inside",
			Variant: entriesVariant, Params: map[string]int{"n": 3, "k": 2, "requests": 2, "repeat": 1},
			Violated: []string{"mutual-exclusion", "replies-expected"},
			Costs:    map[string]string{"overtaken": "0 to 3", "overtaken-once-sent": "0 to 3", "overtaken-once-known": "0 to 3", "messages": "15 to 16"},
			States:   165715, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "k-entries-raymond-3-repeat", Doc: "The same with replies that are counted for each process by itself",
			Variant: raymondVariant, Params: map[string]int{"n": 3, "k": 2, "requests": 2, "repeat": 1},
			Costs:  map[string]string{"overtaken": "0 to 3", "overtaken-once-sent": "0 to 3", "overtaken-once-known": "0 to 3", "messages": "15 to 16"},
			States: 117801, Confirmed: spec.Self, Long: true,
		},
		{
			Name: "k-entries-raymond-3", Doc: "Two of three may be inside together, and each enters once",
			Variant: raymondVariant, Params: map[string]int{"n": 3, "k": 2},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "12"},
			States: 19443, Confirmed: spec.Self,
		},
		{
			Name: "k-entries-raymond-3-unordered", Doc: "The same with messages that may overtake each other",
			Variant: raymondVariant, Params: map[string]int{"n": 3, "k": 2}, Environment: unordered,
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-once-sent": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "12"},
			States: 23667, Confirmed: spec.Self,
		},
	}
}
