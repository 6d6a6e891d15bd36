// Scaffold starts a new entry of the catalogue:
//
//	go run ./specs/scaffold my-algorithm
//
// creates specs/myalgorithm with a small working algorithm to replace, whose test
// passes at once, and inserts it into the list in specs/specs.go.
//
// In your own module, go run github.com/anel-mc/mc/specs/scaffold my-algorithm does the same there. It also creates the
// list, and a command for it in cmd/mc, if they do not exist.
package main

import (
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/anel-mc/mc/specs"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run returns the exit code: 0, or 2 on wrong usage.
func run(args []string, stdout, stderr io.Writer) int {
	const usage = "usage: go run " + toolkit + "/specs/scaffold NAME\n\nNAME is that of the new entry: lower-case words " +
		"joined by hyphens, such as my-algorithm."
	switch {
	case len(args) != 1:
		fmt.Fprintln(stderr, usage)
		return 2
	case slices.Contains([]string{"--help", "-help", "-h"}, args[0]):
		fmt.Fprintln(stdout, usage)
		return 0
	}
	where, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 2
	}
	m, err := findModule(where)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 2
	}
	var names []string
	if m.path == toolkit {
		for _, s := range specs.All() {
			names = append(names, s.Name)
		}
	} else if _, err = m.newEntry(args[0], nil); err == nil {
		names, err = m.begin()
	}
	var e entry
	if err == nil {
		e, err = m.create(args[0], names)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 2
	}
	if m.path != toolkit {
		fmt.Fprintf(stdout, `specs/%[1]s is there and in the list. Next:
  go mod tidy
  go test ./specs/%[1]s
  go run ./cmd/mc check --all
  write doc.go and %[1]s.go, then the properties and cases in spec.go
  UPDATE=1 go test ./specs/%[1]s, and read what it wrote
`, e.Package)
		return 0
	}
	fmt.Fprintf(stdout, `specs/%[1]s is there and in the list. Next:
  go test ./specs/%[1]s
  write doc.go and %[1]s.go, then the properties and cases in spec.go
  UPDATE=1 go test ./specs ./specs/%[1]s, and read what it wrote
`, e.Package)
	return 0
}
