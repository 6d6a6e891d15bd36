package model_test

import (
	"context"
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// Landlord is whether a lease is given.
type Landlord struct{ Given bool }

// Tenant is a client: a lease that it has asked for is good until its timer fires, wherever the answer is.
type Tenant struct{ Asked, Late, Holds bool }

// leasesByTimers are leases that are granted again for ever. No clock is read: the server and the client each time
// the lease, which lasts 5 ticks, by a timer that may be a tick slow. The client begins when it asks, so that
// the lease cannot have begun before, and gives it up margin ticks earlier.
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
		// Timers are exact, but for their drift; messages may take for ever, until they take up to a tick.
		Timing: model.Timing{Mode: model.Partial, Max: 1},
	}
}

// Durations need timers and no clocks, and then verdicts are about all time.
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
