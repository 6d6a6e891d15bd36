// Command certify checks a certificate that mc check --certificate has written: that the states which it lists contain
// the initial ones, that no step leads out of them, and that each of them has the properties that it names. Then these
// hold. Of a set of views it checks the same, where steps are those of configurations that are made of views. It knows
// nothing of the search: it runs the handlers itself, and writes down what becomes of a state by itself.
//
//	go run ./cmd/mc/certify FILE
//
// It ends with 0 if all of that is so, with 1 and the reason if it is not, and with 2 on wrong use.
package main

import (
	"cmp"
	"fmt"
	"io"
	"os"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	if len(args) != 1 {
		fmt.Fprintln(stderr, "certify: give the FILE that mc check --certificate FILE has written")
		return 2
	}
	b, err := os.ReadFile(args[0])
	if err != nil {
		fmt.Fprintln(stderr, "certify:", err)
		return 2
	}
	var says string
	fault := model.Guard("the system", func() { says, err = check(b, specs.All()) })
	if err = cmp.Or(fault, err); err != nil {
		fmt.Fprintf(stderr, "certify: %s proves nothing: %v\n", args[0], err)
		return 1
	}
	fmt.Fprintln(stdout, says)
	return 0
}
