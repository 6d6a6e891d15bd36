package vectorclock

import (
	"slices"
	"testing"
)

// TestHistories confirms the numbers of states of the cases whose Confirmed is counted. With FIFO channels and without
// failures, a state is determined by the sequence of what each process has done so far, since the pasts of events and
// messages tell which messages were sent to whom and received when. So it is enough to count the tuples of words, one
// for each process, that fit together; the test explores nothing.
func TestHistories(t *testing.T) {
	s := Spec()
	for _, c := range s.Cases {
		if c.Confirmed != counted {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			i := s.Complete(c.Instance())
			h := histories{n: i.Params["n"], events: i.Params["events"], phases: 1}
			if i.Params["asks"] == 1 {
				h.blocks = i.Variant != "corrected"
				if !h.blocks {
					h.phases = 3
				}
			}
			if got := h.count(); uint64(got) != c.States {
				t.Errorf("there are %d histories, and the record says %d", got, c.States)
			}
		})
	}
}

// letter is a step of a process: a local event ('l'), sending to peer ('s') or receiving from peer ('r').
type letter struct {
	kind byte
	peer int
}

// histories counts the histories of n processes, each with up to events local events and sends.
type histories struct {
	n, events int
	blocks    bool // a process does nothing more once it has received a message
	phases    int  // the number of phases that a process can be in after a receipt
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
		if p == h.n {
			if h.fit(tuple) {
				total += h.ways(tuple)
			}
			return
		}
		for _, tuple[p] = range all[p] {
			choose(p + 1)
		}
	}
	choose(0)
	return total
}

// words adds to all word and every continuation of it that process p may perform.
func (h histories) words(p int, word []letter, all *[][]letter) {
	*all = append(*all, word)
	if h.blocks && slices.ContainsFunc(word, func(l letter) bool { return l.kind == 'r' }) {
		return
	}
	own, received := 0, make([]int, h.n)
	for _, l := range word {
		if l.kind == 'r' {
			received[l.peer]++
		} else {
			own++
		}
	}
	then := func(l letter) { h.words(p, append(slices.Clone(word), l), all) }
	for q := range h.n {
		if q != p && own < h.events {
			then(letter{'s', q})
		}
		if q != p && received[q] < h.events {
			then(letter{'r', q})
		}
	}
	if own < h.events {
		then(letter{'l', p})
	}
}

// fit reports whether the words fit together: whether there is an order in which each message is sent before it is
// received.
func (h histories) fit(tuple [][]letter) bool {
	onTheWay := map[[2]int]int{}
	done := make([]int, h.n)
	for again := true; again; {
		again = false
		for p, word := range tuple {
			for ; done[p] < len(word); done[p]++ {
				l := word[done[p]]
				if l.kind == 'r' {
					if onTheWay[[2]int{l.peer, p}] == 0 {
						break
					}
					onTheWay[[2]int{l.peer, p}]--
				}
				if l.kind == 's' {
					onTheWay[[2]int{p, l.peer}]++
				}
				again = true
			}
		}
	}
	for p, word := range tuple {
		if done[p] < len(word) {
			return false
		}
	}
	return true
}

// ways returns the number of combinations of phases in which the processes can be after these words. A process is in
// one of several phases only if its last step is a receipt.
func (h histories) ways(tuple [][]letter) int {
	ways := 1
	for _, word := range tuple {
		if len(word) > 0 && word[len(word)-1].kind == 'r' {
			ways *= h.phases
		}
	}
	return ways
}
