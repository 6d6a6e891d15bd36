package counterexamples

import (
	"github.com/anel-mc/mc/model"
)

// flight follows a message: when it was sent and what became of it. Rows are counted as in a picture: 0 is the initial
// state, i+1 is step i.
type flight struct {
	from, to model.ID
	message  model.Message
	text     string
	sent     int  // the row that sent it
	since    int  // sent, or, for a duplicate, the row that delivered the first copy
	ended    int  // the row that ended it, or the number of rows if none did
	fate     fate // how it ended
}

type fate uint8

const (
	onItsWay  fate = iota // still in transit at the end
	delivered             // received
	copied                // received, while a copy stayed in transit
	lost                  // lost in transit
	refused               // lost when it was sent: the link was cut, or the receiver had stopped
	dropped               // delivered to a process that was down
	swept                 // lost with a crash, a cut or a partition
)

// flights follows every message of the execution, in the order of sending. A message that was delivered several times
// has a flight for each delivery. Messages in one channel that look the same cannot be told apart: the earliest is
// assumed to arrive first.
func (e *Execution) flights() []flight {
	if e.isMachine() {
		return nil
	}
	t := &tracker{e: e, on: map[model.Link][]int{}}
	t.reconcile(0)
	for i := range e.steps {
		step := &e.steps[i]
		link := model.Link{From: step.From, To: step.To}
		switch {
		case step.Kind == model.Deliver && step.Dropped:
			t.end(link, step.Message, 0, i+1, dropped)
		case step.Kind == model.Deliver:
			t.end(link, step.Message, 0, i+1, delivered)
		case step.Kind == model.Lose:
			t.end(link, step.Message, step.Behind, i+1, lost)
		case step.Kind == model.Duplicate:
			t.copy(link, step.Message, i+1)
		}
		for _, s := range step.Sends {
			t.send(model.Link{From: s.From, To: s.To}, s.Message, i+1)
			if s.Lost {
				t.end(model.Link{From: s.From, To: s.To}, s.Message, 0, i+1, refused)
			}
		}
		t.reconcile(i + 1)
	}
	return t.all
}

type tracker struct {
	e   *Execution
	all []flight
	on  map[model.Link][]int // the flights in transit, in the order of sending
}

func (t *tracker) send(link model.Link, m model.Message, row int) {
	t.on[link] = append(t.on[link], len(t.all))
	t.all = append(t.all, flight{from: link.From, to: link.To, message: m, text: t.e.names.format(m), sent: row,
		since: row, ended: len(t.e.steps) + 1})
}

// find returns the position of a message among those of its channel, skipping the first behind of them, or -1. A
// refused message is one that the row itself sent; otherwise it is the earliest that looks the same.
func (t *tracker) find(link model.Link, m model.Message, behind, row int, f fate) int {
	text, at := t.e.names.format(m), -1
	for k, i := range t.on[link] {
		if k < behind {
			continue
		}
		if g := &t.all[i]; g.text != text || !sameType(g.message, m) {
			continue
		}
		if at = k; f != refused || t.all[i].sent == row {
			break
		}
	}
	return at
}

func (t *tracker) end(link model.Link, m model.Message, behind, row int, f fate) {
	k := t.find(link, m, behind, row, f)
	if k < 0 {
		return
	}
	g := &t.all[t.on[link][k]]
	g.ended, g.fate = row, f
	on := t.on[link]
	t.on[link] = append(on[:k:k], on[k+1:]...)
}

// copy ends the flight of a message of which another copy stays in transit.
func (t *tracker) copy(link model.Link, m model.Message, row int) {
	k := t.find(link, m, 0, row, copied)
	if k < 0 {
		return
	}
	i := t.on[link][k]
	again := t.all[i]
	again.since = row
	g := &t.all[i]
	g.ended, g.fate = row, copied
	t.on[link][k] = len(t.all)
	t.all = append(t.all, again)
}

// reconcile compares the flights with the state: messages that are gone were swept away, new ones were sent.
func (t *tracker) reconcile(row int) {
	var there groups[model.Link, model.Message]
	for link, m := range t.e.State(row).Messages() {
		there.add(link, m)
	}
	for link, on := range t.on { // in any order: channels are independent
		if len(there.of[link]) == 0 {
			for _, i := range on {
				t.all[i].ended, t.all[i].fate = row, swept
			}
			delete(t.on, link)
		}
	}
	for _, link := range there.keys {
		for _, m := range there.of[link][min(len(t.on[link]), len(there.of[link])):] {
			t.send(link, m, row)
		}
	}
}
