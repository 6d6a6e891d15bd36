package disk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"
)

// Share does the tasks of a level for some shards, and waits while others do the rest. Whoever has shard 0 commits.
func (r *Run) Share(ctx context.Context, level int, shards []int) error {
	if todo, err := r.at(level); err != nil || !todo {
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

// await waits for the files of all shards, or until the level after a level is complete, and they are gone.
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

// maxPause is how long those wait at most who wait for files, before they look again.
const maxPause = 2 * time.Second

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
