package versioneddocuments

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
		b := bruteRules{i.Variant, i.Params}
		return brute.Count(func(w world) string { return fmt.Sprint(w) }, b.steps, b.first())
	})
}

// site is a replica. A version is a string of its vector, base and history, separated by bars.
type site struct {
	clocks    map[int][]int
	documents map[int][]string
	conflicts map[string]bool
	seen      map[string]bool
	left      [3]int // creates, updates, sends
}

// world is a state of the system; the messages on their way from i to j are in channels[i*n+j].
type world struct {
	sites    []site
	channels [][]string
}

func (w world) clone() world {
	next := world{channels: slices.Clone(w.channels)}
	for _, s := range w.sites {
		s.clocks, s.documents = maps.Clone(s.clocks), maps.Clone(s.documents)
		s.conflicts, s.seen = maps.Clone(s.conflicts), maps.Clone(s.seen)
		next.sites = append(next.sites, s)
	}
	return next
}

// vectorOf returns the vector of a version.
func vectorOf(version string) (v []int) {
	for _, f := range strings.Fields(strings.Split(version, "|")[0]) {
		x := 0
		fmt.Sscan(f, &x)
		v = append(v, x)
	}
	return v
}

func lessThan(a, b []int) bool {
	for i := range a {
		if a[i] > b[i] {
			return false
		}
	}
	return !slices.Equal(a, b)
}

type bruteRules struct {
	variant string
	p       map[string]int
}

func (b bruteRules) older(v, w string) bool {
	if b.variant == "by-history" {
		name := strings.Split(v, "|")[0]
		return slices.Contains(strings.Split(strings.Split(w, "|")[2], ","), name)
	}
	return lessThan(vectorOf(v), vectorOf(w))
}

func (b bruteRules) clockOf(doc int) int {
	if b.variant == "corrected" || b.variant == "by-history" {
		return doc
	}
	return 0
}

// put writes a version of doc at site i, based on base, which may be empty.
func (b bruteRules) put(s *site, i, doc int, base string) string {
	v := slices.Clone(s.clocks[b.clockOf(doc)])
	v[i]++
	s.clocks[b.clockOf(doc)] = v
	parts := strings.Split(base+"||", "|")
	version := strings.Trim(fmt.Sprint(v), "[]") + "|" + parts[0] + "|"
	if base != "" && b.variant == "by-history" {
		version += parts[2] + "," + parts[0]
	}
	s.seen[fmt.Sprint(doc, version)] = true
	return version
}

func (b bruteRules) learn(s *site, i, doc int, version string) {
	v := slices.Clone(s.clocks[b.clockOf(doc)])
	for k, x := range vectorOf(version) {
		v[k] = max(v[k], x)
	}
	v[i]++
	s.clocks[b.clockOf(doc)] = v
	s.documents[doc] = append(slices.Clone(s.documents[doc]), version)
}

// receive is the source's merge_versions.
func (b bruteRules) receive(s *site, i, doc int, versions []string) {
	name := func(v string) string { return strings.Split(v, "|")[0] }
	for _, remote := range versions {
		s.seen[fmt.Sprint(doc, remote)] = true
	}
next:
	for _, remote := range versions {
		var clashes []string
		for _, local := range s.documents[doc] {
			switch {
			case b.older(remote, local), b.variant != "as-written" && remote == local:
				for _, c := range clashes {
					if b.variant == "as-written" {
						s.conflicts[c] = true
					}
				}
				continue next
			case b.older(local, remote):
				if b.variant == "as-written" {
					for _, c := range clashes {
						s.conflicts[c] = true
					}
					b.learn(s, i, doc, remote)
					continue next
				}
			default:
				clashes = append(clashes, fmt.Sprint(doc, name(local), "~", name(remote)))
			}
		}
		for _, c := range clashes {
			s.conflicts[c] = true
		}
		if b.variant != "as-written" {
			b.learn(s, i, doc, remote)
		}
	}
}

func (b bruteRules) first() world {
	n := b.p["n"]
	w := world{channels: make([][]string, n*n)}
	for i := range n {
		s := site{clocks: map[int][]int{}, documents: map[int][]string{}, conflicts: map[string]bool{},
			seen: map[string]bool{}}
		for doc := range b.p["documents"] {
			s.clocks[b.clockOf(doc)] = make([]int, n)
		}
		s.left = [3]int{b.p["creates"], b.p["updates"], b.p["sends"]}
		if i >= b.p["creators"] || b.p["synced"] == 1 {
			s.left[0] = 0
		}
		w.sites = append(w.sites, s)
	}
	for doc := 0; b.p["synced"] == 1 && doc < b.p["documents"]; doc++ {
		v := b.put(&w.sites[0], 0, doc, "")
		w.sites[0].documents[doc] = []string{v}
		for i := 1; i < n; i++ {
			w.sites[i].seen[fmt.Sprint(doc, v)] = true
			b.learn(&w.sites[i], i, doc, v)
		}
	}
	return w
}

// steps visits the successors of w.
func (b bruteRules) steps(w world, add func(world)) {
	n := b.p["n"]
	visit := func(change func(next *world)) {
		next := w.clone()
		change(&next)
		add(next)
	}
	for at, c := range w.channels {
		if len(c) > 0 {
			visit(func(next *world) {
				parts := strings.Split(c[0], ";")
				b.receive(&next.sites[at%n], at%n, int(parts[0][0]-'0'), parts[1:])
				next.channels[at] = c[1:]
			})
		}
	}
	for i, s := range w.sites {
		for doc := range b.p["documents"] {
			b.moves(visit, n, i, doc, s)
		}
	}
}

// moves visits the results of the calls that site i can make for a document.
func (b bruteRules) moves(visit func(func(*world)), n, i, doc int, s site) {
	here := s.documents[doc]
	if s.left[0] > 0 && (b.variant == "as-written" || len(here) == 0) {
		visit(func(next *world) {
			next.sites[i].left[0]--
			next.sites[i].documents[doc] = []string{b.put(&next.sites[i], i, doc, "")}
		})
	}
	if len(here) == 0 {
		return
	}
	if s.left[1] > 0 {
		bases := here
		if b.p["latest"] == 1 {
			bases = here[len(here)-1:]
		}
		for _, base := range bases {
			visit(func(next *world) {
				next.sites[i].left[1]--
				v := b.put(&next.sites[i], i, doc, base)
				for _, local := range here {
					if b.variant == "by-history" && !b.older(local, v) {
						next.sites[i].conflicts[fmt.Sprint(doc, strings.Split(local, "|")[0], "~", strings.Split(v, "|")[0])] = true
					}
				}
				next.sites[i].documents[doc] = append(slices.Clone(here), v)
			})
		}
	}
	if s.left[2] > 0 {
		for j := range n {
			if j != i {
				visit(func(next *world) {
					next.sites[i].left[2]--
					message := fmt.Sprint(doc, ";", strings.Join(here, ";"))
					next.channels[i*n+j] = append(slices.Clone(next.channels[i*n+j]), message)
				})
			}
		}
	}
}
