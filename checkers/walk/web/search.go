package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/walk"
	"github.com/anel-mc/mc/counterexamples"
)

// stream returns a function that writes a line of JSON.
func stream(w http.ResponseWriter) (say func(what any)) {
	w.Header().Set("Content-Type", "application/x-ndjson")
	return func(what any) {
		if json.NewEncoder(w).Encode(what) == nil {
			_ = http.NewResponseController(w).Flush() // to a browser that may have gone
		}
	}
}

// quick bounds the search that is made whenever the walk moves on, unless another bound is stricter.
const quick = 1 << 18

// searching waits until a search may begin, and returns its bounds and a function to call at its end, or nil if the
// browser has gone.
func (s *Server) searching(r *http.Request) (opt checkers.Options, end func()) {
	select {
	case s.searches <- struct{}{}:
		return s.opt.Search, func() { <-s.searches }
	case <-r.Context().Done():
		return opt, nil
	}
}

// searched runs a search for so long, says what it tells as it goes, and returns what it returns. A search that is
// stuck in a call is left behind, and tells nothing any more.
func searched[T any](ctx context.Context, limit time.Duration, say func(what any),
	search func(ctx context.Context, tell func(walk.Ahead)) (T, error)) (result T, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	told, ended := make(chan walk.Ahead), make(chan struct{})
	go func() {
		defer close(ended)
		result, err = within(ctx, limit, func(ctx context.Context) (T, error) {
			return search(ctx, func(a walk.Ahead) {
				select {
				case told <- a:
				case <-ctx.Done():
				}
			})
		})
	}()
	for {
		select {
		case a := <-told:
			say(a)
		case <-ended:
			return result, err
		}
	}
}

// ahead searches for what can still happen to the properties, and reports as it goes.
func (s *Server) ahead(w http.ResponseWriter, r *http.Request, q *request) {
	opt, end := s.searching(r)
	if end == nil {
		return
	}
	defer end()
	limit, began := opt.Timeout, time.Now()
	opt.Timeout = 0
	fewer, sooner := false, false // than other searches may take
	if !q.All {
		fewer = opt.MaxStates == 0 || opt.MaxStates > quick
		sooner = limit == 0 || limit > s.glance
	}
	if fewer {
		opt.MaxStates = quick
	}
	if sooner {
		limit = s.glance
	}
	say := stream(w)
	found, err := searched(r.Context(), limit, say,
		func(ctx context.Context, tell func(walk.Ahead)) (*walk.Ahead, error) {
			return q.walk.Ahead(ctx, q.link.At, opt, tell)
		})
	if err != nil {
		say(refusal{Error: counterexamples.Printable(err.Error()), Fault: faulty(err)})
		return
	}
	say(struct {
		*walk.Ahead
		More bool `json:"more"` // a longer search may know more
	}{found, found.Bound != "" && (fewer || sooner && time.Since(began) >= limit)})
}

// way looks for a way to a goal, and reports the progress of the search.
func (s *Server) way(w http.ResponseWriter, r *http.Request, q *request) {
	opt, end := s.searching(r)
	if end == nil {
		return
	}
	defer end()
	limit := opt.Timeout
	opt.Timeout = 0
	say := stream(w)
	longer, err := searched(r.Context(), limit, say,
		func(ctx context.Context, tell func(walk.Ahead)) (*walk.Walk, error) {
			return q.walk.Way(ctx, q.link.At, q.Goal, opt, tell)
		})
	switch {
	case errors.Is(err, walk.ErrNoWay), errors.Is(err, walk.ErrUndecided), errors.Is(err, walk.ErrTooLong):
		say(map[string]string{"none": sentence(err.Error())})
	case err != nil:
		say(refusal{Error: counterexamples.Printable(err.Error()), Fault: faulty(err)})
	default:
		say(map[string][]string{"path": append([]string{}, longer.Path...)})
	}
}

// sentence makes a sentence of the text of an error.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }
