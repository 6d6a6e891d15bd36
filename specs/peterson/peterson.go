package peterson

import (
	"fmt"

	"github.com/anel-mc/mc/model"
)

// Line is the position of a process in its program: the line that it runs next, or the section that it is in.
type Line int

// The lines. A process that spins reads the other's flag first and then turn, each in a step of its own.
const (
	Remainder Line = iota // its own business
	First                 // before the first assignment
	Second                // before the second assignment
	ReadFlag              // wait until not Q[other]
	ReadTurn              // or turn = other
	Critical              // the critical section
	Leave                 // before Q[self] := false
)

func (l Line) String() string {
	return [...]string{"Remainder", "First", "Second", "ReadFlag", "ReadTurn", "Critical", "Leave"}[l]
}

// Process is the local state of a process.
type Process struct{ Line Line }

// memory is the shared memory: the source's Q1, Q2 and TURN.
type memory struct {
	flag [2]model.Variable[bool]
	turn model.Variable[model.ID]
}

func newMemory() memory {
	var m memory
	for i := range m.flag {
		m.flag[i] = model.NewVariable(fmt.Sprint("Q", i+1), false)
	}
	m.turn = model.NewVariable("TURN", model.ID(0))
	return m
}

// shared lists the variables for an instance.
func (m memory) shared() []model.Shared { return []model.Shared{m.flag[0], m.flag[1], m.turn} }

// rules are the differences between variants.
type rules struct {
	memory
	swapped bool // TURN is assigned before the flag
	noTurn  bool // there is no TURN: a process enters when the other's flag is false
}

// process runs one of the two programs.
func process(r rules) model.Process[Process] {
	raise := func(p *model.Context) { r.flag[p.Self()].Set(p, true) }
	yield := func(p *model.Context) {
		if !r.noTurn {
			r.turn.Set(p, p.Self())
		}
	}
	first, second := raise, yield
	if r.swapped {
		first, second = yield, raise
	}
	// step makes an act that runs one line; do returns the next line.
	step := func(name string, at Line, do func(p *model.Context) Line) model.Act[Process] {
		return model.Act[Process]{
			Name:     name,
			Optional: at == Remainder,
			Enabled:  func(_ *model.Context, s Process) bool { return s.Line == at },
			Do:       func(p *model.Context, _ Process) Process { return Process{do(p)} },
		}
	}
	return model.Process[Process]{
		Init: func(*model.Context) Process { return Process{} },
		Acts: []model.Act[Process]{
			step("want", Remainder, func(*model.Context) Line { return First }),
			step("first assignment", First, func(p *model.Context) Line { first(p); return Second }),
			step("second assignment", Second, func(p *model.Context) Line { second(p); return ReadFlag }),
			step("read the other's Q", ReadFlag, func(p *model.Context) Line {
				switch {
				case !r.flag[1-p.Self()].Get(p):
					return Critical
				case r.noTurn:
					return ReadFlag
				}
				return ReadTurn
			}),
			step("read TURN", ReadTurn, func(p *model.Context) Line {
				if r.turn.Get(p) != p.Self() {
					return Critical
				}
				return ReadFlag
			}),
			step("end", Critical, func(*model.Context) Line { return Leave }),
			step("leave", Leave, func(p *model.Context) Line { r.flag[p.Self()].Set(p, false); return Remainder }),
		},
	}
}
