package stategraph_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// lts is a labelled transition system: the arrows of each state, sorted.
type lts struct {
	initial []string
	arrows  map[string][]string // label, then state
}

// ltsOf explores m without the engine. States are named by their vectors, events by their numbers.
func ltsOf(t rapid.TB, m model.Model) lts {
	t.Helper()
	sys, err := system.Compile(m)
	if err != nil {
		t.Fatal(err)
	}
	l := lts{arrows: map[string][]string{}}
	var todo [][]uint32
	visit := func(v []uint32) string {
		name := fmt.Sprint(v)
		if l.arrows[name] == nil {
			l.arrows[name] = []string{}
			todo = append(todo, slices.Clone(v))
		}
		return name
	}
	err = sys.Initial(func(v []uint32) {
		if name := visit(v); !slices.Contains(l.initial, name) {
			l.initial = append(l.initial, name)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(todo); i++ {
		enabled, err := sys.Events(todo[i])
		if err != nil {
			t.Fatal(err)
		}
		from := fmt.Sprint(todo[i])
		for _, n := range enabled {
			l.arrows[from] = append(l.arrows[from], string(n.Kind)+" "+visit(n.After))
		}
	}
	return l
}

func (l lts) steps() (n int) {
	for _, a := range l.arrows {
		n += len(a)
	}
	return n
}

var (
	autHeader = regexp.MustCompile(`^des \((\d+), (\d+), (\d+)\)$`)
	autLine   = regexp.MustCompile(`^\((\d+), (?:"([ !#-~]*)"|(i)), (\d+)\)$`) // printable ASCII without "
)

// parseAUT reads the Aldebaran format strictly. Events keep their kind only.
func parseAUT(t rapid.TB, text string) lts {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	head := autHeader.FindStringSubmatch(lines[0])
	if head == nil || head[1] != "0" {
		t.Fatalf("the header is %q", lines[0])
	}
	steps, _ := strconv.Atoi(head[2])
	states, _ := strconv.Atoi(head[3])
	l := lts{initial: []string{"0"}, arrows: map[string][]string{}}
	for i := range states {
		l.arrows[strconv.Itoa(i)] = []string{}
	}
	var initial []string
	for _, line := range lines[1:] {
		m := autLine.FindStringSubmatch(line)
		if m == nil || l.arrows[m[1]] == nil || l.arrows[m[4]] == nil || len(m[2]) > 5000 {
			t.Fatalf("not a transition between %d states: %q", states, line)
		}
		if m[3] == "i" {
			if m[1] != "0" {
				t.Fatalf("a hidden step that does not begin at the start: %q", line)
			}
			initial = append(initial, m[4])
			continue
		}
		kind := kindOf(m[2])
		l.arrows[m[1]] = append(l.arrows[m[1]], kind+" "+m[4])
	}
	if len(lines)-1 != steps {
		t.Fatalf("%d transitions, and the header says %d", len(lines)-1, steps)
	}
	if initial != nil {
		if len(l.arrows["0"]) > 0 {
			t.Fatal("the start has steps of its own")
		}
		delete(l.arrows, "0")
		l.initial = initial
	}
	return l
}

// kindOf is the kind of an event that begins with it.
func kindOf(event string) string {
	if strings.HasPrefix(event, string(model.SetBack)) {
		return string(model.SetBack)
	}
	kind, _, _ := strings.Cut(event, " ")
	return strings.TrimSuffix(kind, ",")
}

// same compares two systems whose states have different names: it goes through both at once, and where an arrow
// could be one of several it is told apart by its place, the order of events being fixed.
func same(t rapid.TB, a, b lts) {
	t.Helper()
	if len(a.arrows) != len(b.arrows) || a.steps() != b.steps() || len(a.initial) != len(b.initial) {
		t.Fatalf("%d states, %d steps, %d initial; want %d, %d, %d", len(b.arrows), b.steps(), len(b.initial), len(a.arrows),
			a.steps(), len(a.initial))
	}
	to := map[string]string{}
	var todo []string
	pair := func(x, y string) {
		if was, ok := to[x]; ok && was != y {
			t.Fatalf("state %s is %s and %s", x, was, y)
		} else if !ok {
			to[x] = y
			todo = append(todo, x)
		}
	}
	for i := range a.initial {
		pair(a.initial[i], b.initial[i])
	}
	for len(todo) > 0 {
		x := todo[0]
		todo = todo[1:]
		p, q := a.arrows[x], b.arrows[to[x]]
		if len(p) != len(q) {
			t.Fatalf("%s has %d steps, %s has %d", x, len(p), to[x], len(q))
		}
		for i := range p {
			kind, state := cutState(p[i])
			other, image := cutState(q[i])
			if kind != other {
				t.Fatalf("step %d of %s is %q, of %s %q", i, x, kind, to[x], other)
			}
			pair(state, image)
		}
	}
	if len(to) != len(a.arrows) {
		t.Fatalf("%d of %d states were compared", len(to), len(a.arrows))
	}
}

// cutState takes an arrow apart. Kinds may have two words; what AUT has of a kind is what kindOf says.
func cutState(arrow string) (kind, state string) {
	at := strings.LastIndex(arrow, " ")
	if bracket := strings.Index(arrow, "["); bracket >= 0 {
		at = bracket - 1
	}
	return arrow[:at], arrow[at+1:]
}

// dotToken is an identifier, a text in quotes, one like HTML, or a sign of the language of Graphviz.
var dotToken = regexp.MustCompile(`^(?:[A-Za-z_][A-Za-z_0-9]*|-?[0-9]+(?:\.[0-9]+)?|"(?:[^"\\]|\\.)*"|->|[{}\[\]=,;])`)

// dotTokens cuts a graph into tokens; everything must be one.
func dotTokens(t rapid.TB, text string) []string {
	t.Helper()
	var all []string
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		token := dotToken.FindString(text)
		if strings.HasPrefix(text, "<") { // up to where it is balanced
			depth := 0
			for i, r := range text {
				if r == '<' {
					depth++
				}
				if r == '>' {
					depth--
				}
				if depth == 0 {
					token = text[:i+1]
					break
				}
			}
			d := xml.NewDecoder(strings.NewReader(token[1 : len(token)-1]))
			d.Entity = map[string]string{"nbsp": " "}
			for {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%v in %s", err, token)
				}
			}
		}
		if token == "" {
			t.Fatalf("not a token: %.80q", text)
		}
		all = append(all, token)
		text = text[len(token):]
	}
	return all
}

// checkDOT reads a graph with a strict parser of what DOT writes of the language, and compares its arrows.
func checkDOT(t rapid.TB, text string, l lts) {
	t.Helper()
	p := &dotParser{t: t, text: text, tokens: dotTokens(t, text)}
	p.graph()
	want := 0
	for _, steps := range l.arrows {
		to := map[string]bool{}
		for _, s := range steps {
			_, state := cutState(s)
			to[state] = true
		}
		want += len(to)
	}
	if len(p.nodes) != len(l.arrows)+p.starts || p.starts != len(l.initial) || len(p.arrows) != want {
		t.Fatalf("%d nodes, %d starts, %d arrows; want %d, %d, %d", len(p.nodes), p.starts, len(p.arrows),
			len(l.arrows)+len(l.initial), len(l.initial), want)
	}
}

// dotParser reads what DOT writes of the language, strictly.
type dotParser struct {
	t      rapid.TB
	text   string
	tokens []string // that are left
	nodes  map[string]bool
	arrows map[[2]string]bool // between states
	starts int                // other arrows
}

func (p *dotParser) peek() string {
	p.t.Helper()
	if len(p.tokens) == 0 {
		p.t.Fatalf("it ends too early:\n%s", p.text)
	}
	return p.tokens[0]
}

func (p *dotParser) next() string {
	p.t.Helper()
	token := p.peek()
	p.tokens = p.tokens[1:]
	return token
}

func (p *dotParser) expect(want string) {
	p.t.Helper()
	if got := p.next(); got != want {
		p.t.Fatalf("%q is not %q, %d tokens before the end of\n%s", got, want, len(p.tokens), p.text)
	}
}

// attributes reads a list of them, which may not name one twice.
func (p *dotParser) attributes() {
	p.t.Helper()
	p.expect("[")
	for seen := map[string]bool{}; ; {
		name := p.next()
		if seen[name] {
			p.t.Fatalf("%s is there twice in\n%s", name, p.text)
		}
		seen[name] = true
		p.expect("=")
		p.next()
		if p.peek() == "]" {
			break
		}
		p.expect(",")
	}
	p.expect("]")
}

func (p *dotParser) graph() {
	p.t.Helper()
	p.nodes, p.arrows = map[string]bool{}, map[[2]string]bool{}
	p.expect("digraph")
	p.next()
	p.expect("{")
	for p.peek() != "}" {
		name := p.next()
		switch {
		case name == "label":
			p.expect("=")
			p.next()
		case name == "graph", name == "node", name == "edge":
			p.attributes()
		case p.peek() == "->":
			p.arrow(name)
		default:
			p.nodes[name] = true
			p.attributes()
		}
		p.expect(";")
	}
	p.expect("}")
	if len(p.tokens) > 0 {
		p.t.Fatalf("something stands behind the end: %q", p.tokens)
	}
}

func (p *dotParser) arrow(from string) {
	p.t.Helper()
	p.expect("->")
	to := p.next()
	p.attributes()
	switch {
	case !p.nodes[from] || !p.nodes[to]:
		p.t.Fatalf("an arrow from %s to %s", from, to)
	case from[0] == 'i':
		p.starts++
	case p.arrows[[2]string{from, to}]:
		p.t.Fatalf("two arrows from %s to %s", from, to)
	default:
		p.arrows[[2]string{from, to}] = true
	}
}
