package checkers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/model"
)

// part is a part of a history that is illegal by itself: no order of the operations in core is legal, whether and
// whenever those in free take effect, and whatever they return.
type part struct{ core, free []model.Operation }

// explain says what is wrong with an illegal history.
func (j *judge) explain(history []model.Operation) string {
	p := j.smallest(history)
	if len(p.core) == 0 {
		return "the history is not legal"
	}
	text := "there is no legal order of " + j.list(p.core)
	if j.kind == KindSequentiallyConsistent {
		text = "no legal order keeps that of each process: " + j.list(p.core)
	}
	if len(p.core) == 1 {
		text = j.named(p.core[0]) + " is not legal"
	}
	var pending, returned []string
	for _, o := range p.free {
		if o.Pending {
			pending = append(pending, j.named(o))
			continue
		}
		o.Pending = true // without its result
		returned = append(returned, j.named(o))
	}
	if len(pending) > 0 {
		verb := "takes"
		if len(pending) > 1 {
			verb = "take"
		}
		text += fmt.Sprintf(", whenever %s %s effect, if at all", words.Enumerate(pending), verb)
	}
	if len(returned) > 0 {
		text += fmt.Sprintf(", even if %s had not returned", words.Enumerate(returned))
	}
	return text
}

// maxExplaining bounds how often an operation may be tried in a state while looking for the part of a history that is
// to blame. It takes less than a second.
const maxExplaining = 1 << 18

// smallest finds the smallest illegal part of a history. An operation outside the core counts as one that never
// returned: its result no longer matters, but it may still take effect. Leaving it out altogether would make illegal
// the results of other operations that saw its effect.
func (j *judge) smallest(history []model.Operation) part {
	var returned []int
	for i, o := range history {
		if !o.Pending {
			returned = append(returned, i)
		}
	}
	spent, most := 0, min(j.trials, maxExplaining) // trials
	illegal := func(core, free []int) bool {
		if spent > most {
			return false
		}
		var some []model.Operation
		for _, i := range slices.Concat(core, free) {
			o := history[i]
			if !slices.Contains(core, i) {
				o.Pending, o.Output = true, nil
			}
			some = append(some, o)
		}
		slices.SortFunc(some, func(a, b model.Operation) int { return a.Call - b.Call })
		j.mu.Lock()
		defer j.mu.Unlock()
		tasks, first, err := j.prepare(some)
		if err != nil {
			return false
		}
		is := !j.legal(tasks, first)
		spent += j.used
		return is && j.err == nil && spent <= most
	}
	rest := func(core []int) (free []int) {
		for i := range history {
			if !slices.Contains(core, i) {
				free = append(free, i)
			}
		}
		return free
	}
	core := returned
	if len(returned) <= maxSubsets {
		core = fewest(returned, func(some []int) bool { return illegal(some, rest(some)) })
	} else {
		for _, i := range slices.Backward(returned) {
			if less := without(core, i); illegal(less, rest(less)) {
				core = less
			}
		}
	}
	// Of the others, an operation matters if without it less than the core would be illegal.
	free := rest(core)
	for _, i := range slices.Backward(free) {
		less := without(free, i)
		matters := slices.ContainsFunc(core, func(c int) bool {
			return illegal(without(core, c), append(slices.Clone(less), c))
		})
		if !matters && spent <= most {
			free = less
		}
	}
	var p part
	for _, i := range core {
		p.core = append(p.core, history[i])
	}
	for _, i := range free {
		p.free = append(p.free, history[i])
	}
	return p
}

// maxSubsets is the number of operations up to which all subsets are tried.
const maxSubsets = 10

// without returns all elements but one.
func without(all []int, one int) []int {
	return slices.DeleteFunc(slices.Clone(all), func(i int) bool { return i == one })
}

// fewest returns the first of the smallest subsets for which holds is true, given that it is true for the whole set.
func fewest(all []int, holds func(some []int) bool) []int {
	var try func(chosen, rest []int, lacking int) []int
	try = func(chosen, rest []int, lacking int) []int {
		if lacking == 0 {
			if holds(chosen) {
				return slices.Clone(chosen)
			}
			return nil
		}
		for i := range rest {
			if found := try(append(chosen, rest[i]), rest[i+1:], lacking-1); found != nil {
				return found
			}
		}
		return nil
	}
	for size := 1; size < len(all); size++ {
		if found := try(nil, all, size); found != nil {
			return found
		}
	}
	return all
}

// list names operations and the order in which they happened.
func (j *judge) list(all []model.Operation) string {
	if j.kind == KindSequentiallyConsistent {
		all = slices.Clone(all)
		slices.SortStableFunc(all, func(a, b model.Operation) int { return int(a.Process - b.Process) })
	}
	before := func(a, b model.Operation) bool {
		return a.Before(b) && (j.kind == KindLinearizable || a.Process == b.Process)
	}
	var b strings.Builder
	for i, o := range all {
		var earlier []string
		for _, a := range all[:i] {
			if before(a, o) {
				earlier = append(earlier, j.named(a))
			}
		}
		switch {
		case i == 0:
		case j.kind == KindSequentiallyConsistent && len(earlier) == 0:
			b.WriteString("; ")
		case j.kind == KindSequentiallyConsistent, len(earlier) == i:
			b.WriteString(", then ")
		case len(earlier) == 0:
			b.WriteString(", at the same time ")
		default:
			fmt.Fprintf(&b, ", after %s ", words.Enumerate(earlier))
		}
		b.WriteString(j.named(o))
	}
	return b.String()
}

// named writes an operation with its result, if it has returned, and its process.
func (j *judge) named(o model.Operation) string {
	text := counterexamples.Format(o.Input)
	if !o.Pending && o.Output != nil {
		text += " = " + counterexamples.Format(o.Output)
	}
	return text + " by " + j.names[o.Process]
}
