package explore

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/anel-mc/mc/explore/internal/memory"
)

// disk creates the files in which a search continues when its memory is full. They are unlinked at once, so the system
// frees their space when they are closed, however the program ends. They are written in sequence with ordinary calls,
// so that a full disk is an error like any other, and read through mapped memory.
type disk struct {
	dir   string
	arena *memory.Arena // gives back the mapped memory
	limit uint64        // bytes of all files, 0 = none
	used  atomic.Uint64
}

// errDisk says that a limit on what is written was exceeded.
var errDisk = errors.New("the bound on the disk was reached")

// probe makes sure that files can be created in a directory.
func probe(dir string) error {
	if !memory.CanMapFiles {
		return errors.New("explore: Disk: on this system states cannot be kept on disk")
	}
	f, err := (&disk{dir: dir}).create()
	if err != nil {
		return fmt.Errorf("explore: Disk is %q, want a directory in which files can be made: %w", dir, err)
	}
	f.close()
	return nil
}

// bytes is the size of all files.
func (d *disk) bytes() uint64 {
	if d == nil {
		return 0
	}
	return d.used.Load()
}

// file is a file without a name that only grows.
type file struct {
	disk *disk
	os   *os.File
	size uint64
}

func (d *disk) create() (*file, error) {
	f, err := os.CreateTemp(d.dir, "mc-states-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &file{disk: d, os: f}, nil
}

// Write appends to the file.
func (f *file) Write(b []byte) (int, error) {
	if used := f.disk.used.Add(uint64(len(b))); f.disk.limit != 0 && used > f.disk.limit {
		f.disk.used.Add(-uint64(len(b)))
		return 0, errDisk
	}
	n, err := f.os.WriteAt(b, int64(f.size))
	if err != nil {
		f.disk.used.Add(-uint64(len(b)))
		return n, err
	}
	f.size += uint64(n)
	return n, nil
}

// view maps a part of the file, from a multiple of viewUnit on. It may reach beyond the end; that part must not be
// read before it has been written.
func (f *file) view(from, size uint64) ([]byte, error) {
	if size == 0 {
		return nil, nil
	}
	b, err := memory.MapFile(f.os, from, size)
	if err != nil {
		return nil, err
	}
	f.disk.arena.Adopt(b)
	return b, nil
}

// viewUnit is a multiple of the size of a page of memory, on all systems.
const viewUnit = 1 << 16

// close closes the file. What was mapped of it can still be read.
func (f *file) close() {
	_ = f.os.Close() // nothing in it is wanted any more
}

// discard closes a file of which nothing is mapped.
func (f *file) discard() {
	f.disk.used.Add(-f.size)
	f.close()
}

// segmentFile is a file of the packed pages, which are mapped in large parts.
type segmentFile struct {
	file *file
	rest []byte // what is left of the part mapped last
}

const segmentPart = 64 << 20

// put appends to the file, and returns where it can be read.
func (s *segmentFile) put(b []byte) ([]byte, error) {
	if len(s.rest) < len(b) {
		at := (s.file.size + viewUnit - 1) &^ (viewUnit - 1)
		part, err := s.file.view(at, max(segmentPart, uint64(len(b))))
		if err != nil {
			return nil, err
		}
		s.file.size, s.rest = at, part
	}
	if _, err := s.file.Write(b); err != nil {
		return nil, err
	}
	at := s.rest[:len(b):len(b)]
	s.rest = s.rest[len(b):]
	return at, nil
}

// newWriter returns a buffered writer for a file.
func newWriter(w io.Writer) *bufio.Writer { return bufio.NewWriterSize(w, 1<<20) }
