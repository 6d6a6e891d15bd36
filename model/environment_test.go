package model

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestEnvironmentIsWhole changes each field of an Instance, and of what it consists of: a search must not go on
// with another of these systems, which it tells by their environment.
func TestEnvironmentIsWhole(t *testing.T) {
	process := Process[int]{Init: func(*Context) int { return 0 }, Acts: []Act[int]{{Name: "a", Do: func(_ *Context, s int) int { return s }}}}
	base := func() Instance {
		return Instance{Processes: Replicate(2, process), Timing: Timing{Mode: Sync, Max: 1}, Clocks: Clocks{Max: 2}, Variables: []Shared{NewVariable("x", 1)}}
	}
	of := func(i Instance) string {
		f, err := i.compile()
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(f.(*processes).environment(), "\n")
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
			t.Errorf("Instance has the field %s: write it into the environment, and change it here", name)
		}
	}
	for f := range reflect.TypeFor[Process[int]]().NumField() {
		known := []string{"_", "Name", "Init", "Acts", "Receive", "Accept", "Timeout", "Detect", "Recover", "observed"}
		if name := reflect.TypeFor[Process[int]]().Field(f).Name; !slices.Contains(known, name) {
			t.Errorf("Process has the field %s: write it into the environment, and change it here", name)
		}
	}
}
