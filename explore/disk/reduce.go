package disk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/anel-mc/mc/explore/internal/guard"
)

// reduced is what a Reduce leaves for the Commit of its level.
type reduced struct {
	New    file     `json:"new"`
	Merged *seen    `json:"merged,omitempty"` // replaces the last lists of states seen
	Of     int      `json:"of"`               // how many of them
	Found  []bool   `json:"found"`
	Facts  []string `json:"facts,omitempty"`
}

// Lists of states of different levels are merged as long as the result has at most maxMerged states. So a system with
// many small levels still has few lists, and in a system with large levels, most states need not be stored with their
// level.
const maxMerged = 1 << 20

// Reduce compares the states that the Maps of a level found for a shard with all states already seen there. It writes
// those that are new, which are the shard's part of the next level.
func (r *Run) Reduce(ctx context.Context, level, shard int) error {
	return r.reduceAll(ctx, level, []int{shard})
}

func (r *Run) reduceAll(ctx context.Context, level int, shards []int) error {
	todo, err := r.prepare(level)
	if err != nil || !todo {
		return err
	}
	g, err := r.gather(level)
	for i := 0; i < len(shards) && err == nil; i++ {
		err = r.reduceShard(ctx, g, shards[i])
	}
	return r.unlessCommitted(ctx, level, err)
}

// gathered is what the Maps of a level left.
type gathered struct {
	level  int
	maps   []mapped
	values [][]value // new values, by Map
	fresh  []value   // the same as they are numbered in the next level, each once
	names  names
}

// gather reads what the Maps of a level left.
func (r *Run) gather(level int) (*gathered, error) {
	g := &gathered{level: level}
	if r.level != nil {
		g.names = r.level.Names
	}
	for i := range r.Shards {
		name := r.mapName(level, i)
		m := mapped{}
		if _, err := restore(r.in, name, &m); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				err = fmt.Errorf("map %d of level %d comes first: %w", i, level, err)
			}
			return nil, err
		}
		var list []value
		var err error
		if m.Values.Name != "" {
			if list, err = readValues(r.in, m.Values, r.sys.Width()); err != nil {
				return nil, err
			}
		}
		if g.names, err = g.names.with(m.Names); err != nil {
			return nil, fmt.Errorf("%s: %w", r.in.Path(name), err)
		}
		g.maps, g.values = append(g.maps, m), append(g.values, list)
	}
	g.fresh = united(g.values)
	if r.values.next <= level+1 {
		return g, r.load(g.fresh, level+1, r.work(level), g.names)
	}
	return g, nil
}

// reducer is a Reduce in progress.
type reducer struct {
	r      *Run
	level  int   // level that is expanded
	checks []int // state checks
	out    reduced
	state  []uint32 // state being checked, as a vector of the system
	number []uint32 // the same state in numbers of the run
	asking int      // check being evaluated, -1 = none
	begun  bool     // state and number are set
}

func (r *Run) reduceShard(ctx context.Context, g *gathered, shard int) error {
	name := r.reduceName(g.level, shard)
	if is, err := r.done(name); is || err != nil {
		return err
	}
	x := &reducer{r: r, level: g.level, state: make([]uint32, r.sys.Width()), number: make([]uint32, r.sys.Width()),
		asking: -1, out: reduced{Found: make([]bool, len(r.checks))}}
	for i, c := range r.checks {
		if c.State != nil {
			x.checks = append(x.checks, i)
		}
	}
	err := guard.Call(func() error { return x.run(ctx, shard, g) }, nil)
	if err != nil {
		if ownError(err) || x.asking < 0 {
			return err
		}
		return &failure{err: err, check: x.asking, state: slices.Clone(x.state), level: g.level + 1}
	}
	if r.facts != nil {
		x.out.Facts = r.facts()
	}
	return replace(r.in, name, x.out)
}

func (x *reducer) run(ctx context.Context, shard int, g *gathered) (err error) {
	r := x.r
	l := layoutFor(r.values.sizes())
	var blocks, lists []*keyReader
	defer func() {
		for _, k := range slices.Concat(blocks, lists) {
			k.close()
		}
	}()
	for i, m := range g.maps {
		for _, block := range m.Blocks[shard] {
			k, err := r.openBlock(block)
			if err != nil {
				return err
			}
			blocks = append(blocks, k)
			if err := k.finalNumbers(r.values, g.values[i]); err != nil {
				return err
			}
			k.as(l, k.renumbered)
		}
	}
	var before []seen
	if x.level >= 0 {
		before = r.level.Shards[shard].Seen
	}
	for _, s := range before {
		k, err := openKeys(r.in, s.File, s.First)
		if err != nil {
			return err
		}
		lists = append(lists, k)
	}
	name := fmt.Sprintf("%s%s-%04d", statesDir, levelName(x.level+1), shard)
	if err := x.sift(ctx, l, merge(blocks), lists, name); err != nil {
		return err
	}
	if from := mergedFrom(before, r.mergeLimit); from < len(before)-1 {
		x.out.Of, x.out.Merged = len(before)-from, &seen{First: before[from].First, Last: before[len(before)-1].Last}
		x.out.Merged.File, err = r.join(l, before[from:], name+"-merged")
	}
	return err
}

// sift writes the states that are in blocks but in no list, and evaluates the checks on them.
func (x *reducer) sift(ctx context.Context, l *layout, blocks *merging, lists []*keyReader, name string) error {
	out, err := createKeys(x.r.in, name, l, nil, nil, false)
	if err != nil {
		return err
	}
	defer func() {
		if out != nil {
			out.to.Abort()
		}
	}()
	c := &candidates{layout: l, more: true}
	for c.fill(blocks) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, k := range lists {
			c.strike(k)
		}
		for i, struck := range c.struck {
			if !struck {
				out.put(c.key(i), 0)
				if err := x.ask(l, c.key(i)); err != nil {
					return err
				}
			}
		}
	}
	for _, k := range lists { // read to the end, since only there damage shows
		for k.err == nil && k.advance() {
		}
		if k.err != nil {
			return k.err
		}
	}
	if blocks.err != nil {
		return blocks.err
	}
	x.out.New, err = out.close()
	out = nil
	return err
}

// join writes the states of several lists, with their levels, as one list.
func (r *Run) join(l *layout, before []seen, name string) (f file, err error) {
	var lists []*keyReader
	defer func() {
		for _, k := range lists {
			k.close()
		}
	}()
	for _, s := range before {
		k, err := openKeys(r.in, s.File, s.First)
		if err != nil {
			return f, err
		}
		k.as(l, nil)
		lists = append(lists, k)
	}
	out, err := createKeys(r.in, name, l, nil, nil, true)
	if err != nil {
		return f, err
	}
	all := merge(lists)
	for k := all.next(); k != nil; k = all.next() {
		out.put(k.key, k.level)
	}
	if all.err != nil {
		out.to.Abort()
		return f, all.err
	}
	return out.close()
}

// ask evaluates the state checks on a new state.
func (x *reducer) ask(l *layout, key []uint64) error {
	if len(x.checks) == 0 {
		return nil
	}
	for slot := range x.number {
		n := l.get(key, slot)
		if n != x.number[slot] || !x.begun {
			x.number[slot], x.state[slot] = n, x.r.values.slots[slot].local[n]
		}
	}
	x.begun = true
	for _, c := range x.checks {
		x.asking = c
		is, err := x.r.checks[c].State(x.state)
		if err != nil {
			return err
		}
		x.out.Found[c] = x.out.Found[c] || is
	}
	x.asking = -1
	return nil
}

// mergedFrom returns the index of the first list that is to be merged with all lists after it; that of the last list
// if none are to be merged.
func mergedFrom(lists []seen, most uint64) int {
	from := len(lists) - 1
	if from < 0 {
		return 0
	}
	sum := lists[from].File.Records
	for from > 0 && lists[from-1].File.Records <= 2*sum && sum+lists[from-1].File.Records <= most {
		from--
		sum += lists[from].File.Records
	}
	return from
}

// finalNumbers sets k.renumbered to the numbers that the fresh values of a block have got in the run.
func (k *keyReader) finalNumbers(v *values, fresh []value) error {
	for slot, list := range k.fresh {
		if len(list) == 0 {
			continue
		}
		r := renumbering{slot: slot, first: k.first[slot]}
		for _, at := range list {
			n, ok := uint32(0), int(at) < len(fresh) && fresh[at].slot == slot
			if ok {
				n, ok = v.slots[slot].number[fresh[at].encoding]
			}
			if !ok {
				k.fail("its values do not hang together")
				return k.err
			}
			r.number = append(r.number, n)
		}
		k.renumbered = append(k.renumbered, r)
	}
	return nil
}
