// Package rafts has what the entries on Raft share: the log, and the guarantees of the paper's Figure 3.
package rafts

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/model/naming"
)

// Entry is an entry of a log: the term in which a leader received it, and either a client's command (a number from 1
// on), or the members of a configuration, or neither, which makes it a no-op.
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

// Log is a list of entries; the first has index 1.
type Log []Entry

// Term returns the term of the entry at an index, 0 at index 0.
func (l Log) Term(index int) int {
	if index == 0 {
		return 0
	}
	return l[index-1].Term
}

// Ahead reports whether l is more up-to-date than a log whose last entry has that index and term.
func (l Log) Ahead(index, term int) bool {
	last := l.Term(len(l))
	return last > term || last == term && len(l) > index
}
