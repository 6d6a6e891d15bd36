package checkers_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// examples are those of the page docs/examples.md, in its order, by the file that they stand in, or its folder.
var examples = []struct{ title, file, name string }{
	{"A process", "model", "ExampleProcess"},
	{"A machine", "model", "ExampleMachine"},
	{"An action with values", "model/example_each_test.go", "ExampleForEach"},
	{"A shared variable", "model", "ExampleVariable"},
	{"A shared map", "model", "ExampleAt"},
	{"A ghost variable", "model", "ExampleVariable_Hidden"},
	{"Initial states that depend on each other", "model", "ExampleVariable_initial"},
	{"Crashes and stable storage", "model", "ExampleContext_Store"},
	{"Synchronous time", "model", "ExampleTiming"},
	{"Clocks", "model", "ExampleClocks"},
	{"A failure detector", "model", "ExampleDetector"},
	{"History and linearizability", "checkers", "ExampleLinearizable"},
	{"Verify", "checkers", "ExampleVerify"},
	{"Bounded", "checkers", "ExampleScenario"},
	{"Several scenarios", "checkers", "ExampleVerifyAll"},
	{"Simulate", "checkers/runs", "ExampleOptions_Simulate"},
	{"Unfair, central and distributed daemons", "checkers", "ExampleFairness"},
	{"Fairness for each process of a machine", "checkers", "ExampleFairness_perProcess"},
	{"Liveness of events", "checkers", "ExampleAlwaysEventually"},
	{"A specification", "checkers", "ExampleRefines"},
	{"Chances", "checkers/chances", "ExampleOf"},
	{"Mutants", "checkers/mutants", "ExampleRun"},
	{"Compare", "checkers/refine", "ExampleTraces"},
	{"Bisimulation", "checkers/refine", "ExampleBisimilar"},
}

const examplesHead = `<!-- written by UPDATE=1 go test -run TestExamplesPage ./checkers -->
# By example

Each example shows one thing. It is part of the documentation of its package, and ` + "`go test`" + ` runs it.
In the examples, ` + "`decide`" + ` calls ` + "`checkers.Check`" + ` and prints the verdicts, and ` + "`run`" + ` runs a test and prints
whether it passes. The [cheat sheet](cheat-sheet.md) has the names on one screen.

`

// TestExamplesPage writes the page from the examples.
func TestExamplesPage(t *testing.T) {
	var page strings.Builder
	page.WriteString(examplesHead)
	for _, x := range examples {
		anchor := strings.NewReplacer(" ", "-", ",", "").Replace(strings.ToLower(x.title))
		fmt.Fprintf(&page, "* [%s](#%s)\n", x.title, anchor)
	}
	for _, x := range examples {
		file := x.file
		if !strings.HasSuffix(file, ".go") {
			file += "/example_test.go"
		}
		fmt.Fprintf(&page, "\n## %s\n\n%s", x.title, sectionOf(t, file, x.name))
	}
	name := filepath.Join("..", "docs", "examples.md")
	old, err := os.ReadFile(name)
	if err == nil && string(old) == page.String() {
		return
	}
	if os.Getenv("UPDATE") == "" {
		t.Fatalf("docs/examples.md is not what the examples say: UPDATE=1 go test -run TestExamplesPage ./checkers renews it")
	}
	if err := os.WriteFile(name, []byte(page.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// sectionOf is what an example says, does and prints.
func sectionOf(t *testing.T, file, name string) string {
	source, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range tree.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != name {
			continue
		}
		body := string(source[set.Position(f.Body.Lbrace).Offset+2 : set.Position(f.Body.Rbrace).Offset])
		code, output, found := strings.Cut(body, "\t// Output:\n")
		if !found || f.Doc == nil {
			t.Fatalf("%s has no output or no words", name)
		}
		return fmt.Sprintf("%s\n```go\n%s```\n\nprints (%s in [%s](../%s)):\n\n```text\n%s```\n", f.Doc.Text(),
			dedented(code, "\t"), name, file, file, dedented(output, "\t// "))
	}
	t.Fatalf("%s has no %s", file, name)
	return ""
}

func dedented(text, by string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimPrefix(line, by))
	}
	return b.String()
}

// TestCheatSheet: it is a screen, and what it names is there.
func TestCheatSheet(t *testing.T) {
	sheet, err := os.ReadFile(filepath.Join("..", "docs", "cheat-sheet.md"))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(sheet), "\n"); n > 48 {
		t.Errorf("it has %d lines", n)
	}
	folders := map[string]string{"model": "model", "checkers": "checkers", "objects": "checkers/objects",
		"runs": "checkers/runs", "mutants": "checkers/mutants", "chances": "checkers/chances", "refine": "checkers/refine"}
	names := map[string]map[string]bool{}
	for _, m := range regexp.MustCompile(`\b([a-z]+)\.([A-Z]\w*)`).FindAllStringSubmatch(string(sheet), -1) {
		folder, known := folders[m[1]]
		if !known {
			continue // a value
		}
		if names[folder] == nil {
			names[folder] = declared(t, folder)
		}
		if !names[folder][m[2]] {
			t.Errorf("there is no %s", m[0])
		}
	}
}

// declared is what the package in a folder declares, other than methods.
func declared(t *testing.T, folder string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %v, %d files", folder, err, len(files))
	}
	all := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				all[n.Name.Name] = n.Recv == nil || all[n.Name.Name]
				return false
			case *ast.TypeSpec:
				all[n.Name.Name] = true
				return false
			case *ast.ValueSpec:
				for _, name := range n.Names {
					all[name.Name] = true
				}
				return false
			}
			return true
		})
	}
	return all
}
