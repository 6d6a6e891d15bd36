package system

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Properties under a symmetry; see symmetry_proof.go.

// invariant evaluates a question on all images of the states on which it was evaluated. It returns everything that the
// answers depend on: what was read at first, and what was read in addition.
func (y *symmetry) invariant(q *Question, e model.Event, p model.ID, read []decision,
	reads func(location) uint32, answer Answer) (all []decision, fault error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *Asymmetry: // from a view
			fault = x
		default:
			fault = model.Panic(q.where(uint64(p)), x)
		}
	}()
	var parts []location
	for _, d := range read {
		parts = append(parts, d.location)
	}
	looked := len(read)
	for _, p := range q.grown { // it is likely to be read again
		if q.kind < ofProcesses && p.kind != locationMessage && !slices.Contains(parts, p) {
			parts = append(parts, p)
			read = append(read, decision{location: p, value: reads(p)})
		}
	}
	for {
		grown, err := y.askOrbit(q, e, p, parts, reads, answer)
		if err != nil {
			return nil, err
		}
		if len(grown) == len(parts) {
			break
		}
		for _, added := range grown[len(parts):] {
			read = append(read, decision{location: added, value: reads(added)})
		}
		parts = grown
	}
	if len(read) > looked {
		q.grown = parts
	}
	return read, nil
}

// askOrbit evaluates a question on the images of the given parts of a state. If more than these is read, it returns
// everything that is read, and must be called again.
func (y *symmetry) askOrbit(q *Question, event model.Event, p model.ID, parts []location,
	reads func(location) uint32, answer Answer) ([]location, error) {
	of := subject{kind: q.kind, process: p, event: event}
	if event.Message != nil {
		of.message = y.s.value("message", event.Message)
	}
	a := &asked{y: y, of: of, parts: parts, reads: reads}
	shares, key, dealt := a.shares()
	if !dealt {
		key = a.signature(y.elements.at(y.one))
	}
	if q.alike[key] {
		return parts, nil
	}
	same := func(p, r model.ID) bool {
		if dealt && q.kind != ofView {
			return shares[p] == shares[r]
		}
		e := y.swaps[int(p)*y.s.n+int(r)]
		return (dealt && shares[p] == shares[r] || !dealt && a.signature(e) == key) && y.answer(q, e, answer) == answer.Value
	}
	seen := map[string]bool{key: true} // the key of the orbit; without shares, those of all images
	var grown []location
	var failed error
	ask := newImage(a, q)
	y.images(same, func(e *element) bool {
		if failed = y.proof.ended(); failed != nil {
			return false
		}
		want := y.answer(q, e, answer)
		if !dealt {
			signature := a.signature(e)
			if seen[signature] && q.kind != ofView {
				return true
			}
			seen[signature] = true
		}
		if e.moved != 0 && ask.answer(e).Value != want {
			failed = ask.asymmetry(y.element(e.to), answer)
			return false
		}
		for _, d := range ask.run.decisions {
			if was := y.moved(&ask.back, d.location); !slices.Contains(parts, was) && !slices.Contains(grown, was) {
				grown = append(grown, was)
			}
		}
		return grown == nil
	})
	if failed != nil || grown != nil {
		return append(slices.Clone(parts), grown...), failed
	}
	for key := range seen {
		q.alike[key] = true
	}
	return parts, nil
}

// answer returns what a question must answer for the image under e, given its answer for the original.
func (y *symmetry) answer(q *Question, e *element, a Answer) uint32 {
	if q.kind == ofView {
		return y.value(e, a.Value|viewBit) &^ viewBit
	}
	return a.Value
}

// image is the image, under an element, of the arguments on which a question was evaluated.
type image struct {
	*asked
	q    *Question
	run  run
	e    *element
	back element // the inverse of e
}

func newImage(a *asked, q *Question) *image {
	i := &image{asked: a, q: q}
	i.run = run{plain: q.kind >= ofProcesses, reads: func(p location) uint32 {
		was := a.y.moved(&i.back, p)
		return a.y.part(i.e, was, a.reads(was))
	}}
	return i
}

func (i *image) answer(e *element) Answer {
	i.e, i.back = e, *e.inverse()
	i.run.decisions = i.run.decisions[:0]
	var event model.Event
	if i.of.kind == ofSteps {
		event = i.of.renamed(i.y, e).event
	}
	defer begin(described(func() (string, []string) { return i.q.title() + ", with processes renamed", nil }), nil, 0,
		nil).end()
	return i.q.askOf(&i.run, nil, &event, e.rename(i.of.process), nil)
}

// asymmetry returns the error about a generator that changes an answer, given that e changes it.
func (i *image) asymmetry(e *element, answer Answer) error {
	y := i.y
	for e.first != nil {
		first := y.element(e.first)
		if i.answer(first).Value == y.answer(i.q, first, answer) {
			break
		}
		e = first
	}
	by := e.to
	if e.first != nil {
		by = e.last
	}
	key := uint64(i.of.process)
	return &Asymmetry{Where: i.q.where(key), Detail: fmt.Sprintf("of some state it says %s, and with %s %s",
		i.q.says(answer), y.exchange(e), i.q.says(i.answer(e))), generator: by}
}

// everywhere returns the parts that were read, and all their images under the group.
func (y *symmetry) everywhere(read []decision) []decision {
	all := slices.Clone(read)
	for i := 0; i < len(all); i++ {
		for _, g := range y.group.generators {
			at := y.moved(y.element(g), all[i].location)
			if !slices.ContainsFunc(all, func(d decision) bool { return d.location == at }) {
				all = append(all, decision{location: at})
			}
		}
	}
	return all
}

// key returns the event of the subject as text.
func (of subject) key() string {
	e := &of.event
	return fmt.Sprintf("%s %d %q %d %d %d %d %d %v %d ", e.Kind, e.Process, e.Name, e.From, e.To, of.message, e.Behind,
		e.Suspect, e.Group, e.Choice)
}

// renamed returns the subject with the processes of its event renamed.
func (of subject) renamed(y *symmetry, e *element) subject {
	event := &of.event
	if event.Message != nil {
		of.message = y.value(e, of.message)
		event.Message = y.s.copied(of.message)
	}
	event.Process, event.Suspect = e.rename(event.Process), e.rename(event.Suspect)
	event.From, event.To = e.rename(event.From), e.rename(event.To)
	if event.Kind == model.Cut || event.Kind == model.Heal {
		event.From, event.To = min(event.From, event.To), max(event.From, event.To)
	}
	if event.Group != nil {
		side := uint64(0)
		for _, p := range event.Group {
			side |= 1 << e.to[p]
		}
		if side&1 == 0 {
			side ^= 1<<y.s.n - 1
		}
		event.Group = named(side)
	}
	return of
}
