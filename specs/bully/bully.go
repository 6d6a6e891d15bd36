package bully

import (
	"iter"

	"github.com/anel-mc/mc/model"
)

// rules are what variants and parameters decide.
type rules struct {
	leader   model.ID // who leads at the start, and everybody knows it; or model.None
	doubts   int      // how often each process may start an election without cause
	rounds   int      // how many elections each process may begin; 0 is without bound
	timeout  int      // ticks that a process waits for an answer
	patience int      // ticks that a process waits for an election that others run; 0 is for ever
	interval int      // ticks between two polls of 004's coordinator; 0 is no poll
	repeat   int      // ticks after which a leader of 000 sends COORD again; 0 is never
	forgets  bool     // who suspects its leader takes it for the leader no more, in 000 and 003

	// What is changed in 003's description, and in 000's box.
	settles bool // who is told of a leader that it obeys ends its own election

	prefers bool // who knows a leader, and runs no election, takes no notice of a weaker one

	// What is changed in 000's box.
	joins   bool // who answers starts an election itself
	ignores bool // who is told of a leader that is weaker than itself takes no notice

	// What is changed in 004's code.
	records  bool // the elector sets its own STATUS and COORDINATOR
	confirms bool // NEW_STATE is answered
	heeds    bool // the coordinator's poll heeds those only that answer
	yields   bool // a coordinator that finds a stronger node leaves office
	tags     bool // an ANSWER says what it answers
	others   bool // the coordinator's poll leaves itself out
}

// The timers.
const (
	answerTimer   = "answer"   // no answer came in time
	patienceTimer = "patience" // an election that others run takes too long
	pollTimer     = "poll"     // it is time for the coordinator's poll
	repeatTimer   = "repeat"   // it is time to send COORD again
)

// above iterates over the processes with larger identifiers.
func above(p *model.Context) iter.Seq[model.ID] {
	return func(yield func(model.ID) bool) {
		for q := p.Self() + 1; int(q) < p.N(); q++ {
			if !yield(q) {
				return
			}
		}
	}
}

// below iterates over the processes with smaller identifiers.
func below(p *model.Context) iter.Seq[model.ID] {
	return func(yield func(model.ID) bool) {
		for q := range p.Self() {
			if !yield(q) {
				return
			}
		}
	}
}

// suspected returns whom a process that suspects its leader takes for the leader from then on, and whether it
// must remember that it has acted on that.
func (r rules) suspected(leader model.ID) (model.ID, bool) {
	if r.forgets {
		return model.None, false
	}
	return leader, true
}

// mayBegin reports whether a process that has begun so many elections may begin another.
func (r rules) mayBegin(rounds int) bool { return r.rounds == 0 || rounds < r.rounds }

// begun returns the number of elections after another has begun, if that is limited.
func (r rules) begun(rounds int) int {
	if r.rounds == 0 {
		return 0
	}
	return rounds + 1
}
