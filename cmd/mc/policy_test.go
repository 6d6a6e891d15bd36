package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/anel-mc/mc/"

// policy says which packages each folder may import: the architecture as something that can fail. Folders are relative
// to the root of the module, and the most specific entry counts. Tests may import anything.
//
// "std" stands for the standard library except for what banned lists; other modules are named one by one.
func policy() map[string][]string {
	return map[string][]string{
		"model":                {"std", "model/internal/envelope", "model/internal/erased"},
		"model/internal/codec": {"std", "sync"},
		"model/internal/*":     {"std"},
		"model/naming":         {"std", "model"},
		"model/code":           {"std", "sync", "time", "model", "model/internal/codec"}, // it recognises a time.Time
		"model/live": {"std", "sync", "time", "math/rand/v2", "net", "os", "os/exec", "model", "model/internal/codec",
			"model/internal/envelope"},
		"model/system": {"std", "sync", "time", "model", "model/naming", "model/internal/codec",
			"model/internal/envelope", "model/internal/erased"}, // it reports times, which affect nothing else
		"explore":       {"std", "sync", "time", "explore/internal/*"},
		"explore/disk":  {"std", "sync", "time", "os", "explore", "explore/internal/*"},
		"checkers/room": {"std", "os", "github.com/KimMachineGun/automemlimit/memlimit"},
		"explore/graph": {"std", "sync", "explore", "explore/internal/*"},
		// it shuffles slots with a fixed seed
		"explore/symbolic": {"std", "time", "math/rand/v2", "explore", "explore/internal/*"},
		"explore/mdp":      {"std", "explore", "explore/internal/guard"},
		// only random runs are random
		"explore/random":               {"std", "sync", "time", "math/rand/v2", "explore", "explore/internal/guard"},
		"explore/internal/memory":      {"std", "sync"},
		"explore/internal/least":       {"std"},
		"explore/internal/guard":       {"std", "sync", "time"},
		"explore/internal/hash":        {"std"},
		"explore/internal/exploretest": {"std", "sync", "pgregory.net/rapid"}, // only tests import it
		"counterexamples/words":        {"std"},
		"counterexamples":              {"std", "model", "model/system", "counterexamples/words", "github.com/rivo/uniseg"},
		"checkers": {"std", "sync", "time", "os", "testing", "model", "model/system", "explore", "explore/disk",
			"explore/graph", "explore/symbolic", "checkers/room", "counterexamples", "checkers/objects", "checkers/explain",
			"checkers/internal/*", "counterexamples/words",
			"github.com/anishathalye/porcupine"},
		"checkers/objects": {"std", "model"},
		"checkers/clocks":  {"std", "model", "checkers", "counterexamples"},

		// A study uses checkers.Bind, and imports no other study. Package explain imports no properties.
		"checkers/explain": {"std", "model", "model/system", "counterexamples", "counterexamples/words"},
		"checkers/sweep":   {"std", "model", "checkers", "counterexamples"},
		"checkers/refine": {"std", "time", "model", "model/system", "explore", "checkers", "checkers/internal/stuck",
			"counterexamples"},
		// programs share its Writer
		"checkers/validate": {"std", "sync", "os", "testing", "model", "model/system", "explore", "checkers",
			"counterexamples", "counterexamples/words", "checkers/internal/stuck"},
		"checkers/stategraph": {"std", "model", "model/system", "explore", "checkers", "checkers/internal/stuck",
			"counterexamples"},
		"checkers/certificate": {"std", "model", "model/system", "explore", "checkers", "checkers/internal/stuck"},
		"checkers/chances": {"std", "time", "model", "model/system", "explore", "explore/mdp", "checkers",
			"checkers/internal/stuck"},
		"checkers/views": {"std", "model", "model/system", "explore", "checkers", "checkers/internal/stuck",
			"counterexamples"},
		"checkers/mutants": {"std", "time", "model", "model/system", "explore", "checkers",
			"counterexamples/words", "checkers/internal/stuck"},
		"checkers/runs": {"std", "time", "testing", "checkers/room", "model", "model/system", "explore", "explore/random",
			"checkers",
			"checkers/internal/*", "counterexamples", "counterexamples/words"},
		"checkers/walk": {"std", "sync", "testing", "model", "model/system", "explore", "checkers", "counterexamples",
			"counterexamples/words"},
		// a server for the browser
		"checkers/walk/web": {"std", "os", "net", "net/http", "crypto/rand", "time", "testing", "model", "checkers",
			"checkers/walk", "checkers/internal/intest", "checkers/internal/stuck", "counterexamples"},
		"checkers/internal/stuck":  {"std", "time", "model", "model/system"},
		"checkers/internal/intest": {"std", "sync", "time", "os", "flag", "testing", "explore", "counterexamples"},
		// only tests import it
		"model/system/systemtest": {"std", "testing", "model", "model/naming", "pgregory.net/rapid"},
		"checkers/internal/checkertest": {"std", "os", "os/exec", "testing", "model", "model/system", "checkers",
			"counterexamples", "pgregory.net/rapid"},

		"specs/spec": {"std", "time", "model", "checkers", "checkers/runs"},
		"specs/spectest": {"std", "time", "os", "testing", "model", "model/system", "checkers", "checkers/chances",
			"counterexamples", "specs/spec", "specs/internal/brute"},
		"specs/internal/brute":     {"std"}, // it counts states again, independently of the toolkit
		"specs/internal/rafttwice": {"std", "specs/internal/brute"},
		"specs/internal/*":         {"std", "model", "model/naming", "checkers", "checkers/objects", "specs/spec"},
		"specs/*": {"std", "model", "model/naming", "checkers", "checkers/objects", "checkers/clocks", "specs/spec",
			"specs/internal/bullies", "specs/internal/detectors", "specs/internal/registers", "specs/internal/ring",
			"specs/internal/rafts", "specs/raft"},
		// the libraries themselves are imported by modules below it
		"specs/raftlibrary": {"std", "os", "os/exec", "testing", "model", "model/code", "checkers"},
		"specs":             {"std", "specs/*", "specs/spec", "model", "checkers"},
		"specs/scaffold":    {"std", "os", "specs"},
		"cmd/mc":            {"std", "os", "time", "specs", "cmd/mc/command", "cmd/mc/plot/drawing"},
		// it shares only handlers, properties and the codec with the search
		"cmd/mc/certify": {"std", "os", "time", "golang.org/x/term", "model", "model/naming", "model/system", "checkers",
			"specs", "specs/spec"},
		// it runs mc as a separate process
		"cmd/mc/bench":         {"std", "flag", "os", "os/exec", "time", "github.com/dustin/go-humanize"},
		"cmd/mc/bench/outside": {"std", "model", "model/naming", "checkers"},
		"cmd/mc/plot":          {"std"}, // charts as data
		"cmd/mc/plot/drawing": {"std", "cmd/mc/plot", "github.com/dustin/go-humanize", "gonum.org/v1/plot",
			"gonum.org/v1/plot/font",
			"gonum.org/v1/plot/plotter", "gonum.org/v1/plot/vg", "gonum.org/v1/plot/vg/draw", "gonum.org/v1/plot/vg/vgsvg"},
		"cmd/mc/command": {"std", "sync", "os", "os/exec", "time", "net", "model", "model/live", "model/system", "explore",
			"explore/disk", "explore/random", "checkers", "checkers/*", "checkers/walk/web",
			"counterexamples", "specs/spec",
			"checkers/room", "cmd/mc/plot", "cmd/mc/command/internal/book", "cmd/mc/command/internal/ci",
			"cmd/mc/command/internal/term",
			"counterexamples/words", "github.com/dustin/go-humanize", "github.com/spf13/cobra", "github.com/spf13/pflag"},
		// it gets results, and searches nothing itself
		"cmd/mc/command/internal/book": {"std", "model", "model/system", "checkers", "counterexamples", "specs/spec",
			"github.com/dustin/go-humanize", "github.com/yuin/goldmark"},
		// it gets plain data, and knows no checker
		"cmd/mc/command/internal/ci": {"std", "time", "counterexamples", "cmd/mc/command/internal/term"},
		"cmd/mc/command/internal/term": {"std", "os", "time", "counterexamples", "counterexamples/words",
			"github.com/dustin/go-humanize", "golang.org/x/term"},
	}
}

// banned lists the packages of the standard library that give a pure function inputs other than its arguments, outputs
// other than its results, or a reason to lock. A folder that needs one names it in the policy. Package flag is banned
// because the command has a library for flags; only test binaries use it.
func banned() []string {
	return []string{"time", "math/rand", "math/rand/v2", "os", "log", "log/slog", "net", "net/http", "sync", "sync/atomic",
		"flag",
		"os/exec", "testing", "crypto/rand"}
}

// fileSet has the positions of what packagesOf parsed.
var fileSet = token.NewFileSet()

// packagesOf parses the files of the module by folder.
func packagesOf(t *testing.T) map[string]map[string]*ast.File {
	t.Helper()
	root := filepath.Join("..", "..")
	packages := map[string]map[string]*ast.File{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && file != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "templates") {
			return fs.SkipDir
		}
		if _, err := os.Stat(filepath.Join(file, "go.mod")); d.IsDir() && file != root && err == nil {
			return fs.SkipDir // another module
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		parsed, err := parser.ParseFile(fileSet, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		folder = filepath.ToSlash(folder)
		if packages[folder] == nil {
			packages[folder] = map[string]*ast.File{}
		}
		packages[folder][name] = parsed
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return packages
}

// ruleOf returns the entry of the policy that applies to a folder.
func ruleOf(folder string) ([]string, bool) {
	if rule, ok := policy()[folder]; ok {
		return rule, true
	}
	rule, ok := policy()[path.Dir(folder)+"/*"]
	return rule, ok
}

func allowed(rule []string, imported string) bool {
	local, ours := strings.CutPrefix(imported, module)
	if !ours {
		if slices.Contains(rule, imported) || imported == "sync/atomic" && slices.Contains(rule, "sync") {
			return true
		}
		first, _, _ := strings.Cut(imported, "/")
		return !strings.Contains(first, ".") && !slices.Contains(banned(), imported)
	}
	return slices.Contains(rule, local) || slices.Contains(rule, path.Dir(local)+"/*")
}

func TestImports(t *testing.T) {
	packages := packagesOf(t)
	if len(packages) < 8 {
		t.Fatalf("only %d packages were found", len(packages))
	}
	for folder, files := range packages {
		rule, ok := ruleOf(folder)
		if !ok {
			t.Errorf("the policy has no entry for %s: say what it may import", folder)
			continue
		}
		for name, file := range files {
			rule := rule
			// The algorithm of an entry reads like its source: it may import only the model, the operations that it
			// offers, the clients of a register, and, for the entries of raft, raft.
			if _, named := policy()[folder]; !named && name == path.Base(folder)+".go" {
				rule = []string{"std", "model", "model/naming", "checkers/objects", "specs/internal/registers",
					"specs/internal/rafts", "specs/raft"}
			}
			for _, spec := range file.Imports {
				imported, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				if !allowed(rule, imported) {
					t.Errorf("%s/%s imports %s, which the policy does not allow", folder, name, imported)
				}
			}
		}
	}
}

// TestNoHiddenState: no init and no registration by import anywhere.
func TestNoHiddenState(t *testing.T) {
	for folder, files := range packagesOf(t) {
		for name, file := range files {
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
					t.Errorf("%s/%s has an init function", folder, name)
				}
			}
		}
	}
}

// TestAllowed: the policy detects violations.
func TestAllowed(t *testing.T) {
	for _, test := range []struct {
		folder, imported string
		want             bool
	}{
		{"model", "fmt", true},
		{"model", "time", false},
		{"model", "sync", false},
		{"model/system", "sync/atomic", true},
		{"checkers", "os/exec", false},
		{"model", module + "explore", false},
		{"model", module + "model/system", false},
		{"model/system", module + "explore", false},
		{"explore", module + "model/system", false},
		{"specs/anel1", module + "model/system", false},
		{"explore", module + "model", false},
		{"explore", "github.com/spf13/cobra", false},
		{"specs/anel1", module + "explore", false},
		{"specs/anel1", "math/rand", false},
		{"specs/anel1", module + "checkers", true},
		{"checkers", module + "specs/spec", false},
		{"checkers", "github.com/anishathalye/porcupine", true},
		{"model", "github.com/anishathalye/porcupine", false},
		{"checkers/objects", module + "checkers", false},
		{"specs", module + "specs/anel1", true},
	} {
		rule, ok := ruleOf(test.folder)
		if !ok || allowed(rule, test.imported) != test.want {
			t.Errorf("%s importing %s: allowed is %t, want %t", test.folder, test.imported, !test.want, test.want)
		}
	}
}
