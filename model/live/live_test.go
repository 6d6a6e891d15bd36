package live_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/checkers/validate"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/live"
	"github.com/anel-mc/mc/specs"
	"github.com/anel-mc/mc/specs/spec"
)

// instanceOf is an entry of the catalogue with some environment.
func instanceOf(t *testing.T, name string, i spec.Instance) model.Instance {
	t.Helper()
	for _, s := range specs.All() {
		if s.Name == name {
			setup, err := s.Setup(i)
			if err != nil {
				t.Fatal(err)
			}
			return setup.Model.(model.Instance)
		}
	}
	t.Fatalf("there is no %s", name)
	return model.Instance{}
}

// ran runs an instance for some events, or until it rests, and returns its log.
func ran(t *testing.T, i model.Instance, over live.Transport, most int) (log string, events int) {
	t.Helper()
	log = filepath.Join(t.TempDir(), "log.jsonl")
	f, err := os.Create(log)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	const rest = 300 * time.Millisecond // a run that ends early is still an execution
	rests := time.AfterFunc(rest, stop)
	w, err := validate.NewWriter(f, i.ProcessNames(), validate.Header{})
	if err != nil {
		t.Fatal(err)
	}
	err = live.Run(ctx, i, live.Options{Transport: over, Tick: time.Millisecond, Observe: func(e live.Event) error {
		if events++; events == most {
			stop()
		}
		rests.Reset(rest)
		if e.Start {
			return w.Start(e.Process, e.After)
		}
		return w.Event(e.Event, e.Before, e.After)
	}})
	if err != nil {
		t.Fatal(err)
	}
	return log, events
}

// TestExecutions: every run is an execution of the model.
func TestExecutions(t *testing.T) {
	two := spec.Budget(2)
	for _, name := range []string{"anel1", "anel2", "chang-roberts", "franklin", "lamport-mutex", "maekawa",
		"ricart-agrawala", "token-ring", "single-copy-register", "abd-register"} {
		for _, over := range []live.Transport{live.Memory, live.TCP} {
			t.Run(fmt.Sprint(name, " ", over), func(t *testing.T) {
				i := instanceOf(t, name, spec.Instance{})
				log, events := ran(t, i, over, 60)
				if events <= len(i.Processes) {
					t.Errorf("there are only %d events", events)
				}
				validate.Verify(t, i, log)
			})
		}
	}
	t.Run("crashes and losses", func(t *testing.T) {
		i := instanceOf(t, "ricart-agrawala", spec.Instance{Environment: spec.Environment{Crash: two, Recover: two,
			Lose: two, Duplicate: two}})
		log, _ := ran(t, i, live.TCP, 60)
		validate.Verify(t, i, log)
	})
}

// TestTokenRing passes a token round a ring of sockets, five hundred events long.
func TestTokenRing(t *testing.T) {
	ring := instanceOf(t, "token-ring", spec.Instance{Params: map[string]int{"n": 8}})
	if _, events := ran(t, ring, live.TCP, 500); events < 500 {
		t.Errorf("the token got stuck after %d events", events)
	}
}

// TestRefused: what cannot run says so.
func TestRefused(t *testing.T) {
	for _, name := range []string{"bully", "omega"} {
		err := live.Run(t.Context(), instanceOf(t, name, spec.Instance{}), live.Options{})
		if err == nil || !strings.Contains(err.Error(), "cannot be run, since it has") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := live.Run(t.Context(), instanceOf(t, "anel1", spec.Instance{}), live.Options{Transport: "mail"}); err == nil {
		t.Error("there is a transport by mail")
	}
}
