package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// counting returns a Find of processes that count. In the state 2, what is named fails in the way that the system is
// named after: the next step, or with ?of=property the property. The system "build" cannot even be built.
func counting(t *testing.T) func(system string, values url.Values) (*Target, error) {
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	return func(system string, values url.Values) (*Target, error) {
		fail := map[string]func(){"panics": func() { panic("boom") }, "hangs": func() { <-release },
			"exits": runtime.Goexit, "is-healthy": func() {}}[system]
		if fail == nil {
			panic("it cannot be built")
		}
		ofProperty := values.Get("of") == "property"
		process := model.Process[int]{Init: func(*model.Context) int { return 0 },
			Acts: []model.Act[int]{{Name: "count", Enabled: func(_ *model.Context, s int) bool { return s < 4 },
				Do: func(_ *model.Context, s int) int {
					if s == 2 && !ofProperty {
						fail()
					}
					return s + 1
				}}}}
		return &Target{System: system, Values: values, Model: model.Instance{Processes: model.Replicate(1, process)},
			Properties: []checkers.Property{checkers.Invariant("small", func(s model.State) error {
				n, _ := model.Local[int](s, 0)
				if n == 2 && ofProperty {
					fail()
				}
				if n > 3 {
					return errors.New("large")
				}
				return nil
			})}}, nil
	}
}

const count = `act "count" of p0`

// impatient is a server that waits only briefly for functions that do not return.
func impatient(t *testing.T) *Server {
	s := NewServer(Options{Find: counting(t)})
	s.click, s.glance = 50*time.Millisecond, 50*time.Millisecond
	return s
}

// TestFaultyPlaces: a walk can be followed to where the model is at fault, looked at there, and gone back.
func TestFaultyPlaces(t *testing.T) {
	for system, says := range map[string]string{"panics": "boom", "hangs": "had not returned", "exits": "runtime.Goexit"} {
		for _, of := range []string{"step", "property"} {
			t.Run(system+" "+of, func(t *testing.T) {
				t.Parallel()
				faultyPlaces(t, Link{System: system, Values: url.Values{"of": {of}}, Path: []string{count, count}, At: 2}, says)
			})
		}
	}
	at := stand(t, impatient(t), Link{System: "panics", Path: []string{count, count, count}, At: 3})
	if at.At != 2 || !strings.HasPrefix(at.Misfit, "step 3 of 3 cannot be taken: ") ||
		!strings.Contains(at.Misfit, "boom") {
		t.Errorf("beyond the fault: at %d: %s", at.At, at.Misfit)
	}
}

func faultyPlaces(t *testing.T, link Link, says string) {
	s := impatient(t)
	at := stand(t, s, link)
	if !strings.Contains(at.Place.Fault, says) || len(at.Place.Truths) != 1 || len(at.Path) != 2 || at.At != 2 ||
		at.View == nil || !at.End.Fault || at.End.Over {
		t.Errorf("there it is %+v, with the fault %q", at, at.Place.Fault)
	}
	link.At, link.Beside = 0, []string{count, count}
	at = stand(t, s, link)
	if at.Place.Fault != "" || len(at.Place.Events) != 1 || len(at.Path) != 2 || at.View == nil || !at.End.Fault {
		t.Errorf("at the start it is %+v, with the fault %q", at, at.Place.Fault)
	}
	if at.Beside == nil || !slices.Equal(at.Beside.Path, link.Beside) || at.Beside.View == nil || !at.Beside.End.Fault {
		t.Errorf("beside it is %+v", at.Beside)
	}
	w := ask(t, s, "export", body(t, request{Link: link.String(), Form: "text"}))
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "count") {
		t.Errorf("it is exported as %s", w.Body)
	}
}

// TestNeverThere: what cannot be shown at all is refused, by a server that goes on.
func TestNeverThere(t *testing.T) {
	t.Parallel()
	s := impatient(t)
	for link, says := range map[string]string{"build": "it cannot be built",
		Link{System: "hangs", Path: []string{count, count, count}}.String(): "had not returned"} {
		w := ask(t, s, "walk", body(t, request{Link: link}))
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), says) {
			t.Errorf("%s: %d %s, want %q", link, w.Code, w.Body, says)
		}
	}
}

// TestStuckSearches: searches that are stuck in a function of the model do not keep others from searching, whether
// their time is up or the browser has gone.
func TestStuckSearches(t *testing.T) {
	t.Parallel()
	s := impatient(t)
	for range atOnce {
		w := ask(t, s, "ahead", `{"link":"hangs"}`)
		if l := lastLine(t, w); !strings.Contains(l, "time ran out, and a call had not returned: p") {
			t.Errorf("ahead: %s", l)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		w = ask(t, s, "way", `{"link":"hangs","goal":{"property":"small"}}`,
			func(r *http.Request) { *r = *r.WithContext(ctx) })
		cancel()
		if l := lastLine(t, w); !strings.Contains(l, "had not returned") {
			t.Errorf("way: %s", l)
		}
	}
	s.glance = time.Minute
	if l := lastLine(t, ask(t, s, "ahead", `{"link":"is-healthy"}`)); !strings.Contains(l, `"found":true,"steps":4`) {
		t.Errorf("ahead of a healthy system: %s", l)
	}
	if l := lastLine(t, ask(t, s, "ahead", `{"link":"exits"}`)); !strings.Contains(l, "runtime.Goexit") {
		t.Errorf("ahead of what ends its goroutine: %s", l)
	}
}
