package checkers

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Invariant is a property of states: holds returns nil for good states and an error that says what is wrong with
// others.
func Invariant(name string, holds func(s model.State) error) Property {
	bind := func(sys *system.System) (question, error) {
		return about(name, sys.AskStates(name, unless(holds)), system.No), nil
	}
	return Property{name: name, kind: KindInvariant, judge: holds, bind: bindFunc(bind)}.needing(holds != nil)
}

// Judge returns a function that says what is wrong with a state, or returns nil for a good one. Unlike a search, it
// remembers nothing. Judge itself returns nil if the property is not about single states, or needs more than the
// state to decide.
func (p Property) Judge() func(s model.State) error {
	if len(p.parts) == 0 {
		return p.judge
	}
	var all []func(s model.State) error
	for _, part := range p.parts {
		if part.judge == nil {
			return nil
		}
		all = append(all, part.judge)
	}
	return func(s model.State) (wrong error) {
		for _, judge := range all {
			wrong = cmp.Or(wrong, judge(s))
		}
		return wrong
	}
}

// AtMost is the invariant that at any time no more than k processes satisfy a condition on their own local state,
// which has type S; k is at least 0. Processes that are down, or whose local state has another type, do not count. It
// is much cheaper than an Invariant that counts, since the condition is remembered for each process separately.
func AtMost[S any](name string, k int, condition func(p model.ID, s S) bool) Property {
	p := atMost(name, k, reflect.TypeFor[S](), func(p model.ID, local any) bool {
		s, is := model.As[S](local)
		return is && condition(p, s)
	}).needing(condition != nil)
	if k < 0 && p.fault == nil {
		p.fault = fmt.Errorf("property %s: at most %d processes: a number of processes is 0 or more", name, k)
	}
	return p
}

// atMost is AtMost of local states of a type that is known when it runs. condition is false for those of other types.
func atMost(name string, k int, local reflect.Type, condition func(p model.ID, local any) bool) Property {
	allowed := fmt.Sprintf("at most %d are allowed", k)
	if k == 1 {
		allowed = "at most one is allowed"
	}
	judge := func(s model.State) error {
		count := 0
		for p := range model.ID(s.N()) {
			if l, up := s.Local(p); up && condition(p, l) {
				count++
			}
		}
		if count > k {
			return fmt.Errorf("%d processes at the same time; %s", count, allowed)
		}
		return nil
	}
	return Property{name: name, kind: KindInvariant, judge: judge, takes: k + 1,
		bind: bindFunc(func(sys *system.System) (question, error) {
			satisfied, vacuous := sometime("no process ever satisfies the condition")
			if k == 0 {
				satisfied() // it need not be
			}
			local, err := sys.AskProcesses(name, local, func(p model.ID, v any) bool {
				yes := condition(p, v)
				if yes {
					satisfied()
				}
				return yes
			})
			if err != nil {
				return question{}, err
			}
			return question{
				check: explore.Check{
					Name: name,
					State: func(v []uint32) (bool, error) {
						count, err := local.Count(v)
						return count > k, err
					},
					Invisible: local.Invisible,
					Same:      local.Same,
				},
				aspects: func() []system.Aspects { return []system.Aspects{local.MoreThan(k)} },
				explain: func(_ []uint32, _ uint64, after []uint32) string {
					var names []string
					which, _ := local.Which(after)
					for _, p := range which {
						names = append(names, sys.Processes()[p])
					}
					if k == 0 {
						return fmt.Sprintf("%s does, but no process may", names[0])
					}
					return fmt.Sprintf("processes %s at the same time; %s", words.Enumerate(names), allowed)
				},
				reads: func(_ []uint32, _ uint64, after []uint32) (was, is []system.Location, err error) {
					which, err := local.Which(after)
					return nil, locals(which...), err
				},
				vacuous: vacuous,
			}, nil
		})}
}

// Agree is the invariant that no two processes have chosen differently: a leader, a value, an outcome. It considers
// the processes that are up and whose local state has type S. chosen returns the choice of p, and whether it has made
// one.
func Agree[S any, V comparable](name string, chosen func(p model.ID, s S) (V, bool)) Property {
	// No choice is an empty slice, not a value: under a symmetry, a value that names a process must not mean "none".
	view := model.NewView("choice of "+name, func(s model.State, p model.ID) (one []V) {
		if l, up := s.Local(p); up {
			if l, is := model.As[S](l); is {
				if v, has := chosen(p, l); has {
					one = []V{v}
				}
			}
		}
		return one
	})
	same := comparison()
	choice := shown{view, func(s model.State, p model.ID) any { return view.In(s, p) }, []V(nil), func(v, w any) bool {
		return slices.EqualFunc(v.([]V), w.([]V), func(v, w V) bool { return same(v, w) })
	}}
	return agree(name, choice, reflect.TypeFor[S](), func(s model.State, p, q model.ID) string {
		return fmt.Sprintf("%s has chosen %s, and %s has chosen %s", s.Name(p), nameOf(s, view.In(s, p)[0]), s.Name(q),
			nameOf(s, view.In(s, q)[0]))
	}).needing(chosen != nil)
}

// AgreeOn is the invariant that no two processes show different values in view, not counting none. Use it rather than
// Agree where processes that are down count as well: their logs may tell the outcome. none must not name a process.
func AgreeOn[V comparable](name string, view model.View[V], none V) Property {
	value := shown{view, func(s model.State, p model.ID) any { return view.In(s, p) }, none, comparison()}
	return agree(name, value, nil, func(s model.State, p, q model.ID) string {
		seen, _ := view.Defined()
		return fmt.Sprintf("%s's %s is %s, and %s's is %s", s.Name(p), seen, nameOf(s, view.In(s, p)), s.Name(q),
			nameOf(s, view.In(s, q)))
	})
}

// comparison returns a function that reports whether two values are the same. Unlike ==, it looks at what pointers
// point to. There, as in states, nil and empty slices and maps are the same.
func comparison() func(v, w any) bool {
	var values system.Values // which keeps the codecs of types
	return func(v, w any) bool {
		if reflect.DeepEqual(v, w) {
			return true
		}
		switch reflect.ValueOf(v).Kind() {
		case reflect.Pointer, reflect.Struct, reflect.Array, reflect.Slice, reflect.Map:
			a, bad := values.Encode(v)
			b, worse := values.Encode(w)
			return bad == nil && worse == nil && a == b
		}
		return false
	}
}

// shown is what each process shows in a view: the view, its value, the value that does not count, and whether two
// values are the same.
type shown struct {
	view  model.Viewed
	in    func(s model.State, p model.ID) any
	none  any
	equal func(v, w any) bool
}

// agree is AgreeOn for a view whose type is known when it runs; says explains how two processes differ. If local is not
// nil, some process must have a local state of that type.
func agree(name string, value shown, local reflect.Type, says func(s model.State, p, q model.ID) string) Property {
	// compare compares every process with the first that has a value, and counts those that agree with it.
	compare := func(s model.State) (alike int, err error) {
		var first model.ID
		var one any
		for p := range model.ID(s.N()) {
			switch v := value.in(s, p); {
			case value.equal(v, value.none):
			case alike == 0:
				first, one, alike = p, v, 1
			case !value.equal(v, one):
				return alike, &discord{first, p, says(s, first, p)}
			default:
				alike++
			}
		}
		return alike, nil
	}
	judge := func(s model.State) error { _, err := compare(s); return err }
	return Property{name: name, kind: KindInvariant, judge: judge, takes: 2, bind: bindFunc(func(sys *system.System) (
		question, error) {
		if local != nil {
			if err := sys.HasLocal("property "+name, local); err != nil {
				return question{}, err
			}
		}
		if err := sys.See(value.view); err != nil {
			return question{}, fmt.Errorf("property %s: %w", name, err)
		}
		if !value.equal(value.none, value.none) {
			return question{}, fmt.Errorf("property %s: none is %v, which does not equal itself", name, value.none)
		}
		compared, vacuous := sometime("no two processes have ever chosen")
		asked := sys.AskStates(name, unless(func(s model.State) error {
			alike, err := compare(s)
			if alike > 1 {
				compared()
			}
			return err
		}))
		if err := model.Guard("property "+name, func() { asked.Lasts(value.none) }); err != nil {
			return question{}, err // none cannot be encoded
		}
		q := about(name, asked, system.No)
		reads := q.reads
		q.reads = func(before []uint32, event uint64, after []uint32) (was, is []system.Location, err error) {
			a, err := asked.State(after)
			d, ok := errors.AsType[*discord](a.Why)
			if err != nil || !ok {
				return nil, nil, err
			}
			was, is, err = reads(before, event, after)
			return was, slices.DeleteFunc(is, func(x system.Location) bool { return x.Process != d.p && x.Process != d.q }), err
		}
		q.vacuous = vacuous
		return q, nil
	})}
}

// discord is the error of two processes that have chosen differently.
type discord struct {
	p, q model.ID
	text string
}

func (d *discord) Error() string { return d.text }

// locals returns the locations of the local states of processes.
func locals(all ...model.ID) []system.Location {
	var places []system.Location
	for _, p := range all {
		for _, kind := range []system.LocationKind{system.LocationLocal, system.LocationUp} {
			places = append(places, system.Location{Kind: kind, Process: p, To: model.None})
		}
	}
	return places
}

// nameOf writes a value; a process is written by its name.
func nameOf(s model.State, choice any) string {
	if p, ok := choice.(model.ID); ok && p >= 0 && int(p) < s.N() {
		return s.Name(p)
	}
	for v := reflect.ValueOf(choice); v.Kind() == reflect.Pointer && !v.IsNil(); { // an address says nothing
		v = v.Elem()
		choice = v.Interface()
	}
	return fmt.Sprint(choice)
}

// Step is a property of steps: holds is given an event and the states before and after it, and returns nil for good
// steps.
func Step(name string, holds func(before model.State, e model.Event, after model.State) error) Property {
	return Property{name: name, kind: KindStep, bind: bindFunc(func(sys *system.System) (question, error) {
		asked := sys.AskSteps(name, func(before model.State, e *model.Event, after model.State) system.Answer {
			return system.Unless(holds(before, *e, after))
		})
		return question{
			check: explore.Check{Name: name,
				Step: func(before []uint32, event uint64, after []uint32) (bool, error) {
					a, fault := asked.Step(before, event, after)
					return a.Value == system.No, fault
				},
				Emitted: func(by explore.Stepper, before []uint32, event uint64, after []uint32) (bool, error) {
					a, fault := asked.Emitted(by, before, event, after)
					return a.Value == system.No, fault
				}},
			reads: asked.Reads,
			explain: func(before []uint32, event uint64, after []uint32) string {
				a, _ := asked.Step(before, event, after)
				return reason(a)
			},
		}, nil
	})}.needing(holds != nil)
}

// NoDeadlock is the property that the system does not come to rest while a process still waits. A system is at rest
// when no event that it owes is enabled: no message can be received, no timer can fire, and only optional acts, faults
// and recoveries can still happen. waiting returns nil for states in which the system may rest, and otherwise an error
// that says who waits for what.
func NoDeadlock(name string, waiting func(s model.State) error) Property {
	return Property{name: name, kind: KindDeadlock, bind: bindFunc(func(sys *system.System) (question, error) {
		q := about(name, sys.AskStates(name, unless(waiting)), system.No)
		is := q.check.State
		q.check.State, q.check.Invisible, q.settle = nil, nil, nil
		q.check.Quiescent = func(v []uint32) (bool, error) {
			within, err := sys.Within(v) // outside the Constraint, a state only looks as if it were at rest
			if !within || err != nil {
				return false, err
			}
			return is(v)
		}
		return q, nil
	})}.needing(waiting != nil)
}

// AllUp restricts a condition for NoDeadlock to states in which every process is up. If a process is down for good,
// waiting for it is often all that others can do, and the shortest execution that deadlocks in this way hides one
// that deadlocks with every process up: check both.
func AllUp(waiting func(s model.State) error) func(s model.State) error {
	if waiting == nil {
		return nil // which NoDeadlock refuses
	}
	return func(s model.State) error {
		for p := range model.ID(s.N()) {
			if !s.Up(p) {
				return nil
			}
		}
		return waiting(s)
	}
}

// Reachable is the property that some wanted state can be reached. It guards against models in which nothing happens.
// Its witness is a trace to such a state.
func Reachable(name string, wanted func(s model.State) bool) Property {
	return Property{name: name, kind: KindReachable, bind: bindFunc(func(sys *system.System) (question, error) {
		q := about(name, truth(sys, name, wanted), system.Yes)
		q.explain = func([]uint32, uint64, []uint32) string { return "a witness" }
		return q, nil
	})}.needing(wanted != nil)
}
