package disk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"
)

// Share does the tasks of a level for the given shards and waits for other processes to do the rest. The process with
// shard 0 commits the level.
func (r *Run) Share(ctx context.Context, level int, shards []int) error {
	if todo, err := r.prepare(level); err != nil || !todo {
		return err
	}
	for _, shard := range shards {
		if err := r.Map(ctx, level, shard); err != nil {
			return err
		}
	}
	if err := r.await(ctx, level, r.mapName); err != nil {
		return err
	}
	if err := r.reduceAll(ctx, level, shards); err != nil {
		return err
	}
	if !slices.Contains(shards, 0) {
		return r.await(ctx, level, func(level, _ int) string { return manifest(level + 1) })
	}
	if err := r.await(ctx, level, r.reduceName); err != nil {
		return err
	}
	return r.Commit(level)
}

// await waits for the files of all shards, or until the level after the given one is complete and they may be gone.
func (r *Run) await(ctx context.Context, level int, name func(level, shard int) string) error {
	began := time.Now()
	for shard := 0; shard < r.Shards; {
		is, err := r.done(name(level, shard))
		if err != nil {
			return err
		}
		if is {
			shard++
			continue
		}
		if err := r.Refresh(); err != nil || r.committed(level+1) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(min(time.Millisecond+time.Since(began)/16, maxPause)):
		}
	}
	return nil
}

// maxPause is the longest time between two checks of a process that waits for files.
const maxPause = 2 * time.Second

// unlessCommitted drops the error of a task if another process has completed the next level in the meantime and
// removed the files that the task needs. It explains other errors as explained does.
func (r *Run) unlessCommitted(ctx context.Context, level int, err error) error {
	if err != nil && r.Refresh() == nil && r.committed(level+1) {
		return nil
	}
	return r.explained(ctx, err)
}

// done reports whether a file, and with it the results of a task, exists.
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

// Each task ends by writing the file that says that it is done.

func (r *Run) mapName(level, shard int) string {
	return r.work(level) + fmt.Sprintf("map-%04d.json", shard)
}

func (r *Run) reduceName(level, shard int) string {
	return r.work(level) + fmt.Sprintf("reduce-%04d.json", shard)
}

// Join is Own for a task, of which many may work at the same time, but not while somebody owns the storage.
func (r *Run) Join() (release func(), err error) { return hold(r.in.Storage, true) }
