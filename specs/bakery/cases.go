package bakery

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	once := map[string]string{"overtaken-1": "0 to 1", "overtaken-2": "0 to 1"}
	twice := map[string]string{"overtaken-1": "0 to 2", "overtaken-2": "0 to 2", "overtaken-3": "0 to 2"}
	exclusion := []string{"mutual-exclusion"}
	const enough = "two are enough to show the mistake"
	three := func(more map[string]int) map[string]int {
		all := map[string]int{"n": 3, "entries": 1}
		for name, v := range more {
			all[name] = v
		}
		return all
	}
	return []spec.Case{
		{
			Name: "two", Doc: "Two processes that enter twice: their tickets grow as long as one of them always waits",
			Costs:  once,
			States: 2601, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two-atomic", Doc: "The same, if every access takes effect at once",
			Params: map[string]int{"overlap": 0}, Costs: once,
			States: 747, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two-fail", Doc: "One of two may fail anywhere; its memory then reads as anything, and later as 0",
			Params: map[string]int{"failures": 1}, Costs: once,
			States: 2901, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "three", Doc: "Three processes",
			Params: three(map[string]int{"top": 3}), Costs: twice,
			States: 31789, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "three-fail", Doc: "Three processes, of which one may fail",
			Params: three(map[string]int{"failures": 1}), Costs: twice,
			States: 28649, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "no-choosing", Doc: "Two processes take the same ticket, and one looks before the other has written it",
			Variant: noChoosing, Costs: once, Violated: exclusion,
			Two:    enough,
			States: 1347, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "no-choosing-atomic", Doc: "The same, if every access takes effect at once",
			Variant: noChoosing, Params: map[string]int{"overlap": 0}, Costs: once, Violated: exclusion,
			Two:    enough,
			States: 405, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "no-tie-break", Doc: "Two processes with the same ticket enter together",
			Variant: noTieBreak, Costs: once, Violated: exclusion,
			Two:    enough,
			States: 2701, Confirmed: spec.WrittenTwice,
		},
	}
}
