package web

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/intest"
	"github.com/anel-mc/mc/checkers/walk"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// Explore opens a page on m in a test that is run with -mc.explore, and does nothing in any other run:
//
//	go test -run '^TestElection$' -mc.explore -timeout 0
//
// It prints the address of the page to standard error, and serves it until the test ends: with ctrl-C, or when its
// time is up. The page begins one step before the end of the shortest counterexample saved by the test (see
// checkers.Verify), if there is one that fits.
func Explore(t *testing.T, m model.Model, properties ...checkers.Property) {
	t.Helper()
	if !intest.Given.Explore {
		return
	}
	ctx := t.Context()
	if deadline, ok := t.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline.Add(-time.Second))
		defer cancel()
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	opt, link := ofTest(t, m, properties)
	s := NewServer(opt)
	fmt.Fprintf(os.Stderr, "%s: ctrl-C ends the page at\n%s\n", t.Name(), s.Address(l.Addr(), link))
	if err := s.Serve(ctx, l); err != nil {
		t.Fatal(err)
	}
}

// ofTest returns the options of a server for the model of a test, and the link where its page begins.
func ofTest(t *testing.T, m model.Model, properties []checkers.Property) (Options, Link) {
	t.Helper()
	sys, err := walk.New(m, properties)
	if err != nil {
		t.Fatal(err)
	}
	link := Link{System: t.Name()}
	for _, saved := range intest.CorpusOf(t).Saved {
		w, err := sys.Along(saved.Trace)
		if err != nil {
			continue // the test reports it
		}
		saved.Is(intest.Shown, "")
		if link.Path == nil {
			link.Start, link.Path, link.At = saved.Trace.Initial, w.Path, max(len(w.Path)-1, 0)
		}
	}
	find := func(system string, values url.Values) (*Target, error) {
		if system != t.Name() {
			return nil, fmt.Errorf("the link is of %s, and this is %s", system, t.Name())
		}
		changed, err := withFaults(m, values)
		return &Target{System: system, Values: values, Summary: "the model of a test", Model: changed, Properties: properties,
			Stamp: func(trace *counterexamples.Trace) { trace.Spec = t.Name() }}, err
	}
	return Options{Find: find, Search: checkers.InTest(t, checkers.Options{})}, link
}

// withFaults returns a model with other budgets of failures.
func withFaults(m model.Model, values url.Values) (model.Model, error) {
	i, ok := m.(model.Instance)
	left := len(values)
	if ok {
		for kind, n := range i.Faults.Budgets() {
			if given := values[flag(string(kind))]; len(given) > 0 {
				text, err := Once(flag(string(kind)), given)
				if err != nil {
					return nil, err
				}
				if *n, err = strconv.Atoi(text); err != nil {
					return nil, fmt.Errorf("the link is damaged: %s=%s is no number", flag(string(kind)), text)
				}
				left--
			}
		}
		m = i
	}
	if left > 0 {
		return nil, fmt.Errorf("the link is damaged: of a test only budgets of failures can be changed, by a number")
	}
	return m, m.Validate()
}
