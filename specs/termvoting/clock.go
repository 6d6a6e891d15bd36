package termvoting

import "github.com/anel-mc/mc/model"

// clock is what the variant timed adds: timers instead of suspicions, and terms that are
// counted in a cycle, so that there can be any number of them. The zero value has no
// timers and counts without end.
type clock struct {
	timeout int // ticks until process 1 starts an election; 0 is no timers
	stagger int // how many more each next process waits
	choices int // how many values, from that on, a timeout is chosen from each time
	beat    int // ticks between two messages of a leader
	cycle   int // how many terms are told apart
}

// The timers.
const (
	electionTimer = "election"
	beatTimer     = "beat"
)

// await sets the timer of a process that does not lead.
func (c clock) await(p *model.Context) {
	if c.timeout > 0 {
		p.CancelTimer(beatTimer)
		p.SetTimer(electionTimer, c.timeout+c.stagger*int(p.Self())+p.Choose(c.choices))
	}
}

// beats sets the timer of a leader.
func (c clock) beats(p *model.Context) {
	if c.timeout > 0 {
		p.CancelTimer(electionTimer)
		p.SetTimer(beatTimer, c.beat)
	}
}

// next returns the term after a term. In a cycle that is 1 to cycle, so that 0 is before the first.
func (c clock) next(term int) int {
	if c.cycle > 0 {
		return term%c.cycle + 1
	}
	return term + 1
}

// later reports whether term a is after term b. In a cycle that is right if no two terms that
// there are at a time are further apart than half of it.
func (c clock) later(a, b int) bool {
	if c.cycle == 0 {
		return a > b
	}
	ahead := (a - b + c.cycle) % c.cycle
	return 0 < ahead && ahead <= c.cycle/2
}

// suffices reports whether terms that there are at the same time are so close to each
// other that they still could be told apart if one of them went on by one.
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
