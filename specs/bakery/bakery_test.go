package bakery

import (
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i) })
}

// most is the maximum number of processes.
const most = 3

// shop is a state. A program counter is 0 in the remainder, 1 to 4 while taking a ticket, 5 and 6 while waiting, 7 in
// the critical section, 8 when leaving it, and 9 and 10 after a failure. A register that is being written has the value
// -1.
type shop struct {
	at, seen, high, entries [most]int
	choosing, number        [most]int
	failed                  int
}

// twice counts the states of the program, written a second time.
func twice(i spec.Instance) int {
	n, top, overlap := i.Params["n"], i.Params["top"], i.Params["overlap"] == 1
	plain := i.Variant == noChoosing
	values := func(cell, top int) []int {
		if cell >= 0 {
			return []int{cell}
		}
		var all []int
		for v := 0; v <= top; v++ {
			all = append(all, v)
		}
		return all
	}
	// other returns the process that p deals with after that many others.
	other := func(p, seen int) int {
		if seen >= p {
			return seen + 1
		}
		return seen
	}
	return brute.Count(func(s shop) shop { return s }, func(s shop, visit func(shop)) {
		for p := range n {
			// jump goes to a line, at the beginning of its loop.
			jump := func(s shop, to int) {
				if plain && (to == 1 || to == 4 || to == 5) {
					to++
				}
				if plain && to == 5 {
					to++
				}
				s.at[p], s.seen[p] = to, 0
				visit(s)
			}
			more := func(s shop, again, after int) {
				if s.seen[p]++; s.seen[p] < n-1 {
					s.at[p] = again
					visit(s)
					return
				}
				jump(s, after)
			}
			write := func(cell func(*shop) *int, v, then int) {
				next := s
				if overlap && *cell(&s) >= 0 {
					*cell(&next) = -1
					visit(next)
					return
				}
				*cell(&next) = v
				if s.at[p] == 3 {
					next.high[p] = 0
				}
				jump(next, then)
			}
			choosing := func(s *shop) *int { return &s.choosing[p] }
			number := func(s *shop) *int { return &s.number[p] }
			q := other(p, s.seen[p])
			switch s.at[p] {
			case 0:
				if s.entries[p] < i.Params["entries"] {
					next := s
					next.entries[p]++
					jump(next, 1)
				}
			case 1:
				write(choosing, 1, 2)
			case 2:
				for _, v := range values(s.number[q], top) {
					next := s
					next.high[p] = max(s.high[p], v)
					more(next, 2, 3)
				}
			case 3:
				write(number, s.high[p]+1, 4)
			case 4:
				write(choosing, 0, 5)
			case 5:
				for _, v := range values(s.choosing[q], 1) {
					next := s
					next.at[p] = 5 + 1 - v
					visit(next)
				}
			case 6:
				for _, v := range values(s.number[q], top) {
					first := v < s.number[p] || v == s.number[p] && q < p && i.Variant != noTieBreak
					switch {
					case v != 0 && first:
						visit(s)
					case plain:
						more(s, 6, 7)
					default:
						more(s, 5, 7)
					}
				}
			case 7:
				jump(s, 8)
			case 8:
				write(number, 0, 0)
			case 9:
				next := s
				next.choosing[p], next.number[p] = 0, 0
				jump(next, 10)
			}
			if s.failed < i.Params["failures"] && s.at[p] > 0 && s.at[p] < 9 {
				next := s
				next.failed++
				next.high[p], next.entries[p], next.choosing[p], next.number[p] = 0, 0, -1, -1
				jump(next, 9)
			}
		}
	}, shop{})
}
