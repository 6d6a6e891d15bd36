package disk

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
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
func done(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// The files by which tasks tell that they are done.

func (r *Run) mapName(level, shard int) string {
	return filepath.Join(r.work(level), fmt.Sprintf("map-%04d.json", shard))
}

func (r *Run) reduceName(level, shard int) string {
	return filepath.Join(r.work(level), fmt.Sprintf("reduce-%04d.json", shard))
}
