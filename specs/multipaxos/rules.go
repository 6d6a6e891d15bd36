package multipaxos

import (
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// rules are what variants and parameters decide.
type rules struct {
	n, candidates, tries int // servers, how many of them may lead, and how often
	learners             int // servers with IDs below it are told what is chosen
	instances, alpha     int

	highestOnly    bool // a promise contains only the highest of the instances
	ownCommand     bool // a leader proposes its own command where another may have been chosen
	leavesGaps     bool // a leader does not fill gaps
	executesAround bool // servers execute the commands that they know, although an earlier one is missing
	forgets        bool // a promise is not in stable storage
	reuses         bool // a server has one number

	votes model.Variable[map[Accept]naming.IDSet] // who has ever accepted what: a history, which nobody reads
}

// report returns the contents of a promise: what has been accepted in each instance.
func (r rules) report(accepted Proposals) (x Proposals) {
	if !r.highestOnly {
		return accepted
	}
	for i := most - 1; i >= 0; i-- {
		if x[i] = accepted[i]; x[i].N > 0 {
			break
		}
	}
	return x
}

// store writes to stable storage.
func (r rules) store(p *model.Context, s Server) {
	if r.forgets {
		s.Promised = 0
	}
	p.Store(s.Stable)
}

// number is the number that a server uses in its last try, and command what a client requests of it next.
func (r rules) number(p model.ID, s Server) int {
	if r.reuses {
		s.Tries = 1
	}
	return (s.Tries-1)*r.candidates + int(p) + 1
}

func (r rules) command(p model.ID, s Server) Command {
	return NoOp + 1 + Command(((s.Tries-1)*r.candidates+int(p))*most+s.Next)
}

func (r rules) majority(s naming.IDSet) bool { return 2*s.Len() > r.n }
