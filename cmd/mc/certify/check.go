package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
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

// setUp builds what a certificate is of, with the properties that it names.
func (l *listed) setUp(all []spec.Spec) (model.Instance, []checkers.Property, error) {
	at := slices.IndexFunc(all, func(s spec.Spec) bool { return s.Name == l.Spec })
	if at < 0 {
		return model.Instance{}, nil, fmt.Errorf("there is no spec %q", l.Spec)
	}
	environment, err := spec.ParseEnvironment(l.Environment)
	if err != nil {
		return model.Instance{}, nil, err
	}
	setup, err := all[at].Setup(spec.Instance{Variant: l.Variant, Params: l.Params, Environment: environment})
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
	i, properties, err := l.setUp(all)
	if err != nil {
		return "", err
	}
	s, err := newSystem(i)
	if err != nil {
		return "", err
	}
	var queue []*world
	steps := 0
	// come is called with each state that there must be.
	come := func(w *world, how func() string) (wrong error) {
		key, has := l.key(w)
		if !has {
			return fmt.Errorf("it lacks a state: %s\n  %s", how(), s.show(w))
		}
		if l.states[key] {
			return nil
		}
		l.states[key] = true
		queue = append(queue, w)
		fault := model.Guard("a property", func() {
			for _, p := range properties {
				if bad := p.Judge()(model.NewState(snapshot{machine: s, w: w})); bad != nil {
					wrong = fmt.Errorf("it has a state that violates %s: %w\n  %s", p.Name(), bad, s.show(w))
				}
			}
		})
		return cmp.Or(fault, wrong)
	}
	initial, err := s.initial()
	if err != nil {
		return "", err
	}
	for _, w := range initial {
		if err := come(w, func() string { return "an initial one" }); err != nil {
			return "", err
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		err := s.steps(queue[0], func(event string, after *world) error {
			steps++
			return come(after, func() string { return event + " leads out of it from\n  " + s.show(queue[0]) + "\n  to" })
		})
		if err != nil {
			return "", err
		}
	}
	for key, reached := range l.states {
		if !reached {
			return "", fmt.Errorf("it has a state that is not reachable: that of cells %s", key)
		}
	}
	return fmt.Sprintf("%s %s holds: the %d states contain the initial ones and are closed under their %d steps",
		l.Spec, strings.Join(l.Properties, ", "), l.States, steps), nil
}
