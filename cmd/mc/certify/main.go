// Command certify checks a certificate that mc check --certificate has written: that the states which it lists contain
// the initial ones, that no step leads out of them, and that each of them has the properties that it names. Then these
// hold. Of a set of views it checks the same, where steps are those of configurations that are made of views. It knows
// nothing of the search: it runs the handlers itself, and writes down what becomes of a state by itself.
//
//	go run ./cmd/mc/certify FILE
//
// It ends with 0 if all of that is so, with 1 and the reason if it is not, and with 2 on wrong use.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/specs"
	"github.com/anel-mc/mc/specs/spec"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	if len(args) != 1 {
		fmt.Fprintln(stderr, "certify: give the FILE that mc check --certificate FILE has written")
		return 2
	}
	b, err := os.ReadFile(args[0])
	if err != nil {
		fmt.Fprintln(stderr, "certify:", err)
		return 2
	}
	says, err := check(b, specs.All())
	if err != nil {
		fmt.Fprintf(stderr, "certify: %s proves nothing: %v\n", args[0], err)
		return 1
	}
	fmt.Fprintln(stdout, says)
	return 0
}

// proof is what a certificate says, and what was found of it.
type proof struct {
	Spec        string            `json:"spec"`
	Variant     string            `json:"variant"`
	Params      map[string]int    `json:"params"`
	Environment map[string]string `json:"environment"`
	Properties  []string          `json:"properties"`
	States      int               `json:"states"`
	Every       *struct {         // the states are views, of systems with any number of participants
		Param  string `json:"param"`
		K      int    `json:"k"`      // participants in a view
		Beyond int    `json:"beyond"` // configurations have up to so many
		Before int    `json:"before"` // processes that are no participants, and come before these
		Others int    `json:"others"` // all that are no participants
	} `json:"every"`

	specs   []spec.Spec
	values  system.Values    // the codec
	numbers map[cell]int     // first those of the certificate
	reached map[string]bool  // by states that are listed: whether they were come to
	without map[int][]*fewer // by participants: see less
	lists   string           // states, or views
}

// cell is the encoding of what there is at a place.
type cell struct {
	at    place
	holds string
}

// refusal is what everything here panics with if a certificate proves nothing.
type refusal struct{ error }

func refuse(format string, args ...any) { panic(refusal{fmt.Errorf(format, args...)}) }

// check says what a certificate proves, or why it proves nothing.
func check(b []byte, all []spec.Spec) (says string, err error) {
	defer func() {
		if x := recover(); x != nil {
			is := false
			if err, is = x.(refusal); !is {
				err = model.Panic("the system", x)
			}
		}
	}()
	c := parse(b)
	c.specs = all
	if says = c.Spec + " " + strings.Join(c.Properties, ", "); c.Every != nil {
		c.lists = "view"
		says += c.closed()
	} else {
		m, err := c.machine(0)
		if err != nil {
			return "", err
		}
		m.explore()
		says += fmt.Sprintf(" holds: the %d states contain the initial ones and are closed under their %d steps", c.States,
			m.stepped)
	}
	// A larger set that is closed would prove the same, but mc writes none: something is wrong.
	for key, reached := range c.reached {
		if !reached {
			refuse("it has a %s that is not reachable: that of cells %s", c.lists, key)
		}
	}
	return says, nil
}

// parse reads a certificate.
func parse(b []byte) *proof {
	end := bytes.LastIndex(b, []byte("sha256 "))
	if end < 0 || !bytes.HasPrefix(b, []byte("mc-certificate 2\n")) {
		refuse("it is no certificate, or not whole: it begins with its version, and ends with a sum")
	}
	if want := fmt.Sprintf("sha256 %x\n", sha256.Sum256(b[:end])); string(b[end:]) != want {
		refuse("it is damaged: its sum is another")
	}
	c := &proof{numbers: map[cell]int{}, reached: map[string]bool{}, without: map[int][]*fewer{},
		lists: "state"}
	lines := strings.Split(strings.TrimSuffix(string(b[:end]), "\n"), "\n")[1:]
	decoder := json.NewDecoder(strings.NewReader(lines[0]))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(c); err != nil {
		refuse("its header is damaged: %w", err)
	}
	for i, line := range lines[1:] {
		if !strings.HasPrefix(line, "=") {
			c.reached["["+line+"]"] = false
			continue
		}
		var x cell
		var holds []byte
		_, err := fmt.Sscanf(line, "=%s %d %d %q %s", &x.at.Kind, &x.at.A, &x.at.B, &x.at.Name, &x.holds)
		if err == nil {
			holds, err = base64.RawStdEncoding.DecodeString(x.holds)
		}
		x.holds = string(holds)
		if _, twice := c.numbers[x]; twice || err != nil {
			refuse("line %d: it is no cell, or one that is there twice", i+3)
		}
		c.numbers[x] = len(c.numbers)
	}
	if len(c.reached) != c.States {
		refuse("it lists %d states, and its header says %d", len(c.reached), c.States)
	}
	return c
}

// key is what tells worlds apart, as certificates list them: the numbers of their cells.
func (c *proof) key(w world) string {
	numbers := make([]int, 0, len(w))
	for at, holds := range w {
		n, ok := c.numbers[cell{at, holds}]
		if !ok {
			n = len(c.numbers)
			c.numbers[cell{at, holds}] = n
		}
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	return fmt.Sprint(numbers)
}

// machine is a system to be stepped, and what was found of it.
type machine struct {
	*proof
	model.Instance
	processes  []model.Process[any]
	properties []checkers.Property
	names      []string
	links      []model.Link

	m       int             // participants of its configurations, which are made of parts; 0 if these are its states
	ring    bool            // the participants are one
	free    bool            // its states are not listed
	reached map[string]bool // by states, or views
	parts   *[]world        // the same, in the order in which they were come to; or what else configurations are made of
	met     []world         // configurations
	stepped int             // how many steps there are
}

// machine is the system, with m participants if it is of any number, unless there is something in it that is not known
// here. There is none with an error.
func (c *proof) machine(m int) (*machine, error) {
	named := slices.IndexFunc(c.specs, func(s spec.Spec) bool { return s.Name == c.Spec })
	if named < 0 {
		return nil, fmt.Errorf("there is no spec %q", c.Spec)
	}
	environment, err := spec.ParseEnvironment(c.Environment)
	if err != nil {
		return nil, err
	}
	params, e := maps.Clone(c.Params), c.Every
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
			_, value, _ := v.Declared()
			return reflect.ValueOf(value).Kind() == reflect.Map
		}),
	} {
		if is {
			refuse("it is of a system with %s, which this program does not know", what)
		}
	}
	if e != nil && (n != m+e.Others || e.Before < 0 || e.Before > e.Others) {
		refuse("with %s=%d there are %d processes, of which not %d come before the participants, and %d after", e.Param, m,
			n, e.Before, e.Others-e.Before)
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
			refuse("%s is not about single states, which prove nothing of it", name)
		}
		is.properties = append(is.properties, setup.Properties[at])
	}
	return is, nil
}

// explore steps all configurations that are made of the parts. None may be bad, and what they lead to is a part, too.
func (m *machine) explore() {
	for _, w := range m.initial() {
		m.come("an initial one", nil, w)
	}
	for old := 0; old < len(*m.parts); {
		all := *m.parts
		m.configurations(all, old, func(w world) {
			m.judge(w)
			m.steps(w, func(event string, after world) {
				m.stepped++
				m.come(event, w, after)
			})
		})
		old = len(all)
	}
}

// come is called with each state that there must be, or all views of it.
func (m *machine) come(event string, from, to world) {
	m.views(to, func(v world) {
		key := m.key(v)
		reached, listed := m.reached[key]
		switch {
		case reached:
			return
		case !listed && !m.free:
			refuse("it lacks a %s: %s: from\n  %s\nto\n  %s", m.lists, event, m.show(from), m.show(to))
		case m.Every != nil && m.m > m.Every.K+1:
			refuse("it has a view that only %d participants come to: %s", m.m, event)
		}
		m.reached[key] = true
		*m.parts = append(*m.parts, v)
	})
}
