package bullygarciamolina

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/model"
)

// Status is the STATUS of a node.
type Status int

// The values of STATUS that the code mentions.
const (
	Normal Status = iota
	Electing
	Reorganization
	Down
)

func (s Status) String() string {
	return [...]string{"NORMAL", "ELECTION", "REORGANIZATION", "DOWN"}[s]
}

// The messages.
type (
	StatusPoll        struct{}
	ElectionCalled    struct{} // ELECTION
	Coordinator       struct{} // COORDINATOR
	NewStateAvailable struct{} // NEW_STATE with the recovery information
	Reply             struct {
		Status Status
		To     Question // what it answers, if an ANSWER says so
	}
)

func (StatusPoll) String() string        { return "STATUS_POLL" }
func (ElectionCalled) String() string    { return "ELECTION" }
func (Coordinator) String() string       { return "COORDINATOR" }
func (NewStateAvailable) String() string { return "NEW_STATE" }
func (m Reply) String() string {
	if m.To == Untold {
		return fmt.Sprintf("ANSWER,%s", m.Status)
	}
	return fmt.Sprintf("ANSWER,%s to %s", m.Status, m.To)
}

// Question is what an ANSWER answers.
type Question int

// The messages that are answered.
const (
	Untold Question = iota // it does not say
	ToPoll
	ToElection
	ToCoordinator
	ToNewState
)

func (q Question) String() string {
	return [...]string{"", "STATUS_POLL", "ELECTION", "COORDINATOR", "NEW_STATE"}[q]
}

// Set is a set of nodes: bit q is node q.
type Set uint64

func (s Set) with(q model.ID) Set { return s | 1<<q }
func (s Set) has(q model.ID) bool { return s>>q&1 != 0 }

func (s Set) String() string {
	var names []string
	for q := range model.ID(model.MaxProcesses) {
		if s.has(q) {
			names = append(names, fmt.Sprint(q+1))
		}
	}
	return "{" + strings.Join(names, " ") + "}"
}
