package singlecopyregister

import (
	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/model"
)

// Value is what the register holds: 0 at first, then the number of a client.
type Value = int

// Put asks a server to write, Get to read; PutOK and GetOK are the answers. Request tells the
// operations of a client apart.
type (
	Put struct {
		Request int
		Value   Value
	}
	Get   struct{ Request int }
	PutOK struct{ Request int }
	GetOK struct {
		Request int
		Value   Value
	}
)

// Server is the local state of a server: its copy of the register.
type Server struct{ Value Value }

// Client is the local state of a client: how many of its operations have returned.
type Client struct{ Returned int }

// server has a copy, and answers by itself.
func server() model.Process[Server] {
	return model.Process[Server]{
		Name: "server",
		Init: func(*model.Context) Server { return Server{} },
		Receive: func(p *model.Context, s Server, from model.ID, m model.Message) Server {
			switch m := m.(type) {
			case Put:
				p.Send(from, PutOK{m.Request})
				return Server{Value: m.Value}
			case Get:
				p.Send(from, GetOK{m.Request, s.Value})
			}
			return s
		},
	}
}

// client writes its number and then reads, each time at the next server. The first operation is
// called at the start.
func client(o options) model.Process[Client] {
	call := func(p *model.Context, s Client) {
		if s.Returned == o.operations(p.Self()) {
			return
		}
		to := model.ID((int(p.Self()) + s.Returned) % o.servers)
		if s.Returned < o.writesOf(p.Self()) {
			value := int(p.Self()) - o.servers + 1
			p.Call(objects.Write[Value]{Value: value})
			p.Send(to, Put{s.Returned, value})
			return
		}
		p.Call(objects.Read{})
		p.Send(to, Get{s.Returned})
	}
	return model.Process[Client]{
		Name: "client",
		Init: func(p *model.Context) Client {
			call(p, Client{})
			return Client{}
		},
		Receive: func(p *model.Context, s Client, _ model.ID, m model.Message) Client {
			var request int
			var result any
			switch m := m.(type) {
			case PutOK:
				request = m.Request
			case GetOK:
				request, result = m.Request, m.Value
			}
			if request != s.Returned {
				return s // an answer that came before
			}
			s.Returned++
			p.Return(result)
			call(p, s)
			return s
		},
	}
}

// options are what differs between instances.
type options struct {
	servers, clients int
	writers          int  // so many of the clients write, the first ones
	writes, reads    int  // of each client that does; writes come first
	blind            bool // clients that write do not read
}

// writesOf is how often client p writes; after that it reads.
func (o options) writesOf(p model.ID) int {
	if int(p) < o.servers+o.writers {
		return o.writes
	}
	return 0
}

// operations is how many operations client p has.
func (o options) operations(p model.ID) int {
	if writes := o.writesOf(p); o.blind && writes > 0 {
		return writes
	}
	return o.writesOf(p) + o.reads
}
