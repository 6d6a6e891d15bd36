package raftlibrary

import (
	"fmt"

	"github.com/anel-mc/mc/model"
)

// Bug is a bug of a released version: the property that it violates, and the bounds within which it does. Other
// versions are checked for the same property within the same bounds.
type Bug struct {
	Setup
	Violated string
}

// RetriedRead is etcd-io/etcd#20418: a read is retried with the same context while two servers believe that they
// lead.
func RetriedRead(start func(Config) Server) Bug {
	s := Setup{Servers: 3, Make: start, Elections: 2, Candidates: []model.ID{0, 1}, Reads: "ABA", Watched: "B",
		Wrong: stale("p0", "B", 3)}
	return Bug{s, "no-stale-read"}
}

// EarlyRead is etcd-io/etcd#7331: a leader is asked for a read before an entry of its term is committed.
func EarlyRead(start func(Config) Server) Bug {
	s := Setup{Servers: 3, Make: start, Elections: 2, Candidates: []model.ID{0, 1}, Reads: "A", Reader: 1, Early: true,
		Watched: "A", Wrong: stale("p1", "A", 2)}
	return Bug{s, "no-stale-read"}
}

// UnappliedChange is etcd-io/etcd#12133: a server campaigns before it applies a configuration that is committed, and
// comes to lead although that configuration does not contain it.
func UnappliedChange(start func(Config) Server) Bug {
	s := Setup{Servers: 3, Make: start, Options: Options{ApplyLater: true}, Elections: 2,
		Candidates: []model.ID{0, 1}, Changes: []string{"r2 r3"}}
	return Bug{s, "no-panic"}
}

// TwoLeaders is the same bug with the outcome that the issue fears: the first leader comes back and elects itself.
func TwoLeaders(start func(Config) Server) Bug {
	b := UnappliedChange(start)
	b.Options.OneEntry = true
	b.Elections, b.Candidates = 3, []model.ID{0, 1, 0}
	b.Persist, b.Faults = true, model.Faults{Crash: 1, Recover: 1, CrashOnly: []model.ID{0}}
	b.Violated = "election-safety"
	b.Wrong = `
if a, b := p0.See(), p1.See(); a.Role == Leader && b.Role == Leader && a.Term == b.Term {
	t.Errorf("servers 1 and 2 lead in term %d", a.Term)
}`
	return b
}

func stale(x, context string, index int) string {
	return fmt.Sprintf(`
for _, r := range %s.See().Reads {
	if r.Context == %q && r.Index < %d {
		t.Errorf("read %s is answered with index %%d, and index %d was committed when it was asked for", r.Index)
	}
}`, x, context, index, context, index)
}
