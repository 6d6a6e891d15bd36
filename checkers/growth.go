package checkers

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/anel-mc/mc/model"
)

// Limits of the effort of tooLarge.
const (
	growthTime   = 10 * time.Second // in total, if the test has so much left
	growthStates = 20_000           // of an instance with a smaller budget
	mostGrowing  = 6                // at most so many values are named
)

// growthLooks are the numbers of states after which the values of a model are examined. A value whose maximum is
// higher each time is growing.
var growthLooks = [...]uint64{200, 1_000, 5_000}

// tooLarge describes a model that could not be explored completely: which of its values grow, and which of its
// numbers to lower.
func tooLarge(ctx context.Context, m model.Model, opt Options) string {
	opt = Options{Workers: opt.Workers, Memory: opt.Memory}
	var lines []string
	if grown := growing(ctx, m, opt); len(grown) > 0 {
		lines = append(lines, fmt.Sprintf("what grows (its largest value in the first %d, %d and %d states):",
			growthLooks[0], growthLooks[1], growthLooks[2]))
		lines = append(lines, grown...)
		lines = append(lines, "if it has no end, bound it: in a guard, or by Network.Capacity")
	}
	if i, ok := m.(model.Instance); ok {
		for kind, n := range i.Faults.Budgets() {
			was := *n
			if was == 0 {
				continue
			}
			if *n--; was == model.Unlimited {
				*n = 1
			}
			opt.MaxStates = growthStates
			if r, err := Check(ctx, i, nil, opt); err == nil && r.Exhaustive {
				lines = append(lines, fmt.Sprintf("a budget of %d %s: %d states", *n, kind, r.States))
			}
			*n = was
		}
	}
	return strings.Join(append(lines, "for fewer states: fewer processes, requests and faults; "+
		"Scenario.Bounded passes at a bound, and runs.Simulate tries what is too large"), "\n  ")
}

// growing lists the values whose maximum is higher each time more states are examined.
func growing(ctx context.Context, m model.Model, opt Options) (all []string) {
	var looks [len(growthLooks)]largest
	for i, n := range growthLooks {
		looks[i] = largest{of: map[string]int64{}}
		opt.MaxStates = n
		_, err := Check(ctx, m, []Property{Invariant("largest values", looks[i].look)}, opt)
		if err != nil || ctx.Err() != nil {
			return nil
		}
	}
	last := &looks[len(looks)-1]
	for _, name := range last.names {
		a, b, c := looks[0].of[name], looks[1].of[name], last.of[name]
		if a < b && b < c {
			all = append(all, fmt.Sprintf("  %s: %d, %d, %d", name, a, b, c))
		}
	}
	if more := len(all) - mostGrowing; more > 1 {
		all = append(all[:mostGrowing], fmt.Sprintf("  and %d others", more))
	}
	return all
}

// largest records the largest numbers and lengths in states, by name.
type largest struct {
	mu    sync.Mutex
	of    map[string]int64
	names []string
}

// look records the values of a state. It never finds anything wrong.
func (l *largest) look(s model.State) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s.N() == 0 {
		l.value("the state", reflect.ValueOf(model.Whole[any](s)))
		return nil
	}
	for p := range model.ID(s.N()) {
		if local, up := s.Local(p); up {
			l.value(s.Name(p), reflect.ValueOf(local))
		}
		l.value("stable storage of "+s.Name(p), reflect.ValueOf(s.Stored(p)))
		for q := range model.ID(s.N()) {
			l.number(fmt.Sprintf("messages in transit from %s to %s", s.Name(p), s.Name(q)), int64(len(s.Channel(p, q))))
		}
	}
	for _, m := range s.Messages() {
		l.value(fmt.Sprintf("message %T", m), reflect.ValueOf(m))
	}
	for name, v := range s.Variables() {
		l.value("variable "+name, reflect.ValueOf(v))
	}
	if s.KeepsHistory() {
		l.number("operations", int64(len(s.History())))
	}
	return nil
}

func (l *largest) number(name string, n int64) {
	was, known := l.of[name]
	if !known {
		l.names = append(l.names, name)
		slices.Sort(l.names)
	}
	l.of[name] = max(was, n)
}

// value records every number and length inside a value.
func (l *largest) value(name string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		l.number(name, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		l.number(name, int64(v.Uint()))
	case reflect.String:
		l.number("length of "+name, int64(v.Len()))
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice {
			l.number("length of "+name, int64(v.Len()))
		}
		for i := range v.Len() {
			l.value(name+"[…]", v.Index(i))
		}
	case reflect.Map:
		l.number("length of "+name, int64(v.Len()))
		for it := v.MapRange(); it.Next(); {
			l.value(name+"[…]", it.Value())
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			l.value(name, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			l.value(name+"."+v.Type().Field(i).Name, v.Field(i))
		}
	}
}
