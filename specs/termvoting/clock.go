package termvoting

import "github.com/anel-mc/mc/model"

// clock is what the variant timed adds: timers instead of suspicions, and terms that are
// counted in a cycle, so that there can be any number of elections. The zero value has no
// timers and counts without end.
type clock struct {
	timeout int // ticks until process 1 starts an election; 0 means no timers
	stagger int // how many ticks more each process waits than the one before
	choices int // how many values each timeout is chosen from, the least of which is that
	beat    int // ticks between two messages of a leader
	cycle   int // how many terms are told apart; 0 means all
}

// The timers.
const (
	electionTimer = "election"
	beatTimer     = "beat"
)

// await sets the election timer of a process that does not lead.
func (c clock) await(p *model.Context) {
	if c.timeout > 0 {
		p.CancelTimer(beatTimer)
		p.SetTimer(electionTimer, c.timeout+c.stagger*int(p.Self())+p.Choose(c.choices))
	}
}

// beats sets the timer for the next message of a leader.
func (c clock) beats(p *model.Context) {
	if c.timeout > 0 {
		p.CancelTimer(electionTimer)
		p.SetTimer(beatTimer, c.beat)
	}
}

// next returns the term after a term. In a cycle, the terms are 1 to cycle, and 0 is before the first.
func (c clock) next(term int) int {
	if c.cycle > 0 {
		return term%c.cycle + 1
	}
	return term + 1
}

// later reports whether term a is after term b. In a cycle, the answer is right if no two terms
// that exist at the same time are more than half a cycle apart.
func (c clock) later(a, b int) bool {
	if c.cycle == 0 {
		return a > b
	}
	ahead := (a - b + c.cycle) % c.cycle
	return 0 < ahead && ahead <= c.cycle/2
}

// suffices reports whether terms that exist at the same time are so close together that they
// could still be told apart if one of them advanced by one.
func (c clock) suffices(terms []int) bool {
	for _, least := range terms {
		within := true
		for _, term := range terms {
			within = within && (term-least+c.cycle)%c.cycle <= (c.cycle-3)/2
		}
		if within {
			return true
		}
	}
	return len(terms) == 0
}
