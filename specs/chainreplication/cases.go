package chainreplication

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	of := func(appenders, readers, queries int) map[string]int {
		return map[string]int{"appenders": appenders, "readers": readers, "queries": queries}
	}
	crash := func(n int, servers ...string) spec.Environment {
		return spec.Environment{Crash: spec.Budget(n), CrashOnly: servers}
	}
	messages := func(r string) map[string]string { return map[string]string{"messages": r} }
	lost := []string{"all-answered"}
	return []spec.Case{
		{
			Name: "three", Doc: "Three servers, a client that appends and one that queries twice",
			Costs:  messages("0 to 10"),
			States: 214, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two-appenders", Doc: "Two clients append one item each",
			Params: of(2, 1, 2), Costs: messages("0 to 16"),
			States: 11323, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "middle-crashes", Doc: "The server in the middle crashes: nothing is lost",
			Params: of(1, 1, 2), Environment: crash(1, "s2"), Costs: messages("0 to 12"),
			States: 6830, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "head-crashes", Doc: "The head crashes, and with it what it has not forwarded",
			Environment: crash(1, "s1"), Violated: lost, Costs: messages("0 to 10"),
			States: 2822, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "tail-crashes", Doc: "The tail crashes, and with it queries that are on their way",
			Environment: crash(1, "s3"), Violated: lost, Costs: messages("0 to 12"),
			States: 9594, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two-crash", Doc: "Two servers crash, while two clients append",
			Params: of(2, 0, 1), Environment: crash(2, "s1", "s2", "s3"), Violated: lost, Costs: messages("0 to 18"),
			States: 155708, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "one-crashes", Doc: "Any server crashes, while two clients append and one queries",
			Params: of(2, 1, 1), Environment: crash(1, "s1", "s2", "s3"), Violated: lost, Costs: messages("0 to 18"),
			States: 661309, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "unordered", Doc: "Updates overtake each other on their way down",
			Params: of(2, 1, 1), Environment: spec.Environment{Order: "unordered"}, Costs: messages("0 to 14"),
			Violated: []string{"update-propagation", "in-process-requests", "all-answered", "converges"},
			States:   3657, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "reads-anywhere", Doc: "A client reads an item at the head, and then not at the tail",
			Variant: readsAnywhere, Violated: []string{"linearizable"}, Costs: messages("0 to 10"),
			States: 500, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "head-replies", Doc: "An append has returned, and a query does not see it",
			Variant: headReplies, Params: of(1, 1, 1), Violated: []string{"linearizable"}, Costs: messages("0 to 8"),
			States: 92, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "no-resend", Doc: "The server in the middle crashes with an update that the tail never gets",
			Variant: noResend, Params: of(2, 0, 1), Environment: crash(1, "s2"), Costs: messages("0 to 12"),
			Violated: []string{"update-propagation", "in-process-requests", "all-answered", "converges"},
			States:   3324, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "takes-late", Doc: "A new head has given the number of an update that the old one had sent to another",
			Variant: takesLate, Params: of(2, 0, 1), Environment: crash(1, "s1"), Costs: messages("0 to 12"),
			Violated: []string{"in-process-requests", "all-answered"},
			States:   1952, Confirmed: spec.WrittenTwice,
		},
	}
}
