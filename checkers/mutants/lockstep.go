package mutants

import (
	"context"
	"errors"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model/system"
)

// lockstep joins two systems of the same layout into one that takes the same event in both: a vector alternates
// between the slots of the first and those of the second, which mostly agree, so that it compresses as well as either.
// A search of it fails with errUnlike where one system can do what the other cannot, or where a property could
// distinguish their states. If the search completes, the two are bisimilar as far as properties can tell, within the
// model's own bounds.
type lockstep struct {
	a, b  *system.System
	alike *system.StateEquality
}

var errUnlike = errors.New("the systems differ")

// inStep searches two systems in lockstep. If the search completes, they do the same, as far as any property can see;
// if they do not, the error is errUnlike.
func inStep(ctx context.Context, a, b *system.System, bounds checkers.Options) (*explore.Result, error) {
	// One worker, since a StateEquality must not be used concurrently.
	options := checkers.Options{Workers: 1, MaxStates: bounds.MaxStates, MaxDepth: bounds.MaxDepth,
		Memory: bounds.Memory, Timeout: bounds.Timeout}
	return explore.Search(ctx, &lockstep{a, b, system.NewStateEquality(a, b)}, nil, options)
}

// Width implements explore.System.
func (l *lockstep) Width() int { return 2 * l.a.Width() }

// Initial implements explore.System.
func (l *lockstep) Initial(emit func(v []uint32)) error {
	var first, second [][]uint32
	collect := func(all *[][]uint32) func([]uint32) {
		return func(v []uint32) { *all = append(*all, slices.Clone(v)) }
	}
	if err := errors.Join(l.a.Initial(collect(&first)), l.b.Initial(collect(&second))); err != nil {
		return err
	}
	if len(first) != len(second) {
		return errUnlike
	}
	for i, v := range first {
		if !l.alike.Equal(v, second[i]) {
			return errUnlike
		}
		both := make([]uint32, l.Width())
		for slot := range v {
			both[2*slot], both[2*slot+1] = v[slot], second[i][slot]
		}
		emit(both)
	}
	return nil
}

// Stepper implements explore.System.
func (l *lockstep) Stepper() explore.Stepper {
	vector := func() []uint32 { return make([]uint32, l.a.Width()) }
	return &bothSteps{alike: l.alike, a: l.a.NewStepper(), b: l.b.NewStepper(), v: vector(), w: vector(),
		nextV: vector(), nextW: vector()}
}

// bothSteps is the stepper of a lockstep.
type bothSteps struct {
	alike              *system.StateEquality
	a, b               system.Stepper
	v, w, nextV, nextW []uint32 // scratch: states of the two systems
}

// transition is what a stepper emits.
type transition struct {
	event  uint64
	slots  []int32
	values []uint32
}

func transitions(s system.Stepper, v []uint32) (all []transition, err error) {
	err = s.Step(v, func(event uint64, slots []int32, values []uint32) {
		all = append(all, transition{event, slices.Clone(slots), slices.Clone(values)})
	})
	return all, err
}

// Step implements explore.Stepper.
func (b *bothSteps) Step(both []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	for slot := range b.v {
		b.v[slot], b.w[slot] = both[2*slot], both[2*slot+1]
	}
	first, err := transitions(b.a, b.v)
	if err != nil {
		return err
	}
	second, err := transitions(b.b, b.w)
	if err != nil {
		return err
	}
	if len(first) != len(second) {
		return errUnlike
	}
	for i, t := range first {
		u := second[i]
		if t.event != u.event {
			return errUnlike
		}
		explore.Apply(b.nextV, b.v, t.slots, t.values)
		explore.Apply(b.nextW, b.w, u.slots, u.values)
		if !b.alike.Equal(b.nextV, b.nextW) {
			return errUnlike
		}
		var slots []int32
		for _, slot := range t.slots {
			slots = append(slots, 2*slot)
		}
		for _, slot := range u.slots {
			slots = append(slots, 2*slot+1)
		}
		emit(t.event, slots, slices.Concat(t.values, u.values))
	}
	return nil
}
