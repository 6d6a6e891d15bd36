package counterexamples

import (
	"slices"

	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Slice is the explanation of an execution: which of its steps matter, and comments on them.
type Slice struct {
	// Steps says for each step whether it matters.
	Steps []bool

	// Read lists what the property read of the execution.
	Read []Reading

	// Notes appear below a picture, one paragraph each.
	Notes []string
}

// Omitted returns the number of steps that do not matter.
func (f *Slice) Omitted() int {
	n := 0
	for _, matters := range f.Steps {
		if !matters {
			n++
		}
	}
	return n
}

// aside reports whether row r of a picture is a step that does not matter. Row 0 is the initial state.
func (e *Execution) aside(r int) bool { return e.Slice != nil && r > 0 && !e.Slice.Steps[r-1] }

// gaps returns the runs of rows that do not matter: the length of each, by its first row.
func (e *Execution) gaps() map[int]int {
	all := map[int]int{}
	first := 0
	for r := 1; r <= e.Len(); r++ {
		switch {
		case !e.aside(r):
			first = 0
		case first == 0:
			first = r
			all[r] = 1
		default:
			all[first]++
		}
	}
	return all
}

// inSlice returns the messages, in the form of travelling, that steps that matter sent and that are in transit at the
// end. It returns nil if there is no Slice.
func (e *Execution) inSlice() map[string]bool {
	if e.Slice == nil {
		return nil
	}
	sent := map[string]bool{}
	for _, f := range e.flights() {
		if f.fate == onItsWay && !e.aside(f.sent) {
			sent[e.travelling(f.from, f.to, f.message)] = true
		}
	}
	return sent
}

// elsewhere says that n steps are left out.
func elsewhere(n int) string {
	return words.Count(n, "step") + " elsewhere left out"
}

// Reading lists locations that are read in a state of an execution.
type Reading struct {
	State     int // as in Execution.State
	Locations []system.Location
}

// Criterion is what an explanation starts from.
type Criterion struct {
	// Steps are the steps that matter by themselves, counted from 0.
	Steps []int

	// Readings are the locations whose values matter.
	Readings []Reading

	// Rest says that what becomes of messages matters too: that nobody has answered them, and that they never arrived.
	Rest bool
}

// Past returns, for each step, whether it is in the causal past of m: whether it wrote a location that m or a step that
// matters reads, or sent a message that a step that matters receives. system.System.Reads says what a step reads, which
// includes the local state of its process, so all earlier steps that changed that state matter too. A message ahead of
// one that matters in a FIFO channel has to be removed first: if the step that sends it matters, so does the step that
// removes it. Budgets are not causal links.
//
// Unless time or clocks advance by ticks, the steps that matter are an execution by themselves: they can be taken in
// the same order without the others, and everything that is read has the same values (except that a lost message may be
// behind fewer others). With ticks, a tick may have been possible only because something else had been done before, or
// another clock had advanced. The error is a *model.Error.
func (e *Execution) Past(m Criterion) ([]bool, error) {
	p := &past{e: e, flights: e.flights(), matters: make([]bool, e.Len()), asked: map[demand]bool{},
		cleared: map[clearance]bool{}}
	for i := range e.steps {
		p.changes = append(p.changes, SystemOf(e).Writes(e.states[i], e.numbers[i], e.states[i+1]))
	}
	network, _ := SystemOf(e).Network()
	p.fifo, p.bounded = network.Order == model.FIFO, network.Capacity > 0
	for _, i := range m.Steps {
		if err := p.keep(i); err != nil {
			return nil, err
		}
	}
	for _, r := range m.Readings {
		if err := p.read(r.State, r.Locations); err != nil {
			return nil, err
		}
	}
	if m.Rest {
		for i := range p.flights {
			p.clear(p.link(i), e.Len())
			if err := p.astray(&p.flights[i]); err != nil {
				return nil, err
			}
		}
	}
	return p.matters, p.settle()
}

// astray marks what took a message that never arrived. Unless that was a crash or a cut, whose effect is seen without
// it, the step that sent it is marked, too.
func (p *past) astray(f *flight) error {
	switch f.fate {
	case onItsWay, delivered, copied:
		return nil
	case refused:
		if err := p.read(f.sent-1, refusal(f.from, f.to)); err != nil {
			return err
		}
		return p.keep(f.sent - 1)
	}
	return p.keep(f.ended - 1)
}

// past is the computation of a causal past.
type past struct {
	e       *Execution
	flights []flight
	changes [][]system.Location // by step
	matters []bool              // by step
	asked   map[demand]bool
	// cleared lists channels in states: messages that steps that matter sent, and that have left the channel by then,
	// have to be removed by steps that matter too.
	cleared       map[clearance]bool
	fifo, bounded bool
}

// demand is a location whose value in a state matters.
type demand struct {
	place system.Location
	state int
}

// clearance is a channel in a state.
type clearance struct {
	link  model.Link
	state int
}

func (p *past) link(flight int) model.Link {
	return model.Link{From: p.flights[flight].from, To: p.flights[flight].to}
}

func (p *past) clear(link model.Link, state int) { p.cleared[clearance{link, state}] = true }

// read marks the steps that led to the values of locations in a state.
func (p *past) read(state int, places []system.Location) error {
	for _, x := range places {
		if x.Kind == system.LocationChannel {
			if err := p.content(model.Link{From: x.Process, To: x.To}, state); err != nil {
				return err
			}
			continue
		}
		if err := p.want(demand{x, state}); err != nil {
			return err
		}
	}
	return nil
}

// content marks the steps that sent the messages in a channel, and those that have to remove others from it.
func (p *past) content(link model.Link, state int) error {
	p.clear(link, state)
	for i := range p.flights {
		if f := &p.flights[i]; p.link(i) == link && f.sent <= state && f.ended > state {
			if err := p.keep(f.sent - 1); err != nil {
				return err
			}
		}
	}
	return nil
}

// want marks the last step that changed a location.
func (p *past) want(d demand) error {
	if p.asked[d] {
		return nil
	}
	p.asked[d] = true
	at := p.changed(d, func(int) bool { return true })
	if at < 0 {
		return nil
	}
	if d.place.Kind.Accumulates() {
		if err := p.want(demand{d.place, at}); err != nil {
			return err
		}
	}
	return p.keep(at)
}

// changed returns the last step before a state that changed a location and for which of is true, or -1.
func (p *past) changed(d demand, of func(i int) bool) int {
	for i := d.state - 1; i >= 0; i-- {
		if of(i) && slices.Contains(p.changes[i], d.place) {
			return i
		}
	}
	return -1
}

// keep marks step i, and what it depends on. -1 stands for the initial state, which always matters.
func (p *past) keep(i int) error {
	if i < 0 || p.matters[i] {
		return nil
	}
	p.matters[i] = true
	reads, err := SystemOf(p.e).Reads(p.e.states[i], p.e.numbers[i])
	if err != nil {
		return err
	}
	if err := p.read(i, reads); err != nil {
		return err
	}
	step := &p.e.steps[i]
	switch step.Kind {
	case model.Deliver, model.Duplicate, model.Lose:
		link := model.Link{From: step.From, To: step.To}
		if p.fifo {
			p.clear(link, i)
		}
		for k := range p.flights {
			if f := &p.flights[k]; f.ended == i+1 && p.link(k) == link && f.fate != refused && f.fate != swept {
				if err := p.keep(f.sent - 1); err != nil {
					return err
				}
			}
		}
	}
	for _, s := range step.Sends {
		if !p.bounded {
			break
		}
		// There must be room in the channel.
		p.clear(model.Link{From: s.From, To: s.To}, i)
		if s.Lost {
			if err := p.read(i, refusal(s.From, s.To)); err != nil {
				return err
			}
		}
	}
	return nil
}

// refusal returns the locations that decide whether a message is lost when it is sent.
func refusal(from, to model.ID) []system.Location {
	return []system.Location{{Kind: system.LocationLink, Process: from, To: to},
		{Kind: system.LocationUp, Process: to, To: model.None}}
}

// settle marks what follows from the steps that matter, until nothing is added.
func (p *past) settle() error {
	for {
		before := slices.Clone(p.matters)
		for i := range p.flights {
			if err := p.settleFlight(i); err != nil {
				return err
			}
		}
		if slices.Equal(before, p.matters) {
			return nil
		}
	}
}

// settleFlight handles a message whose sending step matters. It marks the step that removes the message where a channel
// has to be cleared, and whatever mended its link before it was sent.
func (p *past) settleFlight(i int) error {
	f := &p.flights[i]
	if f.sent > 0 && !p.matters[f.sent-1] {
		return nil
	}
	link := p.link(i)
	for c := range p.cleared {
		if c.link != link || f.ended > c.state {
			continue
		}
		if f.fate == refused {
			return p.read(f.sent-1, refusal(f.from, f.to))
		}
		if err := p.keep(f.ended - 1); err != nil {
			return err
		}
	}
	if f.sent == 0 || f.fate == refused {
		return nil
	}
	// If a step that matters changed the link, the last change before sending matters too, so that the link is not cut.
	d := demand{system.Location{Kind: system.LocationLink, Process: f.from, To: f.to}, f.sent - 1}
	if p.changed(d, func(i int) bool { return p.matters[i] }) >= 0 {
		return p.want(d)
	}
	return nil
}
