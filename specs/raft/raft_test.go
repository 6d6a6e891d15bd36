package raft

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int {
		return twice{i.Variant, i.Params}.system(i).Count()
	})
}

// node is a server. Its log has two bytes for each entry, the term and the command; vote is -1 for none.
type node struct {
	term, vote int8
	log        string
	role       byte // F, C or L
	commit     int
	votes      uint8
	peers      [3]peer
	all        ledger // which the first server keeps for all
}

type peer struct {
	next, match, told int
	waiting           bool
}

// ledger is how many elections are left and how many requests were made; the leaders of each term, as bits; and four
// bytes for all that was applied: index, term and command, and the first term in which that was.
type ledger struct {
	elections, requests int
	elected             [6]uint8
	applied             string
}

// letter is a request v for votes or its answer V, or a request a to append or its answer A.
type letter struct {
	kind              byte
	term              int8
	index, at, commit int
	entries           string
	yes               bool
}

type global = brute.World[node, letter]

// twice is the algorithm once more.
type twice struct {
	variant string
	params  map[string]int
}

func (b twice) system(i spec.Instance) brute.System[node, letter] {
	n, candidates := b.params["n"], b.params["candidates"]
	if candidates == 0 {
		candidates = n
	}
	before := 2 * b.params["figure8"]
	return brute.System[node, letter]{
		N: n, Environment: spectest.Environment(i.Environment),
		Names: func(p int) string { return fmt.Sprint("S", p+1) },
		Start: func(w *global, p int) {
			s := &w.P[p]
			s.role, s.vote = 'F', -1
			if p == 0 {
				s.all = ledger{elections: b.params["elections"], requests: before}
			}
			if before > 0 {
				s.term, s.vote, s.log = 2, []int8{-1, 2, 2}[p], []string{"\x01\x01", "", "\x02\x02"}[p]
				w.P[0].all.elected[1], w.P[0].all.elected[2] = 1, 4
			}
		},
		Acts: func(w *global, p int, try func(func(*global))) {
			all := w.P[0].all
			switch {
			case w.P[p].role != 'L' && p < candidates && all.elections > 0:
				try(func(w *global) {
					s := &w.P[p]
					w.P[0].all.elections--
					s.term, s.vote, s.role, s.votes = s.term+1, int8(p), 'C', 1<<p
					w.Broadcast(p, letter{kind: 'v', term: s.term, index: len(s.log) / 2, at: last(s.log)})
					b.win(w, p)
				})
			case w.P[p].role == 'L' && all.requests < before+b.params["requests"]:
				try(func(w *global) {
					w.P[0].all.requests++
					w.P[p].log += string([]byte{byte(w.P[p].term), byte(w.P[0].all.requests)})
					b.serve(w, p)
				})
			}
		},
		Receive: b.receive,
		Crash: func(s node) node {
			if b.variant == forgetful {
				s.vote = -1
			}
			return node{term: s.term, vote: s.vote, log: s.log, role: 'F', all: s.all}
		},
		Recover: func(*global, int) {},
	}
}

// last is the term of the last entry.
func last(log string) int {
	if log == "" {
		return 0
	}
	return int(log[len(log)-2])
}

func (b twice) quorum(of int) bool {
	least := b.params["n"]/2 + 1
	if b.variant == offByOne {
		least--
	}
	return of >= least
}

// win makes p the leader if it has the votes.
func (b twice) win(w *global, p int) {
	s := &w.P[p]
	if !b.quorum(bits.OnesCount8(s.votes)) {
		return
	}
	w.P[0].all.elected[s.term] |= 1 << p
	s.role, s.votes = 'L', 0
	for q := range w.P {
		s.peers[q] = peer{next: len(s.log)/2 + 1}
		if q != p {
			b.replicate(w, p, q)
		}
	}
}

func (b twice) replicate(w *global, p, q int) {
	s := &w.P[p]
	k := &s.peers[q]
	prev := s.log[:2*(k.next-1)]
	w.Send(p, q, letter{kind: 'a', term: s.term, index: k.next - 1, at: last(prev), entries: s.log[len(prev):],
		commit: s.commit})
	k.waiting, k.told = true, s.commit
}

// serve commits and sends what there is to send.
func (b twice) serve(w *global, p int) {
	s := &w.P[p]
	for top := len(s.log) / 2; top > s.commit; top-- {
		have := 1
		for q := range w.P {
			if q != p && s.peers[q].match >= top {
				have++
			}
		}
		if b.quorum(have) && (b.variant == olderTerms || last(s.log[:2*top]) == int(s.term)) {
			b.apply(w, p, top)
		}
	}
	for q := range w.P {
		if k := s.peers[q]; q != p && !k.waiting && (2*k.next <= len(s.log) || k.told < s.commit) {
			b.replicate(w, p, q)
		}
	}
}

// apply raises the commit index of p.
func (b twice) apply(w *global, p, to int) {
	s := &w.P[p]
	for s.commit < to {
		s.commit++
		var rows [][]byte
		for row := range slices.Chunk([]byte(w.P[0].all.applied), 4) {
			rows = append(rows, row)
		}
		is := []byte{byte(s.commit), s.log[2*s.commit-2], s.log[2*s.commit-1], byte(s.term)}
		at := slices.IndexFunc(rows, func(row []byte) bool { return string(row[:3]) == string(is[:3]) })
		if at >= 0 {
			rows[at][3] = min(rows[at][3], is[3])
		} else {
			at = slices.IndexFunc(rows, func(row []byte) bool { return row[0] > is[0] })
			if at < 0 {
				at = len(rows)
			}
			rows = slices.Insert(rows, at, is)
		}
		w.P[0].all.applied = string(slices.Concat(rows...))
	}
}

func (b twice) receive(w *global, p, from int, m letter) {
	s := &w.P[p]
	if m.term > s.term {
		s.term, s.vote, s.role, s.votes, s.peers = m.term, -1, 'F', 0, [3]peer{}
	}
	current := m.term == s.term
	switch m.kind {
	case 'v':
		mine := len(s.log) / 2
		behind := m.at < last(s.log) || m.at == last(s.log) && m.index < mine
		free := s.vote < 0 || int(s.vote) == from
		yes := current && free && (!behind || b.variant == unrestricted)
		if yes {
			s.vote = int8(from)
		}
		w.Send(p, from, letter{kind: 'V', term: s.term, yes: yes})
	case 'V':
		if current && s.role == 'C' && m.yes {
			s.votes |= 1 << from
			b.win(w, p)
		}
	case 'a':
		answer := letter{kind: 'A', term: s.term}
		if current {
			s.role, s.votes = 'F', 0
			answer.yes = b.variant == unchecked || 2*m.index <= len(s.log) && last(s.log[:2*m.index]) == m.at
		}
		if answer.yes {
			b.extend(w, p, m)
			answer.index = m.index + len(m.entries)/2
		}
		w.Send(p, from, answer)
	case 'A':
		k := &s.peers[from]
		if !current || s.role != 'L' || !k.waiting {
			return
		}
		k.waiting = false
		if !m.yes {
			k.next = max(1, k.next-1)
			b.replicate(w, p, from)
			return
		}
		k.match = max(k.match, m.index)
		k.next = k.match + 1
		b.serve(w, p)
	}
}

// extend puts the entries of a request into the log.
func (b twice) extend(w *global, p int, m letter) {
	s := &w.P[p]
	at := min(2*m.index, len(s.log))
	end := at + len(m.entries)
	if b.variant == truncating {
		s.log = s.log[:at]
	}
	for ; m.entries != ""; at, m.entries = at+2, m.entries[2:] {
		if at < len(s.log) && s.log[at] != m.entries[0] {
			s.log = s.log[:at]
		}
		if at == len(s.log) {
			s.log += m.entries[:2]
		}
	}
	b.apply(w, p, min(m.commit, end/2))
}
