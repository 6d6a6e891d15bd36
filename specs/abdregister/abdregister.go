package abdregister

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/registers"
)

// Stamp orders writes by number, then by the server that chose it.
type Stamp struct {
	Number int
	Server model.ID
}

func (a Stamp) String() string { return fmt.Sprintf("%d by s%d", a.Number, a.Server+1) }

func (a Stamp) less(b Stamp) bool {
	return a.Number < b.Number || a.Number == b.Number && a.Server < b.Server
}

// The messages between servers in the two phases of an operation, which Client and Request identify.
type (
	Query struct {
		Client  model.ID
		Request int
	}
	AckQuery struct {
		Client  model.ID
		Request int
		Stamp   Stamp
		Value   registers.Value
	}
	Record struct {
		Client  model.ID
		Request int
		Stamp   Stamp
		Value   registers.Value
	}
	AckRecord struct {
		Client  model.ID
		Request int
	}
)

// Phase is how far a server has got with the operation of a client.
type Phase int

// The phases of an operation.
const (
	Idle      Phase = iota
	Asking          // for the copies of a majority
	Recording       // a copy at a majority
)

func (p Phase) String() string { return [...]string{"Idle", "Asking", "Recording"}[p] }

// Server is the local state of a server: its copy, and the operation that it performs for a client.
type Server struct {
	Stamp Stamp
	Value registers.Value

	Phase   Phase
	Client  model.ID
	Request int
	Write   bool
	New     registers.Value // in phase Asking: the value to write; in Recording: the value that a reader gets
	Copies  []copied        // in phase Asking: the copies received, by ID of the server
	Acks    []model.ID
}

// copied is the copy that a server has sent.
type copied struct {
	Server model.ID
	Stamp  Stamp
	Value  registers.Value
}

// server holds a copy and performs the operations of clients, one at a time.
func server(o options) model.Process[Server] {
	return model.Process[Server]{
		Name: "server",
		Init: func(p *model.Context) Server { return Server{Stamp: Stamp{Server: p.Self()}, Client: model.None} },
		// During an operation the requests of other clients wait.
		Accept: func(_ *model.Context, s Server, _ model.ID, m model.Message) bool {
			switch m.(type) {
			case registers.Put, registers.Get:
				return s.Phase == Idle
			}
			return true
		},
		Receive: func(p *model.Context, s Server, from model.ID, m model.Message) Server {
			switch m := m.(type) {
			case registers.Put:
				return o.ask(p, s, from, m.Request, true, m.Value)
			case registers.Get:
				return o.ask(p, s, from, m.Request, false, 0)
			case Query:
				p.Send(from, AckQuery{m.Client, m.Request, s.Stamp, s.Value})
			case AckQuery:
				if s.Phase == Asking && s.Client == m.Client && s.Request == m.Request {
					return o.answered(p, s, copied{from, m.Stamp, m.Value})
				}
			case Record:
				p.Send(from, AckRecord{m.Client, m.Request})
				return s.keep(m.Stamp, m.Value)
			case AckRecord:
				if s.Phase == Recording && s.Client == m.Client && s.Request == m.Request {
					return o.recorded(p, s, from)
				}
			}
			return s
		},
	}
}

// ask begins the first phase of an operation: it asks all servers for their copies.
func (o options) ask(
	p *model.Context, s Server, client model.ID, request int, write bool, value registers.Value,
) Server {
	o.toOthers(p, Query{client, request})
	s.Phase, s.Client, s.Request, s.Write, s.New, s.Copies = Asking, client, request, write, value, nil
	return o.answered(p, s, copied{p.Self(), s.Stamp, s.Value})
}

// answered adds a copy. With the copies of a majority the second phase begins: all servers are asked to record the
// latest of them or, for a write, the new value.
func (o options) answered(p *model.Context, s Server, c copied) Server {
	s.Copies = slices.Concat(s.Copies, []copied{c})
	slices.SortFunc(s.Copies, func(a, b copied) int { return int(a.Server - b.Server) })
	if len(s.Copies) < o.majority() {
		return s
	}
	latest := slices.MaxFunc(s.Copies, func(a, b copied) int {
		switch {
		case a.Stamp.less(b.Stamp):
			return -1
		case b.Stamp.less(a.Stamp):
			return 1
		}
		return 0
	})
	stamp := latest.Stamp
	if s.Write {
		stamp = Stamp{stamp.Number + 1, p.Self()}
	} else {
		s.New = latest.Value
		if !o.writeBack {
			return o.done(p, s)
		}
	}
	o.toOthers(p, Record{s.Client, s.Request, stamp, s.New})
	s.Phase, s.Copies = Recording, nil
	return o.recorded(p, s.keep(stamp, s.New), p.Self())
}

// keep adopts a copy if it is later than the server's own.
func (s Server) keep(stamp Stamp, value registers.Value) Server {
	if s.Stamp.less(stamp) {
		s.Stamp, s.Value = stamp, value
	}
	return s
}

// recorded adds a server that has recorded the copy. With a majority the operation is done.
func (o options) recorded(p *model.Context, s Server, by model.ID) Server {
	s.Acks = slices.Concat(s.Acks, []model.ID{by})
	slices.Sort(s.Acks)
	if len(s.Acks) < o.majority() {
		return s
	}
	return o.done(p, s)
}

// done answers the client.
func (o options) done(p *model.Context, s Server) Server {
	if s.Write {
		p.Send(s.Client, registers.PutOK{Request: s.Request})
	} else {
		p.Send(s.Client, registers.GetOK{Request: s.Request, Value: s.New})
	}
	return Server{Stamp: s.Stamp, Value: s.Value, Client: model.None}
}

// options are what variants and parameters decide.
type options struct {
	servers   int
	writeBack bool // a reader's value is recorded before it is returned
}

func (o options) majority() int { return o.servers/2 + 1 }

// toOthers sends m to all other servers.
func (o options) toOthers(p *model.Context, m model.Message) {
	for q := range model.ID(o.servers) {
		if q != p.Self() {
			p.Send(q, m)
		}
	}
}
