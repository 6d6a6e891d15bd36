package raftreads

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	instant := spec.Environment{Timing: "sync", Delay: "0..0"}
	restart := spec.Environment{Timing: "sync", Delay: "0..0", Crash: spec.Budget(1), Recover: spec.Budget(1),
		CrashOnly: []string{"S3"}}
	stale := []string{"linearizable"}
	both := []string{"linearizable", "sole-leader"}
	return []spec.Case{
		{
			Name: "index", Doc: "S1 leads, S2 may be elected, a write and a read at whoever leads",
			States: 6951, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "index-reads", Doc: "The same with two reads", Params: map[string]int{"reads": 2},
			States: 40659, Confirmed: spec.Self,
		},
		{
			Name: "index-candidates", Doc: "S3 may be elected, too", Params: map[string]int{"candidates": 2},
			States: 13829, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "no-heartbeats", Doc: "S2 is elected and commits a write; S1 does not know, and answers a read",
			Variant: unconfirmed, Violated: stale,
			States: 1745, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "no-own-entry", Doc: "S1 commits a write with S2, which is elected, and does not know that it is committed",
			Variant: early, Violated: stale,
			States: 8310, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "late-answers", Doc: "S3 answers the heartbeat of a read, votes for S2, and counts for the next read",
			Variant: lateAnswers, Params: map[string]int{"reads": 2}, Violated: stale,
			States: 43422, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "lease", Doc: "A lease of one tick, an election timeout of two, and messages that may take for ever",
			Variant: lease, Params: map[string]int{"lease": 1, "timeout": 2},
			Environment: spec.Environment{Delay: "0..0"},
			States:      85112, Confirmed: spec.Self,
		},
		{
			Name: "lease-instant", Doc: "A lease of two ticks, an election timeout of three, and messages take no time",
			Variant: lease, Environment: instant,
			States: 9628, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "lease-as-long", Doc: "A lease as long as the election timeout: what is due in a tick may come in any order",
			Variant: lease, Params: map[string]int{"lease": 3}, Environment: instant, Violated: both,
			States: 10535, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "lease-too-long", Doc: "A lease that is a tick longer than the election timeout",
			Variant: lease, Params: map[string]int{"lease": 4}, Environment: instant, Violated: both,
			States: 10532, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "lease-drift", Doc: "A lease of two ticks by a clock that needs two ticks for one",
			Variant: lease, Params: map[string]int{"slow": 2}, Environment: instant, Violated: both,
			States: 10532, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "lease-drift-bound", Doc: "The same, and the election timeout is more than the lease times the drift",
			Variant: lease, Params: map[string]int{"slow": 2, "timeout": 5}, Environment: instant,
			States: 9826, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "lease-votes", Doc: "S3 has just answered a heartbeat of S1, and votes for S2",
			Variant: disloyal, Environment: instant, Violated: both,
			States: 11942, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "lease-restart", Doc: "S3 has just answered a heartbeat of S1, crashes, comes back, and votes for S2",
			Variant: lease, Environment: restart, Violated: both,
			States: 52219, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "lease-restart-waits", Doc: "The same if a server that comes back votes for nobody during an election timeout",
			Variant: lease, Params: map[string]int{"waits": 1}, Environment: restart,
			States: 61294, Confirmed: spec.Self,
		},
	}
}
