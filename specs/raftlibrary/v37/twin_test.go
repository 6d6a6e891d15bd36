package v37

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/specs/raftlibrary"
)

// world is a state of a search that does not use the toolkit: the inputs of each server, and the messages in channels.
type world struct {
	told                 [3][]string // inputs: messages, campaigns and proposals
	channels             [3][3][]string
	elections, proposals int
}

const campaign, propose = "campaign", "propose"

// server replays all inputs of server p of n, and returns what it sent last.
func (w *world) server(p, n int) (*node, []raftlibrary.Message) {
	c := raftlibrary.Config{ID: p + 1}
	for q := range n {
		c.Voters = append(c.Voters, uint64(q+1))
	}
	s := start(c).(*node)
	out := s.Ready()
	for _, input := range w.told[p] {
		switch input {
		case campaign:
			s.Campaign()
		case propose:
			s.Propose("x")
		default:
			s.Step(input)
		}
		out = s.Ready()
	}
	return s, out
}

// after returns the state after an input of server p.
func (w world) after(p, n int, input string) world {
	w.told[p] = append(slices.Clip(w.told[p]), input)
	_, out := w.server(p, n)
	for _, m := range out {
		c := &w.channels[p][m.To-1]
		*c = append(slices.Clip(*c), m.Bytes)
	}
	return w
}

// identity returns everything that can be seen of a state.
func (w *world) identity(n int) string {
	var b strings.Builder
	for p := range n {
		s, _ := w.server(p, n)
		deep(&b, reflect.ValueOf(s), map[uintptr]int{})
	}
	return fmt.Sprintf("%s %q %d %d", &b, w.channels, w.elections, w.proposals)
}

// deep writes a value with everything that it points to, except what the servers do not depend on.
func deep(b *strings.Builder, v reflect.Value, seen map[uintptr]int) {
	switch v.Kind() {
	case reflect.Pointer:
		if k, known := seen[v.Pointer()]; known || v.IsNil() {
			fmt.Fprint(b, "->", k)
			return
		}
		seen[v.Pointer()] = len(seen) + 1
		deep(b, v.Elem(), seen)
	case reflect.Interface:
		if !v.IsNil() {
			fmt.Fprint(b, v.Elem().Type())
			deep(b, v.Elem(), seen)
		}
	case reflect.Struct:
		if v.Type().PkgPath() == "sync" || strings.HasSuffix(v.Type().String(), "MessageState") {
			return
		}
		for i := range v.NumField() {
			switch v.Type().Field(i).Name {
			case "logger", "traceLogger", "callStats", "randomizedElectionTimeout", "sizeCache", "unknownFields":
			default:
				deep(b, v.Field(i), seen)
			}
		}
	case reflect.Slice, reflect.Array:
		fmt.Fprint(b, "[", v.Len(), v.Kind() == reflect.Slice && v.IsNil())
		for i := range v.Len() {
			deep(b, v.Index(i), seen)
		}
	case reflect.Map:
		all := map[string]reflect.Value{}
		for it := v.MapRange(); it.Next(); {
			all[fmt.Sprint(it.Key())] = it.Value()
		}
		for _, k := range slices.Sorted(maps.Keys(all)) {
			fmt.Fprint(b, "{", k)
			deep(b, all[k], seen)
		}
	case reflect.Func:
	default:
		fmt.Fprint(b, " ", v)
	}
}

// TestTwin confirms the counts of TestCounts by a search that replays everything.
func TestTwin(t *testing.T) {
	for _, test := range []struct{ n, elections, proposals, states, steps int }{
		{2, 2, 1, 226, 318}, {3, 1, 1, 811, 1848}, {3, 2, 0, 15418, 44331},
	} {
		if test.states > 1000 && os.Getenv("LONG") == "" {
			continue
		}
		first := world{}
		seen, steps := map[string]bool{first.identity(test.n): true}, 0
		for queue := []world{first}; len(queue) > 0; queue = queue[1:] {
			w := queue[0]
			visit := func(next world) {
				steps++
				if id := next.identity(test.n); !seen[id] {
					seen[id] = true
					queue = append(queue, next)
				}
			}
			for p := range test.n {
				s, _ := w.server(p, test.n)
				leads := s.See().Role == raftlibrary.Leader
				if !leads && w.elections < test.elections {
					next := w.after(p, test.n, campaign)
					next.elections++
					visit(next)
				}
				if leads && w.proposals < test.proposals {
					next := w.after(p, test.n, propose)
					next.proposals++
					visit(next)
				}
				for from := range test.n {
					if c := w.channels[from][p]; len(c) > 0 {
						next := w
						next.channels[from][p] = c[1:]
						visit(next.after(p, test.n, c[0]))
					}
				}
			}
		}
		if len(seen) != test.states || steps != test.steps {
			t.Errorf("%d servers have %d states and %d steps, want %d and %d", test.n, len(seen), steps, test.states,
				test.steps)
		}
	}
}
