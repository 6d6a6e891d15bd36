package validate

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// differs says how an event differs from a line; it is empty if they agree.
func (s *search) differs(x numbered, v []uint32, n *system.Numbered, actor int) (string, error) {
	kind := n.Kind
	if kind == model.Duplicate && x.Event == model.Deliver {
		kind = model.Deliver
	}
	name := func(p model.ID) string {
		if p == model.None {
			return "nobody"
		}
		return s.values.names[p]
	}
	switch {
	case kind != x.Event:
		return fmt.Sprintf("it is of kind %s", kind), nil
	case x.Name != "" && n.Name != x.Name:
		return fmt.Sprintf("it is %q", n.Name), nil
	case x.From != "" && name(n.From) != x.From:
		return "it is from " + name(n.From), nil
	case x.Suspect != "" && name(n.Suspect) != x.Suspect:
		return "it is about " + name(n.Suspect), nil
	case x.Type != "" && typeName(n.Message) != x.Type:
		return "its message is a " + typeName(n.Message), nil
	}
	if d, err := held(s.values.differs(n.Message, x.message)); d != "" || err != nil {
		return "its message: " + d, err
	}
	if d, err := s.states(x, v, n.After, actor); d != "" || err != nil {
		return d, err
	}
	return s.effects(x, n.Sends, n.After, actor)
}

// typeName returns the name of the type of a message, or of what it points to.
func typeName(v any) string {
	if v == nil {
		return "nil"
	}
	t := reflect.TypeOf(v)
	for t.Name() == "" && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Name()
}

// states says how the states before (unless nil) and after an event differ from a line.
func (s *search) states(x numbered, before, after []uint32, actor int) (string, error) {
	for _, look := range []struct {
		words string
		v     []uint32
		told  any
	}{{"before it, the state ", before, x.before}, {"after it, the state ", after, x.after}} {
		if look.v == nil || look.told == (any(missing{})) {
			continue
		}
		local, typed := s.local(look.v, actor)
		d, err := s.values.differs(local, look.told)
		if !typed {
			d, err = held(d, err)
		}
		if err != nil {
			return "", fmt.Errorf("%s: %w", x.at, err)
		}
		if d != "" {
			return look.words + d, nil
		}
	}
	return "", nil
}

// starts says how an initial state differs from the first line of an actor.
func (s *search) starts(x numbered, v []uint32, actor int) (string, error) {
	if d, err := s.states(x, nil, v, actor); d != "" || err != nil {
		return d, err
	}
	var all []system.Send
	for l, m := range s.sys.State(v).Messages() {
		if int(l.From) == actor {
			all = append(all, system.Send{From: l.From, To: l.To, Message: m})
		}
	}
	return s.effects(x, all, v, actor)
}

// effects says how the other effects of an event differ from a line: all are the messages that it sends, and v is the
// state after it.
func (s *search) effects(x numbered, all []system.Send, v []uint32, actor int) (string, error) {
	if x.Sends == nil && x.Timers == nil && x.stored == (any(missing{})) {
		return "", nil
	}
	state, p := s.sys.State(v), model.ID(actor)
	if x.Sends != nil && !s.sends(x, all) {
		var texts []string
		for _, m := range all {
			texts = append(texts, fmt.Sprintf("%s to %s", s.values.format(m.Message), s.values.names[m.To]))
		}
		return fmt.Sprintf("it sends %s, and the log has %s", cmp.Or(list(texts), "nothing"), text(x.Sends)), nil
	}
	if x.Timers != nil && !slices.Equal(state.Timers(p), x.Timers) {
		return fmt.Sprintf("after it, the timers that are set are %s, and the log has %s",
			cmp.Or(list(state.Timers(p)), "none"), text(x.Timers)), nil
	}
	d, err := held(s.values.differs(state.Stored(p), x.stored))
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: %w", x.at, err)
	case d != "":
		return "after it, what is stored " + d, nil
	}
	return "", nil
}

// sends reports whether all messages can be matched one to one with those in a line.
func (s *search) sends(x numbered, all []system.Send) bool {
	if len(all) != len(x.Sends) {
		return false
	}
	told := slices.Repeat([]int{-1}, len(all)) // by message: the entry of the line that it is matched with
	var assign func(k int, tried []bool) bool
	assign = func(k int, tried []bool) bool {
		for i, m := range all {
			if tried[i] || !s.isSent(x, k, m) {
				continue
			}
			if tried[i] = true; told[i] < 0 || assign(told[i], tried) { // or rematch that entry with another message
				told[i] = k
				return true
			}
		}
		return false
	}
	for k := range x.Sends {
		if !assign(k, make([]bool, len(all))) {
			return false
		}
	}
	return true
}

// isSent reports whether a message can be entry k of those in a line.
func (s *search) isSent(x numbered, k int, m system.Send) bool {
	told := x.Sends[k]
	if told.To != "" && told.To != s.values.names[m.To] || told.Type != "" && told.Type != typeName(m.Message) {
		return false
	}
	d, err := s.values.differs(m.Message, x.sent[k])
	return d == "" && err == nil // after an error, perhaps a message of another type
}

// local returns the local state of an actor, and whether all of its states are of one type. The state is nil for a
// process that is down.
func (s *search) local(v []uint32, actor int) (local any, typed bool) {
	state, p := s.sys.State(v), model.ID(actor)
	switch {
	case actor < len(s.values.names):
		local, _ = state.Local(p)
	case len(s.values.names) == 0:
		local = model.Whole[any](state)
	default:
		return nil, false
	}
	return local, s.sys.LocalType(p).Kind() != reflect.Interface
}
