package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/specs/spec"
)

// header says what a certificate is of.
type header struct {
	Spec        string            `json:"spec"`
	Variant     string            `json:"variant"`
	Params      map[string]int    `json:"params"`
	Environment map[string]string `json:"environment"`
	Properties  []string          `json:"properties"`
	States      uint64            `json:"states"`
	Every       *every            `json:"every"`
}

// every says of whom the views are that are listed in place of states.
type every struct {
	Param  string `json:"param"`
	K      int    `json:"k"`
	Beyond int    `json:"beyond"`
	Before int    `json:"before"`
	Others int    `json:"others"`
}

// listed are the states of a certificate: as the numbers of their cells, which say what they hold.
type listed struct {
	header
	cells  map[string]string
	states map[string]bool // whether it was come to
}

// parse reads a certificate.
func parse(b []byte) (*listed, error) {
	end := bytes.LastIndex(b, []byte("sha256 "))
	if end < 0 || !bytes.HasPrefix(b, []byte("mc-certificate 1\n")) {
		return nil, errors.New("it is no certificate, or not whole: it begins with its version, and ends with a sum")
	}
	if want := fmt.Sprintf("sha256 %x\n", sha256.Sum256(b[:end])); string(b[end:]) != want {
		return nil, errors.New("it is damaged: its sum is another")
	}
	lines := strings.Split(strings.TrimSuffix(string(b[:end]), "\n"), "\n")[1:]
	l := &listed{cells: map[string]string{}, states: map[string]bool{}}
	decoder := json.NewDecoder(strings.NewReader(lines[0]))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&l.header); err != nil {
		return nil, fmt.Errorf("its header is damaged: %w", err)
	}
	for i, line := range lines[1:] {
		if cell, is := strings.CutPrefix(line, "="); is {
			if _, twice := l.cells[cell]; twice {
				return nil, fmt.Errorf("line %d: the cell is there twice", i+3)
			}
			l.cells[cell] = strconv.Itoa(len(l.cells))
			continue
		}
		if l.states[line] = false; uint64(len(l.states)) > l.States {
			return nil, fmt.Errorf("line %d: there are more than the %d states that its header says", i+3, l.States)
		}
	}
	if uint64(len(l.states)) != l.States {
		return nil, fmt.Errorf("it lists %d states, and its header says %d", len(l.states), l.States)
	}
	return l, nil
}

// key is a state as it is listed; has is false if it is not.
func (l *listed) key(w *world) (key string, has bool) {
	var numbers []string
	for _, cell := range w.cells() {
		n, ok := l.cells[cell]
		if !ok {
			return "", false
		}
		numbers = append(numbers, n)
	}
	key = strings.Join(numbers, " ")
	_, has = l.states[key]
	return key, has
}

// setUp builds what a certificate is of, with m participants if it is of any number, and the properties that it names.
func (l *listed) setUp(all []spec.Spec, m int) (model.Instance, []checkers.Property, error) {
	at := slices.IndexFunc(all, func(s spec.Spec) bool { return s.Name == l.Spec })
	if at < 0 {
		return model.Instance{}, nil, fmt.Errorf("there is no spec %q", l.Spec)
	}
	environment, err := spec.ParseEnvironment(l.Environment)
	if err != nil {
		return model.Instance{}, nil, err
	}
	params := maps.Clone(l.Params)
	if l.Every != nil {
		params[l.Every.Param] = m
	}
	setup, err := all[at].Setup(spec.Instance{Variant: l.Variant, Params: params, Environment: environment})
	if err != nil {
		return model.Instance{}, nil, err
	}
	i, ok := setup.Model.(model.Instance)
	if !ok {
		return i, nil, errors.New("it is of a system that is not made of processes")
	}
	var named []checkers.Property
	for _, name := range l.Properties {
		at := slices.IndexFunc(setup.Properties, func(p checkers.Property) bool { return p.Name() == name })
		if at < 0 {
			return i, nil, fmt.Errorf("%s has no property %q", l.Spec, name)
		}
		if setup.Properties[at].Judge() == nil {
			return i, nil, fmt.Errorf("%s is not about single states, which prove nothing of it", name)
		}
		named = append(named, setup.Properties[at])
	}
	return i, named, nil
}

// check says what a certificate proves, or why it proves nothing.
func check(b []byte, all []spec.Spec) (says string, err error) {
	l, err := parse(b)
	if err != nil {
		return "", err
	}
	if l.Every != nil {
		return l.checkViews(all)
	}
	i, properties, err := l.setUp(all, 0)
	if err != nil {
		return "", err
	}
	s, err := newSystem(i, new(system.Values))
	if err != nil {
		return "", err
	}
	steps, err := s.reach(properties, l.come)
	if err != nil {
		return "", err
	}
	if err := l.unreached(); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %s holds: the %d states contain the initial ones and are closed under their %d steps",
		l.Spec, strings.Join(l.Properties, ", "), l.States, steps), nil
}

// come reports whether a state that there must be is come to for the first time, or that it is not listed.
func (l *listed) come(w *world, show func() string) (first bool, err error) {
	key, has := l.key(w)
	if !has {
		return false, fmt.Errorf("it lacks a %s: %s", l.what(), show())
	}
	first = !l.states[key]
	l.states[key] = true
	return first, nil
}

// unreached refuses what is listed and was not come to.
func (l *listed) unreached() error {
	for key, reached := range l.states {
		if !reached {
			return fmt.Errorf("it has a %s that is not reachable: that of cells %s", l.what(), key)
		}
	}
	return nil
}

// what is listed.
func (l *listed) what() string {
	if l.Every != nil {
		return "view"
	}
	return "state"
}

// reach asks the properties of every reachable state. It calls come with what it comes to, which says whether that is
// for the first time, and returns how many steps there are.
func (m *machine) reach(properties []checkers.Property, come func(w *world, show func() string) (bool, error)) (int,
	error) {
	var queue []*world
	steps := 0
	add := func(w *world, how func() string) error {
		first, err := come(w, func() string { return how() + "\n  " + m.show(w) })
		if err != nil || !first {
			return err
		}
		queue = append(queue, w)
		return m.judge(w, properties)
	}
	initial, err := m.initial()
	if err != nil {
		return 0, err
	}
	for _, w := range initial {
		if err := add(w, func() string { return "an initial one" }); err != nil {
			return 0, err
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		err := m.steps(queue[0], func(event string, after *world) error {
			steps++
			return add(after, func() string { return leads(event, m.show(queue[0])) })
		})
		if err != nil {
			return 0, err
		}
	}
	return steps, nil
}

func leads(event, from string) string { return event + " leads out of it from\n  " + from + "\n  to" }

// judge asks properties of a state.
func (m *machine) judge(w *world, properties []checkers.Property) (wrong error) {
	fault := model.Guard("a property", func() {
		for _, p := range properties {
			if bad := p.Judge()(model.NewState(snapshot{machine: m, w: w})); bad != nil {
				wrong = fmt.Errorf("it has a state that violates %s: %w\n  %s", p.Name(), bad, m.show(w))
			}
		}
	})
	return cmp.Or(fault, wrong)
}
