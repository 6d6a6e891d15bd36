package explore

import (
	"io"
	"iter"
	"time"
)

// Storage keeps the files of a search on disk, under names such as "states/000012-0003". Many processes may call its
// methods at once, even for the same file. Errors name the file and are *fs.PathErrors or *os.LinkErrors.
type Storage interface {
	// Create begins a file. When the Draft is closed, it replaces any file of that name, as a whole or not at all.
	Create(name string) (Draft, error)

	// Open opens the size bytes of a file that begin at offset at for reading: fewer if the file ends before, and all
	// that follow if size is negative. The error is fs.ErrNotExist if there is no such file.
	Open(name string, at, size int64) (io.ReadCloser, error)

	// List yields the names of the files in a folder and the folders below it, or of all files if the folder is "". A
	// folder that does not exist has no files.
	List(folder string) iter.Seq2[string, error]

	// Remove removes a file, or a folder without files. It is no error if there is none.
	Remove(name string) error

	// Path returns the path of a file as shown to users, or that of the whole storage if the name is "".
	Path(name string) string
}

// Dated is Storage that knows when each file was put in its place, by one clock for all files.
type Dated interface {
	Modified(name string) (time.Time, error)
}

// Draft is a file that is being written. Close puts it in its place.
type Draft interface {
	io.WriteCloser

	// Abort discards the draft.
	Abort()
}
