package byzantinegenerals

import "github.com/anel-mc/mc/model"

// most is the maximum number of generals.
const most = 6

// commander has the first ID; the others are lieutenants.
const commander model.ID = 0

// Order is what a general is to do. Silence means that no message came, which is noticed.
type Order int

// The orders.
const (
	Unknown Order = iota
	Silence
	Retreat
	Attack
)

func (o Order) String() string { return [...]string{"–", "silence", "retreat", "attack"}[o] }

// Oral is a message of OM(1): an order, or what a lieutenant claims that the commander has ordered. Signed is a message
// of SM(1): an order that only the commander can have given.
type (
	Oral   struct{ Order Order }
	Signed struct {
		Order Order
		By    model.ID // the lieutenant that has also signed it, or else the commander
	}
)

// General is the local state of a general: what it has heard from the commander and from each lieutenant, and which
// signed orders it knows.
type General struct {
	Order Order // the commander's own, if it is loyal
	Heard [most]Order
	Seen  [Attack + 1]bool
}

// rules are what variants and parameters decide.
type rules struct {
	n          int
	relays     bool // OM(1) or SM(1), not OM(0)
	commands   bool // the commander is a traitor
	lieutenant int  // how many lieutenants, the last ones, are traitors
	signed     bool
}

func (r rules) traitor(p model.ID) bool {
	return p == commander && r.commands || p != commander && int(p) >= r.n-r.lieutenant
}

// command is what the commander does: it sends its order to every lieutenant. A traitor sends anything, or nothing.
func (r rules) command(p *model.Context) General {
	s := General{}
	if !r.commands {
		s.Order = Retreat + Order(p.Choose(2))
	}
	for q := range p.Others() {
		switch {
		case !r.signed && !r.commands:
			p.Send(q, Oral{s.Order})
		case !r.signed:
			p.Send(q, Oral{Silence + Order(p.Choose(3))})
		default:
			for o := Retreat; o <= Attack; o++ {
				if o == s.Order || r.commands && p.Choose(2) == 1 {
					p.Send(q, Signed{o, commander})
				}
			}
		}
	}
	return s
}

// general runs the algorithm of a general.
func general(r rules) model.Process[General] {
	return model.Process[General]{
		Name: "general",
		Init: func(p *model.Context) General {
			if p.Self() == commander {
				return r.command(p)
			}
			return General{}
		},
		Receive: func(p *model.Context, s General, from model.ID, m model.Message) General {
			if m, is := m.(Signed); is {
				return r.signedOrder(p, s, m)
			}
			s.Heard[from] = m.(Oral).Order
			if from == commander && r.relays {
				r.relay(p, s.Heard[from])
			}
			return s
		},
	}
}

// relay tells the other lieutenants what the commander has ordered. A traitor tells each of them anything, or nothing.
func (r rules) relay(p *model.Context, o Order) {
	for q := range p.Others() {
		switch {
		case q == commander:
		case r.traitor(p.Self()):
			p.Send(q, Oral{Silence + Order(p.Choose(3))})
		default:
			p.Send(q, Oral{max(o, Retreat)}) // a lieutenant that has heard nothing uses retreat
		}
	}
}

// signedOrder passes on an order that is new. A traitor passes it on to whom it likes; it cannot forge one.
func (r rules) signedOrder(p *model.Context, s General, m Signed) General {
	if s.Seen[m.Order] {
		return s
	}
	s.Seen[m.Order] = true
	for q := range p.Others() {
		if m.By == commander && q != commander && (!r.traitor(p.Self()) || p.Choose(2) == 1) {
			p.Send(q, Signed{m.Order, p.Self()})
		}
	}
	return s
}

// obeys returns the order that a lieutenant obeys when all messages have arrived.
func (r rules) obeys(p model.ID, s General) Order {
	if r.signed {
		if s.Seen[Attack] && !s.Seen[Retreat] {
			return Attack
		}
		return Retreat
	}
	if !r.relays {
		return max(s.Heard[commander], Retreat)
	}
	attack := 0 // how many of the n-1 values are attack; without a majority the order is retreat
	for q, o := range s.Heard[:r.n] {
		if model.ID(q) != p && o == Attack {
			attack++
		}
	}
	if 2*attack > r.n-1 {
		return Attack
	}
	return Retreat
}
