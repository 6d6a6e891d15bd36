package disk

import (
	"bytes"
	"fmt"
	"io"
)

// Blocks are what Maps found for the shards, by name.
type Blocks map[string]Block

// Block is states that were found for a shard, as the file that lists them.
type Block struct {
	Shard int
	Bytes []byte
}

// Carry says that blocks are no files of the directory, but are carried by the caller: the next Map adds its blocks to
// b, which is not nil, and the next Reduce finds those for its shard there. All that the tasks of a level leave for each
// other is then kept apart from what tasks leave that have files, so that who has these can begin the level anew. A Map
// that was done before does it again, since its blocks may have been lost.
func (r *Run) Carry(b Blocks) { r.blocks = b }

// carried ends the name of a folder of work without blocks.
const carried = "-carried"

// parcel is a block that is being written.
type parcel struct {
	bytes.Buffer
	to    Blocks
	name  string
	shard int
}

func (p *parcel) Close() error {
	p.to[p.name] = Block{p.shard, p.Bytes()}
	return nil
}

func (p *parcel) Abort() {}

// createBlock begins a block for a shard. order has the places of fresh values in their file, by slot.
func (m *mapper) createBlock(to int, name string, order [][]uint32) (*keyWriter, error) {
	if m.r.blocks == nil {
		return createKeys(m.r.in, name, m.layout, m.fresh.first, order, false)
	}
	w := newWriter(name, &parcel{to: m.r.blocks, name: name, shard: to})
	return newKeyWriter(w, m.layout, m.fresh.first, order, false), nil
}

// openBlock opens a block for the shard that is reduced.
func (r *Run) openBlock(block file) (*keyReader, error) {
	if r.blocks == nil {
		return openKeys(r.in, block, 0)
	}
	b, ok := r.blocks[block.Name]
	if !ok {
		return nil, fmt.Errorf("%s: %w: it has not come", block.Name, ErrDamaged)
	}
	in, err := newReader(block.Name, block, io.NopCloser(bytes.NewReader(b.Bytes)))
	if err != nil {
		return nil, err
	}
	return newKeyReader(in, 0)
}
