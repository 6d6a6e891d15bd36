// Command mc is cmd/mc with support for searches on disk in object storage.
package main

import (
	"context"
	"os"

	"github.com/anel-mc/mc/cmd/mc/bucket"
	"github.com/anel-mc/mc/cmd/mc/command"
	"github.com/anel-mc/mc/cmd/mc/plot/drawing"
	"github.com/anel-mc/mc/specs"
)

func main() {
	os.Exit(command.Run(context.Background(), specs.All(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr,
		command.Parts{Draw: drawing.Draw, Storage: bucket.Open}))
}
