// Package rafts is what the entries of Raft share: the log, and what Figure 3 of the paper guarantees of it.
package rafts

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/model/naming"
)

// Entry is one of a log: the term when a leader received it, and a client's command, which is a number from 1 on; or
// the members of a configuration; or neither, and it is a no-op.
type Entry struct {
	Term, Command int
	Members       naming.IDSet
}

func (e Entry) String() string {
	what := "no-op"
	if e.Command != 0 {
		what = fmt.Sprint(e.Command)
	} else if e.Members != 0 {
		var names []string
		for p := range e.Members.IDs() {
			names = append(names, fmt.Sprint("S", p+1))
		}
		what = strings.Join(names, "+")
	}
	return fmt.Sprintf("%s in term %d", what, e.Term)
}

// Log holds entries; the first has index 1.
type Log []Entry

// Term returns the term of the entry at an index, 0 at index 0.
func (l Log) Term(index int) int {
	if index == 0 {
		return 0
	}
	return l[index-1].Term
}

// Ahead reports whether l is more up-to-date than a log with that last index and term.
func (l Log) Ahead(index, term int) bool {
	last := l.Term(len(l))
	return last > term || last == term && len(l) > index
}
