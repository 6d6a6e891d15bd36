// Command mc explores distributed algorithms: every interleaving and every
// failure pattern within stated bounds. See package command for its verbs, exit
// codes and formats, or run mc without arguments.
package main

import (
	"context"
	"os"

	"github.com/anel-mc/mc/cmd/mc/command"
	"github.com/anel-mc/mc/cmd/mc/plot/drawing"
	"github.com/anel-mc/mc/specs"
)

func main() {
	os.Exit(command.Run(context.Background(), specs.All(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr,
		command.Parts{Draw: drawing.Draw}))
}
