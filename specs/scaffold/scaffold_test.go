package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/specs"
)

func names() []string {
	var all []string
	for _, s := range specs.All() {
		all = append(all, s.Name)
	}
	return all
}

// copyModule copies what an entry needs of this module to a temporary folder.
func copyModule(t *testing.T) module {
	t.Helper()
	where, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	here, err := findModule(where)
	if err != nil {
		t.Fatal(err)
	}
	there := module{root: t.TempDir(), path: here.path}
	for _, file := range []string{"go.mod", "go.sum"} {
		b, err := os.ReadFile(filepath.Join(here.root, file))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(there.root, file), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{"model", "explore", "checkers", "counterexamples", "specs", "cmd"} {
		if err := os.CopyFS(filepath.Join(there.root, dir), os.DirFS(filepath.Join(here.root, dir))); err != nil {
			t.Fatal(err)
		}
	}
	return there
}

// flags are those of the go command. Without paths in what is compiled, all copies of the module share the build cache;
// what debuggers need takes long.
var flags = "GOFLAGS=" + os.Getenv("GOFLAGS") + " -trimpath -ldflags=-w -vet=off"

// TestEntry starts an entry in a copy of the module, builds everything and runs its test. For vet, see TestElsewhere.
func TestEntry(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs the go command")
	}
	m := copyModule(t)
	e, err := m.create("brand-new", names())
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"test", "./specs/" + e.Package},
		{"test", "-run", "TestList|TestFolders", "./specs"},
	} {
		cmd := exec.Command("go", args...)
		cmd.Dir = m.root
		cmd.Env = append(os.Environ(), flags)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	before, err := os.ReadFile(m.list())
	if err != nil {
		t.Fatal(err)
	}
	more := append(names(), "brand-new")
	slices.Sort(more)
	if _, err := m.create("brandnew", more); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("an entry whose folder exists: %v", err)
	}
	if after, err := os.ReadFile(m.list()); err != nil || !bytes.Equal(before, after) {
		t.Errorf("an entry that was refused changed the list: %v", err)
	}
}

// TestElsewhere: a module of one's own gets a catalogue and a command of its own. The toolkit is not compiled again for
// it, as it would be if it were replaced and not in a workspace.
func TestElsewhere(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs the go command")
	}
	copied, dir := copyModule(t), t.TempDir()
	t.Chdir(dir)
	work := filepath.Join(t.TempDir(), "go.work")
	for _, args := range [][]string{
		{"mod", "init", "example.org/mine"},
		{"mod", "edit", "-require", toolkit + "@v0.0.0", "-replace", toolkit + "=" + copied.root},
		nil,
		{"mod", "tidy"},
		{"work", "init", ".", copied.root},
		{"vet", "./..."},
		{"test", "./..."},
		{"run", "./cmd/mc", "check", "--all"},
		{"run", "./cmd/mc", "check", "my-ring", "--certificate", "c.txt"},
	} {
		if args == nil {
			for _, name := range []string{"another", "my-ring"} {
				var out bytes.Buffer
				if code := run([]string{name}, &out, &out); code != 0 {
					t.Fatalf("scaffold %s: %s", name, out.String())
				}
			}
			continue
		}
		cmd := exec.Command("go", args...)
		cmd.Env = append(os.Environ(), flags, "GOWORK="+work)
		if args[0] == "mod" {
			cmd.Env = append(cmd.Env, "GOWORK=off")
		}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		last := args[len(args)-1]
		want := map[string]string{"--all": "2 as declared", "c.txt": "checks it, once it has this catalogue"}[last]
		if !strings.Contains(string(out), want) {
			t.Errorf("go %s does not say %q:\n%s", strings.Join(args, " "), want, out)
		}
	}
}

func TestNames(t *testing.T) {
	m := module{root: "/nowhere", path: "example.org/m"}
	for _, name := range []string{"", "My-Algorithm", "my_algorithm", "my--algorithm", "-my", "my-", "2pc", "../x", "func",
		"spec", "model", "con", "com-1", names()[0]} {
		if _, err := m.create(name, names()); err == nil || os.IsNotExist(err) {
			t.Errorf("the name %q is accepted: %v", name, err)
		}
	}
	if e, err := m.newEntry("three-phase-commit2", names()); err != nil || e.Package != "threephasecommit2" {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestUse(t *testing.T) {
	for _, args := range [][]string{nil, {"a", "b"}, {"No"}} {
		var errs bytes.Buffer
		if code := run(args, io.Discard, &errs); code != 2 || errs.Len() == 0 {
			t.Errorf("scaffold %v: exit %d, %q", args, code, errs.String())
		}
	}
	var out bytes.Buffer
	if code := run([]string{"--help"}, &out, io.Discard); code != 0 || !strings.Contains(out.String(),
		"go run "+toolkit+"/specs/scaffold NAME\n") {
		t.Errorf("scaffold --help: exit %d, %q", code, &out)
	}
}

// TestInsert inserts at the beginning, in the middle and at the end.
func TestInsert(t *testing.T) {
	source := `package specs

import (
	"m/specs/bb"
	"m/specs/dd"
	"m/specs/spec"
)

// All is the list.
func All() []spec.Spec {
	return []spec.Spec{
		bb.Spec(),
		dd.Spec(),
	}
}
`
	for _, name := range []string{"a-a", "cc", "z"} {
		e := entry{Name: name, Package: strings.ReplaceAll(name, "-", ""), Module: "m"}
		got, err := insert([]byte(source), e, []string{"b-b", "d-d"})
		if err != nil {
			t.Fatal(err)
		}
		var imports, calls []string
		for line := range strings.Lines(string(got)) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, `"m/`) {
				imports = append(imports, line)
			}
			if strings.HasSuffix(line, ".Spec(),") {
				calls = append(calls, line)
			}
		}
		if len(imports) != 4 || !slices.IsSorted(imports) || len(calls) != 3 || !slices.IsSorted(calls) {
			t.Errorf("%s:\n%s", name, got)
		}
	}
	short := strings.Replace(source, "\n\t\tbb.Spec(),\n\t\tdd.Spec(),\n\t", "bb.Spec(), dd.Spec()", 1)
	for _, name := range []string{"aa", "cc", "z"} {
		got, err := insert([]byte(short), entry{Name: name, Package: name, Module: "m"}, []string{"b-b", "d-d"})
		if err != nil || bytes.Count(got, []byte(".Spec()")) != 3 {
			t.Errorf("%s, in a list on one line: %v\n%s", name, err, got)
		}
	}
	for _, bad := range []string{"package specs\n", strings.ReplaceAll(source, "All", "Each"), "not Go"} {
		if _, err := insert([]byte(bad), entry{Package: "x"}, []string{"b-b", "d-d"}); err == nil {
			t.Errorf("an entry was inserted into %q", bad)
		}
	}
}
