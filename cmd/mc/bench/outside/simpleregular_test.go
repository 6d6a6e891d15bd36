package outside

import (
	"errors"
	"fmt"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// writer is a process of SimpleRegular: where it is, and what it has read.
type writer struct{ PC, Y int }

// isDone is the place of a writer that is.
const isDone = 3

// SimpleRegular is the specification of that name among the TLA+ examples: n processes write a regular register each,
// which may be read as the old value or the new one in the meantime, and then read that of the process before.
func SimpleRegular(n int) (model.Instance, checkers.Property) {
	var registers []model.Variable[int] // 0; 1 while it is either; 2 when it is 1
	instance := model.Instance{Network: model.Network{Topology: model.Directed()}}
	for i := range n {
		registers = append(registers, model.NewVariable(fmt.Sprint("x", i), 0))
		instance.Variables = append(instance.Variables, registers[i])
	}
	write := func(pc int) model.Act[writer] {
		return model.Act[writer]{
			Name:    fmt.Sprint("a", pc+1),
			Enabled: func(_ *model.Context, s writer) bool { return s.PC == pc },
			Do: func(p *model.Context, s writer) writer {
				registers[p.Self()].Set(p, pc+1)
				s.PC++
				return s
			},
		}
	}
	instance.Processes = model.Replicate(n, model.Process[writer]{
		Name: "writer",
		Init: func(*model.Context) writer { return writer{} },
		Acts: []model.Act[writer]{write(0), write(1), {
			Name:    "b",
			Enabled: func(_ *model.Context, s writer) bool { return s.PC == 2 },
			Do: func(p *model.Context, s writer) writer {
				switch registers[(int(p.Self())+n-1)%n].Get(p) {
				case 1:
					s.Y = p.Choose(2)
				case 2:
					s.Y = 1
				}
				s.PC = isDone
				return s
			},
		}},
	})
	return instance, checkers.Invariant("PCorrect", func(s model.State) error {
		done, one := true, false
		for _, w := range model.Locals[writer](s) {
			done = done && w.PC == isDone
			one = one || w.Y == 1
		}
		if done && !one {
			return errors.New("all are done, and none has read 1")
		}
		return nil
	})
}

// against measures a search without a property, and with it.
func against(b *testing.B, build func() (model.Model, checkers.Property)) {
	for _, asked := range []bool{false, true} {
		name := map[bool]string{false: "search", true: "property"}[asked]
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m, p := build()
				var properties []checkers.Property
				if asked {
					properties = append(properties, p)
				}
				r, err := checkers.Check(b.Context(), m, properties, checkers.Options{Workers: 1, KeepGoing: true})
				if err != nil || r.Verdict != checkers.Holds {
					b.Fatal(r, err)
				}
				b.ReportMetric(float64(r.States), "states")
				b.ReportMetric(float64(r.Transitions), "transitions")
				b.ReportMetric(float64(r.Calls), "calls")
			}
		})
	}
}

func BenchmarkSimpleRegular(b *testing.B) {
	against(b, func() (model.Model, checkers.Property) { return SimpleRegular(8) })
}

func BenchmarkTwoPhaseBits(b *testing.B) {
	against(b, func() (model.Model, checkers.Property) { return TwoPhaseBits(7) })
}
