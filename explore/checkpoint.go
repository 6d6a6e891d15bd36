package explore

import (
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/anel-mc/mc/explore/internal/hash"
)

// A checkpoint is all that a search knows between two rounds: its counts and its tables as they are, except for the
// index, which can be rebuilt. It is written from the tables, without a copy, and read into new ones. All numbers are
// little-endian, so it may be read on another machine.

// Between two checkpoints, a search runs at least checkpointShare times as long as the last one took to write: so
// writing takes less than a tenth of the time.
const (
	defaultCheckpointEvery = time.Minute
	checkpointShare        = 10
)

// checkpointHead precedes the tables.
type checkpointHead struct {
	// What is searched.
	Width     int
	PageBits  uint
	Checks    []string // names, each with its sort
	Groups    []uint64 // what each group of events is independent of
	KeepGoing bool     // KeepGoing

	States, Nodes uint64
	Head          uint64
	Starts        []uint64
	Level         int
	Transitions   uint64
	PerClass      []uint64
	Found         []checkpointFound
	Elapsed       time.Duration
	Pages         int // packed
}

// checkpointFound is a Found.
type checkpointFound struct {
	Found, Moved bool
	Depth        int
	State        uint64
	Event        uint64
	Initial      []uint32
}

// checkpointPage precedes the bytes of a packed page.
type checkpointPage struct {
	Mask, Low                uint64
	Width, Left, Lower, High uint8 // High are the bits of Base from 32 on
	Base, Preds, Gaps, Bytes uint32
}

// checkpoints says when the next is due.
type checkpoints struct {
	last time.Time     // when it was written
	took time.Duration // to be written

	resumed bool // the search goes on from one
	midway  bool // in its level
}

// checkpoint writes one if it is due.
func (s *searcher) checkpoint() {
	if s.opt.Checkpoint == nil {
		return
	}
	every := s.opt.CheckpointEvery
	if every == 0 {
		every = defaultCheckpointEvery
	}
	if s.cfg.always || time.Since(s.saved.last) >= max(every, checkpointShare*s.saved.took) {
		s.save()
	}
}

// save writes a checkpoint, if the search has found any state.
func (s *searcher) save() {
	if s.opt.Checkpoint == nil || s.level < 0 || s.failure != nil {
		return
	}
	began := time.Now()
	s.opt.Checkpoint(s.progress(), s.write)
	s.saved.last = time.Now()
	s.saved.took = s.saved.last.Sub(began)
}

// head is that of a checkpoint written now.
func (s *searcher) checkpointHead() checkpointHead {
	h := checkpointHead{
		Width: s.store.tree.width, PageBits: s.cfg.pageBits,
		Checks: namesOf(s.checks), Groups: s.independence.told(), KeepGoing: s.opt.KeepGoing,
		States: s.store.visited.count, Nodes: s.store.nodes.count - 1, Pages: s.store.visited.packed,
		Head: s.head, Starts: s.starts[:s.level+2], Level: s.level,
		Transitions: s.transitions, PerClass: s.perClass[:], Elapsed: time.Since(s.began),
	}
	for _, f := range s.found {
		c := checkpointFound{Found: f.Found, Depth: f.Depth}
		if f.first != nil {
			c.Moved, c.State, c.Event, c.Initial = f.first.moved, f.first.state, f.first.event, f.first.initial
		}
		h.Found = append(h.Found, c)
	}
	return h
}

// namesOf tells checks apart.
func namesOf(checks []Check) (names []string) {
	for _, c := range checks {
		sort := "step"
		switch {
		case c.State != nil:
			sort = "state"
		case c.Quiescent != nil:
			sort = "final"
		}
		names = append(names, sort+" "+c.Name)
	}
	return names
}

// write writes a checkpoint.
func (s *searcher) write(w io.Writer) error {
	h := s.checkpointHead()
	if err := gob.NewEncoder(w).Encode(&h); err != nil {
		return err
	}
	out := chunks{w: w}
	for id := uint64(1); id <= h.Nodes; id++ {
		k := s.store.nodes.key(uint32(id))
		out.put(k.a, k.b)
	}
	out.flush()
	v := s.store.visited
	for i := range h.Pages {
		out.page(&v.list[i])
	}
	for id := uint64(h.Pages) << v.bits; id < v.count; id++ {
		p := &v.list[id>>v.bits]
		at := uint32(id & (1<<v.bits - 1))
		out.put(p.pair(at), uint64(p.link(at)))
	}
	for id := s.head; s.sleepSets != nil && id < v.count; id++ {
		out.put(s.sleepSets.get(id))
	}
	out.flush()
	return out.err
}

// chunks writes numbers, many at a time.
type chunks struct {
	w   io.Writer
	buf []byte
	err error
}

const chunk = 64 << 10

func (c *chunks) put(words ...uint64) {
	for _, x := range words {
		c.buf = binary.LittleEndian.AppendUint64(c.buf, x)
	}
	if len(c.buf) >= chunk {
		c.flush()
	}
}

func (c *chunks) flush() {
	c.write(c.buf)
	c.buf = c.buf[:0]
}

func (c *chunks) write(b []byte) {
	if c.err == nil && len(b) > 0 {
		_, c.err = c.w.Write(b)
	}
}

// page writes a packed page.
func (c *chunks) page(p *page) {
	h := checkpointPage{
		Mask: p.mask, Low: p.low, Width: p.width, Left: p.left, Lower: p.lower,
		High: uint8(p.base >> 32), Base: uint32(p.base), Preds: p.preds, Gaps: p.gaps, Bytes: uint32(len(p.data)),
	}
	if c.err == nil {
		c.err = binary.Write(c.w, binary.LittleEndian, &h)
	}
	c.write(p.data)
}

// resume reads a checkpoint into a new search.
func (s *searcher) resume(r io.Reader) (err error) {
	defer func() { // the numbers may be anything
		if x := recover(); x != nil {
			err = damaged(errNotTogether)
		}
	}()
	var h checkpointHead
	if err := gob.NewDecoder(r).Decode(&h); err != nil {
		return damaged(err)
	}
	if err := s.accept(&h); err != nil {
		return err
	}
	in := &numbers{r: r}
	for id := uint64(1); id <= h.Nodes && in.err == nil; id++ {
		a, b := in.next(), in.next()
		switch n := uint64(s.store.nodes.add(a, b, hashNode(a, b))); {
		case n == 0:
			return errNoRoom
		case n != id && in.err == nil:
			return damaged(fmt.Errorf("node %d", id))
		}
	}
	if err := s.readPages(in, &h); err != nil {
		return err
	}
	if s.sleepSets != nil {
		s.sleepSets.pages = make([][]byte, h.Head>>sleepBits)
		s.sleepSets.first = len(s.sleepSets.pages)
		if !s.sleepSets.reserve(h.States, false) {
			return errNoRoom
		}
		for id := h.Head; id < h.States; id++ {
			s.sleepSets.put(id, in.next())
		}
	}
	if in.err != nil {
		return damaged(in.err)
	}
	if !s.reindex(h.States) {
		return errNoRoom
	}
	s.store.nodes.reclaim()
	s.goOn(&h)
	return nil
}

var errNotTogether = errors.New("the numbers do not fit together")

// accept returns an error if a checkpoint is not one of this search.
func (s *searcher) accept(h *checkpointHead) error {
	switch {
	case h.Width != s.store.tree.width || h.PageBits != s.cfg.pageBits,
		!slices.Equal(h.Groups, s.independence.told()):
		return fmt.Errorf("%w: it is of another system", ErrCheckpoint)
	case !slices.Equal(h.Checks, namesOf(s.checks)) || len(h.Found) != len(s.checks):
		return fmt.Errorf("%w: it is of the checks %q, and not of %q", ErrCheckpoint, h.Checks, namesOf(s.checks))
	case h.KeepGoing != s.opt.KeepGoing:
		return fmt.Errorf("%w: KeepGoing was %v", ErrCheckpoint, h.KeepGoing)
	case s.opt.MaxStates != 0 && h.States > s.opt.MaxStates:
		return fmt.Errorf("%w: it has %d states already, and there may be %d", ErrCheckpoint, h.States, s.opt.MaxStates)
	case s.opt.MaxDepth != 0 && (h.Level > s.opt.MaxDepth || h.Level == s.opt.MaxDepth && h.midway()):
		return fmt.Errorf("%w: the search has come to depth %d already, and may go to %d",
			ErrCheckpoint, h.Level, s.opt.MaxDepth)
	case s.disk != nil || s.opt.Reduce != 0:
		return errCheckpointOptions
	}
	n := h.Head
	if h.Level < 0 || len(h.Starts) != h.Level+2 || !slices.IsSorted(h.Starts) || h.Starts[0] != 0 ||
		n < h.Starts[h.Level] || n > h.Starts[h.Level+1] || h.Starts[h.Level+1] > h.States ||
		h.States > s.cfg.maxStates || h.Nodes > s.cfg.maxNodes || len(h.PerClass) != len(s.perClass) ||
		h.Pages < 0 || uint64(h.Pages) > h.States>>h.PageBits {
		return damaged(errNotTogether)
	}
	if slices.ContainsFunc(h.Found, func(c checkpointFound) bool {
		return c.Found && (c.State >= h.States || c.Depth < 0 || c.Depth > h.Level+1 ||
			len(c.Initial) != 0 && len(c.Initial) != h.Width)
	}) {
		return damaged(fmt.Errorf("what was found is in no state"))
	}
	return nil
}

// midway says that states of the level have been expanded, or that some successors of one that a bound cut short were
// stored.
func (h *checkpointHead) midway() bool {
	return h.Head > h.Starts[h.Level] || h.States > h.Starts[h.Level+1]
}

// readPages reads all states.
func (s *searcher) readPages(in *numbers, h *checkpointHead) error {
	v := s.store.visited
	for i := 0; i < h.Pages && in.err == nil; i++ {
		p := in.page(v)
		if p.data == nil {
			return errNoRoom
		}
		v.list = append(v.list, p)
		v.packed++
	}
	first := uint64(h.Pages) << v.bits
	for id := first; id < h.States && in.err == nil; id++ {
		if v.room() <= id && !v.add() {
			return errNoRoom
		}
		pair, link := in.next(), in.next()
		v.put(id, pair, link)
	}
	if in.err != nil {
		return damaged(in.err)
	}
	return nil
}

// reindex builds the index of all states. It reports false when there is no memory.
func (s *searcher) reindex(count uint64) bool {
	v := s.store.visited
	added := make([]uint32, len(v.shards))
	for id := range count {
		added[v.shardOf(hash.Mix(v.pair(id)))]++
	}
	v.count = count
	if !v.reserve(added, 0) {
		return false
	}
	s.renew()
	return true
}

// goOn sets the counts to those of the checkpoint.
func (s *searcher) goOn(h *checkpointHead) {
	s.head, s.starts, s.level, s.transitions = h.Head, h.Starts, h.Level, h.Transitions
	copy(s.perClass[:], h.PerClass)
	for i, c := range h.Found {
		s.found[i] = Found{Found: c.Found, Depth: c.Depth}
		if c.Found {
			s.found[i].first = &place{state: c.State, event: c.Event, moved: c.Moved, initial: c.Initial}
		}
	}
	s.began = s.began.Add(-h.Elapsed)
	s.saved.resumed, s.saved.midway = true, h.midway()
	s.saved.last = time.Now()
	s.show()
	for s.level = range h.Level + 1 {
		s.noteLevel()
	}
}

// numbers reads what chunks wrote.
type numbers struct {
	r   io.Reader
	buf [8]byte
	err error
}

func (n *numbers) next() uint64 {
	if n.err == nil {
		_, n.err = io.ReadFull(n.r, n.buf[:])
	}
	return binary.LittleEndian.Uint64(n.buf[:])
}

// page reads a packed page into memory of a list; its data is nil if there is none.
func (n *numbers) page(v *visited) page {
	var h checkpointPage
	if n.err = binary.Read(n.r, binary.LittleEndian, &h); n.err != nil {
		return page{data: []byte{}}
	}
	size := uint64(1) << v.bits
	if uint64(h.Bytes) > 2*rawBytes*size+64 || h.Width > 64 || h.Left > 32 || h.Lower > 8*idBytes ||
		h.Preds > h.Gaps || h.Gaps > h.Bytes || uint64(h.Preds) < size*uint64(h.Width)/8 {
		n.err = fmt.Errorf("a page of states has no such layout")
		return page{data: []byte{}}
	}
	data := v.region.Cut(int(h.Bytes))
	if data == nil {
		return page{}
	}
	_, n.err = io.ReadFull(n.r, data)
	return page{
		data: data, mask: h.Mask, low: h.Low, width: h.Width, left: h.Left, lower: h.Lower,
		base: uint64(h.High)<<32 | uint64(h.Base), preds: h.Preds, gaps: h.Gaps,
	}
}
