package mvcc

import (
	"fmt"
	"slices"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int {
		b := bruteRules{
			level: slices.Index([]string{"as-written", "deletes", "keeps", "locked", "corrected"}, i.Variant),
			p:     i.Params,
		}
		var first store
		for range b.p["clients"] {
			left := [4]int{b.p["writes"], b.p["deletes"], b.p["reads"], b.p["collects"]}
			first.threads = append(first.threads, thread{left: left})
		}
		return brute.Count(func(s store) string { return fmt.Sprint(s) }, func(s store, visit func(store)) {
			for i := range s.threads {
				for _, next := range b.after(s, i) {
					visit(next)
				}
			}
		}, first)
	})
}

// store is a state. A time is one number: physical time, logical counter of two digits, and 1 for another node. A
// version is {time, value}, where value 0 is a delete.
type store struct {
	clock, shown int
	data, log    [][2]int
	reads        [][2]int // time, value; 0 is None
	safe, until  int
	threads      []thread
}

type thread struct {
	doing byte // w, d, r, c or 0
	at    int
	kept  [][2]int
	made  int
	left  [4]int
}

type bruteRules struct {
	level int
	p     map[string]int
}

func (b bruteRules) seen(data [][2]int, at int) int {
	value := 0
	for _, v := range data {
		if v[0] > at {
			continue
		}
		if v[1] != 0 || b.level >= 1 {
			value = v[1]
		}
	}
	return value
}

func (b bruteRules) kept(data [][2]int, safe int) (kept [][2]int) {
	for i, v := range data {
		superseded := false
		for _, w := range data[i+1:] {
			superseded = superseded || w[0] <= safe
		}
		if v[0] >= safe || b.level >= 2 && !superseded && v[1] != 0 {
			kept = append(kept, v)
		}
	}
	return kept
}

// finish does the second half of what thread i is doing.
func (b bruteRules) finish(s *store, i int) {
	t := &s.threads[i]
	switch t.doing {
	case 'w', 'd':
		v := [2]int{t.at, 0}
		if t.doing == 'w' {
			t.made++
			v[1] = 10*(i+1) + t.made
		}
		s.data = append(slices.Clone(s.data), v)
		s.log = append(slices.Clone(s.log), v)
		slices.SortFunc(s.log, func(a, b [2]int) int { return a[0] - b[0] })
	case 'r':
		r := [2]int{t.at, b.seen(s.data, t.at)}
		if !slices.Contains(s.reads, r) {
			s.reads = append(slices.Clone(s.reads), r)
			slices.SortFunc(s.reads, func(a, b [2]int) int { return (a[0]-b[0])*1000 + a[1] - b[1] })
		}
	case 'c':
		s.data, s.until = t.kept, t.at
	}
	t.doing, t.at, t.kept = 0, 0, nil
}

// after returns the states that follow s by a step of thread i.
func (b bruteRules) after(s store, i int) (all []store) {
	// begin adds the states in which thread i has begun to do something at a time: a known one, or, if that is
	// negative, any that the clock can give now.
	begin := func(doing byte, known int) {
		for current := s.shown; current <= b.p["ticks"]; current++ {
			next := s
			next.threads = slices.Clone(s.threads)
			t := &next.threads[i]
			t.left[slices.Index([]byte("wdrc"), doing)]--
			t.doing, t.at = doing, known
			if known < 0 {
				next.clock = s.clock + 10
				if current > s.clock/1000 {
					next.clock = current * 1000
				}
				t.at = next.clock
				if b.p["steady"] == 1 {
					next.shown = current
				}
			} else if doing == 'r' && b.level >= 4 && known > s.clock {
				next.clock = (known/10 + 1) * 10
			}
			if doing == 'c' {
				t.kept = b.kept(s.data, t.at)
				next.safe = max(s.safe, t.at)
				if len(s.data) == 0 {
					t.doing, t.at = 0, 0
				}
			}
			if b.level >= 3 && t.doing != 0 {
				b.finish(&next, i)
			}
			all = append(all, next)
			if known >= 0 {
				break
			}
		}
	}
	t := s.threads[i]
	if t.doing != 0 {
		next := s
		next.threads = slices.Clone(s.threads)
		b.finish(&next, i)
		return append(all, next)
	}
	for k, doing := range []byte("wdrc") {
		if t.left[k] == 0 {
			continue
		}
		begin(doing, -1)
		if doing == 'w' || doing == 'd' {
			continue
		}
		for _, v := range s.log {
			begin(doing, v[0])
		}
		if doing == 'r' && b.p["foreign"] == 1 {
			for physical := range b.p["ticks"] + 1 {
				begin(doing, physical*1000+1)
			}
		}
	}
	return all
}
