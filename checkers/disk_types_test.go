package checkers_test

import (
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/disk"
	"github.com/anel-mc/mc/model"
)

// TestDiskTypes: types with the same name and declaration are not taken for each other where different processes have
// met them.
func TestDiskTypes(t *testing.T) {
	votes := [2]func() any{
		func() any { type vote struct{ N int }; return vote{1} },
		func() any { type vote struct{ N int }; return vote{1} },
	}
	m := model.Instance{Processes: model.Replicate(1, model.Process[any]{
		Init: func(*model.Context) any { return 0 },
		Acts: []model.Act[any]{{Name: "go",
			Enabled: func(_ *model.Context, s any) bool { _, is := s.(int); return is },
			Do: func(c *model.Context, s any) any {
				if s == 0 {
					return 1 + c.Choose(2)
				}
				return votes[s.(int)-1]()
			}}},
	})}
	in := disk.Folder(t.TempDir())
	task := func(do func(r *disk.Run) error) error { // in a process of its own
		b, err := checkers.Bind(m, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := b.Task(checkers.Options{Disk: explore.Disk{Storage: in}}, 4, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		return do(r)
	}
	for level := -1; level < 3; level++ {
		for _, stage := range []func(r *disk.Run, shard int) error{
			func(r *disk.Run, shard int) error { return r.Map(t.Context(), level, shard) },
			func(r *disk.Run, shard int) error { return r.Reduce(t.Context(), level, shard) },
		} {
			for shard := range 4 {
				err := task(func(r *disk.Run) error { return stage(r, shard) })
				if err != nil && strings.Contains(err.Error(), "same name and declaration") {
					return
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := task(func(r *disk.Run) error { return r.Commit(level) }); err != nil {
			t.Fatal(err)
		}
	}
	t.Error("nobody noticed")
}

// TestDiskVacuous: what is learnt about a part of an All is not taken for another part with the same name.
func TestDiskVacuous(t *testing.T) {
	m := model.Instance{Processes: model.Replicate(1, model.Process[int]{Init: func(*model.Context) int { return 1 }})}
	part := func(is int) checkers.Property {
		return checkers.AtMost("part", 1, func(_ model.ID, s int) bool { return s == is })
	}
	r := check(t, m, checkers.Options{Disk: explore.Disk{Storage: disk.Folder(t.TempDir()), Only: true}},
		checkers.All("exercised", part(1)), checkers.All("vacuous", part(2)))
	if r.Results[0].Vacuous != "" || r.Results[1].Vacuous == "" {
		t.Errorf("%q, %q", r.Results[0].Vacuous, r.Results[1].Vacuous)
	}
}
