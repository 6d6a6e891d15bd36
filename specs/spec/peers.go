package spec

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// fewPeers is a number of peers so small that a majority is all of them, "the others" are a single one, and one of two
// rivals is always the last.
const fewPeers = 2

// Unshown lists what the record shows for at most two peers only. There is a line for each case and each parameter in
// Peers that is at most two there. It names the properties that hold in the case and that no case decides for more
// peers, with the same variant and an environment with at least the same kinds of failures and the same order, timing
// and failure detector. Witnesses and costs are left out: a witness may have any number of peers, and a cost belongs to
// its instance. Cases that give a reason in Two are left out, but a case with a reason that it does not need is listed.
func (s Spec) Unshown() []string {
	var lines []string
	for _, c := range s.Cases {
		needed := false
		for _, peers := range s.Peers {
			if open := s.unshown(c, peers); len(open) > 0 {
				needed = true
				if c.Two == "" {
					lines = append(lines, fmt.Sprintf("case %s has %s=%d, and no case with more says of %v whether they hold",
						c.Name, peers, s.Complete(c.Instance()).Params[peers], open))
				}
			}
		}
		if c.Two != "" && !needed {
			lines = append(lines, fmt.Sprintf("case %s says in Two why it is alone, and it is not", c.Name))
		}
	}
	return lines
}

// unshown returns the properties that hold in a case with few peers and that no case decides for more.
func (s Spec) unshown(c Case, peers string) []string {
	if s.Complete(c.Instance()).Params[peers] > fewPeers {
		return nil
	}
	setup, err := s.Setup(c.Instance())
	if err != nil {
		return nil // Validate says so
	}
	var open []string
	for _, p := range setup.Properties {
		claim := c.Want(p.Name()) == checkers.Holds && p.Kind() != checkers.KindReachable && p.Kind() != checkers.KindCost
		if claim && !slices.ContainsFunc(s.Cases, func(d Case) bool { return s.asksMore(c, d, peers, p.Name(), setup) }) {
			open = append(open, p.Name())
		}
	}
	return open
}

// asksMore reports whether case d decides a property of c, whose setup is given, for more than a few peers.
func (s Spec) asksMore(c, d Case, peers, property string, setup Setup) bool {
	was, is := s.Complete(c.Instance()), s.Complete(d.Instance())
	if was.Variant != is.Variant || is.Params[peers] <= fewPeers {
		return false
	}
	more, err := s.Setup(d.Instance())
	return err == nil && harsher(setup.Model, more.Model) &&
		slices.ContainsFunc(more.Properties, func(p checkers.Property) bool { return p.Name() == property })
}

// harsher reports whether the environment of b has every kind of failure that a has, and is the same otherwise.
func harsher(a, b model.Model) bool {
	x, is := a.(model.Instance)
	y, too := b.(model.Instance)
	if !is || !too {
		return is == too
	}
	if x.Network.Order != y.Network.Order || x.Timing.Mode != y.Timing.Mode || x.Detector != y.Detector {
		return false
	}
	has := map[model.Kind]bool{}
	for kind, n := range y.Faults.Budgets() {
		has[kind] = *n != 0
	}
	for kind, n := range x.Faults.Budgets() {
		if *n != 0 && !has[kind] {
			return false
		}
	}
	return true
}
