package disk

import (
	"errors"
	"io"
	"io/fs"
	"iter"
	"math"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/internal/lock"
)

// folder is storage in a directory.
type folder string

// Folder returns storage in a directory, which is created with the first file.
func Folder(dir string) explore.Storage { return folder(dir) }

// Own makes the caller the only owner of storage until it calls release, or its process ends in whatever way. It is an
// error if somebody else owns or shares the storage. Only a directory, which is created if need be, is known to have an
// owner, and only where the system can lock it: of object storage, for one, there may be many.
func Own(in explore.Storage) (release func(), err error) { return hold(in, false) }

func hold(in explore.Storage, together bool) (release func(), err error) {
	d, ok := in.(folder)
	if !ok {
		return func() {}, nil
	}
	place := filepath.Clean(string(d))
	if err := os.MkdirAll(place, 0o777); err != nil {
		return nil, err
	}
	f, err := os.Open(place)
	if err != nil {
		return nil, err
	}
	if !lock.Try(f, together) {
		f.Close()
		return nil, &fs.PathError{Op: "lock", Path: place, Err: errOwned}
	}
	return func() { f.Close() }, nil
}

var errOwned = errors.New("another process is working there: wait for it, or stop it")

func (d folder) Path(name string) string { return filepath.Join(string(d), filepath.FromSlash(name)) }

func (d folder) Create(name string) (explore.Draft, error) {
	place := d.Path(name)
	begin := func() (*os.File, error) {
		return os.CreateTemp(filepath.Dir(place), filepath.Base(place)+".*"+unfinished)
	}
	f, err := begin()
	for tries := 0; errors.Is(err, fs.ErrNotExist) && tries < 9; tries++ { // the folder is removed with its last file
		if err = os.MkdirAll(filepath.Dir(place), 0o777); err == nil {
			f, err = begin()
		}
	}
	if err != nil {
		return nil, err
	}
	return &draft{f, place}, nil
}

// unfinished is the suffix of the name of a draft.
const unfinished = ".tmp"

// draft is a file in the same folder as its place, to which it is renamed when it is closed.
type draft struct {
	*os.File
	place string
}

func (d *draft) Close() error {
	err := d.File.Close()
	if err == nil {
		err = os.Rename(d.Name(), d.place)
	}
	if err != nil {
		os.Remove(d.Name()) // if this fails, the file does no harm
	}
	return err
}

func (d *draft) Abort() {
	d.File.Close()
	os.Remove(d.Name())
}

var errIrregular = errors.New("it is no regular file")

func (d folder) Open(name string, at, size int64) (io.ReadCloser, error) {
	place := d.Path(name)
	if at, err := os.Stat(place); err == nil && !at.Mode().IsRegular() { // reading it might never end
		return nil, &fs.PathError{Op: "open", Path: place, Err: errIrregular}
	}
	f, err := os.Open(place)
	if err != nil {
		return nil, err
	}
	if size < 0 {
		size = math.MaxInt64 - at
	}
	return part{io.NewSectionReader(f, at, size), f}, nil
}

// part is a section of a file.
type part struct {
	*io.SectionReader
	io.Closer
}

func (d folder) Modified(name string) (time.Time, error) {
	at, err := os.Stat(d.Path(name))
	if err != nil {
		return time.Time{}, err
	}
	return at.ModTime(), nil
}

func (d folder) List(below string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		err := filepath.WalkDir(d.Path(below), func(place string, e fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist): // it never existed, or another process has removed it
				return nil
			case err != nil:
				return err
			case e.IsDir():
				return nil
			}
			name, err := filepath.Rel(string(d), place)
			if err == nil && !yield(filepath.ToSlash(name), nil) {
				return fs.SkipAll
			}
			return err
		})
		if err != nil {
			yield("", err)
		}
	}
}

func (d folder) Remove(name string) error {
	err := os.Remove(d.Path(name))
	if dir := path.Dir(name); dir != "." {
		os.Remove(d.Path(dir)) // if it is empty
	}
	return err
}
