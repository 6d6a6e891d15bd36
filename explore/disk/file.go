package disk

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"

	"github.com/anel-mc/mc/explore"
)

// ErrDamaged says that a file of a run is missing or not as it was written. It is wrapped with the name of the file.
var ErrDamaged = errors.New("it is damaged")

// A file is a reference to a file of the run. Such a file is a sequence of chunks, each consisting of its length, the
// checksum of the file up to the end of the chunk, and its bytes. After the last chunk come a length of 0, the
// checksum again, and the number of records. The reference repeats these, so that a file that was truncated, changed
// or exchanged is detected. Checksums begin with [files.blank], and so belong to the run and to the name of the file.
type file struct {
	Name    string `json:"name"`
	At      uint64 `json:"at,omitempty"` // where it begins, if several are stored under one name
	Records uint64 `json:"records"`
	Bytes   uint64 `json:"bytes"`
	Sum     uint32 `json:"sum"`
}

const (
	magic     = "mc run 2\n"
	chunkSize = 32 << 10 // bytes after which a chunk is written
	maxChunk  = 1 << 30
)

// Why a file is refused.
const (
	strange   = "it is no file of a run, or of another version of this program"
	exchanged = "it is not the file that was written here: it was changed, or it is another file, maybe of another run"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// files is the storage of a run.
type files struct {
	explore.Storage
	root uint32 // the checksum of run.json
}

// blank returns the checksum of a file before its first byte. It continues that of run.json, which says what the run is
// of, with the name of the file: so a file of another run, or from another place in this one, has a wrong checksum.
// Runs with the same run.json write the same files, and need not be told apart.
func (f files) blank(name string) uint32 { return crc32.Update(f.root, castagnoli, []byte(name)) }

// writer writes a file.
type writer struct {
	file
	to  explore.Draft
	buf []byte
	err error
}

const head = 8 // bytes of the header of a chunk

func create(in files, name string) (*writer, error) {
	to, err := in.Create(name)
	if err != nil {
		return nil, err
	}
	return newWriter(in, name, to), nil
}

func newWriter(in files, name string, to explore.Draft) *writer {
	w := &writer{file: file{Name: name, Sum: in.blank(name)}, to: to}
	w.buf = append(make([]byte, head, 2*chunkSize), magic...)
	return w
}

// record ends a record. Chunks end only at the end of a record.
func (w *writer) record() {
	w.Records++
	if len(w.buf) >= chunkSize+head {
		w.chunk()
	}
}

// chunk writes the buffered bytes as a chunk.
func (w *writer) chunk() {
	if n := len(w.buf) - head; n > 0 {
		w.Sum = crc32.Update(w.Sum, castagnoli, w.buf[head:])
		w.put(uint32(n))
	}
}

func (w *writer) put(n uint32) {
	binary.LittleEndian.PutUint32(w.buf, n)
	binary.LittleEndian.PutUint32(w.buf[4:], w.Sum)
	w.Bytes += uint64(len(w.buf))
	if w.err == nil {
		_, w.err = w.to.Write(w.buf)
	}
	w.buf = w.buf[:head]
}

// close puts the file in its place.
func (w *writer) close() (file, error) {
	w.chunk()
	w.buf = binary.LittleEndian.AppendUint64(w.buf, w.Records)
	w.put(0)
	if w.err != nil {
		w.to.Abort()
		return file{}, w.err
	}
	return w.file, w.to.Close()
}

// reader reads a file from its beginning.
type reader struct {
	want file
	path string // as shown to users
	from io.ReadCloser
	rest []byte // unread part of the current chunk
	in   []byte // read ahead
	raw  []byte // memory of rest and in
	read uint64 // bytes up to the end of the current chunk
	sum  uint32
	err  error
	done bool
}

func open(in files, want file) (*reader, error) {
	from, err := in.Open(want.Name, int64(want.At), int64(want.Bytes))
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, errIrregular):
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	case err != nil: // which says nothing of the file
		return nil, err
	}
	return newReader(in.Path(want.Name), want, in.blank(want.Name), from)
}

func newReader(path string, want file, blank uint32, from io.ReadCloser) (*reader, error) {
	r := &reader{want: want, path: path, from: from, sum: blank, raw: make([]byte, min(64<<10, want.Bytes))}
	if !r.next() || len(r.rest) < len(magic) || string(r.rest[:len(magic)]) != magic {
		r.from.Close()
		if r.err == nil {
			r.fail(strange)
		}
		return nil, r.err
	}
	r.rest = r.rest[len(magic):]
	return r, nil
}

func (r *reader) close() { r.from.Close() }

func (r *reader) fail(why string) {
	if r.err == nil {
		r.err = fmt.Errorf("%s: %w: %s", r.path, ErrDamaged, why)
	}
	r.rest, r.done = nil, true
}

// fill makes n bytes available in r.in.
func (r *reader) fill(n int) bool {
	if len(r.in) >= n {
		return true
	}
	if n > len(r.raw) {
		grown := make([]byte, n)
		copy(grown, r.in)
		r.raw, r.in = grown, grown[:len(r.in)]
	} else {
		r.in = r.raw[:copy(r.raw, r.in)]
	}
	m, err := io.ReadAtLeast(r.from, r.raw[len(r.in):], n-len(r.in))
	r.in = r.raw[:len(r.in)+m]
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		r.fail("its end is missing")
	case err != nil:
		r.err = err
		r.rest, r.done = nil, true
	}
	return err == nil
}

// next makes rest the next chunk. It returns false after the last chunk or after an error.
func (r *reader) next() bool {
	if r.done || !r.fill(head) {
		return false
	}
	n, sum := binary.LittleEndian.Uint32(r.in), binary.LittleEndian.Uint32(r.in[4:])
	r.read += head
	r.in = r.in[head:]
	if n == 0 {
		return r.end(sum)
	}
	if n > maxChunk || r.read+uint64(n) > r.want.Bytes {
		r.fail("it is longer than it was")
		return false
	}
	if !r.fill(int(n)) {
		return false
	}
	r.rest, r.in = r.in[:n], r.in[n:]
	r.read += uint64(n)
	if r.sum = crc32.Update(r.sum, castagnoli, r.rest); r.sum != sum {
		r.fail(exchanged)
		return false
	}
	return true
}

// end compares the end of the file with the reference.
func (r *reader) end(sum uint32) bool {
	r.rest = nil
	if !r.fill(8) {
		return false
	}
	r.read += 8
	if sum != r.sum || binary.LittleEndian.Uint64(r.in) != r.want.Records || r.sum != r.want.Sum ||
		r.read != r.want.Bytes {
		r.fail(exchanged)
	}
	r.done = true
	return false
}

// uvarint reads a number from rest.
func (r *reader) uvarint() uint64 {
	x, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.fail("a number is missing")
		return 0
	}
	r.rest = r.rest[n:]
	return x
}

// bytes reads a length and that many bytes from rest.
func (r *reader) bytes() []byte {
	n := r.uvarint()
	if n > uint64(len(r.rest)) {
		r.fail("some bytes are missing")
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// more reports whether there is another record.
func (r *reader) more() bool { return len(r.rest) > 0 || r.next() }
