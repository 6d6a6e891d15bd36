package v37

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/anel-mc/mc/checkers/validate"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/specs/raftlibrary"
)

// cluster runs servers without the toolkit: a goroutine each, and a network that loses one message in ten on average.
type cluster struct {
	inbox []chan delivery
	busy  sync.WaitGroup // messages on their way, and requests to servers

	mu  sync.Mutex
	log func(s step) error
	err error
}

// delivery is a message, or a request to a server.
type delivery struct {
	from model.ID
	m    raftlibrary.Message
	act  string
	do   func(s raftlibrary.Server)
}

// step is what a delivery led to.
type step struct {
	delivery
	at            model.ID
	before, after raftlibrary.View
	durable       raftlibrary.Durable // after the step
	sends         []raftlibrary.Message
}

// serve runs server p until its inbox is closed, and logs what it does.
func (c *cluster) serve(p model.ID, s raftlibrary.Server) {
	for d := range c.inbox[p] {
		before := s.See()
		switch {
		case d.do == nil:
			s.Step(d.m.Bytes)
		case (before.Role == raftlibrary.Leader) == (d.act != "campaign"):
			d.do(s)
		default:
			c.busy.Done()
			continue
		}
		sends := s.Ready()
		c.mu.Lock()
		if err := c.log(step{d, p, before, s.See(), s.Durable(), sends}); err != nil {
			c.err = err
		}
		c.mu.Unlock()
		for _, m := range sends {
			if rand.IntN(10) > 0 {
				c.busy.Add(1)
				c.inbox[m.To-1] <- delivery{from: p, m: m}
			}
		}
		c.busy.Done()
	}
}

// run runs three servers, and in each round sends the requests asked to random ones.
func (c *cluster) run(t *testing.T, rounds int, start func(c raftlibrary.Config) raftlibrary.Server,
	asked ...delivery) {
	t.Helper()
	var ended sync.WaitGroup
	for range servers {
		c.inbox = append(c.inbox, make(chan delivery, 1<<16))
	}
	for p := range model.ID(servers) {
		config := raftlibrary.Config{ID: int(p) + 1, Voters: []uint64{1, 2, 3}}
		server := start(config)
		ended.Go(func() { c.serve(p, server) })
	}
	for range rounds {
		for _, d := range asked {
			c.busy.Add(1)
			c.inbox[rand.IntN(servers)] <- d
		}
		if rand.IntN(2) == 0 {
			c.busy.Wait()
		}
	}
	c.busy.Wait()
	for _, inbox := range c.inbox {
		close(inbox)
	}
	ended.Wait()
	if c.err != nil {
		t.Fatal(c.err)
	}
}

const servers = 3

// The requests to servers.
var (
	campaigns = delivery{act: "campaign", do: raftlibrary.Server.Campaign}
	proposes  = delivery{act: "propose", do: func(s raftlibrary.Server) { s.Propose("x") }}
	ticks     = delivery{act: "tick", do: func(s raftlibrary.Server) { s.(interface{ Tick() }).Tick() }}
)

// TestLogs verifies that what three servers did on a network that loses messages is an execution of the model.
func TestLogs(t *testing.T) {
	const rounds = 8
	path := filepath.Join(t.TempDir(), "log.jsonl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	setup := raftlibrary.Setup{Servers: servers, Elections: rounds, Proposals: 2 * rounds, Make: start,
		Faults: model.Faults{Lose: model.Unlimited}}
	i := setup.Instance(setup.Process())
	log, err := validate.NewWriter(f, i.Names, validate.Header{})
	if err != nil {
		t.Fatal(err)
	}
	c := &cluster{log: func(s step) error {
		e := system.Step{Event: model.Event{Kind: model.Acted, Process: s.at, From: model.None, To: model.None,
			Suspect: model.None, Name: s.act}}
		if s.do == nil {
			e.Kind, e.From, e.To, e.Message = model.Deliver, s.from, s.at, s.m
		}
		for _, m := range s.sends {
			e.Sends = append(e.Sends, system.Send{From: s.at, To: model.ID(m.To - 1), Message: m})
		}
		return log.Event(e, s.before, counterexamples.Local{State: s.after})
	}}
	c.run(t, rounds, start, campaigns, proposes, proposes)
	validate.Verify(t, i, path)

	// A log that claims a term that the server cannot have had is rejected.
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(text, []byte("\n"))
	at := len(lines) / 2
	after := bytes.LastIndex(lines[at], []byte(`"Term":`)) + len(`"Term":`)
	lines[at] = slices.Concat(lines[at][:after], []byte("9"), lines[at][after:])
	mutated := &validate.Log{}
	if err := mutated.Read("log.jsonl", bytes.NewReader(bytes.Join(lines, []byte("\n")))); err != nil {
		t.Fatal(err)
	}
	r, err := validate.Check(t.Context(), setup.Instance(setup.Process()), mutated, validate.Options{})
	if err != nil || r.Verdict != validate.Illegal || r.Explained >= r.Lines {
		t.Errorf("with another term in line %d it is %v, %v", at+1, r, err)
	}
}
