package explore

import (
	"io"
	"iter"
	"time"
)

// Storage keeps the files of a search on disk, by names such as "states/000012-0003". Its methods may be called by many
// processes at once, also for the same file. Errors name the file, and are *fs.PathErrors or *os.LinkErrors.
type Storage interface {
	// Create begins a file, which takes the place of one of that name when it is closed: as a whole, or not at all.
	Create(name string) (Draft, error)

	// Open opens so many bytes of a file, to be read from there on: all that follow if size is negative, and fewer if
	// there are not as many. The error is fs.ErrNotExist if there is no such file.
	Open(name string, at, size int64) (io.ReadCloser, error)

	// List yields the names of the files in a folder and those below it; of all files, if the folder is "". A folder
	// that is not there has none.
	List(folder string) iter.Seq2[string, error]

	// Remove removes a file, or a folder that has none, where there are such.
	Remove(name string) error

	// Path is what users call a file, and what they call all of the storage if the name is "".
	Path(name string) string
}

// Dated is Storage that tells when a file was put in its place, by one clock for all files.
type Dated interface {
	Modified(name string) (time.Time, error)
}

// Draft is a file that is being written. Closing it puts it in its place.
type Draft interface {
	io.WriteCloser

	// Abort leaves no file.
	Abort()
}
