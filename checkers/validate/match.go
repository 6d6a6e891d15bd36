package validate

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// differs says in what an event is not as a line tells; empty if it is.
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
	d, err := s.values.differs(n.Message, x.message)
	switch {
	case errors.As(err, new(noField)):
		return "its message: " + err.Error(), nil // of another type, perhaps
	case err != nil || d != "":
		return "its message: " + d, err
	}
	return s.states(x, v, n.After, actor)
}

func typeName(v any) string {
	if v == nil {
		return "nil"
	}
	return reflect.TypeOf(v).Name()
}

// states says in what the states before, unless that is nil, and after an event are not as a line tells.
func (s *search) states(x numbered, before, after []uint32, actor int) (string, error) {
	for _, look := range []struct {
		words string
		v     []uint32
		told  any
	}{{"before it, the state ", before, x.before}, {"after it, the state ", after, x.after}} {
		if look.v == nil || look.told == (any(missing{})) {
			continue
		}
		d, err := s.values.differs(s.local(look.v, actor), look.told)
		if err != nil {
			return "", fmt.Errorf("%s: %w", x.at, err)
		}
		if d != "" {
			return look.words + d, nil
		}
	}
	return "", nil
}

// local is the local state of an actor; nil of a process that is down.
func (s *search) local(v []uint32, actor int) any {
	state := s.sys.State(v)
	switch {
	case actor < len(s.values.names):
		local, _ := state.Local(model.ID(actor))
		return local
	case len(s.values.names) == 0:
		return model.Whole[any](state)
	}
	return nil
}
