package code

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
)

// The kinds of faults that make code unfit as a process.
const (
	// Impure: two runs of the same history had different results.
	Impure model.ErrorKind = "impure"
	// Hidden: the same input had different results after two histories that lead to the same snapshot.
	Hidden model.ErrorKind = "hidden state"
	// Opaque: there is no snapshot, since a part of the value cannot be compared, or a goroutine is left running.
	Opaque model.ErrorKind = "opaque"
	// Costly: MostCalls or MostReplayed was exceeded.
	Costly model.ErrorKind = "too costly"
)

// ran is the result of a run of the code.
type ran struct {
	effects []effect
	id      identity
	bytes   int
	seen    string // what See returned, encoded
}

// same reports whether nothing that shows differs between two runs.
func (a ran) same(b ran) bool {
	return a.id == b.id && a.seen == b.seen && slices.EqualFunc(a.effects, b.effects, effect.same)
}

// run creates a T, replays on it a history that leads to the snapshot of call c, and applies the input of c.
func (r *room[T, V]) run(c call[V], history []input) (done ran) {
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
					differs = "a part of this history leads to the same snapshot as another, but the rest does something else after it"
				}
				r.fault(kind, c, "", known, history, differs)
			}
		}
		rec := &recorder{home: c.home, late: &r.late, encode: r.encoded}
		x = r.apply(c.home, x, c.in, rec, history)
		for i := range rec.effects {
			if e := &rec.effects[i]; e.text != "" { // as it was then: the code may have changed it since
				e.value = r.decoded(e.text)
			}
		}
		got := r.identify(c.home, x)
		done = ran{effects: rec.effects, id: got.id, bytes: got.size}
		var seen V
		func() {
			defer r.explain(c.home, history, c.in)
			seen = r.of.See(x)
		}()
		done.seen = r.encoded("value of See", seen)
	}
	r.watch(run)
	return done
}

// rebuild creates a T by replaying a history. If the history is empty, it returns the zero value.
func (r *room[T, V]) rebuild(at home, history []input) (x T) {
	for i, in := range history {
		x = r.apply(at, x, in, &recorder{home: at, late: &r.late}, history[:i])
	}
	return x
}

// apply applies an input to x, which a history has led to.
func (r *room[T, V]) apply(at home, x T, in input, rec *recorder, history []input) T {
	defer r.explain(at, history, in)
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
	p.Raise()
	rec.over.Store(true)
	if late := r.late.Swap(nil); late != nil {
		panic(late)
	}
	return x
}

// event describes an input. For a restart, the event's Message is the stored value.
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

// encoded returns the canonical encoding of a plain value; what names it in errors.
func (r *room[T, V]) encoded(what string, v any) string {
	b, err := r.registry.Encode(nil, v)
	if err != nil {
		model.Misuse("its %s is not a plain value: %v", what, err)
	}
	return string(b)
}

func (r *room[T, V]) decoded(text string) any {
	v, err := r.registry.Decode([]byte(text))
	if err != nil {
		model.Misuse("an encoded value cannot be decoded: %v", err)
	}
	return v
}

// shown returns a new copy of what See returned.
func (r *room[T, V]) shown(seen string) V {
	v, _ := r.decoded(seen).(V) // zero if V is an interface, and it returned nil
	return v
}

// explain recovers a panic of the code and panics with an error that shows the history. It must be deferred.
func (r *room[T, V]) explain(at home, history []input, in input) {
	x := recover()
	if x == nil {
		return
	}
	e := model.Panic("", x)
	if e.Kind == model.Panicked && e.Cause != "" {
		history = append(slices.Clone(history), in)
		e.Detail += ", after this history:" + r.list(at, history) + "As a test of the code alone:\n\n" + r.test(at, history)
		e.Cause = "" // so that the history is added only once, though a caller may recover this panic again
	}
	panic(e)
}

// list writes a history for people, one input per line.
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

// fault panics with an error about two histories whose results differ.
func (r *room[T, V]) fault(kind model.ErrorKind, c call[V], detail string, first, second []input, differs string) {
	cause := "it reads the clock or draws random numbers, depends on the order of a map, or keeps something in a " +
		"package variable"
	if kind == Hidden {
		detail = cmp.Or(detail, "the same input does different things after two histories that lead to the same snapshot")
		cause = "something that matters is left out by Ignore, or lies outside the value: in a package variable, in what a " +
			"function captures, or in the spare capacity of a slice"
	}
	detail = cmp.Or(detail, "two runs of one history do different things")
	differs = cmp.Or(differs, "another run of both shows no difference")
	detail += ": " + differs + "\n  first history:" + r.list(c.home, first)
	if kind == Hidden {
		detail += "  second history:" + r.list(c.home, second)
	}
	panic(&model.Error{Kind: kind, Detail: strings.TrimRight(detail, "\n"), Cause: cause})
}
