package main

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/anel-mc/mc/cmd/mc/command"
	"github.com/anel-mc/mc/explore/disk"
	"github.com/anel-mc/mc/specs/spec"
)

// prepare registers the steps with Beam. It must be called before beam.Init.
func prepare() {
	register.DoFn2x0[[]byte, func(int, int)](&begin{})
	register.DoFn4x1[context.Context, int, func(*int) bool, func(int, Parcel), error](&mapping{})
	register.DoFn4x1[context.Context, int, func(*Parcel) bool, func(int, int), error](&reducing{})
	register.DoFn4x1[context.Context, int, func(*int) bool, func(int, int), error](&committing{})
	register.DoFn2x0[int, func(*int) bool](&end{})
	register.Iter1[int]()
	register.Iter1[Parcel]()
	register.Emitter2[int, int]()
	register.Emitter2[int, Parcel]()
}

// pipeline returns a pipeline for some levels of the run in dir, starting with the current one.
func pipeline(dir string, s command.Status, levels int) *beam.Pipeline {
	p, root := beam.NewPipelineWithRoot()
	shards := beam.GroupByKey(root, beam.ParDo(root, &begin{s.Level, s.Shards}, beam.Impulse(root)))
	for range levels {
		blocks := beam.GroupByKey(root, beam.ParDo(root, &mapping{dir}, shards))
		reduced := beam.GroupByKey(root, beam.ParDo(root, &reducing{dir}, blocks))
		shards = beam.GroupByKey(root, beam.ParDo(root, &committing{dir}, reduced))
	}
	beam.ParDo0(root, &end{}, shards)
	return p
}

// The fields of steps and the types of elements are exported so that Beam can encode them.

// Parcel holds blocks for a shard that travel together.
type Parcel struct {
	Level  int
	Names  []string
	Blocks [][]byte
}

// small is the size, in bytes, up to which blocks are collected in a parcel.
const small = 64 << 10

// shuffled counts the bytes of blocks, for display only.
var shuffled = beam.NewCounter("mc", shuffledName)

const shuffledName = "shuffled"

// begin emits the shards of the first level of a pipeline.
type begin struct{ Level, Shards int }

// ProcessElement is called once.
func (b *begin) ProcessElement(_ []byte, emit func(shard, level int)) {
	for shard := range b.Shards {
		emit(shard, b.Level)
	}
}

// mapping emits the blocks that the Map of a shard produces.
type mapping struct{ Dir string }

// ProcessElement is called for each shard.
func (m *mapping) ProcessElement(ctx context.Context, shard int, levels func(*int) bool,
	emit func(shard int, p Parcel)) error {
	var level int
	levels(&level)
	blocks := disk.Blocks{}
	err := do(ctx, m.Dir, func(ctx context.Context, t *command.Tasks) error {
		t.Carry(blocks)
		return t.Map(ctx, level, shard)
	})
	if err != nil {
		return err
	}
	emit(shard, Parcel{Level: level}) // each shard must be reduced, even if nothing was found for it
	parcels(level, blocks, emit)
	for _, b := range blocks {
		shuffled.Inc(ctx, int64(len(b.Bytes)))
	}
	return nil
}

// parcels emits blocks in parcels, collecting small ones for the same shard.
func parcels(level int, blocks disk.Blocks, emit func(shard int, p Parcel)) {
	open, size := map[int]Parcel{}, map[int]int{}
	for _, name := range slices.Sorted(maps.Keys(blocks)) {
		b := blocks[name]
		p := open[b.Shard]
		p.Level, p.Names, p.Blocks = level, append(p.Names, name), append(p.Blocks, b.Bytes)
		open[b.Shard] = p
		if size[b.Shard] += len(b.Bytes); size[b.Shard] >= small {
			emit(b.Shard, p)
			delete(open, b.Shard)
			delete(size, b.Shard)
		}
	}
	for shard, p := range open {
		emit(shard, p)
	}
}

// reducing builds a shard of the next level from its blocks.
type reducing struct{ Dir string }

// ProcessElement is called for each shard. It emits the shard under the level that was expanded as the key.
func (r *reducing) ProcessElement(ctx context.Context, shard int, parcels func(*Parcel) bool,
	emit func(level, shard int)) error {
	var p Parcel
	blocks := disk.Blocks{}
	for parcels(&p) {
		for i, name := range p.Names {
			blocks[name] = disk.Block{Shard: shard, Bytes: p.Blocks[i]}
		}
	}
	level := p.Level
	err := do(ctx, r.Dir, func(ctx context.Context, t *command.Tasks) error {
		t.Carry(blocks)
		return t.Reduce(ctx, level, shard)
	})
	if err == nil {
		emit(level, shard)
	}
	return err
}

// committing completes a level, and emits the shards of the next unless the search is over.
type committing struct{ Dir string }

// ProcessElement is called once for each level.
func (c *committing) ProcessElement(ctx context.Context, level int, _ func(*int) bool,
	emit func(shard, level int)) error {
	return do(ctx, c.Dir, func(_ context.Context, t *command.Tasks) error {
		t.Carry(disk.Blocks{})
		if err := t.Commit(level); err != nil {
			return err
		}
		s, err := t.Status()
		if err == nil && !s.Over {
			(&begin{s.Level, s.Shards}).ProcessElement(nil, emit)
		}
		return err
	})
}

// end consumes what a pipeline leaves for the next.
type end struct{}

// ProcessElement does nothing.
func (*end) ProcessElement(int, func(*int) bool) {}

// catalogue has the specs of this program.
var catalogue []spec.Spec

// A process may run several tasks at a time. Each takes an idle run, and returns it, with all its values, for later
// ones.
var (
	mu   sync.Mutex
	idle = map[string][]*command.Tasks{}
)

// do runs a task of the run in dir.
func do(ctx context.Context, dir string, task func(ctx context.Context, t *command.Tasks) error) error {
	mu.Lock()
	var t *command.Tasks
	if n := len(idle[dir]); n > 0 {
		t, idle[dir] = idle[dir][n-1], idle[dir][:n-1]
	}
	mu.Unlock()
	if t == nil {
		var err error
		if t, err = command.OpenTasks(catalogue, dir); err != nil {
			return err
		}
	}
	if err := t.Do(ctx, func(ctx context.Context) error { return task(ctx, t) }); err != nil {
		return err
	}
	mu.Lock()
	defer mu.Unlock()
	idle[dir] = append(idle[dir], t)
	return nil
}
