package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/bench/outside"
	"github.com/anel-mc/mc/cmd/mc/command"
	"github.com/anel-mc/mc/explore/disk"
	"github.com/anel-mc/mc/specs"
	"github.com/anel-mc/mc/specs/spec"
)

// all returns the specs of mc, and two-phase commit in the form for which others have published counts.
func all() []spec.Spec {
	return append(specs.All(), spec.Spec{
		Name: "two-phase", Family: "tests", Summary: "Two-phase commit of the TLA+ examples", Source: "package outside",
		Params:   []spec.Param{{Name: "n", Doc: "resource managers", Min: 1, Max: outside.MaxTwoPhase, Default: 3}},
		Variants: []spec.Variant{{Name: spec.AsWritten, Doc: "with sets as bits"}},
		Build: func(a spec.Args) (spec.Setup, error) {
			m, decided := outside.TwoPhaseBits(a.Int("n"))
			return spec.Setup{Model: m, Properties: []checkers.Property{decided}}, nil
		},
	})
}

// TestMain runs the command instead of the tests if MC is set in the environment.
func TestMain(m *testing.M) {
	if os.Getenv("MC") != "" {
		os.Exit(run(all(), os.Args[1:]))
	}
	os.Exit(m.Run())
}

// mc runs a verb that does not use Beam.
func mc(t *testing.T, args string) (stdout string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = command.Run(t.Context(), all(), strings.Fields(args), nil, &out, &errs)
	if code == 2 {
		t.Fatalf("mc %s: %s", args, &errs)
	}
	return out.String(), code
}

// inBeam runs mc beam.
func inBeam(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], append([]string{"beam"}, args...)...)
	cmd.Env = append(os.Environ(), "MC=1", "TMPDIR="+t.TempDir())
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// inTasks runs the tasks of a run up to a level, or until it is over, with blocks in files.
func inTasks(t *testing.T, dir string, levels int) {
	t.Helper()
	tasks, err := command.OpenTasks(all(), dir)
	if err != nil {
		t.Fatal(err)
	}
	do := func(task func(ctx context.Context) error) {
		if err := tasks.Do(t.Context(), task); err != nil {
			t.Fatal(err)
		}
	}
	for {
		s, err := tasks.Status()
		if err != nil {
			t.Fatal(err)
		}
		if s.Over || s.Level == levels {
			return
		}
		for shard := range s.Shards {
			do(func(ctx context.Context) error { return tasks.Map(ctx, s.Level, shard) })
		}
		for shard := range s.Shards {
			do(func(ctx context.Context) error { return tasks.Reduce(ctx, s.Level, shard) })
		}
		do(func(context.Context) error { return tasks.Commit(s.Level) })
	}
}

// files returns the contents of a directory.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(filepath.Join(dir, path))
		all[path] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// outcome parses the JSON of a check and removes measurements.
func outcome(t *testing.T, text string) (o map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, measured := range []string{"seconds", "memoryBytes", "diskBytes", "handlerCalls", "memoHits", "spent",
		"dominant"} {
		delete(o, measured)
	}
	return o
}

// TestBeam searches systems on the runner of the SDK, starting at any level. The files are those of tasks with blocks
// in files, and the report, with its levels, execution and exit code, is that of a search in memory.
func TestBeam(t *testing.T) {
	for _, test := range []struct {
		check  string
		states float64 // if others have counted them
		code   int
		long   bool // for -short
	}{
		{check: "chang-roberts:passive -p n=5 -p arrangement=-1 --property uniqueness --property agreement"},
		{check: "chang-roberts:passive -p n=6 -p arrangement=-1 --property uniqueness", long: true},
		{check: "chang-roberts:passive -p n=7 -p arrangement=-1 --property uniqueness", long: true},
		{check: "chang-roberts:passive -p n=8 -p arrangement=-1 --property uniqueness", long: true},
		{check: "two-phase -p n=3", states: 288, long: true},
		{check: "two-phase -p n=5", states: 8_832, long: true},
		{check: "two-phase -p n=7", states: 296_448, long: true},
		{check: "anel1 -p n=3 --crash 1 --property uniqueness", code: 1},
		{check: "two-phase-commit -p n=2 --crash 1 --property no-deadlock", code: 1, long: true},
	} {
		t.Run(test.check, func(t *testing.T) {
			if test.long && testing.Short() {
				t.Skip("it takes a few seconds")
			}
			want, code := mc(t, "check --reduce none --format json "+test.check)
			if code != test.code {
				t.Fatalf("in memory, the exit code is %d", code)
			}
			dirs := []string{filepath.Join(t.TempDir(), "tasks"), filepath.Join(t.TempDir(), "beam")}
			for _, dir := range dirs {
				mc(t, "task init --shards 3 --memory 100KB --run "+dir+" "+test.check)
			}
			inTasks(t, dirs[0], -1)
			inTasks(t, dirs[1], 1)
			_, stderr, code := inBeam(t, "-levels=7", dirs[1])
			if code != test.code || strings.HasSuffix(stderr, " shuffled=0\n") {
				t.Fatalf("exit code %d\n%s", code, stderr)
			}
			if d := cmp.Diff(files(t, dirs[0]), files(t, dirs[1])); d != "" {
				t.Errorf("(-in tasks +in Beam):\n%s", d)
			}
			report, code := mc(t, "resume --format json "+dirs[1])
			if code != test.code {
				t.Errorf("resume: exit code %d", code)
			}
			got := outcome(t, report)
			if d := cmp.Diff(outcome(t, want), got); d != "" {
				t.Errorf("(-in memory +in Beam):\n%s", d)
			}
			if test.states > 0 && got["states"] != test.states {
				t.Errorf("%v states, want %v", got["states"], test.states)
			}
		})
	}
}

// TestDamage: the error names the damaged file.
func TestDamage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	mc(t, "task init chang-roberts -p n=5 --property uniqueness --shards 2 --run "+dir)
	inTasks(t, dir, 4)
	lists, err := filepath.Glob(filepath.Join(dir, "states", "*"))
	if err != nil || len(lists) == 0 {
		t.Fatal(lists, err)
	}
	name := lists[len(lists)-1]
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 4
	if err := os.WriteFile(name, b, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, stderr, code := inBeam(t, dir); code != 2 || !strings.Contains(stderr, name+": it is damaged") {
		t.Errorf("exit code %d, and the error does not name %s:\n%s", code, name, stderr)
	}
}

// TestParcels: blocks that are small travel together, and none is lost.
func TestParcels(t *testing.T) {
	blocks, want := disk.Blocks{}, map[int][]string{}
	for i, size := range []int{small, 1, 2, small - 3, 5, 3 * small, 7} {
		name := string(rune('a' + i))
		blocks[name] = disk.Block{Shard: i % 2, Bytes: bytes.Repeat([]byte(name), size)}
		want[i%2] = append(want[i%2], name)
	}
	got, last := map[int][]string{}, map[int]int{}
	parcels(3, blocks, func(shard int, p Parcel) {
		if n := last[shard]; n > 0 && n < small {
			t.Errorf("shard %d: %d bytes travel alone", shard, n)
		}
		last[shard] = 0
		for i, name := range p.Names {
			if p.Level != 3 || !bytes.Equal(p.Blocks[i], blocks[name].Bytes) {
				t.Errorf("block %s is another", name)
			}
			last[shard] += len(p.Blocks[i])
		}
		got[shard] = slices.Concat(got[shard], p.Names)
	})
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-sent +parcels):\n%s", d)
	}
}
