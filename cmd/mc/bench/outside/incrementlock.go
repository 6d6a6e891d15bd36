package outside

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// thread is a thread of Stateright's examples/increment_lock.rs: where it is, and what it has read.
type thread struct{ PC, Read int }

// IncrementLock has n threads that take a lock, read a counter, write 1 more and release the lock.
func IncrementLock(n int) (model.Instance, []checkers.Property) {
	counter, locked := model.NewVariable("counter", 0), model.NewVariable("locked", false)
	at := func(pc int) func(*model.Context, thread) bool {
		return func(_ *model.Context, s thread) bool { return s.PC == pc }
	}
	instance := model.Instance{
		Variables: []model.Shared{counter, locked},
		Network:   model.Network{Topology: model.Directed()},
		Processes: model.Replicate(n, model.Process[thread]{
			Name: "thread",
			Init: func(*model.Context) thread { return thread{} },
			Acts: []model.Act[thread]{
				{Name: "lock", Enabled: func(p *model.Context, s thread) bool { return s.PC == 0 && !locked.Get(p) },
					Do: func(p *model.Context, s thread) thread { locked.Set(p, true); s.PC = 1; return s }},
				{Name: "read", Enabled: at(1),
					Do: func(p *model.Context, s thread) thread { s.Read, s.PC = counter.Get(p), 2; return s }},
				{Name: "write", Enabled: at(2),
					Do: func(p *model.Context, s thread) thread { counter.Set(p, s.Read+1); s.PC = 3; return s }},
				{Name: "release", Enabled: at(3),
					Do: func(p *model.Context, s thread) thread { locked.Set(p, false); s.PC = 4; return s }},
			},
		}),
	}
	return instance, []checkers.Property{
		checkers.Invariant("fin", func(s model.State) error {
			written := 0
			for _, t := range model.Locals[thread](s) {
				if t.PC >= 3 {
					written++
				}
			}
			if is := counter.In(s); is != written {
				return fmt.Errorf("%d threads have written, and the counter is %d", written, is)
			}
			return nil
		}),
		checkers.Invariant("mutex", func(s model.State) error {
			inside := 0
			for _, t := range model.Locals[thread](s) {
				if t.PC > 0 && t.PC < 4 {
					inside++
				}
			}
			if inside > 1 {
				return fmt.Errorf("%d threads hold the lock", inside)
			}
			return nil
		}),
	}
}
