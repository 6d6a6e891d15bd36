package disk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/anel-mc/mc/explore/internal/guard"
)

// Commit completes the level after the given one, all of whose Reduces must be done, and removes files that are no
// longer needed.
func (r *Run) Commit(level int) error {
	todo, err := r.prepare(level)
	if err != nil || !todo {
		return err
	}
	g, err := r.gather(level)
	if err == nil {
		err = r.commit(g)
	}
	return r.unlessCommitted(context.Background(), level, err)
}

func (r *Run) commit(g *gathered) error {
	of := g.level
	was := r.level
	if was == nil {
		was = &level{Shards: make([]shard, r.Shards)}
		for range r.checks {
			was.Found = append(was.Found, -1)
		}
	}
	now := &level{Level: of + 1, Transitions: was.Transitions, PerClass: slices.Clone(was.PerClass),
		Found: slices.Clone(was.Found), Values: slices.Clone(was.Values), Names: g.names}
	facts := slices.Clone(was.Facts)
	found := func(checks []bool) {
		for i, is := range checks {
			depth := of + 1
			if r.checks[i].Quiescent != nil {
				depth = of
			}
			if is && now.Found[i] < 0 {
				now.Found[i] = depth
			}
		}
	}
	for _, m := range g.maps {
		now.Transitions += m.Transitions
		for class, n := range m.PerClass {
			if class >= len(now.PerClass) {
				now.PerClass = append(now.PerClass, make([]uint64, class+1-len(now.PerClass))...)
			}
			now.PerClass[class] += n
		}
		facts = append(facts, m.Facts...)
		found(m.Found)
	}
	states := uint64(0)
	for i, s := range was.Shards {
		name := r.reduceName(of, i)
		x := reduced{}
		if _, err := restore(r.in, name, &x); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				err = fmt.Errorf("reduce %d of level %d comes first: %w", i, of, err)
			}
			return err
		}
		lists := slices.Clone(s.Seen[:len(s.Seen)-x.Of])
		if x.Merged != nil {
			lists = append(lists, *x.Merged)
		}
		now.Shards = append(now.Shards, shard{x.New, append(lists, seen{of + 1, of + 1, x.New})})
		states += x.New.Records
		facts = append(facts, x.Facts...)
		found(x.Found)
	}
	slices.Sort(facts)
	now.Facts = slices.Compact(facts)
	now.Levels = was.Levels
	if now.Complete = states == 0; !now.Complete {
		now.Levels = append(slices.Clone(was.Levels), states)
	}
	if len(g.fresh) > 0 {
		f, err := writeValues(r.in, valuesDir+levelName(of+1), g.fresh)
		if err != nil {
			return err
		}
		now.Values = append(now.Values, levelValues{of + 1, f})
	}
	if err := replace(r.in, manifest(of+1), now); err != nil {
		return err
	}
	r.show(now)
	r.clean()
	return nil
}

// clean removes the files that the last level does not need. Files that cannot be removed do no harm.
func (r *Run) clean() {
	needed := map[string]bool{manifest(r.level.Level): true}
	for _, s := range r.level.Shards {
		needed[s.New.Name] = true
		for _, x := range s.Seen {
			needed[x.File.Name] = true
		}
	}
	var old []string
	for _, dir := range []string{levelsDir, statesDir, workDir} {
		for name, err := range r.in.List(dir) {
			if err != nil {
				break
			}
			of := strings.TrimPrefix(name, dir)
			if at := strings.IndexAny(of, "-./"); at >= 0 && of[:at] <= levelName(r.level.Level) && !needed[name] {
				old = append(old, name)
			}
		}
	}
	guard.Share(context.Background(), removers, len(old), func(_, i int) error {
		r.in.Remove(old[i])
		return nil
	})
	r.in.Remove(r.work(r.level.Level - 1)) // left if a process was killed after removing the last file in it
}

// removers is the number of files that are removed concurrently: where removal is slow, it is because of network
// latency.
const removers = 16
