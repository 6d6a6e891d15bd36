package views_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/views"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs"
	"github.com/anel-mc/mc/specs/spec"
)

func family(t *testing.T, name, variant, param string, i spec.Instance) views.Family {
	for _, s := range specs.All() {
		if s.Name != name {
			continue
		}
		return func(n int) (model.Model, []checkers.Property, error) {
			at := i
			at.Variant = variant
			at.Params = map[string]int{param: n}
			for k, v := range i.Params {
				at.Params[k] = v
			}
			setup, err := s.Setup(at)
			return setup.Model, setup.Properties, err
		}
	}
	t.Fatal(name)
	return nil
}

func TestScratch(t *testing.T) {
	for _, line := range strings.Split(os.Getenv("SCRATCH"), ";") {
		f := strings.Fields(line)
		if len(f) < 3 {
			continue
		}
		i := spec.Instance{Params: map[string]int{}}
		for _, kv := range f[3:] {
			k, v, _ := strings.Cut(kv, "=")
			n := 0
			fmt.Sscan(v, &n)
			switch k {
			case "crash":
				i.Environment.Crash, i.Environment.Recover = spec.Budget(n), spec.Budget(n)
			case "only":
				i.Environment.CrashOnly = []string{v}
			default:
				i.Params[k] = n
			}
		}
		start := time.Now()
		r, err := views.Prove(context.Background(), family(t, f[0], f[1], f[2], i), views.Options{Search: checkers.Options{MaxStates: 200000}})
		fmt.Printf("== %s  %.2fs\n", line, time.Since(start).Seconds())
		if err != nil {
			fmt.Println("   ", err)
			continue
		}
		fmt.Printf("   %d views, %d configurations, wider %d %v\n", r.Views, r.Configurations, r.Wider, r.WiderAll)
		for _, x := range r.Tests {
			fmt.Printf("   %+v\n", x)
		}
		for _, x := range r.Results {
			if strings.Contains(x.Why, "of the kind") {
				continue
			}
			fmt.Printf("   %s: %s %s n=%d\n", x.Property.Name(), x.Verdict, x.Why, x.N)
		}
	}
}
