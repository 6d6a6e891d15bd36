package disk

import (
	"bytes"
	"fmt"
	"io"

	"github.com/anel-mc/mc/explore"
)

// Blocks are what Maps found for the shards, by name.
type Blocks map[string]Block

// Block is states that were found for a shard, as the file that lists them.
type Block struct {
	Shard int
	Bytes []byte
}

// Carry says that blocks are no files of the directory, but are carried by the caller: the next Map adds its blocks to
// b, which is not nil, and the next Reduce finds those for its shard there. All that the tasks of a level leave for
// each other is then kept apart from what tasks leave that have files, so that who has these can begin the level anew.
// A Map that was done before does it again, since its blocks may have been lost.
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

// bundle is the blocks that a Map writes at a time: one file, in which they follow each other, so that there are not as
// many files as shards squared. If they are carried, there is none.
type bundle struct {
	carried Blocks
	name    string
	to      explore.Draft
	at      uint64
}

func (r *Run) bundle(name string) (b *bundle, err error) {
	b = &bundle{carried: r.blocks, name: name}
	if b.carried == nil {
		b.to, err = r.in.Create(name)
	}
	return b, err
}

// block begins the block for a shard.
func (b *bundle) block(shard int) *writer {
	if b.carried != nil {
		name := fmt.Sprintf("%s-%04d", b.name, shard)
		return newWriter(name, &parcel{to: b.carried, name: name, shard: shard})
	}
	w := newWriter(b.name, section{b})
	w.At = b.at
	return w
}

func (b *bundle) close() error {
	if b.carried != nil {
		return nil
	}
	return b.to.Close()
}

// section is a block in a file of several.
type section struct{ *bundle }

func (s section) Write(p []byte) (int, error) {
	n, err := s.to.Write(p)
	s.at += uint64(n)
	return n, err
}

func (s section) Close() error { return nil }
func (s section) Abort()       { s.to.Abort() }

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
