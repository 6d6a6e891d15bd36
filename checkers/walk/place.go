package walk

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Place describes the state where a walk stands. Processes are given by their numbers; -1 means none.
type Place struct {
	Events   []Event   `json:"events"`   // events that are possible, in the fixed order of the system
	More     []More    `json:"more"`     // those that are not listed
	Refusals []Refusal `json:"refusals"` // what is not possible, and why
	Messages []Message `json:"messages"` // messages in transit
	Budgets  []Budget  `json:"budgets"`
	Truths   []Truth   `json:"truths"` // one for each property, in order
}

// Event is an event that is possible.
type Event struct {
	Name    string   `json:"name"` // its name in a path
	Kind    string   `json:"kind"`
	Process int      `json:"process"` // where it happens
	Label   string   `json:"label"`   // what it is to the process
	Words   []string `json:"words"`   // what it would do
	Fault   bool     `json:"fault"`   // whether it is a failure

	// Shows lists the properties that it would violate, or reach.
	Shows []string `json:"shows,omitempty"`
}

// More is how many more events of a process are possible than a Place lists.
type More struct {
	Process int  `json:"process"`
	Count   int  `json:"count"`
	AtLeast bool `json:"atLeast"` // not all were counted
}

// Refusal is something that a process would do, or a message that it would receive, if nothing prevented it.
type Refusal struct {
	Process int    `json:"process"`
	What    string `json:"what"`
	Why     string `json:"why"`
}

// Message is a message in transit.
type Message struct {
	From int    `json:"from"`
	To   int    `json:"to"`
	Text string `json:"text"`

	// Deliver, Lose and Duplicate are the names of the events that do this to it, empty if that is not possible. Why says
	// why it cannot be delivered.
	Deliver   string `json:"deliver,omitempty"`
	Lose      string `json:"lose,omitempty"`
	Duplicate string `json:"duplicate,omitempty"`
	Why       string `json:"why,omitempty"`
}

// Budget is the number of failures of a kind that are possible; -1 means no limit.
type Budget struct {
	Kind string `json:"kind"`
	Used int    `json:"used"`
	Of   int    `json:"of"`
}

// Place describes the walk after its step n. The error is a *checkers.Failure if the model is at fault, and that of ctx
// if it is done.
func (w *Walk) Place(ctx context.Context, n int) (*Place, error) {
	w = w.prefix(n)
	can, err := w.possible(ctx)
	if err != nil {
		return nil, err
	}
	at := w.Execution.Vector(n)
	blocked, err := w.sys.Blocked(at)
	if err != nil {
		return nil, w.bound.Fault(err)
	}
	p := &Place{Events: []Event{}, More: can.more(), Refusals: []Refusal{}, Messages: []Message{}, Budgets: w.budgets()}
	for _, x := range can.next {
		if !can.listed[x.Number] {
			continue
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		e := w.event(x)
		if e.Shows, err = w.reveals(x); err != nil {
			return nil, w.bound.Fault(err)
		}
		p.Events = append(p.Events, e)
	}
	if len(w.Execution.Processes()) > 0 {
		within, err := w.sys.Within(at)
		if err != nil {
			return nil, w.bound.Fault(err)
		}
		p.Messages = w.messages(can.next, blocked, within)
		p.Refusals = append(append(p.Refusals, w.refusals(blocked)...), w.still(can, blocked, within)...)
	}
	p.Truths, err = w.truths()
	return p, w.bound.Fault(err)
}

func (w *Walk) event(x counterexamples.Next) Event {
	longer := w.Execution.Then(x)
	return Event{Name: x.Name, Kind: string(x.Kind), Process: int(x.Process), Label: w.label(x),
		Words: longer.Words(longer.Len()), Fault: system.Failure(x.Kind)}
}

// label describes an event from the point of view of its process.
func (w *Walk) label(x counterexamples.Next) string {
	e := &x.Event
	text := e.Kind
	switch x.Kind {
	case model.Acted:
		text = e.Name
	case model.Deliver:
		text = fmt.Sprintf("receive %s from %s", e.Message, e.From)
	case model.Duplicate:
		text = fmt.Sprintf("receive %s from %s, and keep a copy on its way", e.Message, e.From)
	case model.Lose:
		text = fmt.Sprintf("lose %s from %s to %s", e.Message, e.From, e.To)
	case model.Timeout:
		text = fmt.Sprintf("timer %s fires", e.Name)
	case model.Suspect, model.Trust:
		text = e.Kind + " " + e.Suspect
	case model.SetBack:
		text = fmt.Sprintf("clock is set back %s", e.Name)
	case model.Tick:
		text = "a tick passes"
		if x.Process != model.None {
			text = "its clock ticks"
		}
	case model.Cut, model.Heal:
		if e.From != "" {
			text = fmt.Sprintf("%s %s – %s", e.Kind, e.From, e.To)
		}
	case model.Partition:
		text = fmt.Sprintf("split %s from the others", strings.Join(e.Group, ", "))
	}
	if x.Choices > 1 || x.Choices == system.Uncounted {
		text += fmt.Sprintf(", choice %d", e.Choice)
	}
	return text
}

// refusals describes the events that a guard or a full channel prevents.
func (w *Walk) refusals(blocked []system.BlockedBy) []Refusal {
	names := w.Execution.Processes()
	var all []Refusal
	for _, b := range blocked {
		r := Refusal{Process: int(b.Process), What: counterexamples.Printable(b.Name)}
		if b.Kind == model.Deliver {
			r.What = fmt.Sprintf("receive %s from %s", w.Execution.Format(b.Message), names[b.From])
		}
		r.Why = w.why(b)
		all = append(all, r)
	}
	return all
}

func (w *Walk) why(b system.BlockedBy) string {
	switch {
	case b.Full:
		return "it would send into a full channel"
	case b.Kind == model.Deliver:
		return "the guard does not accept it" + w.while(b.Process)
	case len(b.Conditions) > 0:
		var quoted []string
		for _, c := range b.Conditions {
			quoted = append(quoted, fmt.Sprintf("“%s”", counterexamples.Printable(c)))
		}
		return "it is not so: " + words.Enumerate(quoted)
	}
	return "the guard says no" + w.while(b.Process)
}

// while names the local state of a process if it has a single part. If it has several, it is not known which of them
// the guard depends on.
func (w *Walk) while(p model.ID) string {
	parts := w.Execution.Parts(w.Execution.State(w.Execution.Len()))[p]
	if len(parts) != 1 {
		return " in this state"
	}
	return " while " + strings.TrimPrefix(parts[0][0]+" = "+parts[0][1], " = ")
}

// beyond is why nothing happens in a state outside the Constraint of the model.
const beyond = "the Constraint is false in this state"

// still says why processes can do nothing, unless a refusal does. within says that the Constraint holds.
func (w *Walk) still(can *possible, blocked []system.BlockedBy, within bool) []Refusal {
	s := w.Execution.State(w.Execution.Len())
	var all []Refusal
	for p := range model.ID(s.N()) {
		waits := slices.ContainsFunc(blocked, func(b system.BlockedBy) bool {
			return b.Process == p && b.Kind == model.Deliver
		})
		switch {
		case w.moves(can, p):
		case !s.Up(p):
			all = append(all, Refusal{Process: int(p), What: "do anything", Why: "it is down"})
		case !within:
			all = append(all, Refusal{Process: int(p), What: "do anything", Why: beyond})
		case !waits:
			r := Refusal{Process: int(p), What: "receive", Why: "no message is on its way to it"}
			for link := range s.Messages() {
				if link.To == p {
					r.Why = "no message on its way to it is due yet"
				}
			}
			all = append(all, r)
		}
	}
	return all
}

// messages describes the messages in transit and what can happen to each. Equal messages of an unordered channel that
// are as old as each other cannot be told apart: what can happen to one can happen to all.
func (w *Walk) messages(next []counterexamples.Next, blocked []system.BlockedBy, within bool) []Message {
	network, _ := w.sys.Network()
	n := w.Execution.Len()
	s := w.Execution.State(n)
	all := []Message{}
	for link, message := range s.Messages() {
		all = append(all, Message{From: int(link.From), To: int(link.To), Text: w.Execution.Format(message)})
	}
	for _, x := range next {
		if x.Kind != model.Deliver && x.Kind != model.Lose && x.Kind != model.Duplicate {
			continue
		}
		_, _, first, copies := w.sys.Pass(w.Execution.Vector(n), x.Number, x.After, nil)
		for i := first - s.N(); i < first-s.N()+copies; i++ {
			m := &all[i]
			at := map[model.Kind]*string{model.Deliver: &m.Deliver, model.Lose: &m.Lose, model.Duplicate: &m.Duplicate}[x.Kind]
			*at = cmp.Or(*at, x.Name)
		}
	}
	for i := range all {
		m := &all[i]
		refused := slices.IndexFunc(blocked, func(b system.BlockedBy) bool {
			return b.Kind == model.Deliver && int(b.From) == m.From && int(b.Process) == m.To &&
				w.Execution.Format(b.Message) == m.Text
		})
		switch {
		case m.Deliver != "":
		case !within:
			m.Why = beyond
		case network.Order == model.FIFO && i > 0 && all[i-1].From == m.From && all[i-1].To == m.To:
			m.Why = "it is behind another"
		case refused >= 0:
			m.Why = w.why(blocked[refused])
		default:
			m.Why = "it is not due yet"
		}
	}
	return all
}

// budgets returns how much of each budget of failures is used.
func (w *Walk) budgets() []Budget {
	all := []Budget{}
	if len(w.Execution.Processes()) == 0 {
		return all
	}
	faults := w.faults
	for kind, of := range faults.Budgets() {
		b := Budget{Kind: string(kind), Of: *of}
		for i := range w.Execution.Len() {
			if w.Execution.Step(i).Kind == kind {
				b.Used++
			}
		}
		all = append(all, b)
	}
	return all
}
