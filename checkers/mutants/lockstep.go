package mutants

import (
	"context"
	"errors"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"

	"github.com/anel-mc/mc/model/system"
)

// lockstep joins two systems of the same layout into one that takes the same event in both: a vector of the first
// followed by one of the second. A search of it fails with errUnlike where one system can do what the other cannot,
// or where a property could distinguish their states. If the search completes, the two are bisimilar as far as
// properties can tell.
type lockstep struct {
	a, b  *system.System
	alike *system.StateEquality
}

var errUnlike = errors.New("the systems differ")

// inStep reports whether two systems do the same, as far as any property can see. It returns false if a bound ended
// the search.
func inStep(ctx context.Context, a, b *system.System, bounds checkers.Options) (bool, error) {
	// One worker, since a StateEquality must not be used concurrently.
	options := checkers.Options{Workers: 1, MaxStates: bounds.MaxStates, MaxDepth: bounds.MaxDepth,
		Memory: bounds.Memory, Timeout: bounds.Timeout}
	found, err := explore.Search(ctx, &lockstep{a, b, system.NewStateEquality(a, b)}, nil, options)
	if errors.Is(err, errUnlike) {
		return false, nil
	}
	return err == nil && found.Complete, err
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
		emit(append(v, second[i]...))
	}
	return nil
}

// Stepper implements explore.System.
func (l *lockstep) Stepper() explore.Stepper {
	return &bothSteps{l: l, a: l.a.NewStepper(), b: l.b.NewStepper(), next: make([]uint32, l.Width())}
}

// bothSteps is the stepper of a lockstep.
type bothSteps struct {
	l    *lockstep
	a, b system.Stepper
	next []uint32 // scratch
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
func (b *bothSteps) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	width := len(v) / 2
	first, err := transitions(b.a, v[:width])
	if err != nil {
		return err
	}
	second, err := transitions(b.b, v[width:])
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
		for _, slot := range u.slots {
			t.slots = append(t.slots, slot+int32(width))
		}
		t.values = append(t.values, u.values...)
		copy(b.next, v)
		for k, slot := range t.slots {
			b.next[slot] = t.values[k]
		}
		if !b.l.alike.Equal(b.next[:width], b.next[width:]) {
			return errUnlike
		}
		emit(t.event, t.slots, t.values)
	}
	return nil
}
