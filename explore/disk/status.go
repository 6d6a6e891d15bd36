package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/anel-mc/mc/explore"
)

// Status is how far a run has come.
type Status struct {
	Level           int    // last complete level
	States, New     uint64 // states in all, and in that level
	Transitions     uint64
	Least, Most     uint64 // fewest and most of the new states in a shard
	Bytes           uint64 // size of the files
	Complete, Found bool   // every state was found and expanded; all checks were found
}

// Status returns how far the run has come; other processes may be continuing it. It is an error if no level is
// complete.
func (r *Run) Status() (s Status, err error) {
	if err := r.Refresh(); err != nil {
		return s, err
	}
	l := r.level
	if l == nil {
		return s, fmt.Errorf("%s: no level is complete", r.in.Path(""))
	}
	s = Status{Level: l.Level, States: l.states(), Transitions: l.Transitions, Bytes: l.bytes(), Complete: l.Complete,
		Found: len(l.Found) > 0 && !slices.Contains(l.Found, -1)}
	for i, x := range l.Shards {
		n := x.New.Records
		if s.New += n; i == 0 {
			s.Least = n
		}
		s.Least, s.Most = min(s.Least, n), max(s.Most, n)
	}
	return s, nil
}

// Doing is the work in progress on a run.
type Doing struct {
	Maps, Reduces int     // tasks done towards the next level
	Rate          float64 // recent number of states found per second; 0 if it is unknown
}

// Doing returns the work in progress after the level that Status returned last.
func (r *Run) Doing() (d Doing, err error) {
	l := r.level
	for i := range r.Shards {
		for _, task := range []struct {
			name  string
			count *int
		}{{r.mapName(l.Level, i), &d.Maps}, {r.reduceName(l.Level, i), &d.Reduces}} {
			is, err := r.done(task.name)
			if err != nil {
				return d, err
			}
			if is {
				*task.count++
			}
		}
	}
	d.Rate, err = r.rate(l)
	return d, err
}

// rate returns the number of states found per second since the newest file of an earlier level was written.
func (r *Run) rate(l *level) (float64, error) {
	in, ok := r.in.Storage.(explore.Dated)
	if !ok {
		return 0, nil
	}
	since, from := "", 0
	for _, s := range l.Shards[0].Seen {
		made := s.Last
		if s.First < s.Last { // merged while the next level was computed
			made++
		}
		if made < l.Level {
			since, from = s.File.Name, made+1
		}
	}
	if since == "" {
		return 0, nil
	}
	var over time.Time
	began, err := in.Modified(since)
	if err == nil {
		over, err = in.Modified(manifest(l.Level))
	}
	if errors.Is(err, fs.ErrNotExist) { // another process has completed the next level
		return 0, nil
	}
	took := over.Sub(began)
	if err != nil || took <= 0 {
		return 0, err
	}
	n := uint64(0)
	for _, x := range l.Levels[from:] {
		n += x
	}
	return float64(n) / took.Seconds(), nil
}
