package yoyo

import (
	"slices"
	"strings"

	"github.com/anel-mc/mc/specs/internal/brute"
)

// hand is the algorithm written a second time.
type hand struct {
	variant                 string
	n, graph, initiators    int
	cut, lose               bool // one link may be cut, one message may be lost
	unordered               bool // messages overtake each other
	crash                   int  // the processes of which one may crash: the sum of 2^process
	some, prune, sink, wake bool // set by explore
}

// world is a state of the system. The first index of a table is a process, the second its neighbour.
type world struct {
	at   [most]byte         // i, m, d, u, f: Idle, Marking, Down, Up, Done; x has crashed
	mark [most][most]byte   // 0 if there is no link, ? unmarked, < incoming, > outgoing
	got  [most][most]byte   // the identifier received on the way down
	vote [most][most]byte   // the vote received: S or N, or s or n if the link is dropped
	lead [most]byte         // the identifier of the leader, 0 if it is not known
	mail [most][most]string // in transit from, to: identifiers, votes, and A for "1 leads", B for "2 leads", …
	gone [2]int             // the ends of the link that is cut, both 0 if none is
	lost bool               // a message has been lost
}

// leaders returns how many processes consider themselves the leader.
func (w world) leaders() int {
	count := 0
	for a, id := range w.lead {
		if id == byte('1'+a) {
			count++
		}
	}
	return count
}

// linked reports whether the graph has a link between two processes.
func (h hand) linked(a, b int) bool {
	if a == b {
		return false
	}
	low, high := min(a, b), max(a, b)
	return h.graph == 0 || h.graph&(1<<(high*(high-1)/2+low)) != 0
}

// explore calls look with each reachable state, and returns their number.
func (h hand) explore(look func(w world)) int {
	h.some = h.variant != "paper"
	h.prune = h.variant == "pruning" || h.variant == "paper" || h.variant == "corrected"
	h.sink = h.variant == "inactive-sinks"
	h.wake = h.variant == "paper" || h.variant == "corrected"
	var first world
	for a := range h.n {
		first.at[a] = 'i'
		for b := range h.n {
			if h.linked(a, b) {
				first.mark[a][b] = '?'
			}
		}
	}
	return brute.Count(func(w world) world { return w }, func(w world, visit func(world)) {
		look(w)
		for _, next := range h.next(w) {
			visit(next)
		}
	}, first)
}

// next returns the successors of w.
func (h hand) next(w world) []world {
	var all []world
	crashed := false
	for a := range h.n {
		crashed = crashed || w.at[a] == 'x'
	}
	for a := range h.n {
		if w.at[a] == 'i' && (h.initiators == 0 || h.initiators>>a&1 == 1) {
			all = append(all, h.settle(h.start(w, a), a)...)
		}
		for b := range h.n {
			for i := range w.mail[b][a] {
				next := w
				next.mail[b][a] = w.mail[b][a][:i] + w.mail[b][a][i+1:]
				all = append(all, h.deliver(next, b, a, w.mail[b][a][i])...)
				if h.lose && !w.lost {
					next.lost = true
					all = append(all, next)
				}
				if !h.unordered {
					break
				}
			}
			if h.cut && w.gone == [2]int{} && a < b && h.linked(a, b) {
				next := w
				next.gone, next.mail[a][b], next.mail[b][a] = [2]int{a, b}, "", ""
				all = append(all, next)
			}
		}
		if h.crash>>a&1 == 1 && !crashed {
			next := w
			next.at[a], next.lead[a] = 'x', 0
			for b := range h.n {
				next.mark[a][b], next.got[a][b], next.vote[a][b], next.mail[b][a] = 0, 0, 0, ""
			}
			all = append(all, next)
		}
	}
	return all
}

func (h hand) send(w world, a, b int, m string) world {
	if w.at[b] != 'x' && (w.gone == [2]int{} || w.gone != [2]int{min(a, b), max(a, b)}) {
		w.mail[a][b] += m
		if h.unordered {
			sorted := strings.Split(w.mail[a][b], "")
			slices.Sort(sorted)
			w.mail[a][b] = strings.Join(sorted, "")
		}
	}
	return w
}

// start sends the identifier of a to all neighbours.
func (h hand) start(w world, a int) world {
	w.at[a] = 'm'
	for b := range h.n {
		if h.linked(a, b) {
			w = h.send(w, a, b, string(rune('1'+a)))
		}
	}
	return w
}

// deliver lets process a receive m from b.
func (h hand) deliver(w world, b, a int, m byte) []world {
	switch {
	case m >= 'A' && m < 'A'+most:
		if w.lead[a] == 0 {
			w.lead[a] = m - 'A' + '1'
			for c := range h.n {
				if c != b && h.linked(a, c) {
					w = h.send(w, a, c, string(rune(m)))
				}
			}
		}
		return []world{w}
	case m > '9':
		if w.mark[a][b] != 0 {
			w.vote[a][b] = m
		}
	default:
		if h.wake && w.at[a] == 'i' {
			w = h.start(w, a)
		}
		switch {
		case w.mark[a][b] == 0:
			return []world{w}
		case w.mark[a][b] != '?':
			w.got[a][b] = m
		case m < byte('1'+a):
			w.mark[a][b] = '<'
		default:
			w.mark[a][b] = '>'
		}
	}
	return h.settle(w, a)
}

// settle lets process a take all steps that it can take, and returns every outcome.
func (h hand) settle(w world, a int) []world {
	var links, in, out, got, voted int
	for b := range h.n {
		switch w.mark[a][b] {
		case '?':
			links++
		case '<':
			links, in = links+1, in+1
			if w.got[a][b] != 0 {
				got++
			}
		case '>':
			links, out = links+1, out+1
			if w.vote[a][b] != 0 {
				voted++
			}
		}
	}
	switch {
	case w.at[a] == 'm' && in+out == links:
		w.at[a] = 'd'
		return h.settle(w, a)
	case w.at[a] == 'd' && links == 0:
		if h.prune || h.sink {
			return []world{h.win(w, a)}
		}
	case w.at[a] == 'd' && got == in:
		for b := range h.n {
			if w.mark[a][b] == '>' {
				w = h.send(w, a, b, string(rune(h.least(w, a))))
			}
		}
		w.at[a] = 'u'
		return h.settle(w, a)
	case w.at[a] == 'u' && voted == out:
		var all []world
		for keep := range 1 << h.n {
			if h.mayKeep(w, a, keep) {
				all = append(all, h.turn(w, a, keep, in, out)...)
			}
		}
		return all
	}
	return []world{w}
}

func (h hand) win(w world, a int) world {
	w.at[a], w.lead[a] = 'f', byte('1'+a)
	if h.variant == "corrected" {
		for b := range h.n {
			if h.linked(a, b) {
				w = h.send(w, a, b, string(rune('A'+a)))
			}
		}
	}
	return w
}

func (h hand) least(w world, a int) byte {
	least := byte(0)
	for b := range h.n {
		if w.mark[a][b] == '<' && (least == 0 || w.got[a][b] < least) {
			least = w.got[a][b]
		}
	}
	if least == 0 {
		return byte('1' + a)
	}
	return least
}

// mayKeep reports whether process a may keep the incoming links in the set keep and drop the others: with pruning it
// keeps one for each identifier, otherwise all.
func (h hand) mayKeep(w world, a, keep int) bool {
	for b := range h.n {
		same, kept := 0, 0
		for c := range h.n {
			if w.mark[a][b] == '<' && w.mark[a][c] == '<' && w.got[a][b] == w.got[a][c] {
				same++
				kept += keep >> c & 1
			}
		}
		switch {
		case w.mark[a][b] != '<':
			if keep>>b&1 == 1 {
				return false
			}
		case h.prune && kept != 1, !h.prune && kept != same:
			return false
		}
	}
	return true
}

// turn lets process a vote, and reverse and drop links.
func (h hand) turn(w world, a, keep, in, out int) []world {
	yes := 0
	for b := range h.n {
		if w.mark[a][b] == '>' && (w.vote[a][b] == 'S' || w.vote[a][b] == 's') {
			yes++
		}
	}
	accepts := yes == out || h.some && yes > 0
	quits := out == 0 && in > 0 && (h.sink || h.prune && in == 1)
	least, left := h.least(w, a), 0
	for b := range h.n {
		switch w.mark[a][b] {
		case '<':
			vote := "N"
			w.mark[a][b] = '>'
			if accepts && w.got[a][b] == least {
				vote, w.mark[a][b] = "S", '<'
			}
			if quits || keep>>b&1 == 0 {
				vote, w.mark[a][b] = map[string]string{"S": "s", "N": "n"}[vote], 0
			}
			w.got[a][b] = 0
			w = h.send(w, a, b, vote)
		case '>':
			switch w.vote[a][b] {
			case 's', 'n':
				w.mark[a][b], w.got[a][b] = 0, 0
			case 'N':
				w.mark[a][b] = '<'
			}
			w.vote[a][b] = 0
		}
		if w.mark[a][b] != 0 {
			left++
		}
	}
	switch {
	case left > 0:
		w.at[a] = 'd'
		return h.settle(w, a)
	case in == 0 && yes == out:
		return []world{h.win(w, a)}
	}
	w.at[a] = 'f'
	return []world{w}
}
