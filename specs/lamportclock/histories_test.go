package lamportclock

import (
	"slices"
	"testing"
)

// TestHistories confirms the numbers of states of the cases that say so. A state is what each
// process has done so far, in order, and what has become of the messages that nobody received: the
// pasts that messages and events carry tell which message a process has received. So it is enough
// to count the tuples of words, one for each process, that fit together; nothing is explored. (Of
// the clock alone this is so in FIFO channels that lose and duplicate nothing: a message that comes
// late leaves no trace in pasts. The logs of the banking system have one.)
func TestHistories(t *testing.T) {
	s := Spec()
	for _, c := range s.Cases {
		if c.Confirmed != counted {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			i := s.Complete(c.Instance())
			h := histories{n: i.Params["n"], unordered: c.Environment.Order == "unordered",
				broadcast: i.Variant != clockVariant && i.Variant != attachOnlyVariant}
			if c.Environment.Lose != nil {
				h.lose = *c.Environment.Lose
			}
			if c.Environment.Duplicate != nil {
				h.duplicate = *c.Environment.Duplicate
			}
			for p := range h.n {
				own := i.Params["events"]
				if k := i.Params["initiators"]; k > 0 && p >= k {
					own = 0
				}
				h.own = append(h.own, own)
			}
			if got := h.count(); uint64(got) != c.States {
				t.Errorf("there are %d histories, and the record says %d", got, c.States)
			}
		})
	}
}

// letter is what a process does in a step: have an event ('l'), send to a process or to all ('s'),
// or receive from one the message that was sent as the given one of this channel ('r').
type letter struct {
	kind     byte
	peer, at int
}

const everybody = -1

// histories are those of n processes with so many events of their own. Of the network at most one
// of unordered, lose and duplicate is given.
type histories struct {
	n, lose, duplicate   int
	own                  []int
	unordered, broadcast bool
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
			total += h.ways(tuple)
			return
		}
		for _, tuple[p] = range all[p] {
			choose(p + 1)
		}
	}
	choose(0)
	return total
}

// words adds to all what process p may have done that has begun with word.
func (h histories) words(p int, word []letter, all *[][]letter) {
	*all = append(*all, word)
	then := func(l letter) { h.words(p, append(slices.Clone(word), l), all) }
	own := 0
	for _, l := range word {
		if l.kind != 'r' {
			own++
		}
	}
	for q := range h.n {
		if q == p {
			continue
		}
		if own < h.own[p] && !h.broadcast {
			then(letter{kind: 's', peer: q})
		}
		last, again := -1, 0 // of what was received from q; how often it came again
		used := map[int]bool{}
		for _, l := range word {
			if l.kind == 'r' && l.peer == q {
				if l.at == last {
					again++
				}
				last, used[l.at] = l.at, true
			}
		}
		for at := range h.own[q] {
			switch {
			case h.unordered && !used[at], !h.unordered && at > last && at-last-1 <= h.lose, at == last && again < h.duplicate:
				then(letter{'r', q, at})
			}
		}
	}
	if own < h.own[p] && h.broadcast {
		then(letter{kind: 's', peer: everybody})
	}
	if own < h.own[p] && !h.broadcast {
		then(letter{kind: 'l'})
	}
}

// ways returns how many states there are in which the processes have done what the tuple says: none if nobody could
// have done it.
func (h histories) ways(tuple [][]letter) int {
	sent := map[[2]int]int{}
	done := make([]int, h.n)
	for again := true; again; {
		again = false
		for p, word := range tuple {
			for done[p] < len(word) {
				l := word[done[p]]
				if l.kind == 'r' && sent[[2]int{l.peer, p}] <= l.at {
					break
				}
				for q := range h.n {
					if l.kind == 's' && q != p && (l.peer == q || l.peer == everybody) {
						sent[[2]int{p, q}]++
					}
				}
				done[p]++
				again = true
			}
		}
	}
	for p, word := range tuple {
		if done[p] < len(word) {
			return 0
		}
	}
	lose, duplicate := h.lose, h.duplicate
	var trailing []int // of each channel, how many more messages may have been lost
	kept := 0          // channels whose last message may have been delivered and be in it still
	for link, n := range sent {
		last := -1
		for _, l := range tuple[link[1]] {
			if l.kind == 'r' && l.peer == link[0] && !h.unordered {
				lose -= max(l.at-last-1, 0)
				if l.at == last {
					duplicate--
				}
				last = l.at
			}
		}
		trailing = append(trailing, n-last-1)
		if last >= 0 {
			kept++
		}
	}
	if lose < 0 || duplicate < 0 {
		return 0
	}
	switch {
	case h.lose > 0:
		return bounded(trailing, lose)
	case h.duplicate > 0:
		return bounded(slices.Repeat([]int{1}, kept), duplicate)
	}
	return 1
}

// bounded returns how many vectors there are with components from 0 to most and no larger sum.
func bounded(most []int, sum int) int {
	if len(most) == 0 {
		return 1
	}
	n := 0
	for x := range min(most[0], sum) + 1 {
		n += bounded(most[1:], sum-x)
	}
	return n
}
