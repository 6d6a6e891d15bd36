package counterexamples

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/anel-mc/mc/model"
)

// itfDescription is the address of the description of the format.
const itfDescription = "https://apalache-mc.org/docs/adr/015adr-trace.html"

// ITF writes the states of the execution in the Informal Trace Format, as JSON: Apalache's ADR-015 as revised on
// 2023-09-14, which writes every integer as a #bigint. By convention its files end in .itf.json.
//
// The variables are:
//
//   - For each process, by its name, a record: up, whether it is up; state, its local state, absent if the process is
//     down; timers, the set of timers that are set; stored, the variant Some of what is in stable storage, or None;
//     clock; suspects, a set of processes. A field that no state of the execution needs is left out: up if no process
//     is ever down, timers if none is ever set, and so on.
//   - Each shared variable, by its name.
//   - channels, a map from pairs of sender and receiver to the list of messages in transit, for channels that are not
//     empty; only if a message is ever in transit.
//   - severed, the set of pairs that a cut or a partition keeps apart; only if there ever is one.
//   - stable, whether the system has stabilised; only if it is ever unstable.
//   - history, the list of operations called so far, if the instance keeps it.
//   - For a model.Machine, the fields of its state, or state if it is not a struct.
//
// The remaining fault budget is not a variable, because it follows from the failures so far.
//
// Values become:
//
//	bool, string               the same
//	integers                   {"#bigint": "3"}
//	floating point             {"#unserializable": "0.5"}, because the format has none
//	a String method            the string that it returns, for structs too
//	a process                  its name
//	struct                     a record, with unexported fields
//	slice, array               a list
//	map                        {"#map": …}, in the order of keys; {"#set": …} if its elements are struct{}
//	pointer                    the variant {"tag": "Some", "value": …}, or {"tag": "None", "value": {}}
//	interface                  the variant whose tag is the name of the dynamic type; None for nil; a type
//	                           that the model does not define, such as int, has no tag
//
// Messages and operations are interfaces. The #meta of a state names the event that led to it.
//
// For a lasso, loop is the index of the state that follows the last one. That state is not repeated at the end; the
// event that leads back to it is in the #meta of the trace.
func (e *Execution) ITF(w io.Writer) error {
	d := &itf{Execution: e, out: bufio.NewWriter(w), shown: map[string]bool{}}
	n := e.Len() + 1 // states
	if e.Trace.Loop != nil {
		n--
	}
	d.survey(n)
	var states []itfState
	for i := range n {
		states = append(states, d.state(i))
	}
	d.out.WriteString("{\n  \"#meta\": ")
	d.out.WriteString(object("    ", d.meta()) + ",\n")
	d.out.WriteString(`  "vars": ` + strings.ReplaceAll(list(d.vars), `","`, `", "`) + ",\n")
	d.out.WriteString("  \"states\": [\n")
	for i, s := range states {
		if i > 0 {
			d.out.WriteString(",\n")
		}
		d.out.WriteString("    " + object("      ", s))
	}
	d.out.WriteString("\n  ]")
	if l := e.Trace.Loop; l != nil {
		fmt.Fprintf(d.out, ",\n  \"loop\": %d", *l)
	}
	d.out.WriteString("\n}\n")
	return d.out.Flush() // the first error, if any write failed
}

// itf writes an execution in the format.
type itf struct {
	*Execution
	out   *bufio.Writer
	vars  []string // in order, as JSON
	shown map[string]bool
}

// pair is a key with its value, as JSON.
type pair struct{ key, value string }

type itfState = []pair

// object returns a JSON object with one pair per line.
func object(indent string, pairs []pair) string {
	var b strings.Builder
	b.WriteString("{\n")
	for i, p := range pairs {
		if i > 0 {
			b.WriteString(",\n")
		}
		b.WriteString(indent + p.key + ": " + p.value)
	}
	return b.String() + "\n" + indent[2:] + "}"
}

// record returns a JSON object on one line.
func record(pairs []pair) string {
	var all []string
	for _, p := range pairs {
		all = append(all, p.key+":"+p.value)
	}
	return "{" + strings.Join(all, ",") + "}"
}

func list(values []string) string { return "[" + strings.Join(values, ",") + "]" }

func set(values []string) string { return `{"#set":` + list(values) + "}" }

// meta describes the trace.
func (d *itf) meta() []pair {
	t := &d.Trace
	all := []pair{{`"format"`, `"ITF"`}, {`"format-description"`, quoted(itfDescription)}}
	if t.Spec != "" {
		source := t.Spec
		if t.Variant != "" {
			source += ":" + t.Variant
		}
		for _, name := range slices.Sorted(maps.Keys(t.Params)) {
			source += fmt.Sprintf(" -p %s=%d", name, t.Params[name])
		}
		for _, name := range slices.Sorted(maps.Keys(t.Environment)) {
			source += fmt.Sprintf(" --%s %s", name, t.Environment[name])
		}
		all = append(all, pair{`"source"`, quoted(source)})
	}
	description, _ := t.verdict()
	description = strings.TrimLeft(cmp.Or(description, "an execution"), "✓✗ ")
	all = append(all, pair{`"description"`, quoted(description)})
	if t.Loop != nil {
		all = append(all, pair{`"loop-event"`, quoted(t.Steps[d.Len()-1].String())})
	}
	return all
}

// Fields of a process, and variables, that are written only if some state needs them.
const (
	itfUp       = "up"
	itfTimers   = "timers"
	itfStored   = "stored"
	itfClock    = "clock"
	itfSuspects = "suspects"
	itfChannels = "channels"
	itfSevered  = "severed"
	itfStable   = "stable"
)

// survey finds out what the first n states have.
func (d *itf) survey(n int) {
	if d.isMachine() {
		return
	}
	for i := range n {
		s := d.State(i)
		for j := range d.names {
			p := model.ID(j)
			d.shown[itfUp] = d.shown[itfUp] || !s.Up(p)
			d.shown[itfTimers] = d.shown[itfTimers] || len(s.Timers(p)) > 0
			d.shown[itfStored] = d.shown[itfStored] || s.Stored(p) != nil
		}
		d.shown[itfChannels] = d.shown[itfChannels] || !s.Quiet()
		d.shown[itfSevered] = d.shown[itfSevered] || len(d.severed(i)) > 0
		d.shown[itfStable] = d.shown[itfStable] || !s.Stable()
	}
	s := d.State(0)
	_, d.shown[itfClock] = try(func() int { return s.Clock(0) })
	_, d.shown[itfSuspects] = try(func() bool { return s.Suspects(0, 0) })
}

// state returns the variables of state i. Those of state 0 are recorded in vars.
func (d *itf) state(i int) itfState {
	s := d.State(i)
	meta := []pair{{`"index"`, strconv.Itoa(i)}}
	if i > 0 {
		meta = append(meta, pair{`"event"`, quoted(d.Trace.Steps[i-1].String())})
	}
	all := itfState{{`"#meta"`, record(meta)}}
	taken := map[string]bool{}
	add := func(name, value string) {
		// Names that begin with # are reserved by the format.
		name = strings.TrimLeft(clean(name), "#")
		for name == "" || taken[name] {
			name += "_"
		}
		taken[name] = true
		if i == 0 {
			d.vars = append(d.vars, quoted(name))
		}
		all = append(all, pair{quoted(name), value})
	}
	if d.isMachine() {
		d.whole(model.Whole[any](s), add)
		return all
	}
	for j, name := range d.names {
		add(name, d.processRecord(model.ID(j), s))
	}
	for name, v := range s.Variables() {
		add(name, d.names.itf(v))
	}
	if d.shown[itfChannels] {
		add(itfChannels, d.channels(s))
	}
	if d.shown[itfSevered] {
		add(itfSevered, d.apart(s))
	}
	if d.shown[itfStable] {
		add(itfStable, strconv.FormatBool(s.Stable()))
	}
	if s.KeepsHistory() {
		add("history", d.operationList(s))
	}
	return all
}

// whole adds the variables of a machine whose state is v.
func (d *itf) whole(v any, add func(name, value string)) {
	if l, ok := v.(*likeness); ok && l.Fields != nil {
		for _, f := range l.Fields {
			add(f.Name, f.ITF)
		}
		return
	}
	s, ok := structOf(v)
	if !ok {
		add("state", d.names.itf(v))
		return
	}
	for _, p := range (&itfWriter{names: d.names}).fields(s) {
		name, _ := strconv.Unquote(p.key) // a field name, which fields has quoted
		add(name, p.value)
	}
}

func (d *itf) processRecord(p model.ID, s model.State) string {
	var all []pair
	add := func(key, value string) { all = append(all, pair{quoted(key), value}) }
	v, up := s.Local(p)
	if d.shown[itfUp] {
		add(itfUp, strconv.FormatBool(up))
	}
	if up {
		add("state", d.names.itf(v))
	}
	if d.shown[itfTimers] {
		var timers []string
		for _, t := range s.Timers(p) {
			timers = append(timers, quoted(t))
		}
		add(itfTimers, set(timers))
	}
	if d.shown[itfStored] {
		add(itfStored, d.names.itfOption(s.Stored(p)))
	}
	if d.shown[itfClock] {
		add(itfClock, bigint(strconv.Itoa(s.Clock(p))))
	}
	if d.shown[itfSuspects] {
		var suspects []string
		for q, name := range d.names {
			if s.Suspects(p, model.ID(q)) {
				suspects = append(suspects, quoted(name))
			}
		}
		add(itfSuspects, set(suspects))
	}
	return record(all)
}

// both returns a pair of processes as a tuple.
func (d *itf) both(from, to model.ID) string {
	return `{"#tup":` + list([]string{quoted(d.names[from]), quoted(d.names[to])}) + "}"
}

func (d *itf) channels(s model.State) string {
	var all []string
	for from := range d.names {
		for to := range d.names {
			var messages []string
			for _, m := range s.Channel(model.ID(from), model.ID(to)) {
				messages = append(messages, d.names.itfVariant(m))
			}
			if len(messages) > 0 {
				all = append(all, list([]string{d.both(model.ID(from), model.ID(to)), list(messages)}))
			}
		}
	}
	return `{"#map":` + list(all) + "}"
}

func (d *itf) apart(s model.State) string {
	var all []string
	for from := range d.names {
		for to := range d.names {
			if s.Severed(model.ID(from), model.ID(to)) {
				all = append(all, d.both(model.ID(from), model.ID(to)))
			}
		}
	}
	return set(all)
}

func (d *itf) operationList(s model.State) string {
	var all []string
	for _, o := range s.History() {
		op := []pair{
			{`"process"`, quoted(d.names[o.Process])},
			{`"input"`, d.names.itfVariant(o.Input)},
			{`"pending"`, strconv.FormatBool(o.Pending)},
			{`"call"`, bigint(strconv.Itoa(o.Call))},
		}
		if !o.Pending {
			op = append(op, pair{`"output"`, d.names.itfVariant(o.Output)}, pair{`"return"`, bigint(strconv.Itoa(o.Return))})
		}
		all = append(all, record(op))
	}
	return list(all)
}
