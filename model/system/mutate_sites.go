package system

import (
	"cmp"
	"maps"
	"slices"

	"github.com/anel-mc/mc/model"
)

// The applicable mutations are read off the tables, which record what each handler was observed to do.

// mutations implements System.Mutations.
func (s *processes) mutations() []Mutation {
	found := map[Mutation]bool{}
	for _, trees := range s.trees() {
		for c, tree := range trees {
			s.addMutations(c, tree, found)
		}
	}
	return s.inOrder(found)
}

// site returns the site of a call.
func (s *processes) site(c call) Site {
	k := &s.kinds[c.p]
	site := Site{Process: k.Name, Handler: Start}
	switch c.kind {
	case callAct:
		site.Handler, site.Name = model.Acted, k.Acts[c.index].Name
	case callReceive:
		site.Handler, site.Name = model.Deliver, label(s.values.at(c.message).value)
	case callTimeout:
		site.Handler, site.Name = model.Timeout, *s.timerIDs.at(c.index)
	case callDetect:
		site.Handler = model.Trust
		if c.message == 1 {
			site.Handler = model.Suspect
		}
	case callRecover:
		if k.Recover != nil {
			site.Handler = model.Recover
		}
	}
	return site
}

// addMutations adds the mutations that are applicable to what a call was observed to do.
func (s *processes) addMutations(c call, tree *node[effect], found map[Mutation]bool) {
	site := s.site(c)
	add := func(change Operator, what string, number int) {
		found[Mutation{Site: site, Operator: change, What: what, Number: number}] = true
	}
	for _, e := range tree.leaves() {
		if e.disabled {
			add(Unguarded, "", 0)
			continue
		}
		if c.kind == callAct {
			add(Never, "", 0)
		}
		if e.local != c.local && c.kind != callInit && c.kind != callRecover {
			add(Kept, "", 0)
		}
		if e.store != 0 {
			add(Unstored, "", 0)
		}
		for _, o := range e.timers {
			if o.set {
				add(Unset, *s.timerIDs.at(o.name), 0)
			} else {
				add(Uncancelled, *s.timerIDs.at(o.name), 0)
			}
		}
		sent := map[string]int{}
		for _, o := range e.ops {
			if o.send {
				what := label(s.values.at(o.value).value)
				sent[what]++
				add(Unsent, what, sent[what])
				add(Doubled, what, sent[what])
			} else if v := s.declared(o.index); !v.hidden {
				add(Unwritten, v.name, 0)
			}
		}
	}
}

// inOrder sorts mutations.
func (s *processes) inOrder(found map[Mutation]bool) []Mutation {
	kinds, acts := map[string]int{}, map[Site]int{}
	for p, k := range slices.Backward(s.kinds) { // the first of a name counts
		kinds[k.Name] = p
		for i, act := range k.Acts {
			acts[Site{Process: k.Name, Handler: model.Acted, Name: act.Name}] = i
		}
	}
	handlers := []model.Kind{Start, model.Acted, model.Deliver, model.Timeout, model.Suspect, model.Trust, model.Recover}
	return slices.SortedFunc(maps.Keys(found), func(a, b Mutation) int {
		return cmp.Or(
			cmp.Compare(kinds[a.Site.Process], kinds[b.Site.Process]),
			cmp.Compare(slices.Index(handlers, a.Site.Handler), slices.Index(handlers, b.Site.Handler)),
			cmp.Compare(acts[a.Site], acts[b.Site]),
			cmp.Compare(a.Site.Name, b.Site.Name),
			cmp.Compare(slices.Index(operators[:], a.Operator), slices.Index(operators[:], b.Operator)),
			cmp.Compare(a.What, b.What),
			cmp.Compare(a.Number, b.Number))
	})
}

// mutations implements System.Mutations. The result of an action is a single value, about whose parts nothing is
// known, so only guards are changed.
func (m *machine) mutations() []Mutation {
	var all []Mutation
	for _, a := range m.def.Actions {
		site := Site{Handler: model.Acted, Name: a.Name}
		if a.Enabled != nil {
			all = append(all, Mutation{Site: site, Operator: Unguarded})
		}
		all = append(all, Mutation{Site: site, Operator: Never})
	}
	return all
}
