// Command certify checks a certificate written by mc check --certificate: the listed states contain the initial states,
// no step leads out of them, and each of them satisfies the named properties, which therefore hold. For a list of views
// it checks the same, where the steps are those of the configurations that the views combine to. It does not use
// the search: it runs the handlers and computes successors itself.
//
//	go run ./cmd/mc/certify FILE
//
// It exits with 0 if the certificate is valid, 1 (with the reason) if it is not, and 2 on wrong usage, if a file cannot
// be read or written, or if it is of a spec that this program does not have.
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/specs"
	"github.com/anel-mc/mc/specs/spec"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	says := "usage: certify FILE\n\nFILE is what mc check --certificate FILE wrote."
	if len(args) != 1 {
		fmt.Fprintln(stderr, says)
		return 2
	}
	if !slices.Contains([]string{"--help", "-help", "-h"}, args[0]) {
		b, err := read(args[0])
		if err != nil {
			fmt.Fprintln(stderr, "certify:", err)
			return 2
		}
		line := &progress{w: stderr}
		says, err = check(b, specs.All(), line)
		line.erase()
		switch {
		case errors.As(err, new(noSpec)):
			fmt.Fprintf(stderr, "certify: %s cannot be checked: %v\n", args[0], err)
			return 2
		case err != nil:
			fmt.Fprintf(stderr, "certify: %s proves nothing: %v\n", args[0], err)
			return 1
		}
	}
	if _, err := fmt.Fprintln(stdout, says); err != nil {
		fmt.Fprintln(stderr, "certify:", err)
		return 2
	}
	return 0
}

// progress is a line that says how far a check is. It is shown on terminals only.
type progress struct {
	w     io.Writer // nil shows nothing
	shown time.Time
}

func (l *progress) show(format string, args ...any) {
	f, ok := l.w.(*os.File)
	if time.Since(l.shown) < time.Second/10 || !ok || !term.IsTerminal(int(f.Fd())) || os.Getenv("TERM") == "dumb" {
		return
	}
	l.shown = time.Now()
	fmt.Fprintf(f, "\r"+format+"\x1b[K\r", args...)
}

func (l *progress) erase() {
	if !l.shown.IsZero() {
		fmt.Fprint(l.w, "\r\x1b[K")
	}
}

// version is the first line of a certificate.
const version = "mc-certificate 2\n"

// read reads a certificate, and of any other file, which may have no end, only the beginning.
func read(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := bufio.NewReader(f)
	begins, err := r.Peek(len(version))
	if string(begins) == version {
		return io.ReadAll(r)
	}
	if err == io.EOF {
		err = nil
	}
	return begins, err
}

// proof is a certificate, and the state of its verification.
type proof struct {
	Spec        string            `json:"spec"`
	Variant     string            `json:"variant"`
	Params      map[string]int    `json:"params"`
	Environment map[string]string `json:"environment"`
	Properties  []string          `json:"properties"`
	States      int               `json:"states"`
	Every       *struct {         // if set, the states are views of systems with any number of participants
		Param  string `json:"param"`  // counts the participants
		K      int    `json:"k"`      // participants in a view
		Beyond int    `json:"beyond"` // the most participants in a configuration that is stepped
		Before int    `json:"before"` // processes other than participants that come before them
		Others int    `json:"others"` // all processes other than participants
	} `json:"every,omitempty"`

	specs   []spec.Spec
	values  system.Values          // the codec
	numbers map[cell]int           // the listed cells come first
	reached map[string]bool        // the listed states or views by key, and whether each was reached
	without map[int][]*restriction // by number of participants: see restrictions
	lists   string                 // "state" or "view", for messages
	line    *progress
}

// cell is the encoded value at a place.
type cell struct {
	at    place
	value string
}

// refusal is the panic value of a certificate that proves nothing.
type refusal struct{ error }

func refuse(format string, args ...any) { panic(refusal{fmt.Errorf(format, args...)}) }

// noSpec is the name of a spec that this program does not have.
type noSpec string

func (s noSpec) Error() string {
	return fmt.Sprintf("this program has no spec %q; see docs/certificates.md for how to build one that has", string(s))
}

// check returns what a certificate proves, or the reason why it proves nothing.
func check(b []byte, all []spec.Spec, line *progress) (says string, err error) {
	defer func() {
		if x := recover(); x != nil {
			if r, is := x.(refusal); is {
				err = r.error
			} else {
				err = model.Panic("the system", x)
			}
		}
	}()
	c := parse(b)
	c.specs, c.line = all, line
	if c.Every != nil {
		says = c.closed()
	} else {
		m, err := c.machine(0)
		if err != nil {
			return "", err
		}
		m.explore()
		says = fmt.Sprintf(" holds: the %d states contain the initial ones and are closed under their %d steps", c.States,
			m.stepped)
	}
	// A larger closed set would prove the same, but mc never writes one: something is wrong.
	for key, reached := range c.reached {
		if !reached {
			refuse("it has a %s that is not reachable: that of cells %s", c.lists, key)
		}
	}
	if len(c.Properties) == 0 { // mc never writes that
		refuse("it names no property that%s", says)
	}
	return c.Spec + " " + strings.Join(c.Properties, ", ") + says, nil
}

// parse reads a certificate.
func parse(b []byte) *proof {
	end := bytes.LastIndex(b, []byte("sha256 "))
	if end < 0 || !bytes.HasPrefix(b, []byte(version)) {
		refuse("it is not a complete certificate, which begins with its version and ends with a checksum")
	}
	if want := fmt.Sprintf("sha256 %x\n", sha256.Sum256(b[:end])); string(b[end:]) != want {
		refuse("it is damaged: its checksum does not match")
	}
	c := &proof{numbers: map[cell]int{}, reached: map[string]bool{}, without: map[int][]*restriction{}, lists: "state"}
	lines := strings.Split(strings.TrimSuffix(string(b[:end]), "\n"), "\n")[1:]
	if err := json.Unmarshal([]byte(lines[0]), c); err != nil {
		refuse("its header is damaged: %w", err)
	}
	if header, err := json.Marshal(c); err != nil || string(header) != lines[0] {
		refuse("its header is damaged: it is not as mc writes it, which is %s", header)
	}
	if c.Every != nil {
		c.lists = "view"
	}
	used := map[int]bool{}
	for i, line := range lines[1:] {
		if !strings.HasPrefix(line, "=") {
			key := "[" + line + "]"
			if _, twice := c.reached[key]; twice || !c.cells(line, used) {
				refuse("line %d: it is listed twice, or names a cell that is not listed before it", i+3)
			}
			c.reached[key] = false
			continue
		}
		x, ok := cellOf(line)
		if _, twice := c.numbers[x]; twice || !ok {
			refuse("line %d: it is not a cell, or one that is listed twice", i+3)
		}
		c.numbers[x] = len(c.numbers)
	}
	for n := range len(c.numbers) {
		if !used[n] {
			refuse("no %s has its cell %d", c.lists, n)
		}
	}
	if len(c.reached) != c.States {
		refuse("it lists %d states, but its header says %d", len(c.reached), c.States)
	}
	return c
}

// cellOf reads the line of a cell, which must be as mc writes it.
func cellOf(line string) (x cell, ok bool) {
	var encoded string
	if _, err := fmt.Sscanf(line, "=%s %d %d %q %s", &x.at.Kind, &x.at.A, &x.at.B, &x.at.Name, &encoded); err != nil {
		return x, false
	}
	value, err := base64.RawStdEncoding.Strict().DecodeString(encoded)
	x.value = string(value)
	return x, err == nil && line == fmt.Sprintf("=%s %d %d %q %s", x.at.Kind, x.at.A, x.at.B, x.at.Name, encoded)
}

// cells reports whether a line consists of numbers of cells that have been listed, which it notes as used.
func (c *proof) cells(line string, used map[int]bool) bool {
	for number := range strings.SplitSeq(line, " ") {
		n, err := strconv.Atoi(number)
		if err != nil || n < 0 || n >= len(c.numbers) || strconv.Itoa(n) != number {
			return false
		}
		used[n] = true
	}
	return true
}

// key identifies a world by the sorted numbers of its cells, as certificates list it.
func (c *proof) key(w world) string {
	numbers := make([]int, 0, len(w))
	for at, value := range w {
		n, ok := c.numbers[cell{at, value}]
		if !ok {
			n = len(c.numbers)
			c.numbers[cell{at, value}] = n
		}
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	return fmt.Sprint(numbers)
}

// machine is a system that can be stepped, and what its exploration has found.
type machine struct {
	*proof
	model.Instance
	processes  []model.Process[any]
	properties []checkers.Property
	names      []string
	links      []model.Link

	m        int             // participants of its configurations, which are joined from parts; 0 if parts are states
	ring     bool            // the participants form a ring
	unlisted bool            // its states need not be listed in the certificate
	reached  map[string]bool // by key of a state or view
	parts    *[]world        // states or views in the order in which they were reached, or configurations of m-1
	configs  []world         // the configurations
	stepped  int             // the number of steps taken
}

// machine builds the system, with m participants if the certificate covers every n. It refuses systems with features
// that certify does not support, and returns an error if the spec cannot build this one.
func (c *proof) machine(m int) (*machine, error) {
	named := slices.IndexFunc(c.specs, func(s spec.Spec) bool { return s.Name == c.Spec })
	if named < 0 {
		return nil, noSpec(c.Spec)
	}
	environment, err := spec.ParseEnvironment(c.Environment)
	if err != nil {
		return nil, err
	}
	params, e := map[string]int{}, c.Every
	maps.Copy(params, c.Params)
	if e != nil {
		params[e.Param] = m
	}
	setup, err := c.specs[named].Setup(spec.Instance{Variant: c.Variant, Params: params, Environment: environment})
	if err != nil {
		return nil, err
	}
	i, ok := setup.Model.(model.Instance)
	n := len(i.Processes)
	for what, is := range map[string]bool{
		"partially synchronous time": i.Timing.Mode == model.Partial,
		"a time for handling":        i.Timing.Handling != 0,
		"a failure detector":         i.Detector != model.NoDetector,
		"local clocks":               i.Clocks.Max != 0,
		"links that can be cut":      i.Faults.Cut != 0 || i.Faults.Partition != 0,
		"a history of operations":    i.History,
		"a Constraint":               i.Constraint != nil,
		"no processes":               !ok,
		"a shared map": slices.ContainsFunc(i.Variables, func(v model.Shared) bool {
			_, _, of, _ := v.Declared()
			return of.Kind() == reflect.Map
		}),
	} {
		if is {
			refuse("its system has %s, which this program does not support", what)
		}
	}
	if e != nil && (n != m+e.Others || e.Before < 0 || e.Before > e.Others) {
		refuse("with %s=%d there are %d processes, but not %d before the participants and %d after", e.Param, m, n, e.Before,
			e.Others-e.Before)
	}
	is := &machine{proof: c, Instance: i, names: i.ProcessNames(), links: i.Network.Topology.Links(n), reached: c.reached,
		parts: &[]world{}}
	for _, a := range i.Processes {
		is.processes = append(is.processes, a.Erased())
	}
	for _, name := range c.Properties {
		at := slices.IndexFunc(setup.Properties, func(p checkers.Property) bool { return p.Name() == name })
		if at < 0 {
			refuse("%s has no property %q", c.Spec, name)
		}
		if setup.Properties[at].Judge() == nil {
			refuse("%s is not about single states, so a set of states proves nothing about it", name)
		}
		is.properties = append(is.properties, setup.Properties[at])
	}
	return is, nil
}

// explore judges every state, or every configuration joined from the parts, and reaches what its steps lead to.
func (m *machine) explore() {
	for _, w := range m.initial() {
		m.reach("an initial one", nil, w)
	}
	for old := 0; old < len(*m.parts); {
		all := *m.parts
		m.configurations(all, old, func(w world) {
			if m.Every == nil {
				m.line.show("%d of %d states reached, in %d steps", len(*m.parts), m.States, m.stepped)
			} else if m.m > 0 {
				m.line.show("%d steps of configurations of %d", m.stepped, m.m)
			}
			m.judge(w)
			m.steps(w, func(event string, after world) {
				m.stepped++
				m.reach(event, w, after)
			})
		})
		old = len(all)
	}
}

// reach adds a state, or its views, to the parts. It refuses the certificate unless they are listed.
func (m *machine) reach(event string, from, to world) {
	m.views(to, func(v world) {
		key := m.key(v)
		reached, listed := m.reached[key]
		switch {
		case reached:
			return
		case !listed && !m.unlisted:
			refuse("it lacks a %s: %s: from\n  %s\nto\n  %s", m.lists, event, m.show(from), m.show(to))
		case m.Every != nil && m.m > m.Every.K+1:
			refuse("it has a view that is reached only with %d participants: %s", m.m, event)
		}
		m.reached[key] = true
		*m.parts = append(*m.parts, v)
	})
}
