package command_test

import (
	"context"
	"os"

	"github.com/anel-mc/mc/cmd/mc/command"
	"github.com/anel-mc/mc/specs"
	mine "github.com/anel-mc/mc/specs/anel1" // or an entry of yours, as specs/scaffold starts it
)

// The main function of a binary that has the catalogue and a spec of its own.
func ExampleRun() {
	list := append(specs.All(), mine.Spec())
	os.Exit(command.Run(context.Background(), list, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
