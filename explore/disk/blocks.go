package disk

import (
	"bytes"
	"fmt"
	"io"

	"github.com/anel-mc/mc/explore"
)

// Blocks are the states that Maps found for the shards, by the name of the block.
type Blocks map[string]Block

// Block is the states that a Map found for a shard, in the format of a file.
type Block struct {
	Shard int
	Bytes []byte
}

// Carry makes blocks something that the caller carries instead of files of the directory: the next Map adds its
// blocks to b, which must not be nil, and the next Reduce finds the blocks for its shard there. The results of such
// tasks are kept apart from those of tasks with files, so that a level can be begun again with files. A Map that was
// done before is done again, since its blocks may have been lost.
func (r *Run) Carry(b Blocks) { r.blocks = b }

// carried is the suffix of a folder of work whose blocks are carried.
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

// bundle is the blocks that a Map writes together, one after another in one file, since one file for each would make
// as many as shards squared. If blocks are carried, there is no file.
type bundle struct {
	in      files
	carried Blocks
	name    string
	to      explore.Draft
	at      uint64
}

func (r *Run) bundle(name string) (b *bundle, err error) {
	b = &bundle{in: r.in, carried: r.blocks, name: name}
	if b.carried == nil {
		b.to, err = r.in.Create(name)
	}
	return b, err
}

// block returns a writer for the block of a shard.
func (b *bundle) block(shard int) *writer {
	if b.carried != nil {
		name := fmt.Sprintf("%s-%04d", b.name, shard)
		return newWriter(b.in, name, &parcel{to: b.carried, name: name, shard: shard})
	}
	w := newWriter(b.in, b.name, section{b})
	w.At = b.at
	return w
}

func (b *bundle) close() error {
	if b.carried != nil {
		return nil
	}
	return b.to.Close()
}

// section is a block in the file of a bundle.
type section struct{ *bundle }

func (s section) Write(p []byte) (int, error) {
	n, err := s.to.Write(p)
	s.at += uint64(n)
	return n, err
}

func (s section) Close() error { return nil }
func (s section) Abort()       { s.to.Abort() }

// openBlock opens a block, which is a file or was carried here.
func (r *Run) openBlock(block file) (*keyReader, error) {
	if r.blocks == nil {
		return openKeys(r.in, block, 0)
	}
	b, ok := r.blocks[block.Name]
	if !ok {
		return nil, fmt.Errorf("%s: %w: it has not come", block.Name, ErrDamaged)
	}
	in, err := newReader(block.Name, block, r.in.blank(block.Name), io.NopCloser(bytes.NewReader(b.Bytes)))
	if err != nil {
		return nil, err
	}
	return newKeyReader(in, 0)
}
