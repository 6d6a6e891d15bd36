package main

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// What fits on a screen, and in a head.
const (
	mostLines   = 400 // of a file
	mostColumns = 120 // of a line, counting a tab as one
)

// TestSizes: no file and no line is too long. Lines in raw strings may have any length.
func TestSizes(t *testing.T) {
	root := filepath.Join("..", "..")
	files := 0
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && file != root && (name == ".git" || name == "testdata" || name == "templates") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") {
			return nil
		}
		b, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		files++
		lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
		if len(lines) > mostLines {
			t.Errorf("%s has %d lines, and at most %d are allowed: there is more than one thing in it", file, len(lines),
				mostLines)
		}
		text := rawLines(b)
		for i, line := range lines {
			if n := utf8.RuneCountInString(line); n > mostColumns && !text[i+1] {
				t.Errorf("%s:%d has %d columns, and at most %d are allowed", file, i+1, n, mostColumns)
			}
		}
		return nil
	})
	if err != nil || files < 500 {
		t.Fatalf("%d files were found: %v", files, err)
	}
}

// rawLines returns the lines, from 1, that a raw string covers at least in part.
func rawLines(src []byte) map[int]bool {
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, 0)
	lines := map[int]bool{}
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return lines
		}
		if tok == token.STRING && strings.HasPrefix(text, "`") {
			for n := range strings.Count(text, "\n") + 1 {
				lines[set.Position(pos).Line+n] = true
			}
		}
	}
}
