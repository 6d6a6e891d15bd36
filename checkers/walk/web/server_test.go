package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// hostile is what nobody calls a process, or says.
const hostile = `</script><img src=x onerror="alert(1)">&'`

// word is a message.
type word string

// teller is a system of processes that tell each other something, n times each.
func teller(n int, f model.Faults) model.Instance {
	type state struct{ Said, Heard int }
	process := model.Process[state]{Init: func(*model.Context) state { return state{} },
		Acts: []model.Act[state]{{Name: "tell " + hostile,
			Enabled: func(_ *model.Context, s state) bool { return s.Said < n },
			Do: func(p *model.Context, s state) state {
				p.Broadcast(word(hostile))
				s.Said++
				return s
			}}},
		Receive: func(_ *model.Context, s state, _ model.ID, _ model.Message) state {
			s.Heard++
			return s
		}}
	return model.Instance{Processes: model.Replicate(3, process), Names: []string{hostile, "b", "c"}, Faults: f}
}

// find finds tellers: words=N is how much they say, crash=N how many may crash; words=0 panics.
func find(system string, values url.Values) (*Target, error) {
	if system != "teller" {
		return nil, fmt.Errorf("there is no system %q", system)
	}
	n, crash := 1, 0
	for key, value := range values {
		at := map[string]*int{"words": &n, "crash": &crash}[key]
		if at == nil {
			return nil, fmt.Errorf("there is no %q", key)
		}
		var err error
		if *at, err = strconv.Atoi(value[0]); err != nil {
			return nil, err
		}
	}
	m := teller(n, model.Faults{Crash: crash})
	if n == 0 {
		m = model.Instance{Processes: model.Replicate(1,
			model.Process[int]{Init: func(*model.Context) int { panic("no") }})}
	}
	return &Target{System: "teller", Values: values, Summary: hostile, Model: m, Properties: []checkers.Property{
		checkers.Invariant("quiet", func(s model.State) error {
			if !s.Quiet() {
				return errors.New(hostile)
			}
			return nil
		}),
		checkers.Reachable("loud", func(s model.State) bool { return len(s.Channel(0, 1)) > 1 }),
	}, Stamp: func(t *counterexamples.Trace) { t.Spec = "teller" }}, nil
}

// ask posts a request, with the key and for the host that are given.
func ask(t *testing.T, s *Server, what, body string, change ...func(*http.Request)) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1:6274/api/"+what,
		strings.NewReader(body))
	r.Header.Set(keyHeader, s.key)
	for _, f := range change {
		f(r)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func body(t *testing.T, q request) string {
	t.Helper()
	b, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// stand asks where a link stands.
func stand(t *testing.T, s *Server, link Link) (at standing) {
	t.Helper()
	w := ask(t, s, "walk", body(t, request{Link: link.String()}))
	if err := json.Unmarshal(w.Body.Bytes(), &at); w.Code != http.StatusOK || err != nil {
		t.Fatalf("%d %v: %s", w.Code, err, w.Body)
	}
	return at
}

func TestWhoMayAsk(t *testing.T) {
	s := NewServer(Options{Find: find, Host: "box.example"})
	other := NewServer(Options{Find: find})
	host := func(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }
	key := func(k string) func(*http.Request) { return func(r *http.Request) { r.Header.Set(keyHeader, k) } }
	for _, test := range []struct {
		name   string
		change func(*http.Request)
		want   int
	}{
		{"the key", func(*http.Request) {}, http.StatusOK},
		{"no key", key(""), http.StatusForbidden},
		{"another key", key(other.key), http.StatusForbidden},
		{"part of the key", key(s.key[:len(s.key)-1]), http.StatusForbidden},
		{"localhost", host("localhost:6274"), http.StatusOK},
		{"an address of IPv6", host("[::1]:6274"), http.StatusOK},
		{"the name that was given", host("Box.example:6274"), http.StatusOK},
		{"another name", host("evil.example:6274"), http.StatusMisdirectedRequest},
		{"a name that begins with an address", host("127.0.0.1.evil.example"), http.StatusMisdirectedRequest},
		{"no name", host(""), http.StatusMisdirectedRequest},
		{"a request that is not posted", func(r *http.Request) { r.Method = http.MethodGet }, http.StatusMethodNotAllowed},
		{"another request", func(r *http.Request) { r.URL.Path = "/api/shell" }, http.StatusNotFound},
		{"no JSON", func(r *http.Request) { r.Body = io.NopCloser(strings.NewReader("{")) }, http.StatusBadRequest},
		{"too much", func(r *http.Request) {
			r.Body = io.NopCloser(strings.NewReader(`{"link":"` + strings.Repeat("x", maxRequest) + `"}`))
		}, http.StatusBadRequest},
	} {
		if w := ask(t, s, "walk", `{"link":"teller"}`, test.change); w.Code != test.want {
			t.Errorf("%s: %d, want %d: %.200s", test.name, w.Code, test.want, w.Body)
		}
	}
}

// TestFiles: only the files of the page are served without a key, and no file of the machine.
func TestFiles(t *testing.T) {
	s := NewServer(Options{Find: find})
	get := func(method, path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), method, "http://localhost/", http.NoBody)
		r.URL.Path = path
		s.ServeHTTP(w, r)
		return w
	}
	for name := range files() {
		if w := get(http.MethodGet, "/"+name); w.Code != http.StatusOK || w.Body.Len() == 0 {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
	for _, path := range []string{"/../../server.go", "/page", "/page/walk.html", "/etc/passwd", "/api",
		"//walk.html/..x"} {
		if w := get(http.MethodGet, path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	w := get(http.MethodGet, "/")
	if w.Code != http.StatusOK || strings.Contains(w.Body.String(), s.key) {
		t.Errorf("the page: %d, or it says the key", w.Code)
	}
	policy := w.Header().Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'",
		"base-uri 'none'"} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy is %q, without %q", policy, want)
		}
	}
	if strings.Contains(policy, "unsafe") || w.Header().Get("X-Content-Type-Options") != "nosniff" ||
		w.Header().Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("the headers are %v", w.Header())
	}
	for _, inline := range []string{"<script>", "<style>", " style=", " onclick="} {
		if strings.Contains(w.Body.String(), inline) {
			t.Errorf("the page has %q, which the policy does not let work", inline)
		}
	}
	if w := get(http.MethodPost, "/walk.html"); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("a file that is posted: %d", w.Code)
	}
}

func TestWalk(t *testing.T) {
	s := NewServer(Options{Find: find})
	first := stand(t, s, Link{System: "teller"})
	if first.System != "teller" || first.Starts != 1 || len(first.Place.Events) != 3 || first.View == nil {
		t.Fatalf("%+v", first)
	}
	link := Link{System: "teller", Path: []string{first.Place.Events[1].Name, first.Place.Events[0].Name}}
	link.At = 1
	at := stand(t, s, link)
	if at.At != 1 || !slices.Equal(at.Path, link.Path) || at.Misfit != "" || at.Beside != nil {
		t.Errorf("at %d of %q: %s", at.At, at.Path, at.Misfit)
	}
	link.Beside = []string{first.Place.Events[0].Name, "nothing like that"}
	at = stand(t, s, link)
	if at.Beside == nil || !slices.Equal(at.Beside.Path, link.Beside[:1]) ||
		!strings.Contains(at.Beside.Misfit, "step 2 of 2 is not possible") {
		t.Errorf("beside it is %+v", at.Beside)
	}
	w := ask(t, s, "walk", body(t, request{Link: link.String(), Keep: true}))
	if strings.Contains(w.Body.String(), `"view"`) {
		t.Error("it is drawn again")
	}
}

// TestHostile: text of a model never becomes an element of the drawing.
func TestHostile(t *testing.T) {
	s := NewServer(Options{Find: find})
	link := Link{System: "teller"}
	for range 4 {
		at := stand(t, s, link)
		d := at.View.Drawing
		all := strings.Join(slices.Concat(d.Names, d.Bands, d.Under, d.Over, d.Texts), "\n")
		if !strings.Contains(all, "onerror=&#34;") || strings.Contains(all, "<img") || strings.Contains(all, "<script") ||
			strings.Contains(all, "</script") {
			t.Fatalf("the drawing has %s", all)
		}
		link.Path = append(link.Path, at.Place.Events[0].Name)
		link.At++
	}
}

// TestLinksThatDoNotFit: such links lead as far as they fit, and say where that is.
func TestLinksThatDoNotFit(t *testing.T) {
	s := NewServer(Options{Find: find})
	tell := `act "tell </script><img src=x onerror=\"alert(1)\">&'" of b`
	at := stand(t, s, Link{System: "teller", Path: []string{tell, tell, "more"}, At: 3})
	if len(at.Path) != 1 || at.At != 1 || !strings.HasPrefix(at.Misfit, "step 2 of 3 is not possible: act") {
		t.Errorf("at %d of %q: %s", at.At, at.Path, at.Misfit)
	}
	// A budget that was there is gone; that which is raised makes the same link fit again.
	crash := Link{System: "teller", Path: []string{tell, "crash of c"}, At: 2}
	if at = stand(t, s, crash); !strings.HasPrefix(at.Misfit, "step 2 of 2 is not possible: crash of c") {
		t.Errorf("without a crash: %q", at.Misfit)
	}
	raised, err := ParseLink(at.Raise["crash"])
	if err != nil {
		t.Fatal(err)
	}
	crash.Values = raised.Values
	if at = stand(t, s, crash); at.Misfit != "" || len(at.Path) != 2 || at.Raise["crash"] != "teller?crash=2" {
		t.Errorf("with one: %q, %v", at.Misfit, at.Raise)
	}
	if at = stand(t, s, Link{System: "teller", Start: 7}); !strings.HasPrefix(at.Misfit, "there is no initial state 7") {
		t.Errorf("from state 7: %q", at.Misfit)
	}
	for _, test := range []struct {
		link, says string
		fault      bool
	}{
		{"stranger", `there is no system \"stranger\"`, false}, {"teller?lose=1", `there is no \"lose\"`, false},
		{"teller?words=x", "invalid syntax", false}, {"teller?at=-1", "at=-1 is no number", false},
		{"teller?at=0&at=1&do=x", "it gives at more than once: 0, 1", false},
		{"teller?do=%zz", "the link is damaged", false}, {"", "there is no system", false},
		{"teller?words=0", "panicked", true},
	} {
		w := ask(t, s, "walk", body(t, request{Link: test.link}))
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), test.says) ||
			strings.Contains(w.Body.String(), `"fault":true`) != test.fault {
			t.Errorf("%s: %d %s, want %q", test.link, w.Code, w.Body, test.says)
		}
	}
}

func TestLink(t *testing.T) {
	for _, l := range []Link{
		{System: "anel1:as-written", Values: url.Values{"p.n": {"2"}, "crash-only": {"a,b"}}},
		{System: "a b", Values: url.Values{}, Start: 2, Path: []string{hostile, "do=1&or=2#?"}, At: 1,
			Beside: []string{"x+y %"}},
	} {
		got, err := ParseLink("http://127.0.0.1:6274/?key=K#" + l.String())
		if err != nil || got.String() != l.String() || !slices.Equal(got.Path, l.Path) ||
			!slices.Equal(got.Beside, l.Beside) || got.At != l.At || got.System != l.System {
			t.Errorf("%s is parsed as %+v, %v", l, got, err)
		}
	}
}

// lastLine is the last answer of a stream.
func lastLine(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	all := strings.Split(strings.TrimSpace(w.Body.String()), "\n")
	return all[len(all)-1]
}

func TestSearches(t *testing.T) {
	s := NewServer(Options{Find: find})
	w := ask(t, s, "ahead", `{"link":"teller"}`)
	for _, want := range []string{`"over":true`, `{"property":"quiet","found":true,"steps":1,"never":false}`,
		`{"property":"loud","found":false,"steps":0,"never":true}`} {
		if !strings.Contains(lastLine(t, w), want) {
			t.Errorf("ahead: %s, want %s", w.Body, want)
		}
	}
	w = ask(t, s, "way", `{"link":"teller?words=2","goal":{"property":"loud"}}`)
	var found struct{ Path []string }
	if err := json.Unmarshal([]byte(lastLine(t, w)), &found); err != nil || len(found.Path) != 2 {
		t.Errorf("way: %s", w.Body)
	}
	w = ask(t, s, "way", `{"link":"teller","goal":{"property":"loud"}}`)
	if !strings.Contains(w.Body.String(), `"none":"There is no way there: none of the `) {
		t.Errorf("no way: %s", w.Body)
	}
	few := NewServer(Options{Find: find, Search: checkers.Options{MaxStates: 2}})
	w = ask(t, few, "ahead", `{"link":"teller"}`)
	l := lastLine(t, w)
	if !strings.Contains(l, "the bound on states was reached") || !strings.Contains(l, `"more":false`) {
		t.Errorf("with two states: %s", l)
	}
}

// TestMovedOn: a search ends when the browser has gone, and so does one that waits for others.
func TestMovedOn(t *testing.T) {
	s := NewServer(Options{Find: find})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan bool)
	for range 2 * atOnce {
		go func() {
			ask(t, s, "ahead", `{"link":"teller?words=40","all":true}`, func(r *http.Request) { *r = *r.WithContext(ctx) })
			ended <- true
		}()
	}
	cancel()
	for range 2 * atOnce {
		select {
		case <-ended:
		case <-time.After(time.Minute):
			t.Fatal("a search goes on that nobody waits for")
		}
	}
	if len(s.searches) > 0 {
		t.Errorf("%d searches are still counted", len(s.searches))
	}
}

func TestExport(t *testing.T) {
	s := NewServer(Options{Find: find})
	first := stand(t, s, Link{System: "teller"})
	link := Link{System: "teller", Path: []string{first.Place.Events[0].Name}}
	for form, want := range map[string]string{"json": `"property": "quiet"`, "svg": "<svg",
		"slide": `width="1920" height="1080"`, "mermaid": "sequenceDiagram", "html": "<!DOCTYPE html>",
		"text": "quiet (invariant)",
		"go":   "walk.Test(t, m, properties"} {
		w := ask(t, s, "export", body(t, request{Link: link.String(), Form: form}))
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %.500s", form, w.Code, w.Body)
		}
		if form == "json" {
			if _, err := counterexamples.Read(w.Body); err != nil {
				t.Error(err)
			}
		}
	}
	if w := ask(t, s, "export", `{"link":"teller","form":"exe"}`); w.Code != http.StatusBadRequest {
		t.Errorf("another form: %d", w.Code)
	}
}

// TestServe: the server listens where it is told to, has an address with its key, and ends on request.
func TestServe(t *testing.T) {
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := NewServer(Options{Find: find})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error)
	go func() { ended <- s.Serve(ctx, l) }()
	address := s.Address(l.Addr(), Link{System: "teller"})
	if want := "http://" + l.Addr().String() + "/?key=" + s.key + "#teller"; address != want {
		t.Errorf("the address is %s, want %s", address, want)
	}
	r, err := http.Get(address)
	if err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%v, %v", r, err)
	}
	r.Body.Close()
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
