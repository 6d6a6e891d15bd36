package checkers

import (
	"encoding/binary"
	"reflect"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
)

// monitor follows histories from left to right and remembers, after each sequence of calls and returns, the states
// that the object may be in (Wing and Gong, "Testing and Verifying Concurrent Objects", JPDC 17, 1993). Histories
// share the work for common prefixes, and for prefixes after which the same configurations are possible. It is an
// automaton, built as needed, whose states are sets of configurations.
type monitor struct {
	sets  []configurations // the first is that of the empty history
	ids   map[string]int32
	steps map[observed]int32
	// words numbers inputs and results by their encodings; plain numbers values of plain types directly.
	words     map[string]int32
	encodings []string
	plain     map[any]int32
	types     map[reflect.Type]bool // whether they are plain
}

// illegal and tooLong are returned instead of the number of a set.
const (
	illegal = -1
	tooLong = -2
)

// configurations are all configurations that are possible after a history: an operation may have taken effect at any
// time since its call.
type configurations struct {
	open []int32 // inputs of the operations that have not returned, in the order of their calls
	all  []configuration
}

// configuration is a state of the object, and for each open operation its result, or none if it has not taken effect.
type configuration struct {
	state   state
	results []int32
}

// none is the result of an operation that has not taken effect.
const none = -1

// observed is an event after a set of configurations: a call with input what, or the return of the open operation at
// a place with result what.
type observed struct{ set, place, what int32 }

// called is the place of a call.
const called = -1

// moment is a call or a return.
type moment struct {
	time      int
	operation int
	returns   bool
}

// follow returns the number of the set of configurations after a history. The error is a *model.Error.
func (j *judge) follow(history []model.Operation) (set int32, err error) {
	if len(j.monitor.sets) == 0 {
		if err := j.begin(); err != nil {
			return 0, err
		}
	}
	j.moments, j.open = j.moments[:0], j.open[:0]
	for i, o := range history {
		j.moments = append(j.moments, moment{o.Call, i, false})
		if !o.Pending {
			j.moments = append(j.moments, moment{o.Return, i, true})
		}
	}
	slices.SortFunc(j.moments, func(a, b moment) int { return a.time - b.time })
	for _, m := range j.moments {
		o := &history[m.operation]
		at := observed{set: set, place: called}
		value := o.Input
		if m.returns {
			place := slices.Index(j.open, m.operation)
			at.place, value = int32(place), o.Output
			j.open = slices.Delete(j.open, place, place+1)
		} else {
			j.open = append(j.open, m.operation)
		}
		if at.what, err = j.word(value); err != nil {
			return 0, err
		}
		next, known := j.monitor.steps[at]
		if !known {
			if next, err = j.step(at, o); err != nil {
				return 0, err
			}
			j.monitor.steps[at] = next
		}
		if set = next; set < 0 {
			break
		}
	}
	return set, nil
}

// begin makes the set for the empty history.
func (j *judge) begin() error {
	first, err := j.first()
	if err != nil {
		return err
	}
	j.monitor = monitor{ids: map[string]int32{}, steps: map[observed]int32{}, words: map[string]int32{},
		plain: map[any]int32{}, types: map[reflect.Type]bool{}}
	j.set(configurations{all: []configuration{{state: first}}})
	return nil
}

// step returns the set after one more call or return, which is that of o.
func (j *judge) step(at observed, o *model.Operation) (int32, error) {
	from := j.monitor.sets[at.set]
	if at.place == called {
		if _, err := j.input(o); err != nil {
			return 0, err
		}
		to := configurations{open: append(slices.Clone(from.open), at.what)}
		for _, c := range from.all {
			to.all = append(to.all, configuration{c.state, append(slices.Clone(c.results), none)})
		}
		return j.close(to)
	}
	if _, err := j.output(o); err != nil {
		return 0, err
	}
	without := func(all []int32) []int32 { return slices.Delete(slices.Clone(all), int(at.place), int(at.place)+1) }
	to := configurations{open: without(from.open)}
	for _, c := range from.all {
		if c.results[at.place] == at.what {
			to.all = append(to.all, configuration{c.state, without(c.results)})
		}
	}
	return j.set(to), nil
}

// close adds the configurations that are possible if more of the open operations take effect.
func (j *judge) close(c configurations) (int32, error) {
	j.used, j.reached = 0, 0
	seen := map[string]bool{}
	for _, x := range c.all {
		seen[x.key()] = true
	}
	for k := 0; k < len(c.all); k++ {
		for i, result := range c.all[k].results {
			if result != none {
				continue
			}
			if j.used++; !j.within() {
				return tooLong, nil
			}
			outcomes, err := j.outcomes(trial{c.all[k].state, j.monitor.encodings[c.open[i]]})
			if err != nil {
				return 0, err
			}
			for _, o := range outcomes {
				next := configuration{o.next, slices.Clone(c.all[k].results)}
				next.results[i] = j.wordOf(o.result)
				if key := next.key(); !seen[key] {
					seen[key] = true
					c.all = append(c.all, next)
					j.reached++
				}
			}
		}
	}
	return j.set(c), nil
}

// key returns a string that is equal for equal configurations only.
func (c configuration) key() string {
	b := binary.AppendVarint(nil, int64(c.state))
	for _, r := range c.results {
		b = binary.AppendVarint(b, int64(r))
	}
	return string(b)
}

// set returns the number of a set.
func (j *judge) set(c configurations) int32 {
	if len(c.all) == 0 {
		return illegal
	}
	var keys []string
	for _, x := range c.all {
		keys = append(keys, x.key())
	}
	slices.Sort(keys)
	key := configuration{state(len(c.open)), c.open}.key() + strings.Join(slices.Compact(keys), "")
	id, ok := j.monitor.ids[key]
	if !ok {
		id = int32(len(j.monitor.sets))
		j.monitor.ids[key] = id
		j.monitor.sets = append(j.monitor.sets, c)
	}
	return id
}

// word numbers an input or a result.
func (j *judge) word(v any) (int32, error) {
	t := reflect.TypeOf(v)
	plain, known := j.monitor.types[t]
	if !known {
		plain = isPlain(t)
		j.monitor.types[t] = plain
	}
	if plain {
		if w, ok := j.monitor.plain[v]; ok {
			return w, nil
		}
	}
	encoding, err := j.encode(v)
	if err != nil {
		return 0, err
	}
	w := j.wordOf(encoding)
	if plain {
		j.monitor.plain[v] = w
	}
	return w, nil
}

func (j *judge) wordOf(encoding string) int32 {
	w, ok := j.monitor.words[encoding]
	if !ok {
		w = int32(len(j.monitor.encodings))
		j.monitor.words[encoding] = w
		j.monitor.encodings = append(j.monitor.encodings, encoding)
	}
	return w
}

// isPlain reports whether == tells values of a type apart as their encodings do.
func isPlain(t reflect.Type) bool {
	if t == nil {
		return true
	}
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return true
	case reflect.Array:
		return isPlain(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !isPlain(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return false
}
