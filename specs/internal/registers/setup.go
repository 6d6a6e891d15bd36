// Package registers has what the entries on registers share: the clients, their requests and the answers, and the
// properties. Each entry has its own servers.
package registers

import (
	"fmt"
	"iter"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// Value is the value of a register: 0 at first, then the number of the client that wrote it.
type Value = int

// Put asks a server to write, Get to read; PutOK and GetOK are the answers. Request numbers the operations of a
// client.
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

// Client is the local state of a client: how many of its operations have returned.
type Client struct{ Returned int }

// clients describes the clients of an instance.
type clients struct {
	servers, n    int
	writers       int  // the first writers of the clients write
	writes, reads int  // per client; writes come first
	blind         bool // clients that write do not read
}

// Params returns the parameters that determine what clients do.
func Params() []spec.Param {
	return []spec.Param{
		{Name: "writers", Doc: "how many of the clients write; 0 is all", Min: 0, Max: 3, Default: 0},
		{Name: "writes", Doc: "how often each of them writes", Min: 0, Max: 2, Default: 1},
		{Name: "blind", Doc: "1 if clients that write do not read", Min: 0, Max: 1, Default: 0},
		{Name: "reads", Doc: "how often each client reads after that", Min: 1, Max: 2, Default: 1},
	}
}

// Setup returns a system of that many copies of a server, and the clients that the arguments ask for.
func Setup(a spec.Args, servers int, server model.Algorithm) (spec.Setup, error) {
	c := clients{servers: servers, n: a.Int("clients"), writers: a.Int("writers"), writes: a.Int("writes"),
		reads: a.Int("reads"), blind: a.Int("blind") == 1}
	if c.writers == 0 {
		c.writers = c.n
	}
	if c.writers > c.n {
		return spec.Setup{}, fmt.Errorf("writers=%d, and there are only clients=%d", c.writers, c.n)
	}
	var processes []model.Algorithm
	var names []string
	for i := range servers {
		processes, names = append(processes, server), append(names, fmt.Sprintf("s%d", i+1))
	}
	for i := range c.n {
		processes, names = append(processes, c.client()), append(names, fmt.Sprintf("c%d", i+1))
	}
	return spec.Setup{
		Model: model.Instance{Processes: processes, Names: names, Network: model.Network{Order: model.Unordered},
			History: true},
		Properties: c.properties(),
	}, nil
}

// client is a client that writes its number and then reads, using the next server for each operation. It calls the
// first operation at the start.
func (c clients) client() model.Process[Client] {
	call := func(p *model.Context, s Client) {
		if s.Returned == c.operations(p.Self()) {
			return
		}
		to := model.ID((int(p.Self()) + s.Returned) % c.servers)
		if s.Returned < c.writesOf(p.Self()) {
			value := int(p.Self()) - c.servers + 1
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
				return s // a duplicate of an earlier answer
			}
			s.Returned++
			p.Return(result)
			call(p, s)
			return s
		},
	}
}

// writesOf returns how often client p writes, before it reads.
func (c clients) writesOf(p model.ID) int {
	if int(p) < c.servers+c.writers {
		return c.writes
	}
	return 0
}

// operations returns how many operations client p has.
func (c clients) operations(p model.ID) int {
	if writes := c.writesOf(p); c.blind && writes > 0 {
		return writes
	}
	return c.writesOf(p) + c.reads
}

// all yields the clients, which are numbered after the servers. Properties look at clients only, since servers may have
// very many local states.
func (c clients) all() iter.Seq[model.ID] {
	return func(yield func(model.ID) bool) {
		for p := c.servers; p < c.servers+c.n && yield(model.ID(p)); p++ {
		}
	}
}

func (c clients) properties() []checkers.Property {
	done := func(s model.State) bool {
		for p := range c.all() {
			if l, up := model.Local[Client](s, p); !up || l.Returned != c.operations(p) {
				return false
			}
		}
		return true
	}
	return []checkers.Property{
		checkers.Linearizable("linearizable", objects.Register(Value(0))),
		checkers.SequentiallyConsistent("sequentially-consistent", objects.Register(Value(0))),
		checkers.NoDeadlock("no-deadlock", func(s model.State) error {
			for p := range c.all() {
				if l, up := model.Local[Client](s, p); up && l.Returned < c.operations(p) {
					return fmt.Errorf("%s waits for an answer, and no message is on its way", s.Name(p))
				}
			}
			return nil
		}),
		checkers.Eventually("all-return", done),
		checkers.Reachable("all-returned", done),
		checkers.MessagesUntil("messages", done),
	}
}
