package code

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
)

// What is wrong with code as the model of a process.
const (
	// Impure: the same history did different things in two runs.
	Impure model.ErrorKind = "impure"
	// Hidden: two histories lead to one snapshot, and the same input does different things after them.
	Hidden model.ErrorKind = "hidden state"
	// Opaque: there is no snapshot, since a part of the value cannot be compared.
	Opaque model.ErrorKind = "opaque"
	// Costly: MostCalls or MostReplayed is reached.
	Costly model.ErrorKind = "too costly"
)

// ran is what a run of the code came to.
type ran[V any] struct {
	effects []effect
	id      identity
	bytes   int
	seen    V
	text    string // of seen, encoded
}

// run makes a T, has it go through a history, which leads to the snapshot of a call, and applies the input of the call.
func (r *room[T, V]) run(c call[V], history []input) (done ran[V]) {
	fresh := r.outcomes[c] == nil
	if !fresh {
		r.stats.Checked += len(history)
	}
	r.afford("MostReplayed", r.of.MostReplayed, defaultReplayed, r.stats.Replayed+r.stats.Checked, "steps to replay")
	run := func() {
		x := r.rebuild(c.home, history)
		if c.at != nil {
			if got := r.identify(c.home, x); got.id != c.at.id {
				kind, known := Hidden, c.at.history()
				differs := r.differs(c.home, known, history)
				switch {
				case r.identify(c.home, r.rebuild(c.home, history)).id != got.id:
					kind = Impure
				case slices.Equal(known, history):
					differs = "the first part of this one leads where another does, and the rest does something else after it"
				}
				r.fault(kind, c, "", known, history, differs)
			}
		}
		rec := recorder{home: c.home, encode: r.encoded}
		x = r.apply(c.home, x, c.in, &rec, history)
		got := r.identify(c.home, x)
		done = ran[V]{effects: rec.effects, id: got.id, bytes: got.size}
		func() {
			defer r.explain(c.home, append(history, c.in))
			done.seen = r.of.See(x)
		}()
		done.text = r.encoded("value of See", done.seen)
	}
	r.watch(run)
	return done
}

// rebuild makes a T and has it go through a history; nil gives none.
func (r *room[T, V]) rebuild(at home, history []input) (x T) {
	for i, in := range history {
		x = r.apply(at, x, in, &recorder{home: at}, history[:i])
	}
	return x
}

// apply applies an input to x, which has come to be by a history.
func (r *room[T, V]) apply(at home, x T, in input, rec *recorder, history []input) T {
	defer r.explain(at, append(history[:len(history):len(history)], in))
	p := model.NewContext(rec, at.p)
	e := r.event(at.p, in)
	switch in.kind {
	case starts:
		x = r.of.New(p)
	case model.Recover:
		x = r.of.Restart(p, e.Message)
	case model.Deliver:
		r.of.Receive(p, x, in.from, e.Message)
	case model.Timeout:
		r.of.Timeout(p, x, in.name)
	case model.Suspect, model.Trust:
		r.of.Detect(p, x, in.from, in.kind == model.Suspect)
	default:
		for _, a := range r.of.Acts {
			if a.Name == in.name {
				a.Do(p, x)
			}
		}
	}
	if r.of.Ready != nil {
		r.of.Ready(p, x)
	}
	return x
}

// event describes an input. A value that was stored stands where a message does.
func (r *room[T, V]) event(p model.ID, in input) model.Event {
	e := model.Event{Kind: in.kind, Process: p, Name: in.name, From: model.None, To: model.None, Suspect: model.None}
	switch in.kind {
	case model.Deliver:
		e.From, e.To = in.from, p
	case model.Suspect, model.Trust:
		e.Suspect = in.from
	}
	if in.value != "" {
		e.Message = r.decoded(in.value)
	}
	return e
}

// encoded is a plain value as text, which is its identity.
func (r *room[T, V]) encoded(what string, v any) string {
	b, err := r.registry.Encode(nil, v)
	if err != nil {
		model.Misuse("its %s is no plain value: %v", what, err)
	}
	return string(b)
}

func (r *room[T, V]) decoded(text string) any {
	v, err := r.registry.Decode([]byte(text))
	if err != nil {
		model.Misuse("what was encoded cannot be decoded: %v", err)
	}
	return v
}

// explain makes an error of a panic of the code, with the history that leads there. It is deferred.
func (r *room[T, V]) explain(at home, history []input) {
	x := recover()
	if x == nil {
		return
	}
	e := model.Panic("", x)
	if e.Kind == model.Panicked && e.Cause != "" {
		e.Detail += ", after this history:" + r.list(at, history) + "As a test of the code alone:\n\n" + r.test(at, history)
		e.Cause = "" // it is said once: the panic may come by here again
	}
	panic(e)
}

// list is a history for people.
func (r *room[T, V]) list(at home, history []input) string {
	var b strings.Builder
	b.WriteByte('\n')
	for i, in := range history {
		fmt.Fprintf(&b, "    %2d %s\n", i, describe(r.event(at.p, in)))
	}
	return b.String()
}

func describe(e model.Event) string {
	switch e.Kind {
	case model.Deliver, model.Duplicate:
		return fmt.Sprintf("deliver %v from process %d", e.Message, e.From)
	case model.Recover:
		return fmt.Sprintf("restart with %+v", e.Message)
	case model.Suspect, model.Trust:
		return fmt.Sprintf("%s process %d", e.Kind, e.Suspect)
	}
	return strings.TrimSpace(string(e.Kind) + " " + e.Name)
}

// fault ends a call because of two histories that do not agree.
func (r *room[T, V]) fault(kind model.ErrorKind, c call[V], detail string, first, second []input, differs string) {
	cause := "it reads the clock or draws random numbers, follows the order of a map, or leaves something in a variable " +
		"of its package"
	if kind == Hidden {
		detail = cmp.Or(detail, "the same input does different things after two histories that lead to the same snapshot")
		cause = "something matters that is left out by Ignore, or that lies outside of the value: in a variable of its " +
			"package, in what a function holds on to, or in the spare capacity of a slice"
	}
	detail = cmp.Or(detail, "two runs of one history do different things")
	detail += ": " + differs + "\n  first history:" + r.list(c.home, first)
	if kind == Hidden {
		detail += "  second history:" + r.list(c.home, second)
	}
	panic(&model.Error{Kind: kind, Detail: strings.TrimRight(detail, "\n"), Cause: cause})
}
