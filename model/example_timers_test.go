package model_test

import (
	"context"
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// Landlord is the state of the server: whether it has granted a lease.
type Landlord struct{ Given bool }

// Tenant is the state of a client. A lease that it has asked for ends when its timer fires, even if the answer has not
// arrived by then.
type Tenant struct{ Asked, Late, Holds bool }

// leasesByTimers is a system in which leases are granted again for ever. No clock is read: server and client each
// measure the lease, which lasts 5 ticks, with a timer that may be one tick slow. The client starts its timer when it
// asks, so the lease cannot have begun earlier, and gives the lease up margin ticks early.
func leasesByTimers(margin int) model.Instance {
	const lasts = 5
	drift := func(p *model.Context) int { return p.Choose(2) }
	server := model.Process[Landlord]{
		Name:   "server",
		Init:   func(*model.Context) Landlord { return Landlord{} },
		Accept: func(_ *model.Context, s Landlord, _ model.ID, _ model.Message) bool { return !s.Given },
		Receive: func(p *model.Context, _ Landlord, from model.ID, _ model.Message) Landlord {
			p.SetTimer("lease", lasts+drift(p))
			p.Send(from, "yours")
			return Landlord{Given: true}
		},
		Timeout: func(*model.Context, Landlord, string) Landlord { return Landlord{} },
	}
	client := model.Process[Tenant]{
		Name: "client",
		Init: func(*model.Context) Tenant { return Tenant{} },
		Acts: []model.Act[Tenant]{{
			Name: "ask", Optional: true,
			Enabled: func(_ *model.Context, s Tenant) bool { return !s.Asked },
			Do: func(p *model.Context, _ Tenant) Tenant {
				p.Send(0, "please")
				p.SetTimer("lease", lasts-margin+drift(p))
				return Tenant{Asked: true}
			},
		}},
		Receive: func(_ *model.Context, s Tenant, _ model.ID, _ model.Message) Tenant {
			if s.Late {
				return Tenant{} // too late: ask again
			}
			s.Holds = true
			return s
		},
		Timeout: func(_ *model.Context, s Tenant, _ string) Tenant {
			if s.Holds {
				return Tenant{}
			}
			s.Late = true
			return s
		},
	}
	return model.Instance{
		Processes: []model.Algorithm{server, client, client},
		// Timers are exact, except for their drift; messages may take arbitrarily long, and later at most one tick.
		Timing: model.Timing{Mode: model.Partial, Max: 1},
	}
}

// To measure durations, timers are enough. Without clocks, there is no highest reading that could limit the verdicts.
func ExampleTiming_leases() {
	for margin := range 3 {
		report, err := checkers.Check(context.Background(), leasesByTimers(margin), []checkers.Property{
			checkers.AtMost("one-holder", 1, func(_ model.ID, c Tenant) bool { return c.Holds }),
		}, checkers.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("given up %d ticks earlier: %s\n", margin, report.Verdict)
	}

	// Output:
	// given up 0 ticks earlier: violated
	// given up 1 ticks earlier: violated
	// given up 2 ticks earlier: holds
}
