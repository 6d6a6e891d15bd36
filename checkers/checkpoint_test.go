package checkers_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// checkpointsOf checks, and returns the file of every checkpoint.
func checkpointsOf(t *rapid.T, m model.Model, properties []checkers.Property, opt checkers.Options) (files [][]byte) {
	opt.CheckpointEvery = 1
	opt.Checkpoint = func(_ explore.Progress, write func(io.Writer) error) {
		var b bytes.Buffer
		if err := checkers.WriteCheckpoint(&b, []byte("random"), write); err != nil {
			t.Error(err)
		}
		files = append(files, b.Bytes())
	}
	if _, err := checkers.Check(t.Context(), m, properties, opt); err != nil {
		t.Fatal(err)
	}
	return files
}

func openCheckpoint(t *rapid.T, file []byte) io.Reader {
	header, rest, err := checkers.ReadCheckpoint(bytes.NewReader(file))
	if err != nil || string(header) != "random" {
		t.Fatalf("header %q, %v", header, err)
	}
	return rest
}

// TestResume cuts checks of random systems anywhere and goes on with systems of nearly the same
// functions and properties. It either ends with the report of a check of these that was never cut,
// or is refused, because something has changed.
func TestResume(t *testing.T) {
	same, elsewhere, refused, asleep := 0, 0, 0, 0
	enough := func() bool { return same >= 10 && elsewhere > 0 && asleep >= 3 && refused >= 3 }
	checkertest.UntilEnough(t, enough, func(t *rapid.T) {
		d := drawSystem(t)
		properties := draw.curious
		if rapid.Bool().Draw(t, "states only") { // so that independent events are not followed
			d = d.independent()
			properties = func(d draw) []checkers.Property { return d.curious()[:4] }
		}
		opt := checkers.Options{Workers: rapid.IntRange(1, 3).Draw(t, "workers"),
			MaxStates: rapid.Uint64Range(1, 400).Draw(t, "most")}
		files := checkpointsOf(t, d.Instance(), properties(d), opt)
		if len(files) == 0 {
			t.Skip("not all initial states")
		}
		now, asks, saw := d, d, true
		switch rapid.IntRange(0, 5).Draw(t, "what") {
		case 1:
			now.Changed = rapid.Uint64Range(1, 64).Draw(t, "changed")
		case 2:
			asks.Changed = rapid.Uint64Range(1, 64).Draw(t, "changed")
		case 3:
			now.Faults.Lose++ // another environment, unless it was unlimited
		case 4:
			now.System, saw = now.Seeing(rapid.Uint64Range(1, 64).Draw(t, "changed")), false
			asks.Sight = now.Sight
		}
		opt = checkers.Options{Workers: rapid.IntRange(1, 3).Draw(t, "workers now"), MaxStates: 600}
		want, err := checkers.Check(t.Context(), now.Instance(), properties(asks), opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.Resume = openCheckpoint(t, rapid.SampledFrom(files).Draw(t, "file"))
		got, err := checkers.Check(t.Context(), now.Instance(), properties(asks), opt)
		if unchanged := now.Changed+asks.Changed == 0 && now.Faults.Lose == d.Faults.Lose && saw; err != nil &&
			!unchanged && errors.Is(err, checkers.ErrCheckpoint) {
			refused++
			return
		} else if err != nil {
			t.Fatal(err)
		} else if !unchanged {
			elsewhere++
		}
		same++
		if sys, _ := system.Compile(now.Instance()); sys.Groups() > 0 {
			asleep++
		}
		if diff := cmp.Diff(summary(t, want), summary(t, got)); diff != "" {
			t.Fatalf("(-never cut +resumed):\n%s", diff)
		}
		if want.Calls != got.Calls && want.Bound == explore.BoundNone { // otherwise some were for states that were not kept
			t.Fatalf("%d calls of the model's code, want %d", got.Calls, want.Calls)
		}
	})
	t.Logf("%d went on, %d of them with what had changed where nobody came, and %d with independent events; %d were "+
		"refused", same, elsewhere, asleep, refused)
}

// chooses is a process that takes three steps, each with n outcomes of which the third is bad, to the given end; with
// stores it writes what it begins with to stable storage.
type chooses struct {
	n, end int
	stores bool
}

// TestResumeChoices goes on with a process that chooses among more or fewer for what it has been
// asked before, comes to something else, or has another effect: that is refused, as the search
// would not come back to the states in which it did.
func TestResumeChoices(t *testing.T) {
	chooser := func(c chooses) (model.Model, []checkers.Property) {
		p := model.Process[int]{Init: func(*model.Context) int { return 0 }, Acts: []model.Act[int]{{Name: "go",
			Enabled: func(_ *model.Context, s int) bool { return s < 3 },
			Do: func(p *model.Context, s int) int {
				if c.stores {
					p.Store(0)
				}
				if p.Choose(c.n) == 2 {
					return 100
				}
				if s == 2 {
					return c.end
				}
				return s + 1
			}}}}
		return model.Instance{Processes: model.Replicate(1, p)},
			[]checkers.Property{checkers.AtMost("never 100", 0, func(_ model.ID, s int) bool { return s == 100 })}
	}
	var file []byte
	before := chooses{2, 3, false}
	m, properties := chooser(before)
	if _, err := checkers.Check(t.Context(), m, properties,
		checkers.Options{Checkpoint: func(_ explore.Progress, write func(io.Writer) error) {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Error(err)
			}
			file = b.Bytes()
		}}); err != nil {
		t.Fatal(err)
	}
	for _, now := range []chooses{before, {1, 3, false}, {3, 3, false}, {4, 3, false}, {2, 5, false}, {2, 3, true}} {
		m, properties = chooser(now)
		same := now == before
		r, err := checkers.Check(t.Context(), m, properties, checkers.Options{Resume: bytes.NewReader(file)})
		if same != (err == nil) || !same && !errors.Is(err, system.ErrChanged) {
			t.Errorf("%+v: %v, %+v", now, err, r)
		}
	}
}

// TestCheckpointFile cuts and changes a file.
func TestCheckpointFile(t *testing.T) {
	var b bytes.Buffer
	content := strings.Repeat("0123456789", 300_000) // of several pieces
	err := checkers.WriteCheckpoint(&b, []byte("header"), func(w io.Writer) error {
		_, err := io.WriteString(w, content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	good := b.Bytes()
	header, rest, err := checkers.ReadCheckpoint(bytes.NewReader(good))
	if err != nil || string(header) != "header" {
		t.Fatalf("%q, %v", header, err)
	}
	if all, err := io.ReadAll(rest); err != nil || string(all) != content {
		t.Fatalf("%d bytes and not %d, %v", len(all), len(content), err)
	}
	refuse := func(what string, file []byte) {
		t.Helper()
		if _, _, err := checkers.ReadCheckpoint(bytes.NewReader(file)); err == nil {
			t.Errorf("%s: it is taken for whole", what)
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		i := rapid.IntRange(0, len(good)-1).Draw(r, "at")
		refuse("cut", good[:i])
		bad := bytes.Clone(good)
		bad[i] ^= byte(rapid.IntRange(1, 255).Draw(r, "bits"))
		refuse("changed", bad)
	})
	refuse("more", append(bytes.Clone(good), 0))
	if err := checkers.WriteCheckpoint(io.Discard, nil, func(io.Writer) error { return nil }); err == nil {
		t.Error("there is a checkpoint without a header")
	}
}
