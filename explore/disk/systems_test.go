package disk

import (
	"encoding/binary"
	"fmt"
	"sync"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/exploretest"
)

// process wraps a system so that the values in its vectors are those of one process: it numbers values in the order
// in which it sees them, after some that never occur.
type process struct {
	of    explore.System
	names map[string]string

	mu     sync.Mutex
	number map[[2]uint32]uint32
	value  map[[2]uint32]uint32
}

func newProcess(of explore.System, seed int) *process {
	p := &process{of: of, number: map[[2]uint32]uint32{}, value: map[[2]uint32]uint32{}}
	for slot := range of.Width() {
		for i := range seed {
			p.local(slot, uint32(1000+i))
		}
	}
	return p
}

func (p *process) local(slot int, x uint32) uint32 {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := [2]uint32{uint32(slot), x}
	n, ok := p.number[at]
	if !ok {
		for n = 0; ; n++ {
			if _, taken := p.value[[2]uint32{uint32(slot), n}]; !taken {
				break
			}
		}
		p.number[at] = n
		p.value[[2]uint32{uint32(slot), n}] = x
	}
	return n
}

func (p *process) global(slot int, n uint32) uint32 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.value[[2]uint32{uint32(slot), n}]
}

func (p *process) vector(v []uint32) []uint32 {
	w := make([]uint32, len(v))
	for slot, n := range v {
		w[slot] = p.global(slot, n)
	}
	return w
}

func (p *process) Width() int { return p.of.Width() }
func (p *process) Initial(emit func(v []uint32)) error {
	return p.of.Initial(func(v []uint32) {
		w := make([]uint32, len(v))
		for slot, x := range v {
			w[slot] = p.local(slot, x)
		}
		emit(w)
	})
}
func (p *process) Describe(b []byte, slot int, n uint32) []byte {
	return binary.BigEndian.AppendUint32(append(b, "value "...), p.global(slot, n))
}
func (p *process) Names() (map[string]string, error) { return p.names, nil }
func (p *process) Stepper() explore.Stepper          { return &stepper{p, p.of.Stepper()} }

type stepper struct {
	p  *process
	of explore.Stepper
}

func (s *stepper) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	return s.of.Step(s.p.vector(v), func(event uint64, slots []int32, values []uint32) {
		local := make([]uint32, len(values))
		for i, x := range values {
			local[i] = s.p.local(int(slots[i]), x)
		}
		emit(event, slots, local)
	})
}

// asks turns checks of the wrapped system into checks of the process.
func (p *process) asks(checks []explore.Check) (all []explore.Check) {
	for _, c := range checks {
		x := explore.Check{Name: c.Name}
		switch {
		case c.State != nil:
			x.State = func(v []uint32) (bool, error) { return c.State(p.vector(v)) }
		case c.Quiescent != nil:
			x.Quiescent = func(v []uint32) (bool, error) { return c.Quiescent(p.vector(v)) }
		default:
			x.Step = func(v []uint32, event uint64, next []uint32) (bool, error) {
				return c.Step(p.vector(v), event, p.vector(next))
			}
		}
		all = append(all, x)
	}
	return all
}

func (p *process) path(x explore.Path) explore.Path {
	x.Initial = p.vector(x.Initial)
	for i := range x.Steps {
		x.Steps[i].State = p.vector(x.Steps[i].State)
	}
	return x
}

type rules struct{ *exploretest.Rules }

func (r rules) Stepper() explore.Stepper { return r }

// ring is exploretest.Ring, whose channel contents are numbered by each process.
type ring struct{ *exploretest.Ring }

func (r ring) Stepper() explore.Stepper { return r.NewStepper() }

func drawSystem(t *rapid.T) explore.System {
	if rapid.IntRange(0, 9).Draw(t, "ring") == 0 {
		return ring{exploretest.NewRing(rapid.IntRange(2, 5).Draw(t, "n"))}
	}
	return rules{exploretest.DrawRules(t)}
}

func drawChecks(t *rapid.T) (checks []explore.Check) {
	for i := range rapid.IntRange(0, 3).Draw(t, "checks") {
		mod := rapid.Uint32Range(1, 12).Draw(t, "mod")
		is := func(v []uint32) bool {
			sum := uint32(i)
			for s, x := range v {
				sum = sum*31 + x*uint32(s+1)
			}
			return (sum^sum>>7)%mod == 0
		}
		c := explore.Check{Name: fmt.Sprint("check ", i)}
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 0:
			c.State = func(v []uint32) (bool, error) { return is(v), nil }
		case 1:
			c.Quiescent = func(v []uint32) (bool, error) { return is(v), nil }
		case 2:
			c.Step = func(v []uint32, event uint64, next []uint32) (bool, error) {
				return is(v) && is(next) && event%3 != 0, nil
			}
		}
		checks = append(checks, c)
	}
	return checks
}

func drawParams(t *rapid.T, checks []explore.Check) Params {
	return Params{Shards: rapid.IntRange(1, 5).Draw(t, "shards"),
		Memory: rapid.SampledFrom([]uint64{0, 3000, 1 << 20}).Draw(t, "memory"), Checks: Names(checks)}
}
