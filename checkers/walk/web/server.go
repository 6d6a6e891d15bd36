package web

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"embed"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// Target is a system that a link names.
type Target struct {
	_ struct{}

	// System and Values name it in full; see Link.
	System string
	Values url.Values

	// Summary says what it is, and Facts under which conditions it runs.
	Summary string
	Facts   []string

	// About says what states and properties mean, a paragraph a line; it may be empty.
	About string

	Model      model.Model
	Properties []checkers.Property

	// Stamp writes into a trace what it is of; nil if there is nothing to say.
	Stamp func(t *counterexamples.Trace)

	// Build is Go code that sets the variables m and properties, for the export of a test, and Imports are the packages
	// that it needs. Empty: whoever uses the test passes them.
	Build   string
	Imports []string
}

// Options say how a Server works.
type Options struct {
	// Find returns the system that a link names. An error says what is wrong with the name or the values. Required.
	Find func(system string, values url.Values) (*Target, error)

	// Search bounds each search: MaxStates, MaxDepth, Memory, Timeout and Workers are used.
	Search checkers.Options

	// Host, if set, is a name by which the page may be asked for, besides addresses and localhost.
	Host string
}

// Server serves the page.
type Server struct {
	opt      Options
	key      string
	searches chan struct{} // as many as may run at once
}

// atOnce is how many searches run at once: each has its share of the memory.
const atOnce = 2

// NewServer returns a server with a new key.
func NewServer(opt Options) *Server {
	opt.Search.Memory /= atOnce
	return &Server{opt: opt, key: rand.Text(), searches: make(chan struct{}, atOnce)}
}

// Address is what to open in a browser to see what a link leads to, from a server that listens at a.
func (s *Server) Address(a net.Addr, l Link) string {
	host := a.String()
	if tcp, ok := a.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		tcp := *tcp
		if tcp.IP = net.IPv4(127, 0, 0, 1); strings.HasPrefix(host, "[") {
			tcp.IP = net.IPv6loopback
		}
		host = tcp.String()
	}
	return "http://" + host + "/?" + keyName + "=" + s.key + "#" + l.String()
}

// Serve answers requests until ctx is done.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 1 << 16, BaseContext: func(net.Listener) context.Context { return ctx }}
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(done)
		short, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if server.Shutdown(short) != nil {
			server.Close()
		}
	})
	err := server.Serve(l)
	if !stop() {
		<-done
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// The names of the key, in the address and in the header.
const (
	keyName   = "key"
	keyHeader = "X-Walk-Key"
)

//go:embed page
var page embed.FS

// policy lets the page load what it is made of, and run its own script only.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	if !s.knows(r.Host) {
		http.Error(w, "this is not the name of this server: open the address that was printed when it was started",
			http.StatusMisdirectedRequest)
		return
	}
	what, asks := strings.CutPrefix(r.URL.Path, "/api/")
	if !asks {
		serveFile(w, r)
		return
	}
	api, ok := map[string]func(http.ResponseWriter, *http.Request, *request){
		"walk": s.walk, "ahead": s.ahead, "way": s.way, "export": s.export,
	}[what]
	switch {
	case !ok:
		refuse(w, http.StatusNotFound, "there is no such request")
	case r.Method != http.MethodPost:
		h.Set("Allow", http.MethodPost)
		refuse(w, http.StatusMethodNotAllowed, "requests are posted")
	case subtle.ConstantTimeCompare([]byte(r.Header.Get(keyHeader)), []byte(s.key)) != 1:
		refuse(w, http.StatusForbidden, "the key is missing, or it is that of an earlier run: "+
			"open the address that was printed when the server was started")
	default:
		s.answer(w, r, api)
	}
}

// knows reports whether a host is this one. A name that somebody else owns may be made to point anywhere; an address
// cannot.
func (s *Server) knows(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return net.ParseIP(host) != nil || strings.EqualFold(host, "localhost") ||
		s.opt.Host != "" && strings.EqualFold(host, s.opt.Host)
}

// files are what the page is made of, with their types.
func files() map[string]string {
	return map[string]string{"walk.html": "text/html", "walk.css": "text/css", "walk.js": "text/javascript",
		"draw.js": "text/javascript", "diagram.css": "text/css", "page.css": "text/css", "parts.js": "text/javascript",
		"icon.svg": "image/svg+xml"}
}

func serveFile(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name == "" {
		name = "walk.html"
	}
	kind, ok := files()[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	if !slices.Contains([]string{http.MethodGet, http.MethodHead}, r.Method) {
		http.Error(w, "files are only read", http.StatusMethodNotAllowed)
		return
	}
	text, err := fs.ReadFile(page, "page/"+name)
	if err != nil {
		text, err = fs.ReadFile(counterexamples.PageFiles(), name)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", kind+"; charset=utf-8")
	_, _ = w.Write(text) // to a browser that may have gone
}
