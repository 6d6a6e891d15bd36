package benor

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

const (
	most       = 5 // the maximum number of processes
	mostRounds = 4
)

// Message is what a process has sent to all in a step: nothing yet, or (1, r, x), (2, r, v, D) or (2, r, ?).
type Message int

// The messages. The step determines which of the two kinds they are.
const (
	Nothing Message = iota
	Zero
	One
	Undecided
)

func (m Message) String() string { return [...]string{"·", "0", "1", "?"}[m] }

// Sent has all messages: a row for each step, with two steps in a round.
type Sent [2 * mostRounds][most]Message

func (s Sent) String() string {
	var steps []string
	for _, row := range s {
		if row != [most]Message{} {
			steps = append(steps, strings.TrimRight(fmt.Sprint(row), "]· "))
		}
	}
	return strings.Join(steps, " ")
}

// Process is the local state of a process: its value, how many steps it has taken, and what it has decided on.
type Process struct {
	X       Message
	Step    int
	Decided Message
}

// rules are what variants and parameters decide.
type rules struct {
	n, t, ones, rounds int
	decidesOnOne       bool // one D-message is enough to decide
	ignoresD           bool // a process that does not decide always tosses a coin
	ofReceived         bool // a majority of those received is enough for a D-message

	sent model.Variable[Sent]
}

// begins returns the value that a process begins with.
func (r rules) begins(p int) Message {
	if p < r.ones {
		return One
	}
	return Zero
}

// process runs protocol A. Which n - t messages arrive first is up to the scheduler: there is an act for each set.
func process(r rules) model.Process[Process] {
	var acts []model.Act[Process]
	for set := range naming.IDSet(1 << r.n) {
		if set.Len() != r.n-r.t {
			continue
		}
		acts = append(acts, model.Act[Process]{
			Name: fmt.Sprint("receive from ", set),
			Enabled: func(p *model.Context, s Process) bool {
				return s.Step < 2*r.rounds && received(r.sent.Get(p)[s.Step], set)[Nothing] == 0
			},
			Do: func(p *model.Context, s Process) Process {
				messages := received(r.sent.Get(p)[s.Step], set)
				if s.Step%2 == 0 {
					return r.send(p, s, r.majority(messages))
				}
				s = r.decide(p, s, messages)
				return r.send(p, s, s.X)
			},
		})
	}
	return model.Process[Process]{
		Init: func(p *model.Context) Process { return Process{X: r.begins(int(p.Self()))} },
		Acts: acts,
	}
}

// received counts the messages of a step from some processes.
func received(row [most]Message, from naming.IDSet) (count [Undecided + 1]int) {
	for p := range from.IDs() {
		count[row[p]]++
	}
	return count
}

// send goes on to the next step with a message to all.
func (r rules) send(p *model.Context, s Process, m Message) Process {
	if s.Step++; s.Step < 2*r.rounds {
		all := r.sent.Get(p)
		all[s.Step][p.Self()] = m
		r.sent.Set(p, all)
	}
	return s
}

// majority is step 2: it returns the message of the second kind.
func (r rules) majority(count [Undecided + 1]int) Message {
	of := r.n
	if r.ofReceived {
		of = count[Zero] + count[One]
	}
	for _, v := range []Message{Zero, One} {
		if 2*count[v] > of {
			return v
		}
	}
	return Undecided
}

// decide is step 3.
func (r rules) decide(p *model.Context, s Process, count [Undecided + 1]int) Process {
	adopted := false
	for _, v := range []Message{Zero, One} {
		if count[v] > 0 && !r.ignoresD {
			s.X, adopted = v, true
		}
		if count[v] > r.t || count[v] > 0 && r.decidesOnOne {
			s.X, s.Decided, adopted = v, v, true
		}
	}
	if !adopted {
		s.X = []Message{Zero, One}[p.Choose(2)]
	}
	return s
}
