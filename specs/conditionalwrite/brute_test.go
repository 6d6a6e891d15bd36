package conditionalwrite

import (
	"fmt"
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
		start := entry{there: i.Params["exists"] == 1}
		first := situation{
			now: start, people: make([]person, i.Params["n"]), packets: map[string]packet{},
			losses: brute.Budget(i.Environment.Lose),
		}
		key := func(s situation) string { return fmt.Sprint(s.now, s.before, s.people, s.bag, s.losses) }
		return brute.Count(key, func(s situation, visit func(situation)) {
			for _, next := range b.after(s) {
				visit(next)
			}
		}, first)
	})
}

// entry is an item.
type entry struct {
	there   bool
	content string
	version int
}

// packet is a request of a client, or the answer to one.
type packet struct {
	client, number int
	what           string // get, look, got, put, ok, conflict
	item           entry
	expected       int
}

type person struct {
	doing                         string // "", get, look, put, gone
	base                          entry
	done, failed, again, requests int

	// operations are those that have returned, with the ones that had returned when they were called, and
	// open is the one that has not returned.
	operations, open string
	returned         int
}

type situation struct {
	now, before entry
	people      []person
	bag         []string // packets, sorted
	packets     map[string]packet
	losses      int
}

type bruteRules struct {
	variant string
	p       map[string]int
}

func (s *situation) add(k packet) {
	key := fmt.Sprint(k)
	s.packets[key] = k
	s.bag = append(slices.Clone(s.bag), key)
	slices.Sort(s.bag)
}

func (s situation) copied() situation {
	s.people = slices.Clone(s.people)
	return s
}

func (b bruteRules) after(s situation) (all []situation) {
	for i, p := range s.people {
		if p.doing == "" && p.done < b.p["writes"] {
			next := s.copied()
			b.call(&next, i, "read")
			b.ask(&next, i, "get")
			all = append(all, next)
		}
		if p.doing != "" && p.doing != "gone" && p.again < b.p["retries"] {
			next := s.copied()
			next.people[i].again++
			b.ask(&next, i, p.doing)
			all = append(all, next)
		}
	}
	for at, k := range s.bag {
		if at > 0 && s.bag[at-1] == k {
			continue
		}
		taken := s.copied()
		taken.bag = slices.Delete(slices.Clone(s.bag), at, at+1)
		if s.losses > 0 {
			lost := taken.copied()
			lost.losses--
			all = append(all, lost)
		}
		all = append(all, b.arrives(taken, s.packets[k])...)
	}
	return all
}

// call begins an operation of person i, and back ends it.
func (b bruteRules) call(s *situation, i int, what string) {
	if b.p["history"] == 1 {
		s.people[i].open = what
		for _, p := range s.people {
			s.people[i].open += fmt.Sprint(",", p.returned)
		}
	}
}

func (b bruteRules) back(p *person, result string) {
	if b.p["history"] == 1 {
		p.operations += p.open + "=" + result + ";"
		p.open = ""
		p.returned++
	}
}

// ask sends the request of what person i is doing.
func (b bruteRules) ask(s *situation, i int, what string) {
	p := &s.people[i]
	p.doing = what
	if what == "get" {
		p.base = entry{}
	}
	if b.p["retries"] > 0 {
		p.requests++
	}
	k := packet{client: i, number: p.requests, what: what}
	if what == "put" {
		k.item = entry{true, p.base.content + b.name(i, *p), p.base.version + 1}
		k.expected = p.base.version
		if b.variant == "plain" || b.variant == "mixed" && i == 0 {
			k.expected = -1
		}
	}
	s.add(k)
}

func (b bruteRules) name(i int, p person) string { return fmt.Sprintf("+%c%d", 'a'+i, p.done+1) }

// arrives returns the states after a packet has arrived.
func (b bruteRules) arrives(s situation, k packet) (all []situation) {
	answer := func(what string, item entry) {
		next := s.copied()
		if what == "ok" {
			next.now = k.item
			if b.p["stale"] == 1 {
				next.before = s.now
			}
		}
		next.add(packet{client: k.client, number: k.number, what: what, item: item})
		all = append(all, next)
	}
	switch k.what {
	case "get", "look":
		answer("got", s.now)
		if b.p["stale"] == 1 && k.what == "get" && s.now.version > 0 {
			answer("got", s.before)
		}
		return all
	case "put":
		if k.expected < 0 || s.now.there && s.now.version == k.expected || b.variant == "corrected" && !s.now.there &&
			k.expected == 0 {
			answer("ok", entry{})
		} else {
			answer("conflict", entry{})
		}
		return all
	}
	next := s.copied()
	p := &next.people[k.client]
	mine := b.name(k.client, *p)
	switch {
	case k.number != p.requests:
	case k.what == "got" && p.doing == "get":
		p.base = k.item
		b.back(p, fmt.Sprint(k.item.content, k.item.version))
		b.call(&next, k.client, fmt.Sprint("update", k.item.content, mine, k.item.version))
		b.ask(&next, k.client, "put")
	case k.what == "ok" && p.doing == "put", k.what == "got" && p.doing == "look" &&
		strings.Contains(k.item.content, mine):
		b.back(p, "true")
		p.doing, p.base, p.failed = "", entry{}, 0
		p.done++
	case k.what == "conflict" && p.doing == "put" && b.variant == "corrected":
		b.ask(&next, k.client, "look")
	case k.what == "conflict" && p.doing == "put", k.what == "got" && p.doing == "look":
		b.back(p, "false")
		if b.p["attempts"] > 0 {
			p.failed++
		}
		if b.p["attempts"] > 0 && p.failed == b.p["attempts"] {
			p.doing, p.base = "gone", entry{}
		} else {
			b.call(&next, k.client, "read")
			b.ask(&next, k.client, "get")
		}
	}
	return append(all, next)
}
