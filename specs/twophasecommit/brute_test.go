package twophasecommit

import (
	"strconv"
	"strings"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

// TestBruteForce counts the states with asynchronous timing and unbounded FIFO channels.
func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int {
		b := twice{n: i.Params["n"], variant: i.Variant, timeout: i.Params["timeout"] > 0}
		return brute.System[process, byte]{
			N: b.n + 1, Environment: spectest.Environment(i.Environment), Timers: 1,
			Start: func(w *global, p int) {
				w.P[p] = process{vote: '-', word: '-', logVote: '-', logWord: '-'}
				if p == 0 {
					w.P[p] = process{step: 'b', log: '-'}
				}
			},
			Names: func(p int) string {
				if p == 0 {
					return "coordinator"
				}
				return "P" + strconv.Itoa(p)
			},
			Acts: b.acts, Expire: b.expire, Recover: b.recover,
			Receive: func(w *global, p, from int, m byte) {
				if p == 0 {
					b.reply(w, from, m)
				} else {
					b.receives(w, p, m)
				}
			},
			Crash: func(s process) process {
				return process{log: s.log, refused: s.refused, logVote: s.logVote, logWord: s.logWord}
			},
		}.Count()
	})
}

// process is the coordinator, which is number 0, or a participant. Messages: R for the
// request, y and n for replies, c and a for the word, q for a question.
type process struct {
	// Of the coordinator: step is b before the precommit, r for requesting, w for waiting, t for telling, f for
	// finished; log is -, p (precommitted), c or a, and survives a crash.
	step, log byte
	sent      int
	votes     string // by participant: -, y or n; empty unless the coordinator collects votes

	vote             byte
	word             byte // of the coordinator, too; 0 is none
	logVote, logWord byte // survive a crash
	refused          bool // some participant has refused; only the coordinator keeps it
}

type global = brute.World[process, byte]

// twice is the algorithm written a second time.
type twice struct {
	n       int
	variant string
	timeout bool
}

// again reports whether a coordinator asks again.
func (b twice) again() bool { return b.variant == againVariant || b.variant == noKeptVariant }

func (b twice) logs() bool { return b.variant == loggedVariant || b.variant == spec.Corrected }

func (b twice) acts(w *global, p int, try func(func(*global))) {
	if p > 0 {
		return
	}
	switch w.P[0].step {
	case 'b':
		try(func(w *global) { w.P[0].log = 'p'; b.request(w) })
	case 'r':
		try(func(w *global) {
			c := &w.P[0]
			c.sent++
			w.Send(0, c.sent, 'R')
			if c.sent == b.n {
				b.wait(w, c.votes)
				b.settle(w)
			}
		})
	case 't':
		try(func(w *global) {
			c := &w.P[0]
			c.sent++
			w.Send(0, c.sent, c.word)
			if c.sent == b.n {
				c.step, c.sent = 'f', 0
			}
		})
	}
}

func (b twice) recover(w *global, p int) {
	s := &w.P[p]
	if p > 0 {
		s.vote, s.word = s.logVote, s.logWord
		if s.logVote == 'y' && s.logWord == '-' {
			b.impatient(w, p)
			if b.variant == spec.Corrected {
				w.Send(p, 0, 'q')
			}
		}
		return
	}
	switch {
	case s.log == '-':
		s.step = 'b'
	case s.log != 'p':
		b.tell(w, s.log)
	case b.logs():
		b.tell(w, 'a')
	case b.again():
		b.request(w)
	default:
		b.wait(w, b.empty())
	}
}

func (b twice) expire(w *global, p, _ int) {
	if p == 0 {
		b.tell(w, 'a')
	} else {
		b.decides(w, p, 'a')
	}
}

func (b twice) empty() string { return strings.Repeat("-", b.n) }

func (b twice) request(w *global) { w.P[0].step, w.P[0].votes = 'r', b.empty() }

func (b twice) wait(w *global, votes string) {
	w.P[0].step, w.P[0].sent, w.P[0].votes = 'w', 0, votes
	if b.timeout {
		w.Set(0, 0, 1)
	}
}

func (b twice) tell(w *global, word byte) {
	c := &w.P[0]
	c.step, c.sent, c.votes, c.word = 't', 0, "", word
	w.Cancel(0, 0)
	if b.logs() {
		c.log = word
	}
}

// settle decides once all votes are in.
func (b twice) settle(w *global) {
	switch votes := w.P[0].votes; {
	case strings.Contains(votes, "-"):
	case strings.Contains(votes, "n"):
		b.tell(w, 'a')
	default:
		b.tell(w, 'c')
	}
}

// reply makes the coordinator receive a reply or a question.
func (b twice) reply(w *global, from int, m byte) {
	c := &w.P[0]
	switch {
	case m == 'q':
		if c.word != 0 {
			w.Send(0, from, c.word)
		}
	case c.step == 'r' || c.step == 'w':
		c.votes = c.votes[:from-1] + string(m) + c.votes[from:]
		if c.step == 'w' {
			b.settle(w)
		}
	}
}

func (b twice) impatient(w *global, p int) {
	if b.variant == impatientVariant {
		w.Set(p, 0, 1)
	}
}

func (b twice) decides(w *global, p int, word byte) {
	s := &w.P[p]
	s.word, s.logVote, s.logWord = word, s.vote, word
	w.Cancel(p, 0)
}

// receives makes a participant receive a message.
func (b twice) receives(w *global, p int, m byte) {
	s := &w.P[p]
	switch {
	case m != 'R':
		if s.word == '-' {
			b.decides(w, p, m)
		}
	case s.word != '-' || s.vote == 'y' || s.vote == 'n' && !b.again():
		switch {
		case !b.again():
		case s.word == 'a':
			w.Send(p, 0, 'n')
		default:
			w.Send(p, 0, 'y')
		}
	case w.Choose(2) == 0:
		s.vote, s.logVote, s.logWord = 'y', 'y', '-'
		b.impatient(w, p)
		w.Send(p, 0, 'y')
	default:
		s.vote, w.P[0].refused = 'n', true
		b.impatient(w, p)
		w.Send(p, 0, 'n')
		if b.variant == spec.Corrected || b.variant == noKeptVariant {
			b.decides(w, p, 'a')
		}
	}
}
