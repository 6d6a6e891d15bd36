package versionedstore

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int {
		return bruteForce(i.Variant, i.Params, brute.Budget(i.Environment.Duplicate))
	})
}

// machine is a node. A version is a number of four digits: its physical time, its logical counter, its process, and how
// many versions the process had written, this one included.
type machine struct {
	physical, logical, shown, writes int
	list                             []int
	received                         map[int]bool
}

// bruteForce counts the reachable states: the machines and, for each pair of them, the messages on their way, sorted.
func bruteForce(variant string, p map[string]int, duplicates int) int {
	type world struct {
		machines   []machine
		channels   [][]int
		duplicates int
	}
	n := p["n"]
	// fmt tells an empty map from a nil one.
	key := func(w world) string { return strings.ReplaceAll(fmt.Sprint(w), "<nil>", "[]") }
	return brute.Count(key, func(w world, add func(world)) {
		// visit changes a copy of w for each possible reading of the physical clock of machine i.
		visit := func(i int, change func(next *world, m *machine, clock int)) {
			for clock := w.machines[i].shown; clock <= p["ticks"]; clock++ {
				next := world{slices.Clone(w.machines), slices.Clone(w.channels), w.duplicates}
				m := &next.machines[i]
				m.list, m.received = slices.Clone(m.list), maps.Clone(m.received)
				if m.received == nil {
					m.received = map[int]bool{}
				}
				if p["steady"] == 1 {
					m.shown = clock
				}
				change(&next, m, clock)
				add(next)
			}
		}
		for i := range min(n, p["writers"]) {
			if w.machines[i].writes == p["writes"] {
				continue
			}
			visit(i, func(next *world, m *machine, clock int) {
				version := m.write(variant, i, clock, p["keep"])
				for j := range n {
					if j != i {
						c := append(slices.Clone(next.channels[i*n+j]), version)
						slices.Sort(c)
						next.channels[i*n+j] = c
					}
				}
			})
		}
		for at, c := range w.channels {
			for k, version := range c {
				if k > 0 && c[k-1] == version {
					continue
				}
				for _, again := range []bool{false, true} {
					if again && w.duplicates == 0 {
						continue
					}
					visit(at%n, func(next *world, m *machine, clock int) {
						if again {
							next.duplicates--
						} else {
							next.channels[at] = slices.Delete(slices.Clone(c), k, k+1)
						}
						m.receive(variant, version, clock, p["keep"])
					})
				}
			}
		}
	}, world{make([]machine, n), make([][]int, n*n), duplicates})
}

// insert appends a version and sorts the list by insertion, which is stable.
func (m *machine) insert(version int, byProcess bool) {
	rank := func(v int) int {
		if byProcess {
			return v / 10
		}
		return v / 100
	}
	m.list = append(m.list, version)
	for i := len(m.list) - 1; i > 0 && rank(m.list[i-1]) > rank(m.list[i]); i-- {
		m.list[i-1], m.list[i] = m.list[i], m.list[i-1]
	}
}

func (m *machine) write(variant string, i, clock, keep int) int {
	if clock > m.physical {
		m.physical, m.logical = clock, 0
	} else {
		m.logical++
	}
	m.writes++
	version := m.physical*1000 + m.logical*100 + i*10 + m.writes
	m.received[version] = true
	m.insert(version, variant == "corrected" || variant == "ordered")
	m.list = m.list[max(0, len(m.list)-keep):]
	return version
}

func (m *machine) receive(variant string, version, clock, keep int) {
	m.received[version] = true
	physical, logical := version/1000, version/100%10
	top := max(clock, m.physical, physical)
	if variant == "as-written" {
		switch {
		case top == clock && clock == m.physical && clock == physical:
			m.logical = max(m.logical, logical) + 1
		case top == clock && clock == m.physical:
			m.logical++
		case top == physical:
			m.logical = logical + 1
		default:
			m.logical = 0
		}
	} else {
		counter := -1
		if m.physical == top {
			counter = m.logical
		}
		if physical == top {
			counter = max(counter, logical)
		}
		m.logical = counter + 1
	}
	m.physical = top
	switch {
	case variant != "corrected" && variant != "ordered":
		m.insert(version, false)
	case slices.Contains(m.list, version):
	default:
		m.insert(version, true)
		if variant == "corrected" {
			m.list = m.list[max(0, len(m.list)-keep):]
		}
	}
}
