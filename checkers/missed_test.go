package checkers_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// TestMissed sets eleven bits, which are kept in three ways. Where each act depends on all of them, its results are
// hardly ever found again, and the report says so.
func TestMissed(t *testing.T) {
	const bits = 11
	table := model.NewVariable("table", map[int]bool{})
	word := model.NewVariable("word", 0)
	for _, c := range []struct {
		want string // "" for nothing
		get  func(p *model.Context, i int) bool
		set  func(p *model.Context, i int)
	}{
		{"it reads all of the map table: read and write single elements of it, with model.At",
			func(p *model.Context, i int) bool { return table.Get(p)[i] },
			func(p *model.Context, i int) {
				m := maps.Clone(table.Get(p))
				m[i] = true
				table.Set(p, m)
			}},
		{"it reads the shared variables word, ", func(p *model.Context, i int) bool { return word.Get(p)>>i&1 == 1 },
			func(p *model.Context, i int) { word.Set(p, word.Get(p)|1<<i) }},
		{"", func(p *model.Context, i int) bool { return model.At(table, i).Get(p) },
			func(p *model.Context, i int) { model.At(table, i).Set(p, true) }},
	} {
		process := model.Process[int]{Name: "counter", Init: func(*model.Context) int { return 0 }}
		for i := range bits {
			process.Acts = append(process.Acts, model.Act[int]{Name: fmt.Sprint("set ", i),
				Enabled: func(p *model.Context, _ int) bool { return !c.get(p, i) },
				Do:      func(p *model.Context, s int) int { c.set(p, i); return s }})
		}
		m := model.Instance{Processes: []model.Algorithm{process}, Variables: []model.Shared{table, word}}
		r := check(t, m, checkers.Options{})
		if r.States != 1<<bits {
			t.Fatal(r)
		}
		lines := r.Missed()
		if c.want == "" && len(lines) == 0 {
			continue
		}
		if len(lines) != bits || c.want == "" || !strings.Contains(lines[0], c.want) {
			t.Errorf("%q in place of %q", lines, c.want)
		} else {
			t.Log(lines[0])
		}
	}
}
