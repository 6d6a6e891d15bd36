package system_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// gate is the state of a process that accepts one message.
type gate struct{ Full bool }

// gates has two processes, the first of which sends to the second over a channel that holds one message.
func gates(when ...model.Condition[gate]) model.Instance {
	sender := model.Process[gate]{
		Init: func(*model.Context) gate { return gate{} },
		Acts: []model.Act[gate]{
			{Name: "send", Do: func(p *model.Context, s gate) gate { p.Send(1, 1); return s }},
			{Name: "close", When: when, Do: func(_ *model.Context, s gate) gate { return s }},
		},
	}
	receiver := model.Process[gate]{
		Init:    func(*model.Context) gate { return gate{} },
		Accept:  func(_ *model.Context, s gate, _ model.ID, _ model.Message) bool { return !s.Full },
		Receive: func(_ *model.Context, _ gate, _ model.ID, _ model.Message) gate { return gate{true} },
	}
	return model.Instance{Processes: []model.Algorithm{sender, receiver},
		Network: model.Network{Topology: model.Directed(model.Link{From: 0, To: 1}), Capacity: 1}}
}

// TestRefusals: in a state in which both the receiver and the channel are full, each blocked event has the right
// reason.
func TestRefusals(t *testing.T) {
	no := model.Condition[gate]{Name: "never", Holds: func(*model.Context, gate) bool { return false }}
	yes := model.Condition[gate]{Name: "always", Holds: func(*model.Context, gate) bool { return true }}
	sys, err := system.Compile(gates(yes, no))
	if err != nil {
		t.Fatal(err)
	}
	var v []uint32
	if err := sys.Initial(func(start []uint32) { v = slices.Clone(start) }); err != nil {
		t.Fatal(err)
	}
	for {
		events, err := sys.Events(v)
		if err != nil {
			t.Fatal(err)
		}
		if len(events) == 0 {
			break
		}
		v = events[len(events)-1].After
	}
	refusals, err := sys.Blocked(v)
	if err != nil {
		t.Fatal(err)
	}
	if len(refusals) != 3 {
		t.Fatalf("there are %d refusals, want 3: %+v", len(refusals), refusals)
	}
	if r := refusals[0]; r.Name != "send" || !r.Full || r.Guard || r.Process != 0 {
		t.Errorf("sending is refused as %+v", r)
	}
	if r := refusals[1]; r.Name != "close" || r.Full || r.Guard || !slices.Equal(r.Conditions, []string{"never"}) {
		t.Errorf("closing is refused as %+v", r)
	}
	if r := refusals[2]; r.Kind != model.Deliver || !r.Guard || r.Process != 1 || r.From != 0 || r.Message != 1 {
		t.Errorf("receiving is refused as %+v", r)
	}
}

func TestConditions(t *testing.T) {
	always := func(*model.Context, gate) bool { return true }
	for _, c := range []model.Condition[gate]{{Name: "x"}, {Holds: always}} {
		if _, err := system.Compile(gates(c)); err == nil ||
			!strings.Contains(err.Error(), `act "close" of process has a condition in When without Name or Holds`) {
			t.Errorf("%+v gives %v", c, err)
		}
	}
}
