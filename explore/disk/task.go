package disk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// unless drops the error of a task if others have completed its level meanwhile, and removed what it was made of. An
// error of what is searched it explains.
func (r *Run) unless(ctx context.Context, level int, err error) error {
	if err != nil && r.Refresh() == nil && r.committed(level+1) {
		return nil
	}
	return r.explained(ctx, err)
}

// done reports whether a task has left its results.
func (r *Run) done(name string) (bool, error) {
	f, err := r.in.Open(name, 0, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, f.Close()
}

// The files by which tasks tell that they are done.

func (r *Run) mapName(level, shard int) string {
	return r.work(level) + fmt.Sprintf("map-%04d.json", shard)
}

func (r *Run) reduceName(level, shard int) string {
	return r.work(level) + fmt.Sprintf("reduce-%04d.json", shard)
}
