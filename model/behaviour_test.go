package model

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestEnvironmentIsWhole changes each field of an Instance, and of what it consists of: a Behaviour must tell all of
// these systems apart by their environment.
func TestEnvironmentIsWhole(t *testing.T) {
	process := Process[int]{Init: func(*Context) int { return 0 }, Acts: []Act[int]{{Name: "a", Do: func(_ *Context, s int) int { return s }}}}
	base := func() Instance {
		return Instance{Processes: Replicate(2, process), Timing: Timing{Mode: Sync, Max: 1}, Clocks: Clocks{Max: 2}, Variables: []Shared{NewVariable("x", 1)}}
	}
	of := func(i Instance) string {
		f, err := compileInstance(i)
		if err != nil {
			t.Fatal(err)
		}
		s := f.(*processes)
		return strings.Join(s.environment(newWords(s, func(v any) string { return fmt.Sprint(v) })), "\n")
	}
	seen := map[string]string{of(base()): "nothing"}
	differs := func(what string, change func(i *Instance)) {
		i := base()
		change(&i)
		lines := of(i)
		if other, is := seen[lines]; is {
			t.Errorf("with %s changed the environment is as with %s", what, other)
		}
		seen[lines] = what
	}
	// numbers changes each field of a struct by itself.
	numbers := func(what string, in func(i *Instance) reflect.Value) {
		var i Instance
		for f := range in(&i).NumField() {
			field := in(&i).Type().Field(f)
			if field.Name == "_" {
				continue
			}
			differs(what+"."+field.Name, func(i *Instance) {
				switch v := in(i).Field(f); v.Kind() {
				case reflect.Int:
					v.SetInt(v.Int() + 3)
				case reflect.Uint8:
					v.SetUint(2)
				case reflect.Bool:
					v.SetBool(true)
				case reflect.Slice:
					v.Set(reflect.ValueOf([]ID{1}))
				case reflect.Struct:
					v.Set(reflect.ValueOf(Unidirectional()))
				default:
					t.Errorf("%s.%s is of a kind that this test does not know", what, field.Name)
				}
			})
		}
	}
	numbers("Faults", func(i *Instance) reflect.Value { return reflect.ValueOf(&i.Faults).Elem() })
	numbers("Timing", func(i *Instance) reflect.Value { return reflect.ValueOf(&i.Timing).Elem() })
	numbers("Clocks", func(i *Instance) reflect.Value { return reflect.ValueOf(&i.Clocks).Elem() })
	base2 := base
	base = func() Instance { // two processes have one ring only
		i := base2()
		i.Processes = Replicate(3, process)
		return i
	}
	differs("a third process", func(*Instance) {})
	numbers("Network", func(i *Instance) reflect.Value { return reflect.ValueOf(&i.Network).Elem() })
	base = base2
	differs("Names", func(i *Instance) { i.Names = []string{"a", "b"} })
	differs("Detector", func(i *Instance) { i.Detector = Perfect })
	differs("History", func(i *Instance) { i.History = true })
	differs("the value of a variable", func(i *Instance) { i.Variables = []Shared{NewVariable("x", 2)} })
	differs("a hidden variable", func(i *Instance) { i.Variables = []Shared{NewVariable("x", 1).Hidden()} })
	differs("the name of a variable", func(i *Instance) { i.Variables = []Shared{NewVariable("y", 1)} })
	differs("a second variable", func(i *Instance) { i.Variables = append(i.Variables, NewVariable("y", 1)) })
	kind := func(what string, change func(p *Process[int])) {
		differs(what, func(i *Instance) {
			p := process
			p.Acts = slices.Clone(p.Acts)
			change(&p)
			i.Processes[1] = p
		})
	}
	kind("Name", func(p *Process[int]) { p.Name = "other" })
	kind("the name of an act", func(p *Process[int]) { p.Acts[0].Name = "b" })
	kind("an optional act", func(p *Process[int]) { p.Acts[0].Optional = true })
	kind("a second act", func(p *Process[int]) { p.Acts = append(p.Acts, Act[int]{Name: "b", Do: p.Acts[0].Do}) })
	kind("Receive", func(p *Process[int]) { p.Receive = func(*Context, int, ID, Message) int { return 0 } })
	kind("Accept", func(p *Process[int]) { p.Accept = func(*Context, int, ID, Message) bool { return true } })
	kind("Timeout", func(p *Process[int]) { p.Timeout = func(*Context, int, string) int { return 0 } })
	kind("Detect", func(p *Process[int]) { p.Detect = func(*Context, int, ID, bool) int { return 0 } })
	kind("Recover", func(p *Process[int]) { p.Recover = func(*Context, any) int { return 0 } })

	known := []string{"_", "Processes", "Names", "Network", "Faults", "Timing", "Detector", "Clocks", "Variables", "Views", "History"}
	for f := range reflect.TypeFor[Instance]().NumField() {
		if name := reflect.TypeFor[Instance]().Field(f).Name; !slices.Contains(known, name) {
			t.Errorf("Instance has the field %s: write it into the environment of a Behaviour, and change it here", name)
		}
	}
	for f := range reflect.TypeFor[Process[int]]().NumField() {
		known := []string{"_", "Name", "Init", "Acts", "Receive", "Accept", "Timeout", "Detect", "Recover", "observed"}
		if name := reflect.TypeFor[Process[int]]().Field(f).Name; !slices.Contains(known, name) {
			t.Errorf("Process has the field %s: write it into the environment of a Behaviour, and change it here", name)
		}
	}
}

// TestPrintable: any text stands in one line, no two look the same, and it is found again.
func TestPrintable(t *testing.T) {
	seen := map[string]string{}
	try := func(t rapid.TB, text string) {
		line := printable(text)
		if strings.ContainsAny(line, "\n\r\t\x1b") || strings.TrimSpace(line) != line || line == "" {
			t.Fatalf("%q is written as %q", text, line)
		}
		if other, is := seen[line]; is && other != text {
			t.Fatalf("%q and %q are both written as %q", text, other, line)
		}
		seen[line] = text
		if back, err := unprintable(line); err != nil || back != text {
			t.Fatalf("%q comes back as %q: %v", text, back, err)
		}
		if name := beforeEquals(text); strings.Contains(name, " = ") {
			t.Fatalf("%q is %q before an equals sign", text, name)
		}
	}
	for _, text := range []string{"", " ", "plain", "a = b", `\down`, `\"x"`, `\\`, "a\nb", "a\x00", "\xff", "�", "\u202e", "tab\t", "x ", `"quoted"`, "#"} {
		try(t, text)
	}
	rapid.Check(t, func(t *rapid.T) { try(t, rapid.String().Draw(t, "text")) })
}

// hostileNames is a system whose names and values are meant to confuse the text of its Behaviour.
func hostileNames() Instance {
	type state struct{ Text string }
	texts := []string{"in x", "\n out y", `\down`, "", " = ", "a#0123", "a"}
	x := NewVariable("v = \"1\"\n read", "\\nothing")
	return Instance{
		Names: []string{"p starts", "p\x1b act"}, Variables: []Shared{x, NewVariable("v", "")},
		Faults: Faults{Crash: 1, Recover: 1},
		Processes: Replicate(2, Process[state]{
			Init: func(*Context) state { return state{"a"} },
			Acts: []Act[state]{{Name: "out 1\n", Enabled: func(p *Context, s state) bool { return s.Text == "a" }, Do: func(p *Context, s state) state {
				text := texts[p.Choose(len(texts))]
				if x.Get(p) != "done" {
					x.Set(p, text)
				}
				p.Mark(text)
				p.Store(text)
				p.SetTimer(text, 1)
				return state{text + "!"}
			}}},
			Timeout: func(p *Context, s state, timer string) state {
				x.Set(p, "done")
				return state{timer}
			},
			Recover: func(p *Context, stored any) state { return state{fmt.Sprint(stored)} },
		}),
	}
}

// every visits every state of a system.
func every(t *testing.T, sys *System, see func(v []uint32)) {
	seen := map[string]bool{}
	var open [][]uint32
	add := func(v []uint32) {
		if key := fmt.Sprint(v); !seen[key] {
			seen[key] = true
			open = append(open, slices.Clone(v))
		}
	}
	if err := sys.Initial(add); err != nil {
		t.Fatal(err)
	}
	step := sys.NewStepper()
	for len(open) > 0 {
		v := open[0]
		open = open[1:]
		see(v)
		if err := step.Step(v, func(_ uint64, slots []int32, values []uint32) { add(apply(v, slots, values)) }); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBehaviourOfAnyText: names and values may be any text, and texts of values may be all the same.
func TestBehaviourOfAnyText(t *testing.T) {
	for name, format := range map[string]func(any) string{"as it is": func(v any) string { return fmt.Sprint(v) }, "all the same": func(any) string { return "x" }} {
		compiled := func() (*System, *Predicate) {
			sys, err := Compile(hostileNames())
			if err != nil {
				t.Fatal(err)
			}
			return sys, sys.StatePredicate("\n= is", func(s State) error {
				v, _ := s.Local(0)
				return fmt.Errorf("\n%v %q %v", v, s.Timers(1), s.Stored(1))
			})
		}
		sys, p := compiled()
		every(t, sys, func(v []uint32) {
			if _, err := p.State(v); err != nil {
				t.Fatal(err)
			}
		})
		b, err := sys.Behaviour(format)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range slices.Concat(b.Functions, b.Questions, b.Contents) {
			for _, line := range block {
				if line == "" || strings.ContainsAny(line, "\n\r\x1b") {
					t.Errorf("%s: the line %q", name, line)
				}
			}
		}
		now, _ := compiled()
		changes, err := now.Changes(b, format)
		if err != nil || len(changes) > 0 {
			t.Errorf("%s: %d changes, such as %q: %v", name, len(changes), changes[:min(len(changes), 1)], err)
		}
		// A line more or less is a change, or damage, but never a panic. A whole row that is
		// missing cannot be seen.
		for i := 0; i < len(b.Functions); i += 1 + len(b.Functions)/8 {
			for k := range b.Functions[i] {
				spoiled := *b
				spoiled.Functions = slices.Clone(b.Functions)
				spoiled.Functions[i] = slices.Insert(slices.Clone(b.Functions[i]), k, " out nonsense")
				now, _ := compiled()
				if changes, err := now.Changes(&spoiled, format); err == nil && len(changes) == 0 {
					t.Fatalf("%s: nonsense before line %d of %q is no change", name, k, b.Functions[i])
				}
				spoiled.Functions[i] = b.Functions[i][:k]
				now, _ = compiled()
				_, _ = now.Changes(&spoiled, format)
			}
		}
	}
}
