package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// save writes a file whole or not at all: to a temporary file beside it, which
// then takes its name. A device or pipe is written to directly.
func save(name string, content []byte) error {
	return saveStream(name, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// saveStream is save of what write writes.
func saveStream(name string, write func(io.Writer) error) error {
	err := replace(name, write)
	if err == nil {
		return nil
	}
	if dir := filepath.Dir(name); errors.Is(err, fs.ErrNotExist) {
		if _, statErr := os.Stat(dir); errors.Is(statErr, fs.ErrNotExist) {
			return fmt.Errorf("%s was not written: there is no directory %s: create it first", name, dir)
		}
	}
	return fmt.Errorf("%s was not written: %w", name, withoutPath(err))
}

// withoutPath is an error without the path that it is about: of that only what the user gave is to be shown, since the
// temporary name would confuse.
func withoutPath(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

func replace(name string, write func(io.Writer) error) (err error) {
	mode := fs.FileMode(0o666)
	if info, statErr := os.Stat(name); statErr == nil {
		mode = info.Mode().Perm()
		if info.IsDir() {
			return errors.New("it is a directory: give the name of a file")
		}
		if !info.Mode().IsRegular() {
			f, err := os.OpenFile(name, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			return errors.Join(write(f), f.Close())
		}
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
	}
	removeLeft(name)
	temporary := filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%d.tmp", filepath.Base(name), os.Getpid()))
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if mode != 0o666 { // as the file that it replaces; a new one is as the user's mask wants it
		err = f.Chmod(mode)
	}
	if err == nil {
		err = write(f)
	}
	if err == nil {
		err = f.Sync() // a full disk may show only now
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(temporary, name)
	}
	if err != nil {
		os.Remove(temporary)
	}
	return err
}

// removeLeft removes what processes that were killed have left of a file: see replace.
func removeLeft(name string) {
	dir, prefix := filepath.Dir(name), "."+filepath.Base(name)+"."
	files, _ := os.ReadDir(dir) // what cannot be read is left alone
	for _, f := range files {
		number, is := strings.CutPrefix(strings.TrimSuffix(f.Name(), ".tmp"), prefix)
		pid, err := strconv.Atoi(number)
		if !is || err != nil || f.Name() != prefix+number+".tmp" {
			continue
		}
		if p, err := os.FindProcess(pid); err != nil || errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone) {
			os.Remove(filepath.Join(dir, f.Name()))
		}
	}
}
