package system

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/envelope"
)

// That an algorithm treats processes alike is proved, not sampled. A handler is run in the place of every process to
// which its own can be mapped, with the state and the event renamed: the result must be the original one, renamed.
// This is checked for every call that is learnt, under the generators of the group, then for the resulting calls, and
// so on until there are no new ones. A renamed call may read more than the original: that a flag is down ends a loop
// over the flags of all processes at one or at another. What it reads, renamed back, counts as read by the original,
// whose answer then stands only for states with the same values there.
//
// # Why that is enough
//
// Let H be what the handlers do, and g a generator. What is checked is that H(g·c) = g·H(c) for each call c in a set
// that contains every call learnt and, with c, also g·c. So it holds for every element g of the group, which is a
// product of generators. Everything else that makes up a step (channels, budgets, detectors, clocks, time)
// distinguishes processes only by the topology and by who may crash, which the group preserves. Hence the steps from
// g·v are g applied to the steps from v, for every state v that is expanded. The initial states are checked to consist
// of whole orbits. By induction on the length of executions, a state is reachable if and only if its representative
// is, so it is enough to expand the representative.
//
// In the same way, a property is evaluated on every state g·v that differs from v in what it read. If all answers are
// the same, one answer stands for the orbit. The property may read more of another state in the orbit than of v. In
// that case everything that was read counts as read from v, and the orbit is enumerated again.
//
// The group acts on values by renaming their IDs, for which all this holds by construction. A Renamer is checked on
// each value that it renames: a generator must be undone by its inverse, and a product must act as its generators do.

// Asymmetry is the error for an instance that is not symmetric: two processes that the Symmetry exchanges are not
// treated alike.
type Asymmetry struct {
	// Where names the process and function, or the property.
	Where string
	// Detail says what it does, and what it fails to do when processes are renamed.
	Detail string

	generator permutation // the one that breaks the symmetry; nil if only a product of several does
}

func (a *Asymmetry) Error() string { return a.Where + ": " + a.Detail }

// proof is what has been checked.
type proof struct {
	// stepwise says that there are properties of steps, to which the choice of an event is visible. Then the outcomes of
	// choices must not be permuted.
	stepwise bool
	calls    map[string]bool       // closed under the generators; by signature
	read     map[string][]location // by call: what it read
	// ended is asked between images, of which one call can have very many. An error of it ends the proof.
	ended func() error
}

// Assume makes s assume a Symmetry, one of the Symmetries of the same model, and check it: if a handler or a property
// turns out to treat processes differently, Initial, the Step of a Stepper, or the State or Step of a Question fails
// with an *Asymmetry. It must be called before anything is explored and before any property is bound. While images are
// checked, ended is asked again and again, and if it returns an error, they fail with that instead.
func (s *System) Assume(y Symmetry, ended func() error) {
	p := s.front.(*processes)
	assumed := newSymmetry(p, y)
	assumed.proof = proof{calls: map[string]bool{}, read: map[string][]location{}, ended: ended}
	p.symmetry = assumed
}

// symmetry returns the symmetry that s is assumed to have, or nil.
func (s *System) symmetry() *symmetry {
	y, _ := s.invariance().(*symmetry)
	return y
}

// stepwise implements equivariance.
func (y *symmetry) stepwise() { y.proof.stepwise = true }

// allOutcomes runs a call under every outcome of its choices, and returns what it did and everything that it read.
func (s *processes) allOutcomes(c call, reads func(location) uint32) (forms []effect, read []location, err error) {
	var script []uint32
	for {
		r, err := s.once(c, script, reads)
		if err != nil {
			return nil, nil, err
		}
		forms = append(forms, s.formOf(&r))
		var chosen, of []uint32
		for _, d := range r.decisions {
			switch {
			case d.choice:
				chosen, of = append(chosen, d.value), append(of, d.of)
			case !slices.Contains(read, d.location):
				read = append(read, d.location)
			}
		}
		left := advance(chosen, of)
		if left == 0 || len(forms) == maxOutcomes {
			return forms, read, nil
		}
		script = chosen[:left]
	}
}

// call returns a call with its processes renamed by e.
func (y *symmetry) call(e *element, c call) call {
	r := c
	r.p = e.to[c.p]
	switch c.kind {
	case callInit:
		return r
	case callRecover:
		if c.local != 0 {
			r.local = y.value(e, c.local-1) + 1
		}
		return r
	case callReceive:
		r.index = uint32(y.moved(e, location{kind: locationChannel, a: int32(c.index)}).a)
		r.message = y.value(e, c.message)
	case callDetect:
		r.index = uint32(e.to[c.index])
	}
	r.local = y.value(e, c.local)
	return r
}

// imageReads returns the reads of the image of a state under e, given the reads of the state.
func (y *symmetry) imageReads(e *element, reads func(location) uint32) func(location) uint32 {
	back := e.inverse()
	return func(p location) uint32 {
		was := y.moved(back, p)
		return y.part(e, was, reads(was))
	}
}

func (c call) key() string { return fmt.Sprint(c.kind, c.p, c.local, c.index, c.message) }

// checkCall implements equivariance. The caller holds handlers.user.
func (y *symmetry) checkCall(c call, reads func(location) uint32) ([]location, error) {
	proof := &y.proof
	one := y.elements.at(y.one)
	if read, ok := proof.read[c.key()]; ok && proof.calls[c.key()+string(y.encodeReads(one, read, reads))] {
		return read, nil
	}
	forms, read, err := y.s.allOutcomes(c, reads)
	if err != nil {
		return nil, err
	}
	for {
		calls, grown, err := y.closeOrbit(c, forms, read, reads)
		if err != nil {
			return nil, err
		}
		if len(grown) == len(read) {
			for key, of := range calls {
				proof.calls[key] = true
				proof.read[of.call.key()] = of.read
			}
			return read, nil
		}
		read = grown
	}
}

// checked is an image of the call that is being checked.
type checked struct {
	call  call
	e     *element
	forms []effect
	keys  []string
	read  []location
}

func newChecked(c call, e *element, forms []effect) *checked {
	k := &checked{call: c, e: e, forms: forms}
	for _, f := range forms {
		k.keys = append(k.keys, f.key())
	}
	return k
}

// closeOrbit checks all images of a call, given what it does and reads. If one of them reads more than that, it
// returns everything that is read, and must be called again.
func (y *symmetry) closeOrbit(c call, forms []effect, read []location,
	reads func(location) uint32) (map[string]*checked, []location, error) {
	first := newChecked(c, y.elements.at(y.one), forms)
	calls := map[string]*checked{}
	signature := func(k *checked) string {
		k.read = nil
		for _, p := range read {
			k.read = append(k.read, y.moved(k.e, p))
		}
		return k.call.key() + string(y.encodeReads(k.e, read, reads))
	}
	calls[signature(first)] = first
	for queue := []*checked{first}; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		for _, g := range y.group.generators {
			by := y.element(g)
			e := y.element(g.after(from.e.to))
			var want []effect
			for _, f := range from.forms {
				want = append(want, y.form(by, f))
			}
			is := newChecked(y.call(by, from.call), e, nil)
			key := signature(is)
			if known, ok := calls[key]; ok {
				is = known
			} else {
				if err := y.proof.ended(); err != nil {
					return nil, nil, err
				}
				forms, more, err := y.s.allOutcomes(is.call, y.imageReads(e, reads))
				if err != nil {
					return nil, nil, y.asymmetry(by, from, is, want[0].show(y.s), "fails: "+err.Error())
				}
				grown := slices.Clone(read)
				for _, p := range more {
					if was := y.moved(y.element(e.from), p); !slices.Contains(grown, was) {
						grown = append(grown, was)
					}
				}
				if len(grown) > len(read) {
					return nil, grown, nil
				}
				read := is.read
				is = newChecked(is.call, e, forms)
				is.read = read
				calls[key] = is
				queue = append(queue, is)
			}
			if !y.same(newChecked(is.call, e, want).keys, is.keys) {
				a, b := firstDifference(want, is)
				return nil, nil, y.asymmetry(by, from, is, a.show(y.s), b.show(y.s))
			}
		}
	}
	return calls, read, nil
}

// same reports whether the actual outcomes of a call are the expected ones.
func (y *symmetry) same(want, are []string) bool {
	if slices.Equal(want, are) {
		return true
	}
	if y.proof.stepwise {
		return false
	}
	set := func(keys []string) []string {
		keys = slices.Sorted(slices.Values(keys))
		return slices.Compact(keys)
	}
	return slices.Equal(set(want), set(are))
}

func firstDifference(want []effect, is *checked) (a, b effect) {
	for i, f := range want {
		if i < len(is.forms) && f.key() != is.keys[i] {
			return f, is.forms[i]
		}
	}
	return want[0], is.forms[0]
}

// asymmetry returns the error for a call and its image under a generator that do not do the same.
func (y *symmetry) asymmetry(by *element, from, is *checked, want, got string) error {
	s := y.s
	if want == got {
		got += ", which differs in what is not shown"
	}
	return &Asymmetry{Where: s.where(from.call), Detail: fmt.Sprintf("%s; with %s, %s should be one that %s, but it %s",
		s.circumstances(from.call), y.exchange(by), s.where(is.call), want, got), generator: by.to}
}

// circumstances says what a call was given.
func (s *processes) circumstances(c call) string {
	var words []string
	for _, a := range s.arguments(c) {
		words = append(words, a.name+" "+show(envelope.Open(s.values.at(a.id).value)))
	}
	if len(words) == 0 {
		return "when it is called"
	}
	return "given " + strings.Join(words, ", ")
}

// exchange describes a permutation.
func (y *symmetry) exchange(e *element) string {
	var cycles []string
	var done uint64
	for p := range model.ID(y.s.n) {
		if done>>p&1 != 0 || e.to[p] == p {
			continue
		}
		cycle := []string{y.s.name(p)}
		for q := e.to[p]; ; q = e.to[q] {
			done |= 1 << q
			if cycle = append(cycle, y.s.name(q)); q == p {
				break
			}
		}
		if len(cycle) == 3 {
			cycles = append(cycles, cycle[0]+" and "+cycle[1]+" exchanged")
		} else {
			cycles = append(cycles, strings.Join(cycle, "→"))
		}
	}
	return strings.Join(cycles, ", ")
}

// checkInitial checks that the initial states consist of whole orbits.
func (y *symmetry) checkInitial(all [][]uint32) error {
	known := map[string]bool{}
	for _, v := range all {
		known[words(v)] = true
	}
	w := make([]uint32, y.s.width)
	for _, v := range all {
		for _, g := range y.group.generators {
			e := y.element(g)
			if y.apply(e, v, w); !known[words(w)] {
				return &Asymmetry{Where: "the initial states",
					Detail: fmt.Sprintf("there is one that is none of them any more with %s", y.exchange(e)), generator: g}
			}
		}
	}
	return nil
}

// spread extends futures: what one process was observed to do may be done by all its images.
func (y *symmetry) spread(f *futures) {
	clear(f.rows)
	for again := true; again; {
		again = false
		for _, g := range y.group.generators {
			for p, whole := range f.whole {
				is := future{accesses: whole.accesses}
				for c := range y.s.channels {
					if whole.sends>>c&1 != 0 {
						is.sends |= 1 << y.s.channelAt[g[p]][g[y.s.channels[c].to]]
					}
				}
				if q := g[p]; !is.within(f.whole[q]) {
					f.whole[q], again = f.whole[q].and(is), true
				}
			}
		}
	}
}
