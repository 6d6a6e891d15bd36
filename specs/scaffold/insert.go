package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
)

// insert adds an entry to the source of the list: its import, and the call of its Spec in function All, in the order of
// names.
func insert(source []byte, e entry, names []string) ([]byte, error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, "", source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	offset := func(p token.Pos) int { return files.Position(p).Offset }
	elements, end, err := entries(tree)
	if err != nil {
		return nil, err
	}
	if len(elements) != len(names) {
		return nil, fmt.Errorf("All lists %d entries, and there are %d: insert this one by hand", len(elements), len(names))
	}
	at, _ := slices.BinarySearch(names, e.Name)
	place, call := offset(end), e.Package+".Spec(),\n"
	switch last := len(elements) - 1; {
	case at <= last:
		place = offset(elements[at].Pos())
	case last < 0:
		call = "\n" + call
	case files.Position(elements[last].End()).Line == files.Position(end).Line:
		call = ",\n" + call
	}
	path := e.Module + "/specs/" + e.Package
	importAt, err := importPlace(tree, path)
	if err != nil {
		return nil, err
	}
	var out []byte
	out = append(out, source[:offset(importAt)]...)
	out = append(out, strconv.Quote(path)+"\n"...)
	out = append(out, source[offset(importAt):place]...)
	out = append(out, call...)
	out = append(out, source[place:]...)
	return format.Source(out)
}

// entries returns the elements of the list that function All returns, and its
// closing brace.
func entries(tree *ast.File) ([]ast.Expr, token.Pos, error) {
	for _, d := range tree.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != "All" || f.Body == nil {
			continue
		}
		for _, s := range f.Body.List {
			if r, ok := s.(*ast.ReturnStmt); ok && len(r.Results) == 1 {
				if list, ok := r.Results[0].(*ast.CompositeLit); ok {
					return list.Elts, list.Rbrace, nil
				}
			}
		}
	}
	return nil, 0, errors.New("there is no function All that returns a list: insert the entry by hand")
}

// importPlace returns where the import of path goes: before the first that is
// greater, or else at the end of the block.
func importPlace(tree *ast.File, path string) (token.Pos, error) {
	for _, d := range tree.Decls {
		block, ok := d.(*ast.GenDecl)
		if !ok || block.Tok != token.IMPORT || !block.Rparen.IsValid() {
			continue
		}
		for _, s := range block.Specs {
			if other := s.(*ast.ImportSpec); other.Path.Value > strconv.Quote(path) {
				return other.Pos(), nil
			}
		}
		return block.Rparen, nil
	}
	return 0, errors.New("there is no block of imports: insert the entry by hand")
}
