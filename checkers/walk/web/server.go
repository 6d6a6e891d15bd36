package web

import (
	"cmp"
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

	// Summary describes the system, and Facts the conditions under which it runs.
	Summary string
	Facts   []string

	// About says what states and properties mean, one paragraph per line; it may be empty.
	About string

	Model      model.Model
	Properties []checkers.Property

	// Stamp, if not nil, records in a trace which system it is of.
	Stamp func(t *counterexamples.Trace)

	// Build is Go code that sets the variables m and properties, for the export of a test, and Imports lists the packages
	// that it needs. If it is empty, the test takes them as parameters.
	Build   string
	Imports []string
}

// Options configure a Server.
type Options struct {
	// Find returns the system that a link names. An error says what is wrong with the name or the values. Required.
	Find func(system string, values url.Values) (*Target, error)

	// Search bounds each search: MaxStates, MaxDepth, Memory, Timeout and Workers are used.
	Search checkers.Options

	// Host, if set, is a host name that requests may use besides addresses and localhost.
	Host string
}

// Server serves the page.
type Server struct {
	opt      Options
	key      string
	searches chan struct{} // one element for each search that is running

	// click is how long a function of the model may take before what was clicked is answered without it, and glance how
	// long the search is that is made whenever the walk moves on.
	click, glance time.Duration
}

// atOnce is the number of searches that may run at once; each has its share of the memory.
const atOnce = 2

// NewServer returns a server with a new key.
func NewServer(opt Options) *Server {
	opt.Search.Memory /= atOnce
	return &Server{opt: opt, key: rand.Text(), searches: make(chan struct{}, atOnce), click: 10 * time.Second,
		glance: 30 * time.Second}
}

// Address returns the address to open in a browser for a link, given the address at which the server listens.
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

// The names of the key in the address and in the header.
const (
	keyName   = "key"
	keyHeader = "X-Walk-Key"
)

//go:embed page
var page embed.FS

// policy lets the page load its own files and run its own script, nothing else.
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

// knows reports whether a host is this one. Somebody else can make a name that they own point anywhere, but not an
// address.
func (s *Server) knows(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return net.ParseIP(host) != nil || strings.EqualFold(host, "localhost") ||
		s.opt.Host != "" && strings.EqualFold(host, s.opt.Host)
}

// files returns the files of the page with their content types.
func files() map[string]string {
	return map[string]string{"walk.html": "text/html", "walk.css": "text/css", "walk.js": "text/javascript",
		"draw.js": "text/javascript", "diagram.css": "text/css", "page.css": "text/css", "parts.js": "text/javascript",
		"icon.svg": "image/svg+xml"}
}

func serveFile(w http.ResponseWriter, r *http.Request) {
	name := cmp.Or(strings.TrimPrefix(path.Clean(r.URL.Path), "/"), "walk.html")
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
