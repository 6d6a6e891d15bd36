package chainreplication

import (
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
)

// Update is what a client appends to the log, with the number that the head gives it.
type Update struct {
	Number int
	Client model.ID
	Item   string
}

// The messages of clients and the answers. The log is a string of items.
type (
	Append  struct{ Item string }
	Query   struct{}
	Done    struct{}
	Content struct{ Log string }
)

// Forward carries an update down the chain, and Ack the number of one that the tail has processed back up.
type (
	Forward struct{ Update Update }
	Ack     struct{ Number int }
)

// Server is the local state of a server: the source's Hist and Sent.
type Server struct {
	Log  string
	Last int      // the number of the last update in the log
	Sent []Update // forwarded, and not known to have been processed by the tail
}

// Client is the local state of a client: how many of its requests it has made, and whether it waits for the answer.
type Client struct {
	Made  int
	Waits bool
}

// rules are what variants and parameters decide. Servers have the lowest IDs, in the order of the chain.
type rules struct {
	servers, appenders, readers, queries int
	readsAnywhere                        bool // any server answers queries
	headReplies                          bool // the head answers appends
	noResend                             bool // a server with a new successor does not send again what it has sent
	takesLate                            bool // a server takes updates from a server that it knows to have failed
}

// next and previous return the neighbours of a server in the chain, as far as it knows which servers have failed, or
// model.None.
func (r rules) next(p *model.Context) model.ID {
	for q := p.Self() + 1; int(q) < r.servers; q++ {
		if !p.Suspects(q) {
			return q
		}
	}
	return model.None
}

func (r rules) previous(p *model.Context) model.ID {
	for q := p.Self() - 1; q >= 0; q-- {
		if !p.Suspects(q) {
			return q
		}
	}
	return model.None
}

// server is a server of the chain.
func server(r rules) model.Process[Server] {
	return model.Process[Server]{
		Name: "server",
		Init: func(*model.Context) Server { return Server{} },
		// A server that does not know yet that it is the head, or the tail, leaves requests waiting.
		Accept: func(p *model.Context, _ Server, _ model.ID, m model.Message) bool {
			switch m.(type) {
			case Append:
				return r.previous(p) == model.None
			case Query:
				return r.next(p) == model.None || r.readsAnywhere
			}
			return true
		},
		Receive: func(p *model.Context, s Server, from model.ID, m model.Message) Server {
			switch m := m.(type) {
			case Append:
				if r.headReplies {
					p.Send(from, Done{})
				}
				return r.process(p, s, Update{s.Last + 1, from, m.Item})
			case Query:
				p.Send(from, Content{s.Log})
			case Forward:
				switch {
				case p.Suspects(from) && !r.takesLate: // this server has another predecessor by now
				case m.Update.Number > s.Last:
					return r.process(p, s, m.Update)
				case !slices.Contains(s.Sent, m.Update): // the tail has it, and the acknowledgement got lost
					return r.acknowledge(p, s, m.Update.Number)
				}
			case Ack:
				return r.acknowledge(p, s, m.Number)
			}
			return s
		},
		Detect: func(p *model.Context, s Server, failed model.ID, _ bool) Server {
			next := r.next(p)
			switch {
			case failed < p.Self() || next != model.None && next < failed:
				return s // the server that failed was not the successor
			case next == model.None:
				for _, u := range s.Sent {
					r.reply(p, u)
					s = r.acknowledge(p, s, u.Number)
				}
			case !r.noResend:
				for _, u := range s.Sent {
					p.Send(next, Forward{u})
				}
			}
			return s
		},
	}
}

// process appends an item, and forwards the update, or replies.
func (r rules) process(p *model.Context, s Server, u Update) Server {
	s.Log, s.Last = s.Log+u.Item, u.Number
	if next := r.next(p); next != model.None {
		s.Sent = append(slices.Clone(s.Sent), u)
		p.Send(next, Forward{u})
		return s
	}
	r.reply(p, u)
	return r.acknowledge(p, s, u.Number)
}

// reply answers the client of an update, at the tail.
func (r rules) reply(p *model.Context, u Update) {
	if !r.headReplies {
		p.Send(u.Client, Done{})
	}
}

// acknowledge removes from Sent what the tail has processed, and tells the predecessor.
func (r rules) acknowledge(p *model.Context, s Server, number int) Server {
	s.Sent = slices.DeleteFunc(slices.Clone(s.Sent), func(u Update) bool { return u.Number <= number })
	if previous := r.previous(p); previous != model.None {
		p.Send(previous, Ack{number})
	}
	return s
}

// client appends one item if it is one of the appenders, and otherwise queries the log a number of times.
func client(r rules) model.Process[Client] {
	return model.Process[Client]{
		Name: "client",
		Init: func(*model.Context) Client { return Client{} },
		Acts: []model.Act[Client]{{
			Name:     "request",
			Optional: true,
			Enabled:  func(p *model.Context, s Client) bool { return !s.Waits && s.Made < r.requests(p.Self()) },
			Do: func(p *model.Context, s Client) Client {
				if item, appends := r.item(p.Self()); appends {
					p.Call(Append{item})
					p.Send(r.end(p, 1), Append{item})
				} else {
					p.Call(Query{})
					p.Send(r.queried(p), Query{})
				}
				return Client{Made: s.Made + 1, Waits: true}
			},
		}},
		Receive: func(p *model.Context, s Client, _ model.ID, m model.Message) Client {
			if !s.Waits {
				return s // two servers have acted as the tail, and both have answered
			}
			s.Waits = false
			if content, is := m.(Content); is {
				p.Return(content)
			} else {
				p.Return(nil)
			}
			return s
		},
	}
}

// item returns the item that a client appends, and whether it appends one.
func (r rules) item(p model.ID) (item string, appends bool) {
	i := int(p) - r.servers
	return strings.ToLower(string(rune('A' + i))), i < r.appenders
}

func (r rules) requests(p model.ID) int {
	if _, appends := r.item(p); appends {
		return 1
	}
	return r.queries
}

// end returns the head, in direction 1, or the tail, in direction -1, as far as a client knows.
func (r rules) end(p *model.Context, direction model.ID) model.ID {
	q := model.ID(0)
	if direction < 0 {
		q = model.ID(r.servers - 1)
	}
	for p.Suspects(q) && q+direction >= 0 && int(q+direction) < r.servers {
		q += direction
	}
	return q
}

// queried returns the server that a client queries.
func (r rules) queried(p *model.Context) model.ID {
	if r.readsAnywhere {
		return model.ID(p.Choose(r.servers))
	}
	return r.end(p, -1)
}
