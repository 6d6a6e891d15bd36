package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/walk"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// maxRequest is the maximum size of a request in bytes.
const maxRequest = 1 << 20

type request struct {
	Link string    `json:"link"`
	Keep bool      `json:"keep"` // the page has the drawings already
	Goal walk.Goal `json:"goal"`
	All  bool      `json:"all"` // search as far as the bounds allow
	Form string    `json:"form"`

	link   Link
	target *Target
	walk   *walk.Walk
	misfit *walk.Misfit
}

// refusal is what the page receives for an error.
type refusal struct {
	Error string `json:"error"`
	Fault bool   `json:"fault,omitempty"` // the model is at fault
}

func refuse(w http.ResponseWriter, status int, why string) { reply(w, status, refusal{Error: why}) }

func reply(w http.ResponseWriter, status int, what any) {
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(what); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // to a browser that may have gone
}

// failed reports an error: the model is at fault, or the request is wrong.
func failed(w http.ResponseWriter, err error) {
	reply(w, http.StatusUnprocessableEntity, refusal{Error: counterexamples.Printable(err.Error()), Fault: faulty(err)})
}

func faulty(err error) bool {
	return errors.As(err, new(*checkers.Failure)) || errors.As(err, new(*model.Error))
}

// answer reads a request, follows its walk, and has it answered.
func (s *Server) answer(w http.ResponseWriter, r *http.Request,
	api func(http.ResponseWriter, *http.Request, *request)) {
	q := new(request)
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest)).Decode(q); err != nil {
		refuse(w, http.StatusBadRequest, "the request is damaged: "+err.Error())
		return
	}
	if err := s.open(q); err != nil {
		failed(w, err)
		return
	}
	api(w, r, q)
}

// open follows the walk of a request.
func (s *Server) open(q *request) (err error) {
	if q.link, err = ParseLink(q.Link); err != nil {
		return err
	}
	if q.target, err = s.opt.Find(q.link.System, q.link.Values); err != nil {
		return err
	}
	sys, err := walk.New(q.target.Model, q.target.Properties)
	if err != nil {
		return err
	}
	q.walk, err = sys.Walk(q.link.Start, q.link.Path)
	if errors.As(err, &q.misfit) {
		err = nil
		if q.walk == nil { // there is no such initial state
			q.walk, err = sys.Walk(0, nil)
		}
	}
	if err != nil {
		return err
	}
	q.link.System, q.link.Values = q.target.System, q.target.Values
	q.link.Start, q.link.Path = q.walk.Execution.Trace.Initial, q.walk.Path
	q.link.At = min(q.link.At, len(q.walk.Path))
	return nil
}

// standing describes for the page where a walk stands.
type standing struct {
	System string   `json:"system"` // the link without the walk
	Name   string   `json:"name"`
	About  string   `json:"about"`
	Means  string   `json:"means"`
	Facts  []string `json:"facts"`
	Starts int      `json:"starts"`

	Start int      `json:"start"`
	Path  []string `json:"path"`
	At    int      `json:"at"`

	View  *counterexamples.View `json:"view,omitempty"`
	Place *walk.Place           `json:"place"`
	End   *ending               `json:"end,omitempty"`
	Raise map[string]string     `json:"raise"` // by kind of failure: the system with one more

	Misfit string   `json:"misfit,omitempty"`
	Beside *another `json:"beside,omitempty"`
}

// another is a walk shown beside the first.
type another struct {
	Path   []string              `json:"path"`
	View   *counterexamples.View `json:"view"`
	End    *ending               `json:"end"`
	Misfit string                `json:"misfit,omitempty"`
}

// walk describes where the walk of a request stands.
func (s *Server) walk(w http.ResponseWriter, r *http.Request, q *request) {
	place, err := q.walk.Place(r.Context(), q.link.At)
	if err != nil {
		failed(w, err)
		return
	}
	at := standing{System: q.link.base(), Name: q.target.System, About: q.target.Summary, Means: q.target.About,
		Facts: q.target.Facts, Starts: q.walk.Starts(), Start: q.link.Start, Path: append([]string{}, q.link.Path...),
		At: q.link.At, Place: place, Raise: raises(q.link, place)}
	if q.misfit != nil {
		at.Misfit = counterexamples.Printable(q.misfit.Error())
	}
	if !q.Keep {
		if at.View, err = view(q.walk); err == nil {
			at.End, err = end(r.Context(), q.walk)
		}
		if err == nil && q.link.Beside != nil {
			at.Beside, err = beside(r.Context(), q)
		}
	}
	if err != nil {
		failed(w, err)
		return
	}
	reply(w, http.StatusOK, at)
}

// view draws a walk, with the loop at its end if that violates a property.
func view(w *walk.Walk) (v *counterexamples.View, err error) {
	e := w.Execution.Prefix(w.Execution.Len())
	if e.Trace.Loop, err = w.Loop(); err != nil {
		return nil, err
	}
	return e.View()
}

// ending is what a walk shows at its end.
type ending struct {
	Truths []walk.Truth `json:"truths"`
	Over   bool         `json:"over"` // nothing but failures can happen there
}

func end(ctx context.Context, w *walk.Walk) (*ending, error) {
	place, err := w.Place(ctx, len(w.Path))
	if err != nil {
		return nil, err
	}
	more := slices.ContainsFunc(place.Events, func(e walk.Event) bool { return !e.Fault })
	return &ending{Truths: place.Truths, Over: !more}, nil
}

// beside draws the other walk of a link.
func beside(ctx context.Context, q *request) (*another, error) {
	other, err := q.walk.Walk(q.link.Start, q.link.Beside)
	a := new(another)
	if misfit := new(walk.Misfit); errors.As(err, &misfit) {
		a.Misfit, err = counterexamples.Printable(misfit.Error()), nil
	}
	if err != nil {
		return nil, err
	}
	a.Path = append([]string{}, other.Path...)
	if a.View, err = view(other); err == nil {
		a.End, err = end(ctx, other)
	}
	return a, err
}

// raises returns links to systems that allow one more failure.
func raises(l Link, place *walk.Place) map[string]string {
	all := map[string]string{}
	for _, b := range place.Budgets {
		if b.Of < 0 {
			continue
		}
		more := Link{System: l.System, Values: map[string][]string{}}
		maps.Copy(more.Values, l.Values)
		more.Values.Set(flag(b.Kind), strconv.Itoa(b.Of+1))
		all[b.Kind] = more.base()
	}
	return all
}

// flag returns the name of the value in a link that limits failures of a kind.
func flag(kind string) string { return strings.ReplaceAll(kind, " ", "-") }

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

// ahead searches for what can still happen to the properties, and reports as it goes.
func (s *Server) ahead(w http.ResponseWriter, r *http.Request, q *request) {
	opt, end := s.searching(r)
	if end == nil {
		return
	}
	defer end()
	if !q.All && (opt.MaxStates == 0 || opt.MaxStates > quick) {
		opt.MaxStates = quick
	}
	say := stream(w)
	found, err := q.walk.Ahead(r.Context(), q.link.At, opt, func(a walk.Ahead) { say(a) })
	if err != nil {
		say(refusal{Error: counterexamples.Printable(err.Error()), Fault: faulty(err)})
		return
	}
	say(struct {
		*walk.Ahead
		More bool `json:"more"` // a longer search may know more
	}{found, !q.All && opt.MaxStates == quick && s.opt.Search.MaxStates != quick && found.Bound != ""})
}

// way looks for a way to a goal, and reports the progress of the search.
func (s *Server) way(w http.ResponseWriter, r *http.Request, q *request) {
	opt, end := s.searching(r)
	if end == nil {
		return
	}
	defer end()
	say := stream(w)
	longer, err := q.walk.Way(r.Context(), q.link.At, q.Goal, opt, func(a walk.Ahead) { say(a) })
	switch {
	case errors.Is(err, walk.ErrNoWay), errors.Is(err, walk.ErrUndecided):
		say(map[string]string{"none": sentence(err.Error())})
	case err != nil:
		say(refusal{Error: counterexamples.Printable(err.Error()), Fault: faulty(err)})
	default:
		say(map[string][]string{"path": append([]string{}, longer.Path...)})
	}
}

// sentence makes a sentence of the text of an error.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

// export writes the walk in another form.
func (s *Server) export(w http.ResponseWriter, r *http.Request, q *request) {
	form, ok := forms()[q.Form]
	if !ok {
		refuse(w, http.StatusBadRequest, fmt.Sprintf("there is no form %q", q.Form))
		return
	}
	e, err := q.shown(r.Context())
	if err != nil {
		failed(w, err)
		return
	}
	var b bytes.Buffer
	if err := form.write(&b, e, q); err != nil {
		failed(w, err)
		return
	}
	w.Header().Set("Content-Type", form.kind)
	_, _ = w.Write(b.Bytes()) // to a browser that may have gone
}
