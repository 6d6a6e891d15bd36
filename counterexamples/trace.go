package counterexamples

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Schema is the version of the trace file format.
const Schema = 1

// Trace is an execution as data: the system, the property, the initial state and the events. A trace file holds it as
// JSON. States and sent messages are derived by running it again, or come with it as a Picture.
type Trace struct {
	Schema int `json:"schema"`

	// The system: a spec of a catalogue with its variant, parameters and environment, or a test.
	Spec    string         `json:"spec,omitempty"`
	Variant string         `json:"variant,omitempty"`
	Params  map[string]int `json:"params,omitempty"`
	// The flags of the command that differ from the spec's defaults, without dashes.
	Environment map[string]string `json:"environment,omitempty"`
	Case        string            `json:"case,omitempty"`

	// What the execution shows.
	Property    string `json:"property,omitempty"`
	Kind        string `json:"kind,omitempty"`
	Explanation string `json:"explanation,omitempty"`

	// Initial is the number of the initial state, from 0, in the system's fixed order of distinct initial states.
	Initial int     `json:"initial"`
	Steps   []Event `json:"steps"`

	// Loop, for a lasso, is the number of steps before the loop: the steps from Steps[Loop] on repeat for ever.
	Loop *int `json:"loop,omitempty"`

	// Picture, if set, is everything that pictures show of the execution, compressed: see Execution.Record.
	Picture string `json:"picture,omitempty"`
}

// Event identifies an event among those enabled in a state by how it looks to people: values are as Format prints
// them, and processes are named.
type Event struct {
	Kind    string   `json:"kind"`
	Process string   `json:"process,omitempty"`
	Name    string   `json:"name,omitempty"`
	From    string   `json:"from,omitempty"`
	To      string   `json:"to,omitempty"`
	Message string   `json:"message,omitempty"`
	Behind  int      `json:"behind,omitempty"` // see model.Event
	Suspect string   `json:"suspect,omitempty"`
	Group   []string `json:"group,omitempty"`
	Choice  int      `json:"choice,omitempty"`

	// Nth distinguishes enabled events that agree in all other fields: it is the number of those before this one.
	Nth int `json:"nth,omitempty"`
}

// String describes the event on one line: deliver (VoteForMe) from p0 to p1.
func (e Event) String() string {
	var b strings.Builder
	b.WriteString(e.Kind)
	if e.Name != "" {
		fmt.Fprintf(&b, " %q", e.Name)
	}
	if e.Message != "" {
		fmt.Fprintf(&b, " (%s)", e.Message)
	}
	switch {
	case e.From != "":
		fmt.Fprintf(&b, " from %s to %s%s", e.From, e.To, behind(e.Behind))
	case e.Process != "":
		fmt.Fprintf(&b, " of %s", e.Process)
	}
	if e.Suspect != "" {
		fmt.Fprintf(&b, " about %s", e.Suspect)
	}
	if len(e.Group) > 0 {
		fmt.Fprintf(&b, " between %s and the others", strings.Join(e.Group, ", "))
	}
	if e.Choice > 0 {
		fmt.Fprintf(&b, ", choice %d", e.Choice)
	}
	if e.Nth > 0 {
		fmt.Fprintf(&b, ", number %d of those that look the same", e.Nth+1)
	}
	return b.String()
}

// look is how an event looks: all fields but Nth.
type look struct {
	kind, process, name, from, to, message, suspect, group string
	behind, choice                                         int
}

func (e Event) look() look {
	return look{e.Kind, e.Process, e.Name, e.From, e.To, e.Message, e.Suspect, strings.Join(e.Group, "\x00"), e.Behind,
		e.Choice}
}

func (e Event) equal(o Event) bool { return e.look() == o.look() && e.Nth == o.Nth }

// describe returns an event as a trace holds it, except for Nth.
func describe(n names, e model.Event) Event {
	d := Event{Kind: string(e.Kind), Name: clean(e.Name), Behind: e.Behind, Choice: e.Choice,
		Process: n.of(e.Process), From: n.of(e.From), To: n.of(e.To), Suspect: n.of(e.Suspect)}
	switch e.Kind {
	case model.Deliver, model.Duplicate, model.Lose:
		d.Message = Format(e.Message)
	}
	for _, p := range e.Group {
		d.Group = append(d.Group, n.of(p))
	}
	return d
}

// behind says how many messages are ahead of a lost one.
func behind(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return ", behind another"
	}
	return fmt.Sprintf(", behind %d others", n)
}

// namesOf returns the names of a system's processes, cleaned for printing.
func namesOf(sys *system.System) names {
	n := slices.Clone(sys.Processes())
	for i := range n {
		n[i] = clean(n[i])
	}
	return n
}

// describeAll returns the enabled events as a trace holds them.
func describeAll(n names, enabled []system.Numbered) []Event {
	all, seen := make([]Event, len(enabled)), alike{}
	for i := range enabled {
		all[i] = seen.next(describe(n, enabled[i].Event))
	}
	return all
}

// alike counts enabled events that look the same.
type alike map[look]int

// next returns the next event, with Nth.
func (a alike) next(e Event) Event {
	k := e.look()
	e.Nth = a[k]
	a[k]++
	return e
}

// Observer returns a function from an event of sys to what an external observer sees of it: the event as a trace holds
// it, without the outcomes of choices and the position of a lost message in its channel, which are internal. It makes
// events of different systems comparable. The function may be called concurrently. Its error is a *model.Error: the
// message does not always look the same.
func Observer(sys *system.System) func(e model.Event) (Event, error) {
	n := namesOf(sys)
	return func(e model.Event) (Event, error) {
		e.Choice, e.Behind = 0, 0
		return describe(n, e), steady(e.Message, 1)
	}
}
