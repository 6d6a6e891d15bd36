package hybridlogicalclock

import (
	"slices"
	"testing"
)

// TestHistories confirms the numbers of states of the cases that say so. Without failures a state
// is what each process has done so far, in order, and at which readings of its clock: the pasts of
// events and messages tell who was told what, and which message was received when. So it is enough
// to count the tuples of such words, one for each process, that fit together; nothing is explored.
func TestHistories(t *testing.T) {
	s := Spec()
	for _, c := range s.Cases {
		if c.Confirmed != counted {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			i := s.Complete(c.Instance())
			h := histories{
				n: i.Params["n"], events: i.Params["events"], ticks: i.Params["ticks"],
				spread: i.Params["spread"], setBacks: i.Params["set-backs"],
				unordered: c.Environment.Order == "unordered",
			}
			if got := h.count(); uint64(got) != c.States {
				t.Errorf("there are %d histories, and the record says %d", got, c.States)
			}
		})
	}
}

// letter is what a process does in a step: tell another of an event ('s'), or receive from another what it has told as
// the given one ('r').
type letter struct {
	kind     byte
	peer, at int
}

// histories are those of n processes with so many events of their own each. Either spread is no bound or
// setBacks is 0.
type histories struct {
	n, events, ticks, spread, setBacks int
	unordered                          bool
}

func (h histories) count() int {
	all := make([][][]letter, h.n)
	for p := range h.n {
		h.words(p, nil, &all[p])
	}
	total := 0
	tuple := make([][]letter, h.n)
	var choose func(p int)
	choose = func(p int) {
		if p < h.n {
			for _, tuple[p] = range all[p] {
				choose(p + 1)
			}
			return
		}
		if causes, ok := h.causes(tuple); ok {
			total += h.readings(tuple, causes, nil, h.setBacks)
		}
	}
	choose(0)
	return total
}

// words adds to all what process p may have done that has begun with word.
func (h histories) words(p int, word []letter, all *[][]letter) {
	*all = append(*all, word)
	then := func(l letter) { h.words(p, append(slices.Clone(word), l), all) }
	sent := 0
	for _, l := range word {
		if l.kind == 's' {
			sent++
		}
	}
	if h.n == 1 && sent < h.events {
		then(letter{kind: 's'})
	}
	for q := range h.n {
		if q == p {
			continue
		}
		if sent < h.events {
			then(letter{kind: 's', peer: q})
		}
		received := 0
		for _, l := range word {
			if l.kind == 'r' && l.peer == q {
				received++
			}
		}
		for at := range h.events {
			if h.unordered && !slices.Contains(word, letter{'r', q, at}) || !h.unordered && at == received {
				then(letter{'r', q, at})
			}
		}
	}
}

// event is one of a tuple: its place among all events, in the order of processes.
type event struct{ p, at int }

func numbers(tuple [][]letter) map[event]int {
	all := map[event]int{}
	for p, word := range tuple {
		for at := range word {
			all[event{p, at}] = len(all)
		}
	}
	return all
}

// causes returns for each two events whether the first one happened before the second, and whether the tuple
// fits together: every message received was sent, and nothing happened before itself.
func (h histories) causes(tuple [][]letter) (before [][]bool, ok bool) {
	number := numbers(tuple)
	before = make([][]bool, len(number))
	for i := range before {
		before[i] = make([]bool, len(number))
	}
	for p, word := range tuple {
		for at, l := range word {
			this := number[event{p, at}]
			if at > 0 {
				before[this-1][this] = true
			}
			if l.kind != 'r' {
				continue
			}
			sending := -1
			for k, m := range tuple[l.peer] {
				if m.kind == 's' && m.peer == p {
					if l.at == 0 {
						sending = number[event{l.peer, k}]
					}
					l.at--
				}
			}
			if sending < 0 {
				return nil, false
			}
			before[sending][this] = true
		}
	}
	return before, acyclic(before)
}

// acyclic closes a relation transitively, and reports whether nothing is related to itself.
func acyclic(before [][]bool) bool {
	for k := range before {
		for i := range before {
			for j := range before {
				before[i][j] = before[i][j] || before[i][k] && before[k][j]
			}
		}
	}
	for i := range before {
		if before[i][i] {
			return false
		}
	}
	return true
}

// readings counts the ways to give the events readings that begin with those given.
func (h histories) readings(tuple [][]letter, causes [][]bool, given []int, setBacks int) int {
	if len(given) == len(causes) {
		if h.spread < h.ticks-1 && !h.near(causes, given) {
			return 0
		}
		return 1
	}
	first := false // event of its process
	for p, i := 0, 0; p < h.n; p++ {
		first = first || len(given) == i && len(tuple[p]) > 0
		i += len(tuple[p])
	}
	total := 0
	for reading := 1; reading <= h.ticks; reading++ {
		left := setBacks
		if !first && reading < given[len(given)-1] {
			left--
		}
		if left >= 0 {
			total += h.readings(tuple, causes, append(slices.Clone(given), reading), left)
		}
	}
	return total
}

// near reports whether there is an order of events, one that causality allows, in which no clock shows less than
// another one showed before, but for the spread: what is further behind has to come first.
func (h histories) near(causes [][]bool, readings []int) bool {
	var before [][]bool
	for i := range causes {
		before = append(before, slices.Clone(causes[i]))
		for j := range causes {
			if readings[i] < readings[j]-h.spread {
				before[i][j] = true
			}
		}
	}
	return acyclic(before)
}
