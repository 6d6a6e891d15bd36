package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// save writes a file whole or not at all: it writes a temporary file next to it and renames that. Devices and pipes are
// written to directly.
func (p *program) save(name string, content []byte) error {
	if info, unknown := os.Stat(name); unknown != nil || info.Mode().IsRegular() || info.IsDir() {
		return notWritten(name, replace(name, content))
	}
	return notWritten(name, p.stream(name, content))
}

// makeDirectory makes the directory that a flag names, if it does not exist.
func makeDirectory(flag, name string) error {
	if err := os.MkdirAll(name, 0o777); err != nil {
		return usageError("--%s: the directory cannot be made: %w", flag, err).hint("give the name of a directory")
	}
	return nil
}

// notWritten returns the error of a file that could not be written, if err is not nil.
func notWritten(name string, err error) error {
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

// withoutPath strips the path from an error, since the name of a temporary file would confuse the user.
func withoutPath(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

// stream writes to a device or a pipe.
func (p *program) stream(name string, content []byte) error {
	f, err := p.open(name, 0)
	if err != nil {
		return err
	}
	return errors.Join(p.pour(f, content), f.Close())
}

// open opens a file for writing. For a pipe, it waits until somebody opens that for reading.
func (p *program) open(name string, how int) (*os.File, error) {
	defer p.reader(lastCall)()
	return os.OpenFile(name, os.O_WRONLY|how, 0o666)
}

// replace writes a regular file.
func replace(name string, content []byte) (err error) {
	mode := fs.FileMode(0o666)
	if info, statErr := os.Stat(name); statErr == nil {
		mode = info.Mode().Perm()
		if info.IsDir() {
			return errors.New("it is a directory: give the name of a file")
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
	if mode != 0o666 { // keep the mode of the file that it replaces; a new file has that of the umask
		err = f.Chmod(mode)
	}
	if err == nil {
		_, err = f.Write(content)
	}
	if err == nil {
		err = f.Sync() // a full disk may be reported only now
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(temporary, name)
	}
	if err != nil {
		os.Remove(temporary)
	}
	return err
}

// removeLeft removes the temporary files that killed processes have left next to a file: see replace.
func removeLeft(name string) {
	dir, prefix := filepath.Dir(name), "."+filepath.Base(name)+"."
	files, _ := os.ReadDir(dir) // ignore what cannot be read
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
