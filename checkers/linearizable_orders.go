package checkers

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/anishathalye/porcupine"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// legal decides a history in the order that the kind of property asks for.
func (j *judge) legal(tasks []*task, first state) bool {
	j.used, j.reached, j.err = 0, 0, nil
	if j.kind == KindSequentiallyConsistent {
		return j.ordered(tasks, first)
	}
	m, history := j.porcupine(tasks, first)
	return porcupine.CheckOperations(m, history)
}

// porcupine returns the question whether tasks are linearizable in the form that porcupine expects.
func (j *judge) porcupine(tasks []*task, first state) (porcupine.Model, []porcupine.Operation) {
	m := porcupine.NondeterministicModel{
		Init: func() []any { return []any{first} },
		Step: func(s, t, _ any) []any {
			var all []any
			for _, n := range j.next(s.(state), t.(*task)) {
				all = append(all, n)
			}
			return all
		},
		Hash:              func(s any) uint64 { return uint64(s.(state)+1) * 0x9E3779B97F4A7C15 },
		DescribeOperation: func(t, _ any) string { return j.named(t.(*task).Operation) },
		DescribeState: func(s any) string {
			return counterexamples.Format(j.values.Decode(j.states[s.(state)]))
		},
	}
	var history []porcupine.Operation
	for i, t := range tasks {
		o := porcupine.Operation{ClientId: int(t.Process), Input: t, Call: int64(t.Call), Return: int64(t.Return)}
		if t.Pending {
			o.Return = math.MaxInt64 - int64(i)
		}
		history = append(history, o)
	}
	return m.ToModel(), history
}

// page writes porcupine's page about a history.
func (j *judge) page(history []model.Operation, w io.Writer) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	tasks, first, err := j.prepare(history)
	if err != nil {
		return err
	}
	j.used, j.reached, j.err = 0, 0, nil
	m, operations := j.porcupine(tasks, first)
	end := int64(0)
	for _, t := range tasks {
		end = max(end, int64(t.Call), int64(t.Return))
	}
	for i, t := range tasks {
		if t.Pending { // draw it to the right end
			operations[i].Return = end + 1 + int64(i)
		}
	}
	_, info := porcupine.CheckOperationsVerbose(m, operations, 0)
	if j.err != nil {
		return j.err
	}
	return porcupine.Visualize(m, info, w)
}

// ordered reports whether there is a legal order that keeps the tasks of each process in the order of their calls. It
// proceeds from sets of tasks to sets with one more task, with the states that each set can lead to.
func (j *judge) ordered(tasks []*task, first state) bool {
	if len(tasks) > 64 {
		j.used = j.trials + 1 // too long
		return true
	}
	var must uint64 // have been done at the end
	before := make([]uint64, len(tasks))
	for i, t := range tasks {
		if !t.Pending {
			must |= 1 << i
		}
		for k, other := range tasks {
			if other.Process == t.Process && other.Before(t.Operation) {
				before[i] |= 1 << k
			}
		}
	}
	type place struct {
		done uint64
		state
	}
	level := map[uint64][]state{0: {first}}
	for len(level) > 0 {
		next := map[uint64][]state{}
		seen := map[place]bool{}
		for _, done := range slices.Sorted(maps.Keys(level)) {
			states := level[done]
			if done&must == must {
				return true
			}
			for i, t := range tasks {
				if done>>i&1 != 0 || before[i]&^done != 0 {
					continue
				}
				for _, s := range states {
					for _, n := range j.next(s, t) {
						if to := (place{done | 1<<i, n}); !seen[to] {
							seen[to] = true
							next[to.done] = append(next[to.done], n)
							j.reached++
						}
					}
				}
			}
		}
		level = next
	}
	return false
}

// WriteLinearization writes porcupine's own page, HTML with a script, for the history of operations at the end of an
// execution: legal partial orders, and where each of them fails. p must be a Linearizable.
func WriteLinearization(w io.Writer, e *counterexamples.Execution, p Property) error {
	q, err := questionOf(e, p)
	if err != nil {
		return err
	}
	if q.page == nil {
		return fmt.Errorf("property %s is not about linearizability, but of kind %q", p.name, p.kind)
	}
	return q.page(e.Vector(e.Len()), w)
}
