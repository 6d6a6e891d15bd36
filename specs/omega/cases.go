package omega

import "github.com/anel-mc/mc/specs/spec"

// crash returns an environment in which up to the given number of processes may crash.
func crash(processes int, timing string) spec.Environment {
	return spec.Environment{Timing: timing, Crash: spec.Budget(processes)}
}

// within returns partial timing that is stable after at most the given number of ticks; one process may crash.
func within(ticks int) spec.Environment {
	e := crash(1, "partial")
	e.Within = spec.Budget(ticks)
	return e
}

// detector returns an environment with the named failure detector; one process may crash.
func detector(name string) spec.Environment {
	return spec.Environment{Detector: name, Crash: spec.Budget(1)}
}

func cases() []spec.Case {
	changing := []string{"leader-changes", "leader-changes-when-stable"} // for ever
	large := "three processes have more than a million states; abstract-3 has them on any such detector"
	disagree := append([]string{"eventual-agreement", "eventual-least"}, changing...)
	return []spec.Case{
		{
			Name: "written-2",
			Doc: "The chapter's timing, on a detector whose interval is too short and never grows: leaders change " +
				"for ever",
			Params:      map[string]int{"n": 2, "interval": 1, "window": 0},
			Environment: within(3),
			Violated:    disagree, States: 53603, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"leader-changes": "unbounded", "leader-changes-when-stable": "unbounded"},
			Two:   large,
		},
		{
			Name: "written-long-2", Doc: "The same with an interval that happens to be a round trip",
			Params:      map[string]int{"n": 2, "interval": 2},
			Environment: crash(1, "partial"),
			Violated:    []string{"leader-changes"},
			States:      3846, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"leader-changes": "unbounded", "leader-changes-when-stable": "at most 5"},
			Two:   large,
		},
		{
			Name: "corrected-2", Doc: "The chapter's timing, on a detector whose interval grows",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "most": 3},
			Environment: crash(1, "partial"),
			Violated:    []string{"leader-changes"},
			States:      49379, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"leader-changes": "unbounded", "leader-changes-when-stable": "at most 5"},
			Two:   large,
		},
		{
			Name: "corrected-2-within", Doc: "The same, stable within 3 ticks, and tests without a bound",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "most": 6, "window": 0},
			Environment: within(3),
			States:      59585, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"leader-changes": "at most 5", "leader-changes-when-stable": "at most 5"},
			Two:   large,
		},
		{
			Name: "sync-2", Doc: "Synchronous, and the interval is a round trip: of two processes, never both lead",
			Params:      map[string]int{"n": 2, "interval": 2, "window": 0},
			Environment: crash(1, "sync"),
			Violated:    []string{"several-leaders"}, States: 315, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"leader-changes": "at most 3", "leader-changes-when-stable": "at most 3"},
		},
		{
			Name:        "sync-3",
			Doc:         "The same with three processes: several leaders while not everybody has noticed the crash of one",
			Params:      map[string]int{"n": 3, "interval": 2, "window": 0},
			Environment: crash(1, "sync"),
			States:      96153, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"leader-changes": "at most 5", "leader-changes-when-stable": "at most 5"},
		},
		{
			Name: "sync-short-2", Doc: "Synchronous, and the interval is one tick less than a round trip",
			Params:      map[string]int{"n": 2, "interval": 1, "window": 0},
			Environment: crash(1, "sync"),
			Violated:    disagree, States: 2963, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"leader-changes": "unbounded", "leader-changes-when-stable": "unbounded"},
		},
		{
			Name: "async-2", Doc: "Asynchronous: each elects a correct process in the end, and they never agree for good",
			Params:      map[string]int{"n": 2},
			Environment: crash(1, "async"),
			Violated:    disagree, States: 406, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"leader-changes": "unbounded", "leader-changes-when-stable": "unbounded"},
			Two:   "three processes have more than a million states",
		},
		{
			Name: "self-2",
			Doc: "A process tests itself, too, as the printed loop says: it can suspect everybody, and there is " +
				"nobody to choose",
			Params:      map[string]int{"n": 2, "self": 1},
			Environment: crash(1, "async"),
			Violated:    append([]string{"eventual-accuracy"}, disagree...), States: 14760, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"leader-changes": "unbounded", "leader-changes-when-stable": "unbounded"},
			Two:   "three processes have more than a million states",
		},
		{
			Name: "abstract-2", Doc: "On any eventually perfect detector",
			Variant: abstractVariant, Params: map[string]int{"n": 2},
			Environment: crash(1, ""),
			Violated:    []string{"leader-changes"},
			States:      68, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"leader-changes": "1 or more, unbounded", "leader-changes-when-stable": "0 to 4"},
		},
		{
			Name: "abstract-3", Doc: "On any eventually perfect detector, two of three may crash",
			Variant: abstractVariant, Params: map[string]int{"n": 3},
			Environment: crash(2, ""),
			Violated:    []string{"leader-changes"},
			States:      3976, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"leader-changes": "1 or more, unbounded", "leader-changes-when-stable": "0 to 9"},
		},
		{
			Name: "abstract-perfect", Doc: "On a perfect detector: there can still be several leaders for a while",
			Variant: abstractVariant, Params: map[string]int{"n": 3},
			Environment: detector("perfect"),
			States:      65, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"leader-changes": "2 to 5", "leader-changes-when-stable": "0 to 5"},
		},
		{
			Name: "abstract-arbitrary", Doc: "On a detector that promises nothing",
			Variant: abstractVariant, Params: map[string]int{"n": 2},
			Environment: detector("arbitrary"),
			Violated:    append([]string{"eventual-accuracy", "crashed-not-elected"}, disagree...), States: 34,
			Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"leader-changes": "1 or more, unbounded",
				"leader-changes-when-stable": "0 or more, unbounded"},
		},
	}
}
