package conditionalwrite

import (
	"errors"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants that are not the source's; see the package documentation.
const (
	plainVariant = "plain"
	mixedVariant = "mixed"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:   "conditional-write",
		Family: "clocks and stores",
		Summary: "Clients that read and edit one item, and write it on condition that its version is still the one " +
			"that they have read",
		Source: "002, 1.1.3 Vector Clocks, Uso em Sistemas Reais, Amazon DynamoDB",
		Peers:  []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "clients", Min: 1, Max: 5, Default: 2},
			{Name: "writes", Doc: "edits of each client", Min: 1, Max: 3, Default: 1},
			{Name: "attempts", Doc: "how often a client tries an edit that is in conflict; 0 is without end", Min: 0, Max: 4,
				Default: 0},
			{Name: "retries", Doc: "how many requests each client may send again because they are not answered in time", Min: 0,
				Max: 2, Default: 0},
			{Name: "exists", Doc: "1 if the item is there at the beginning", Min: 0, Max: 1, Default: 1},
			{Name: "history", Doc: "1 keeps the history of operations, to ask whether it is linearizable, and makes many " +
				"more states", Min: 0, Max: 1, Default: 1},
			{Name: "stale", Doc: "1 if a read may return the item as it was before the last write", Min: 0, Max: 1, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "the source's write_with_version_check"},
			{Name: plainVariant, Doc: "the same without its condition"},
			{Name: mixedVariant, Doc: "the first client writes without the condition, the others with it"},
			{Name: spec.Corrected, Doc: "an item that does not exist may be created, and a client that is told of a " +
				"conflict checks whether it was with its own write"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	o := rules{
		writes: a.Int("writes"), attempts: a.Int("attempts"), retries: a.Int("retries"),
		exists: a.Int("exists") == 1, stale: a.Int("stale") == 1,
		plain:   map[string]int{plainVariant: n, mixedVariant: 1}[a.Variant],
		history: a.Int("history") == 1,
		creates: a.Variant == spec.Corrected,
		checks:  a.Variant == spec.Corrected,
	}
	if o.attempts == 0 && (o.retries > 0 || o.history && (o.stale || !o.exists)) {
		return spec.Setup{},
			errors.New("attempts=0: a client can be told of a conflict without end where the item is absent or reads are " +
				"stale, which is for history=0; and requests are numbered where they are sent again, which is for retries=0")
	}
	names := []string{"table"}
	processes := []model.Algorithm{table(o)}
	var links []model.Link
	for p := range n {
		names = append(names, string(rune('A'+p)))
		processes = append(processes, client(o))
		links = append(links, model.Link{From: tableID, To: model.ID(p + 1)})
	}
	return spec.Setup{
		Model: model.Instance{
			Processes: processes,
			Names:     names,
			Network:   model.Network{Topology: model.Graph(links...), Order: model.Unordered},
			History:   o.history,
		},
		Properties: properties(o),
	}, nil
}

func properties(o rules) []checkers.Property {
	everybody := func(s model.State) bool {
		for _, c := range model.Locals[Client](s) {
			if c.Done < o.writes {
				return false
			}
		}
		return true
	}
	all := []checkers.Property{
		checkers.Invariant("no-lost-update", func(s model.State) error {
			t, _ := model.Local[Table](s, tableID)
			for p, c := range model.Locals[Client](s) {
				for done := range c.Done {
					if name := edit(p, Client{Done: done}); !slices.Contains(t.Item.Content, name) {
						return fmt.Errorf("%s was told that %s is written, and the table has %v", s.Name(p), name, t.Item)
					}
				}
			}
			return nil
		}),
		checkers.Step("no-false-conflict", falseConflict),
		checkers.Invariant("written-once", func(s model.State) error {
			t, _ := model.Local[Table](s, tableID)
			for i, name := range t.Item.Content {
				if slices.Contains(t.Item.Content[:i], name) {
					return fmt.Errorf("%s is written twice: the table has %v", name, t.Item)
				}
			}
			return nil
		}),
		checkers.Step("new-content-new-version", func(before model.State, _ model.Event, after model.State) error {
			a, _ := model.Local[Table](before, tableID)
			b, _ := model.Local[Table](after, tableID)
			if !slices.Equal(a.Item.Content, b.Item.Content) && b.Item.Version() <= a.Item.Version() {
				return fmt.Errorf("%v becomes %v", a.Item, b.Item)
			}
			return nil
		}),
		checkers.NoDeadlock("nobody-waits", func(s model.State) error {
			for p, c := range model.Locals[Client](s) {
				if c.Phase != Idle && c.Phase != GivenUp {
					return fmt.Errorf("%s waits for an answer, and no message is on its way", s.Name(p))
				}
			}
			return nil
		}),
		checkers.Eventually("everybody-succeeds", everybody),
		checkers.Reachable("all-written", everybody),
		checkers.Messages("messages"),
	}
	if o.history {
		register := objects.VersionedRegister(Content(nil).String())
		all = append(all, checkers.Linearizable("linearizable", register),
			checkers.SequentiallyConsistent("sequentially-consistent", register))
	}
	return all
}

// falseConflict reports a client that is told of a conflict though its edit is written.
func falseConflict(before model.State, e model.Event, after model.State) error {
	if e.Kind != model.Deliver || e.To == tableID {
		return nil
	}
	a, up := model.Local[Client](before, e.To)
	b, stillUp := model.Local[Client](after, e.To)
	if !up || !stillUp || b.Phase != Reading && b.Phase != GivenUp || a.Phase != Writing && a.Phase != Checking {
		return nil
	}
	t, _ := model.Local[Table](after, tableID)
	if name := edit(e.To, a); slices.Contains(t.Item.Content, name) {
		return fmt.Errorf("%s is told that %s is in conflict, and it is written: the table has %v", after.Name(e.To), name,
			t.Item)
	}
	return nil
}
