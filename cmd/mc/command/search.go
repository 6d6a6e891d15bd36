package command

import (
	"cmp"
	"context"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/room"
)

// begin prepares options for searches: their progress is shown on the terminal, and the garbage collector is patient as
// long as their bound on memory allows.
func (p *program) begin(ctx context.Context, options checkers.Options) (checkers.Options, *progress) {
	context.AfterFunc(ctx, waitForGarbage(cmp.Or(options.Memory, room.Memory())/8))
	p.heap.bound.Store(options.Memory)
	line := newProgress(p.stderr)
	line.limits = options
	options.Progress = line.show
	return options, line
}
