package model_test

import (
	"context"
	"fmt"
	"os"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// The processes, and numbers of ticks.
const (
	Server model.ID = iota
	Store
	FirstClient

	Term    = 2 // the duration of a lease
	Spread  = 1 // the maximum difference between two clocks
	Closing = 3 // the server grants nothing from this reading on, so no lease ends after Closing-1+Term
)

// The messages.
type (
	Ask   struct{}
	Lease struct{ Token, Until int } // Until is a reading of the server's clock
	Write struct{ Token int }
)

func (l Lease) String() string { return fmt.Sprintf("#%d until %d", l.Token, l.Until) }
func (w Write) String() string { return fmt.Sprintf("write #%d", w.Token) }

// Grants is the state of the server: the last lease that it has granted.
type Grants Lease

// Written is the state of the store: the token of the last write.
type Written struct{ Token int }

// Client is the state of a client: its lease, and whether it has written under it.
type Client struct {
	Asked, Wrote bool
	Lease        Lease
}

// Holds reports whether a client takes its lease to be valid, by a clock that may be behind the server's.
func (c Client) Holds(reached func(reading int) bool) bool {
	return c.Lease.Token > 0 && !reached(c.Lease.Until-Spread)
}

// leases is a system of two clients that write to a store while they hold a lease from a server. A fenced store refuses
// tokens lower than one that it has seen.
func leases(fenced bool) model.Instance {
	server := model.Process[Grants]{
		Name: "server",
		Init: func(*model.Context) Grants { return Grants{} },
		// A client waits for its turn. The clock is read only before Closing: see model.Clocks.
		Accept: func(p *model.Context, s Grants, _ model.ID, _ model.Message) bool {
			return p.ClockReached(s.Until) && !p.ClockReached(Closing)
		},
		Receive: func(p *model.Context, s Grants, from model.ID, _ model.Message) Grants {
			s = Grants{Token: s.Token + 1, Until: p.Clock() + Term}
			p.Send(from, Lease(s))
			return s
		},
	}
	store := model.Process[Written]{
		Name: "store",
		Init: func(*model.Context) Written { return Written{} },
		Receive: func(p *model.Context, s Written, _ model.ID, m model.Message) Written {
			if fenced && m.(Write).Token < s.Token {
				return s
			}
			return Written{m.(Write).Token}
		},
	}
	client := model.Process[Client]{
		Name: "client",
		Init: func(*model.Context) Client { return Client{} },
		Acts: []model.Act[Client]{{
			Name: "ask", Optional: true,
			Enabled: func(_ *model.Context, s Client) bool { return !s.Asked },
			Do:      func(p *model.Context, s Client) Client { p.Send(Server, Ask{}); s.Asked = true; return s },
		}, {
			Name: "write", Optional: true,
			Enabled: func(p *model.Context, s Client) bool { return !s.Wrote && s.Holds(p.ClockReached) },
			Do: func(p *model.Context, s Client) Client {
				p.Send(Store, Write{s.Lease.Token})
				s.Wrote = true
				return s
			},
		}},
		Receive: func(_ *model.Context, s Client, _ model.ID, m model.Message) Client {
			s.Lease = m.(Lease)
			return s
		},
	}
	return model.Instance{
		Processes: []model.Algorithm{server, store, client, client},
		Names:     []string{"server", "store", "c1", "c2"},
		Clocks:    model.Clocks{Max: Closing - 1 + Term, Spread: Spread},
	}
}

// With leases measured by clocks, at most one client takes its lease to be valid, but a write may arrive late. Tokens
// keep such a write out.
func ExampleClocks_leases() {
	oneHolder := checkers.Invariant("one-holder", func(s model.State) error {
		holders := 0
		for p, c := range model.Locals[Client](s) {
			if c.Holds(func(reading int) bool { return s.ClockReached(p, reading) }) {
				holders++
			}
		}
		if holders > 1 {
			return fmt.Errorf("%d clients believe that they hold the lease", holders)
		}
		return nil
	})
	noStaleWrite := checkers.Step("no-stale-write", func(before model.State, _ model.Event, after model.State) error {
		was, _ := model.Local[Written](before, Store)
		if is, _ := model.Local[Written](after, Store); is.Token < was.Token {
			return fmt.Errorf("a write under lease %d comes after one under lease %d", is.Token, was.Token)
		}
		return nil
	})
	bothWrite := checkers.Reachable("both-write", func(s model.State) bool {
		w, _ := model.Local[Written](s, Store)
		return w.Token == 2
	})

	for _, fenced := range []bool{true, false} {
		report, err := checkers.Check(context.Background(), leases(fenced),
			[]checkers.Property{oneHolder, noStaleWrite, bothWrite}, checkers.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("fenced: %v, %d states\n", fenced, report.States)
		for _, r := range report.Results {
			fmt.Printf("  %s: %s\n", r.Property.Name(), r.Verdict)
			if r.Verdict == checkers.Violated {
				if err := r.Execution.Text(os.Stdout, counterexamples.TextOptions{}); err != nil {
					fmt.Println(err)
				}
			}
		}
	}

	// Output:
	// fenced: true, 3892 states
	//   one-holder: holds
	//   no-stale-write: holds
	//   both-write: holds
	// fenced: false, 3968 states
	//   one-holder: holds
	//   no-stale-write: violated
	//  #  event   │ server            │ store           │ c1                    │ c2
	// ────────────┼───────────────────┼─────────────────┼───────────────────────┼──────────────────────
	//  0  start   │ Token ← 0         │ Token ← 0       │ Asked ← false         │ Asked ← false
	//             │ Until ← 0         │                 │ Wrote ← false         │ Wrote ← false
	//             │                   │                 │ Lease ← #0 until 0    │ Lease ← #0 until 0
	//  1  ask     │                   │                 │ Asked ← true          │
	//             │                   │                 │ (Ask) → server        │
	//  2  deliver │ (Ask) ← c1        │                 │                       │
	//             │ Token ← 1         │                 │                       │
	//             │ Until ← 2         │                 │                       │
	//             │ (#1 until 2) → c1 │                 │                       │
	//  3  ask     │                   │                 │                       │ Asked ← true
	//             │                   │                 │                       │ (Ask) → server
	//  4  deliver │                   │                 │ (#1 until 2) ← server │
	//             │                   │                 │ Lease ← #1 until 2    │
	//  5  write   │                   │                 │ Wrote ← true          │
	//             │                   │                 │ (write #1) → store    │
	//  6  tick    │ clock ← 1         │                 │                       │
	//  7  tick    │                   │ clock ← 1       │                       │
	//  8  tick    │                   │                 │ clock ← 1             │
	//  9  tick    │                   │                 │                       │ clock ← 1
	// 10  tick    │ clock ← 2         │                 │                       │
	// 11  deliver │ (Ask) ← c2        │                 │                       │
	//             │ Token ← 2         │                 │                       │
	//             │ Until ← 4         │                 │                       │
	//             │ (#2 until 4) → c2 │                 │                       │
	// 12  deliver │                   │                 │                       │ (#2 until 4) ← server
	//             │                   │                 │                       │ Lease ← #2 until 4
	// 13  write   │                   │                 │                       │ Wrote ← true
	//             │                   │                 │                       │ (write #2) → store
	// 14  deliver │                   │ (write #2) ← c2 │                       │
	//             │                   │ Token ← 2       │                       │
	// 15  deliver │                   │ (write #1) ← c1 │                       │
	//             │                   │ Token ← 1       │                       │
	//
	// ✗ no-stale-write (step): a write under lease 1 comes after one under lease 2
	//   both-write: holds
}
