package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
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
	misfit string
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
	var q request
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest)).Decode(&q); err != nil {
		refuse(w, http.StatusBadRequest, "the request is damaged: "+err.Error())
		return
	}
	opened, err := s.open(r.Context(), q)
	if err != nil {
		failed(w, err)
		return
	}
	api(w, r, opened)
}

// open returns a request with its walk, which it follows.
func (s *Server) open(ctx context.Context, q request) (*request, error) {
	return within(ctx, s.click, func(context.Context) (*request, error) {
		var err error
		if q.link, err = ParseLink(q.Link); err != nil {
			return nil, err
		}
		if q.target, err = s.opt.Find(q.link.System, q.link.Values); err != nil {
			return nil, err
		}
		sys, err := walk.New(q.target.Model, q.target.Properties)
		if err != nil {
			return nil, err
		}
		if q.walk, q.misfit, err = follow(sys, q.link.Start, q.link.Path); err != nil {
			return nil, err
		}
		q.link.System, q.link.Values = q.target.System, q.target.Values
		q.link.Start, q.link.Path = q.walk.Execution.Trace.Initial, q.walk.Path
		q.link.At = min(q.link.At, len(q.walk.Path))
		return &q, nil
	})
}

// follow follows a path as far as that is possible, and says why it leads no further.
func follow(sys *walk.System, start int, path []string) (w *walk.Walk, misfit string, err error) {
	w, err = sys.Walk(start, path)
	switch {
	case err == nil:
		return w, "", nil
	case errors.As(err, new(*walk.Misfit)):
		misfit = err.Error()
	case w != nil:
		misfit = fmt.Sprintf("step %d of %d cannot be taken: %v", len(w.Path)+1, len(path), err)
	}
	if w == nil && misfit != "" { // there is no such initial state
		w, err = sys.Walk(0, nil)
	} else if w != nil {
		err = nil
	}
	return w, counterexamples.Printable(misfit), err
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
	Place position              `json:"place"`
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
	at, err := s.stand(r.Context(), q)
	if err != nil {
		failed(w, err)
		return
	}
	reply(w, http.StatusOK, at)
}

func (s *Server) stand(ctx context.Context, q *request) (*standing, error) {
	at := &standing{System: q.link.base(), Name: q.target.System, About: q.target.Summary, Means: q.target.About,
		Facts: q.target.Facts, Starts: q.walk.Starts(), Start: q.link.Start, Path: append([]string{}, q.link.Path...),
		At: q.link.At, Misfit: q.misfit}
	var err error
	if at.Place, err = s.place(ctx, q, q.link.At); err != nil {
		return nil, err
	}
	at.Raise = raises(q.link, at.Place.Place)
	if q.Keep {
		return at, nil
	}
	end := at.Place
	if q.link.At < len(q.link.Path) {
		if end, err = s.place(ctx, q, len(q.link.Path)); err != nil {
			return nil, err
		}
	}
	at.End = end.ending()
	if at.View, err = s.view(ctx, q, end); err == nil && q.link.Beside != nil {
		at.Beside, err = s.beside(ctx, q)
	}
	return at, err
}

// beside draws the other walk of a link.
func (s *Server) beside(ctx context.Context, q *request) (*another, error) {
	link := Link{System: q.link.System, Values: q.link.Values, Start: q.link.Start, Path: q.link.Beside}
	other, err := s.open(ctx, request{Link: link.String()})
	if err != nil {
		return nil, err
	}
	end, err := s.place(ctx, other, len(other.link.Path))
	if err != nil {
		return nil, err
	}
	a := &another{Path: append([]string{}, other.link.Path...), Misfit: other.misfit, End: end.ending()}
	a.View, err = s.view(ctx, other, end)
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

// export writes the walk in another form.
func (s *Server) export(w http.ResponseWriter, r *http.Request, q *request) {
	form, ok := forms()[q.Form]
	if !ok {
		refuse(w, http.StatusBadRequest, fmt.Sprintf("there is no form %q", q.Form))
		return
	}
	end, err := s.place(r.Context(), q, len(q.link.Path))
	if err != nil {
		failed(w, err)
		return
	}
	now := *q
	text, err := within(r.Context(), s.click, func(context.Context) ([]byte, error) {
		var b bytes.Buffer
		err := form.write(&b, now.shown(end), &now)
		return b.Bytes(), err
	})
	if err != nil {
		failed(w, err)
		return
	}
	w.Header().Set("Content-Type", form.kind)
	_, _ = w.Write(text) // to a browser that may have gone
}
