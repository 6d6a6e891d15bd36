package system_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/model/system"
)

// entry and everything name processes in all possible ways.
type entry struct {
	Who model.ID
	X   int
}

type everything struct {
	One   model.ID
	Set   naming.IDSet
	Each  naming.PerProcess[entry]
	List  []model.ID
	Queue []entry
	Marks map[model.ID]int
	Plain []int
	Sets  []naming.IDSet
	Any   any
	Ptr   *entry
	pair  [2]model.ID
	Name  string
	Place naming.Ordinal
}

// whoever draws one of n processes, or none.
func whoever(t *rapid.T, n int) model.ID {
	return rapid.SampledFrom([]model.ID{model.None, 0, 1, 2, 3}[:n+1]).Draw(t, "who")
}

func drawEverything(t *rapid.T, n int) everything {
	id := rapid.Custom(func(t *rapid.T) model.ID { return model.ID(rapid.IntRange(0, n-1).Draw(t, "id")) })
	one := rapid.Custom(func(t *rapid.T) entry { return entry{whoever(t, n), rapid.IntRange(0, 1).Draw(t, "x")} })
	set := rapid.Custom(func(t *rapid.T) naming.IDSet { return naming.IDSet(rapid.Uint64Range(0, 1<<n-1).Draw(t, "set")) })
	x := everything{One: whoever(t, n), Set: set.Draw(t, "set"), pair: [2]model.ID{whoever(t, n), whoever(t, n)},
		Name: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "name"), Place: naming.Ordinal(whoever(t, n) + 1)}
	if rapid.Bool().Draw(t, "each") {
		x.Each = rapid.SliceOfN(one, n, n).Draw(t, "each")
	}
	none := func(n int, what string) int { return rapid.IntRange(0, n).Draw(t, what) }
	if k := none(3, "list"); k > 0 {
		x.List = rapid.SliceOfN(id, k, k).Draw(t, "list")
	}
	if k := none(2, "queue"); k > 0 {
		x.Queue = rapid.SliceOfN(one, k, k).Draw(t, "queue")
	}
	if k := none(2, "sets"); k > 0 {
		x.Sets = rapid.SliceOfN(set, k, k).Draw(t, "sets")
	}
	k := none(2, "marks")
	if k > 0 {
		x.Marks = rapid.MapOfN(id, rapid.IntRange(0, 1), 1, k).Draw(t, "marks")
	}
	if k == 0 && rapid.Bool().Draw(t, "empty") { // which is how an empty one is decoded
		x.Marks = map[model.ID]int{}
	}
	switch none(2, "any") {
	case 1:
		x.Any = id.Draw(t, "any")
	case 2:
		x.Any = []model.ID{id.Draw(t, "any")}
	}
	if rapid.Bool().Draw(t, "pointer") {
		e := one.Draw(t, "pointer")
		x.Ptr = &e
	}
	return x
}

// without is the restriction of n processes to all but one, the first first of which always stay.
func without(n int, left model.ID) *system.Restriction {
	to := make([]model.ID, n)
	next := model.ID(0)
	for p := range to {
		if to[p] = system.Absent; model.ID(p) != left {
			to[p] = next
			next++
		}
	}
	return system.NewRestriction(to)
}

// TestJoinFindsAll: a value is among those that its restrictions join to, and each of these restricts to them.
func TestJoinFindsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 4).Draw(t, "n")
		owner := model.ID(rapid.IntRange(-1, n-1).Draw(t, "owner")) // is in all pieces
		x := drawEverything(t, n)
		var pieces []system.Piece
		for p := range model.ID(n) {
			if p == owner {
				continue
			}
			to := without(n, p)
			v, err := to.Of(x)
			if err != nil {
				t.Fatal(err)
			}
			pieces = append(pieces, system.Piece{Value: v, To: to, Without: p})
		}
		pieces = pieces[:rapid.IntRange(1, len(pieces)).Draw(t, "pieces")] // the other processes stay in all pieces, too
		all, err := system.Join(pieces)
		if err != nil && len(pieces) == 1 {
			return // the pieces do not suffice
		}
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(all, func(y any) bool { return reflect.DeepEqual(x, y) }) {
			t.Fatalf("%+v is not among %d joins of %+v", x, len(all), pieces)
		}
		for _, y := range all {
			for _, p := range pieces {
				if v, err := p.To.Of(y); err != nil || !reflect.DeepEqual(v, p.Value) {
					t.Fatalf("%+v restricts to %+v, not to %+v (%v)", y, v, p.Value, err)
				}
			}
		}
	})
}

// TestRestrictTwice: leaving one process out after another is the same as leaving out both.
func TestRestrictTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := drawEverything(t, 4)
		a := model.ID(rapid.IntRange(0, 3).Draw(t, "a"))
		b := model.ID(rapid.IntRange(0, 2).Draw(t, "b")) // its ID after the first restriction
		once, err := without(4, a).Of(x)
		if err != nil {
			t.Fatal(err)
		}
		twice, err := without(3, b).Of(once)
		if err != nil {
			t.Fatal(err)
		}
		if b >= a {
			b++
		}
		to := make([]model.ID, 4)
		next := model.ID(0)
		for p := range to {
			if to[p] = system.Absent; model.ID(p) != a && model.ID(p) != b {
				to[p] = next
				next++
			}
		}
		both, err := system.NewRestriction(to).Of(x)
		if err != nil || !reflect.DeepEqual(twice, both) {
			t.Fatalf("%+v and %+v (%v)", twice, both, err)
		}
	})
}

// own names processes in a way of its own.
type own int

func (o own) Renamed(func(model.ID) model.ID) any { return o }

func TestRestrictRefuses(t *testing.T) {
	for want, x := range map[string]any{
		"in a way of its own": struct{ Who own }{},
		"there are 3":         naming.PerProcess[int]{1, 2},
	} {
		if _, err := without(3, 1).Of(x); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%#v: %v, want %q", x, err, want)
		}
	}
}

// TestJoinOne: a single piece says nothing of the process that it leaves out, which may be in a set or not, and be
// named or not.
func TestJoinOne(t *testing.T) {
	for _, test := range []struct {
		value any
		want  []any
	}{
		{naming.IDSet(1), []any{naming.IDSet(1), naming.IDSet(1 | 1<<2)}},
		{system.Absent, []any{system.Absent, model.ID(2)}},
		{model.ID(1), []any{model.ID(1)}},
	} {
		all, err := system.Join([]system.Piece{{Value: test.value, To: without(3, 2), Without: 2}})
		if err != nil || !reflect.DeepEqual(all, test.want) {
			t.Errorf("%v: %v (%v), want %v", test.value, all, err, test.want)
		}
	}
}

func TestJoinRefuses(t *testing.T) {
	one := without(3, 2)
	for want, x := range map[string]any{
		"only processes that are not in view": []model.ID{0},
		"of a process that is not in view":    naming.PerProcess[int]{1, 2},
	} {
		if _, err := system.Join([]system.Piece{{Value: x, To: one, Without: 2}}); err == nil ||
			!strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%#v: %v, want %q", x, err, want)
		}
	}
}
