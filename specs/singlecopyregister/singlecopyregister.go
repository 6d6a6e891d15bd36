package singlecopyregister

import (
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/registers"
)

// Server is the local state of a server: its copy of the register.
type Server struct{ Value registers.Value }

// server returns the process of a server, which answers from its own copy.
func server() model.Process[Server] {
	return model.Process[Server]{
		Name: "server",
		Init: func(*model.Context) Server { return Server{} },
		Receive: func(p *model.Context, s Server, from model.ID, m model.Message) Server {
			switch m := m.(type) {
			case registers.Put:
				p.Send(from, registers.PutOK{Request: m.Request})
				return Server{Value: m.Value}
			case registers.Get:
				p.Send(from, registers.GetOK{Request: m.Request, Value: s.Value})
			}
			return s
		},
	}
}
