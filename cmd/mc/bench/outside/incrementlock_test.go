package outside

import (
	"fmt"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
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

// reduced checks a model under its symmetry, with all of its properties.
func reduced(t testing.TB, i model.Instance, properties []checkers.Property) *checkers.Report {
	r, err := checkers.Check(t.Context(), i, properties, checkers.Options{Reduce: explore.Symmetry, KeepGoing: true})
	if err != nil || r.Reduced != explore.Symmetry {
		t.Fatalf("not reduced: %v, %q", err, r.Unreduced)
	}
	return r
}

// TestAskedOfImages: of everything that states become when processes are exchanged, a property is asked once; of
// states themselves twice, as anywhere, and when all has been explored twice more.
func TestAskedOfImages(t *testing.T) {
	i, properties := IncrementLock(5)
	calls := 0
	counted := checkers.Invariant("counted", func(s model.State) error {
		calls++
		for range model.Locals[thread](s) {
		}
		return nil
	})
	whole, err := checkers.Check(t.Context(), i, nil, checkers.Options{KeepGoing: true})
	if err != nil {
		t.Fatal(err)
	}
	r := reduced(t, i, append(properties, counted))
	if r.States != 21 || whole.States != 1301 || calls > int(whole.States+4*r.States) {
		t.Errorf("%d orbits of %d states, %d calls: want 21 of 1301, and one call a state and 4 an orbit",
			r.States, whole.States, calls)
	}
}

func BenchmarkIncrementLockOrbits(b *testing.B) {
	for b.Loop() {
		i, properties := IncrementLock(7)
		reduced(b, i, properties)
	}
}
