package main

import (
	"go/ast"
	"go/parser"
	"go/types"
	"maps"
	"slices"
	"testing"
)

const (
	maxCircle = 10 // files of a package that all depend on each other
	maxFields = 25 // of a struct
)

// maxNames limits the exported names, methods included, of the packages whose documentation everybody reads.
func maxNames() map[string]int { return map[string]int{"model": 149, "explore": 119, "checkers": 129} }

// TestHouse: the files of a package can be read one after another, and its surface is small enough to remember.
func TestHouse(t *testing.T) {
	packages := packagesOf(t)
	for folder, limit := range maxNames() {
		if n := exported(packages[folder]); n > limit || n == 0 {
			t.Errorf("%s exports %d names and methods, and is to have 1 to %d", folder, n, limit)
		}
	}
	for folder, files := range packages {
		if circle := largestCircle(files); len(circle) > maxCircle {
			t.Errorf("%s: each of the %d files %v needs all others, and there are to be %d at most", folder, len(circle), circle,
				maxCircle)
		}
		for name, file := range files {
			ast.Inspect(file, func(n ast.Node) bool {
				if s, ok := n.(*ast.StructType); ok && s.Fields.NumFields() > maxFields {
					t.Errorf("%s/%s: a struct has %d fields, and is to have %d at most", folder, name, s.Fields.NumFields(), maxFields)
				}
				return true
			})
		}
	}
}

// exported counts the exported names of a package, and the exported methods of exported types.
func exported(files map[string]*ast.File) (n int) {
	count := func(names ...*ast.Ident) {
		for _, name := range names {
			if name.IsExported() {
				n++
			}
		}
	}
	for _, file := range files {
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil || ast.IsExported(receiver(d)) {
					count(d.Name)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						count(s.Name)
					case *ast.ValueSpec:
						count(s.Names...)
					}
				}
			}
		}
	}
	return n
}

// receiver returns the name of the type of a method.
func receiver(d *ast.FuncDecl) (name string) {
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return name == ""
	})
	return name
}

// largestCircle returns the largest set of files that all depend on each other, judged by the names declared in them. A
// method counts as part of its type, wherever it is declared.
func largestCircle(files map[string]*ast.File) (circle []string) {
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Error: func(error) {}} // nothing is imported
	pkg, _ := config.Check("", fileSet, slices.Collect(maps.Values(files)), &info)
	fileOf := func(n ast.Node) string { return fileSet.File(n.Pos()).Name() }
	reaches := map[string]map[string]bool{}
	for _, f := range files {
		reaches[fileOf(f)] = map[string]bool{}
	}
	for id, o := range info.Uses {
		if o.Parent() == pkg.Scope() {
			reaches[fileOf(id)][fileSet.File(o.Pos()).Name()] = true
		}
	}
	for through := range reaches { // Warshall's closure
		for from, to := range reaches {
			if to[through] {
				maps.Copy(reaches[from], reaches[through])
			}
		}
	}
	for from, to := range reaches {
		all := slices.DeleteFunc(slices.Sorted(maps.Keys(to)), func(f string) bool { return !reaches[f][from] })
		if len(all) > len(circle) {
			circle = all
		}
	}
	return circle
}

// TestLargestCircle: the circle is found.
func TestLargestCircle(t *testing.T) {
	files := map[string]*ast.File{}
	for name, source := range map[string]string{
		"a": "package p; type A struct{ b *B }",
		"b": "package p; type B int; func f() { c() }",
		"c": "package p; func c() { var a A; a.m() }",
		"d": "package p; func (A) m() { f() }",
	} {
		parsed, err := parser.ParseFile(fileSet, name, source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = parsed
	}
	if got := largestCircle(files); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("found %v", got)
	}
}
