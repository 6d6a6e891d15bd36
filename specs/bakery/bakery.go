package bakery

import (
	"fmt"

	"github.com/anel-mc/mc/model"
)

// Line is a line of the program.
type Line int

// The lines of the program. Read, L2 and L3 are in loops over the other processes.
const (
	Remainder Line = iota // the noncritical section
	Choose                // choosing[i] := 1
	Read                  // reading number[j], for the maximum
	Take                  // number[i] := 1 + maximum
	Chosen                // choosing[i] := 0
	L2                    // if choosing[j] ≠ 0 then goto L2
	L3                    // if number[j] ≠ 0 and (number[j], j) < (number[i], i) then goto L3
	Critical              // the critical section
	Leave                 // number[i] := 0
	Fail                  // it has failed: number[i], choosing[i] := 0
	Halted
)

func (l Line) String() string {
	return [...]string{
		"Remainder", "Choose", "Read", "Take", "Chosen", "L2", "L3", "Critical", "Leave", "Fail", "Halted",
	}[l]
}

// Customer is the local state of a process.
type Customer struct {
	Line    Line
	J       model.ID // the variable of the loop
	Maximum int      // of the numbers read so far
	Entries int      // how often it has wanted to enter
}

// Register is a cell of the memory. Only its owner writes it, and during a write a read may return anything.
type Register struct {
	Value   int
	Writing bool
}

func (r Register) String() string {
	if r.Writing {
		return "writing"
	}
	return fmt.Sprint(r.Value)
}

// rules are what variants and parameters decide.
type rules struct {
	n, entries, failures int
	overlap              bool // a write takes two steps, between which a read may return anything
	top                  int  // the highest number that a read during a write may return
	noChoosing           bool
	noTieBreak           bool

	choosing, number []model.Variable[Register]
	failed           model.Variable[int]
}

func (r *rules) allocate() {
	for i := range r.n {
		r.choosing = append(r.choosing, model.NewVariable(fmt.Sprint("choosing", i+1), Register{}))
		r.number = append(r.number, model.NewVariable(fmt.Sprint("number", i+1), Register{}))
	}
	r.failed = model.NewVariable("failures", 0).Hidden()
}

// read reads a register whose values are at most top.
func read(p *model.Context, v model.Variable[Register], top int) int {
	if cell := v.Get(p); !cell.Writing {
		return cell.Value
	}
	return p.Choose(top + 1)
}

// customer runs the program of one process.
func customer(r rules) model.Process[Customer] {
	var acts []model.Act[Customer]
	step := func(name string, at Line, do func(p *model.Context, s Customer) Customer) {
		acts = append(acts, model.Act[Customer]{
			Name: name, Do: do,
			Enabled: func(_ *model.Context, s Customer) bool { return s.Line == at },
		})
	}
	// write assigns to one of the process's own registers, in one step or in two.
	write := func(name string, at Line, to []model.Variable[Register], value func(Customer) int,
		then func(p *model.Context, s Customer) Customer,
	) {
		step(name, at, func(p *model.Context, s Customer) Customer {
			cell := to[p.Self()]
			if r.overlap && !cell.Get(p).Writing {
				cell.Set(p, Register{Writing: true})
				return s
			}
			cell.Set(p, Register{Value: value(s)})
			return then(p, s)
		})
	}
	goTo := func(l Line) func(*model.Context, Customer) Customer {
		return func(_ *model.Context, s Customer) Customer { s.Line = l; return s }
	}
	constant := func(v int) func(Customer) int { return func(Customer) int { return v } }
	check := L2 // the first line of the loop that waits for the others
	if r.noChoosing {
		check = L3
	}
	loop := func(p *model.Context, s Customer, l Line) Customer {
		s.J = -1
		return r.next(p, s, l, l)
	}
	wait := func(p *model.Context, s Customer) Customer { s.Maximum = 0; return loop(p, s, check) }
	acts = append(acts, model.Act[Customer]{
		Name:     "want",
		Optional: true,
		Enabled:  func(_ *model.Context, s Customer) bool { return s.Line == Remainder && s.Entries < r.entries },
		Do: func(p *model.Context, s Customer) Customer {
			s.Entries++
			if r.noChoosing {
				return loop(p, s, Read)
			}
			return goTo(Choose)(p, s)
		},
	})
	write("choosing := 1", Choose, r.choosing, constant(1),
		func(p *model.Context, s Customer) Customer { return loop(p, s, Read) })
	step("read a number", Read, func(p *model.Context, s Customer) Customer {
		s.Maximum = max(s.Maximum, read(p, r.number[s.J], r.top))
		return r.next(p, s, Read, Take)
	})
	write("take a number", Take, r.number, func(s Customer) int { return s.Maximum + 1 },
		func(p *model.Context, s Customer) Customer {
			if r.noChoosing {
				return wait(p, s)
			}
			s.Line, s.Maximum = Chosen, 0
			return s
		})
	write("choosing := 0", Chosen, r.choosing, constant(0), wait)
	step("L2", L2, func(p *model.Context, s Customer) Customer {
		if read(p, r.choosing[s.J], 1) == 0 {
			s.Line = L3
		}
		return s
	})
	step("L3", L3, func(p *model.Context, s Customer) Customer {
		theirs, mine := read(p, r.number[s.J], r.top), r.number[p.Self()].Get(p).Value
		if theirs != 0 && (theirs < mine || theirs == mine && s.J < p.Self() && !r.noTieBreak) {
			return s
		}
		return r.next(p, s, check, Critical)
	})
	step("end", Critical, goTo(Leave))
	write("number := 0", Leave, r.number, constant(0), goTo(Remainder))
	return model.Process[Customer]{
		Name: "customer",
		Init: func(*model.Context) Customer { return Customer{} },
		Acts: append(acts, failing(r)...),
	}
}

// failing returns the acts of failing. Reads of the memory of a process that fails return anything for a while, and
// then 0.
func failing(r rules) []model.Act[Customer] {
	if r.failures == 0 {
		return nil
	}
	set := func(p *model.Context, v Register) {
		r.choosing[p.Self()].Set(p, v)
		r.number[p.Self()].Set(p, v)
	}
	return []model.Act[Customer]{{
		Name:     "fail",
		Optional: true,
		Enabled: func(p *model.Context, s Customer) bool {
			return s.Line != Remainder && s.Line < Fail && r.failed.Get(p) < r.failures
		},
		Do: func(p *model.Context, _ Customer) Customer {
			r.failed.Set(p, r.failed.Get(p)+1)
			set(p, Register{Writing: true})
			return Customer{Line: Fail}
		},
	}, {
		Name:    "memory reads 0",
		Enabled: func(_ *model.Context, s Customer) bool { return s.Line == Fail },
		Do:      func(p *model.Context, _ Customer) Customer { set(p, Register{}); return Customer{Line: Halted} },
	}}
}

// next goes on with the next other process at line l of the loop, or, after the last one, at the line after the loop.
func (r rules) next(p *model.Context, s Customer, l, after Line) Customer {
	if s.J++; s.J == p.Self() {
		s.J++
	}
	if s.Line = l; int(s.J) >= r.n {
		s.Line, s.J = after, 0
	}
	return s
}
