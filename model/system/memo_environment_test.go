package system

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/model"
)

// TestEnvironmentIsWhole changes each field of an Instance, and of what it consists of: a search must not go on
// with another of these systems, which it tells by their environment.
func TestEnvironmentIsWhole(t *testing.T) {
	process := model.Process[int]{Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{Name: "a", Do: func(_ *model.Context, s int) int { return s }}}}
	base := func() model.Instance {
		return model.Instance{Processes: model.Replicate(2, process), Timing: model.Timing{Mode: model.Sync, Max: 1},
			Clocks: model.Clocks{Max: 2}, Variables: []model.Shared{model.NewVariable("x", 1)}}
	}
	of := func(i model.Instance) string {
		f, err := compileInstance(i)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(f.(*processes).environment(), "\n")
	}
	seen := map[string]string{of(base()): "nothing"}
	differs := func(what string, change func(i *model.Instance)) {
		i := base()
		change(&i)
		lines := of(i)
		if other, is := seen[lines]; is {
			t.Errorf("with %s changed the environment is as with %s", what, other)
		}
		seen[lines] = what
	}
	// numbers changes each field of a struct by itself.
	numbers := func(what string, in func(i *model.Instance) reflect.Value) {
		var i model.Instance
		for f := range in(&i).NumField() {
			field := in(&i).Type().Field(f)
			if field.Name == "_" {
				continue
			}
			differs(what+"."+field.Name, func(i *model.Instance) {
				switch v := in(i).Field(f); v.Kind() {
				case reflect.Int:
					v.SetInt(v.Int() + 3)
				case reflect.Uint8:
					v.SetUint(2)
				case reflect.Bool:
					v.SetBool(true)
				case reflect.Slice:
					v.Set(reflect.ValueOf([]model.ID{1}))
				case reflect.Struct:
					v.Set(reflect.ValueOf(model.Unidirectional()))
				default:
					t.Errorf("%s.%s is of a kind that this test does not know", what, field.Name)
				}
			})
		}
	}
	numbers("Faults", func(i *model.Instance) reflect.Value { return reflect.ValueOf(&i.Faults).Elem() })
	numbers("Timing", func(i *model.Instance) reflect.Value { return reflect.ValueOf(&i.Timing).Elem() })
	numbers("Clocks", func(i *model.Instance) reflect.Value { return reflect.ValueOf(&i.Clocks).Elem() })
	base2 := base
	base = func() model.Instance { // two processes have one ring only
		i := base2()
		i.Processes = model.Replicate(3, process)
		return i
	}
	differs("a third process", func(*model.Instance) {})
	numbers("Network", func(i *model.Instance) reflect.Value { return reflect.ValueOf(&i.Network).Elem() })
	base = base2
	differs("Names", func(i *model.Instance) { i.Names = []string{"a", "b"} })
	differs("Detector", func(i *model.Instance) { i.Detector = model.Perfect })
	differs("History", func(i *model.Instance) { i.History = true })
	differs("Constraint", func(i *model.Instance) { i.Constraint = func(model.State) bool { return true } })
	differs("the value of a variable", func(i *model.Instance) { i.Variables = []model.Shared{model.NewVariable("x", 2)} })
	differs("a hidden variable", func(i *model.Instance) {
		i.Variables = []model.Shared{model.NewVariable("x", 1).Hidden()}
	})
	differs("the name of a variable", func(i *model.Instance) { i.Variables = []model.Shared{model.NewVariable("y", 1)} })
	differs("a second variable", func(i *model.Instance) { i.Variables = append(i.Variables, model.NewVariable("y", 1)) })
	kind := func(what string, change func(p *model.Process[int])) {
		differs(what, func(i *model.Instance) {
			p := process
			p.Acts = slices.Clone(p.Acts)
			change(&p)
			i.Processes[1] = p
		})
	}
	kind("Name", func(p *model.Process[int]) { p.Name = "other" })
	kind("the name of an act", func(p *model.Process[int]) { p.Acts[0].Name = "b" })
	kind("an optional act", func(p *model.Process[int]) { p.Acts[0].Optional = true })
	kind("a second act", func(p *model.Process[int]) {
		p.Acts = append(p.Acts, model.Act[int]{Name: "b", Do: p.Acts[0].Do})
	})
	kind("Receive", func(p *model.Process[int]) {
		p.Receive = func(*model.Context, int, model.ID, model.Message) int { return 0 }
	})
	kind("Accept", func(p *model.Process[int]) {
		p.Accept = func(*model.Context, int, model.ID, model.Message) bool { return true }
	})
	kind("Timeout", func(p *model.Process[int]) { p.Timeout = func(*model.Context, int, string) int { return 0 } })
	kind("Detect", func(p *model.Process[int]) { p.Detect = func(*model.Context, int, model.ID, bool) int { return 0 } })
	kind("Recover", func(p *model.Process[int]) { p.Recover = func(*model.Context, any) int { return 0 } })

	known := []string{"_", "Processes", "Names", "Network", "Faults", "Timing", "Detector", "Clocks", "Variables", "Views",
		"History", "Constraint"}
	for f := range reflect.TypeFor[model.Instance]().NumField() {
		if name := reflect.TypeFor[model.Instance]().Field(f).Name; !slices.Contains(known, name) {
			t.Errorf("Instance has the field %s: write it into the environment, and change it here", name)
		}
	}
	for f := range reflect.TypeFor[model.Process[int]]().NumField() {
		known := []string{"_", "Name", "Init", "Acts", "Receive", "Accept", "Timeout", "Detect", "Recover", "observed",
			"local"}
		if name := reflect.TypeFor[model.Process[int]]().Field(f).Name; !slices.Contains(known, name) {
			t.Errorf("Process has the field %s: write it into the environment, and change it here", name)
		}
	}
}
