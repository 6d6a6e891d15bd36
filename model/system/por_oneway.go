package system

import (
	"slices"
)

// Changes that no state gets better by. A search for bad states may take a change for invisible if
// the question is answered "no" after it wherever it was before: a process that was undecided
// decides, and those that disagreed before still do. Whether a change is like that turns out in the
// end: it is believed until then.

// What there is to refuting.
const (
	maxUndone = 1 << 16 // combinations that it looks at
	maxDoubts = 4       // times that something was refuted, after which nothing is believed
)

// believe reports whether a change may be taken for invisible.
func (o *oneWay) believe(c change) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	believed, known := o.believed[c]
	if !known {
		if o.believed == nil {
			o.believed = map[change]bool{}
		}
		believed = o.doubts < maxDoubts
		o.believed[c] = believed
	}
	return believed
}

// forget is called before another search: only what was refuted remains.
func (o *oneWay) forget() {
	for c, believed := range o.believed {
		if believed {
			delete(o.believed, c)
		}
	}
}

// refute finds changes that were believed and should not have been, and reports whether there are any. p.user is held.
//
// Let b be a bad state that was left out, where the search found none. By the argument of package
// explore it then found a state b' that b becomes by keys. b' is good, and what the question sees
// of it differs from what it sees of b by changes that were believed. So they are undone, in each
// of the combinations that were found to be good: one of them, then in what comes of that another.
// If all that comes of it is good too, there is no such b. Otherwise every change is refuted that
// undone leads from good to bad: this does not depend on the order in which one looks.
func (p *Predicate) refute() (more bool) {
	o := &p.oneWay
	undo := map[[2]int32][]change{}
	for c, believed := range o.believed {
		if believed {
			at := [2]int32{c.view, int32(c.process)}
			undo[at] = append(undo[at], c)
		}
	}
	tree, _ := p.trees.get(0)
	if len(undo) == 0 || tree == nil {
		return false
	}
	seen := map[string]bool{}
	var queue [][]decision
	add := func(way []decision) {
		if key := words(wordsOfWay(way)); !seen[key] {
			seen[key] = true
			queue = append(queue, way)
		}
	}
	for way, a := range tree.ways() {
		if a.err == nil {
			add(slices.Clone(way))
		}
	}
	refuted := map[change]bool{}
	for ; len(queue) > 0 && len(seen) <= maxUndone; queue = queue[1:] {
		for i, d := range queue[0] {
			for _, c := range undo[[2]int32{d.location.b, d.location.a}] {
				if d.location.kind != locationView || c.is != d.value {
					continue
				}
				before := slices.Clone(queue[0])
				before[i].value = c.was
				if way, good := p.supposing(before); good {
					add(way)
				} else {
					refuted[c] = true
				}
			}
		}
	}
	for c, believed := range o.believed {
		if believed && (refuted[c] || len(seen) > maxUndone) {
			o.believed[c], more = false, true
		}
	}
	if more {
		o.doubts++
	}
	return more
}

// supposing asks the question of a state of which only the given parts are known. It returns those
// that were read; the answer does not count as good if more was.
func (p *Predicate) supposing(parts []decision) (read []decision, good bool) {
	x := &reads{values: parts}
	read, no, fault := p.onceOf(nil, 0, nil, x.of)
	return read, no == nil && fault == nil && len(x.strayed) == 0
}
