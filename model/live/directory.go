package live

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// record is the contents of the file of a process, after a line with a checksum.
type record struct {
	System  string // Options.System
	Process string
	Stored  []byte // nil if nothing is stored
	// Event is the event that stored this, and Told its number. If the program ended before it could tell of the event,
	// it does so when it recovers.
	Told  int
	Event []byte
}

// stored is what the name of the file of a process ends with.
const stored = ".stored"

func storageFile(dir, process string) string {
	return filepath.Join(dir, url.PathEscape(process)+stored)
}

// directory is the directory of stable storage of a run, or of the program of one process.
type directory struct {
	path, system, self string             // of Options
	held               []*os.File         // locked until they are closed here and in programs that inherit them
	files              map[string]*record // what there was for each process
	first              bool               // it is new, and not all processes have stored their initial contents yet
}

// beginning is the name of a file that is in a directory while first is true. With it, nothing has begun; without it, a
// file that a process lacks is missing.
const beginning = "beginning"

// part is added to the name of a file while it is written.
const part = ".part"

// claim reads the files and, unless the program that started this one has done so, locks the directory. Either all
// processes or none must have a file, except for programs that run only one of them.
func (d *directory) claim(processes []string, locked bool) (err error) {
	if d.path == "" {
		return nil
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("stable storage: %w", err)
		}
	}()
	if err = os.MkdirAll(d.path, 0o777); err == nil && !locked {
		err = d.lock()
	}
	if err == nil {
		d.files, err = readAll(d.path, d.system)
	}
	if err != nil || d.self != "" {
		return err
	}
	if d.first = len(d.files) == 0; d.first {
		return errors.Join(os.WriteFile(filepath.Join(d.path, beginning), nil, 0o666), syncDir(d.path))
	}
	for _, p := range processes {
		if d.files[p] == nil {
			return fmt.Errorf("%s is missing, although other processes have files: restore it, or give another directory, "+
				"in which all begin anew", storageFile(d.path, p))
		}
	}
	return nil
}

// lock locks the directory for this run or, with self, for one process, together with programs for others. Whoever has
// it alone, if only for a moment, removes what was left by a run that was killed.
func (d *directory) lock() (err error) {
	alone := func(f *os.File) bool { return lock(f, false) }
	var wrong error
	err = d.hold(d.path, os.O_RDONLY, func(f *os.File) bool {
		free := alone(f)
		if free {
			wrong = d.tidy()
		}
		if d.self == "" {
			return free
		}
		return lock(f, true)
	})
	if d.self != "" && err == nil {
		err = d.hold(storageFile(d.path, d.self)+".lock", os.O_RDWR|os.O_CREATE, alone)
	}
	return errors.Join(err, wrong)
}

// hold tries to lock a file. A program that was killed may take a moment to end.
func (d *directory) hold(file string, how int, try func(f *os.File) bool) error {
	f, err := os.OpenFile(file, how, 0o666)
	if err != nil {
		return err
	}
	d.held = append(d.held, f)
	for until := time.Now().Add(time.Second); !try(f); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			return fmt.Errorf("another run uses %s: wait for its end, or give another directory", file)
		}
	}
	return nil
}

// tidy removes files that were not finished, and all of them if the run was killed before it had begun.
func (d *directory) tidy() error {
	all, err := os.ReadDir(d.path)
	first := slices.ContainsFunc(all, func(e os.DirEntry) bool { return e.Name() == beginning })
	for _, e := range all {
		if strings.HasSuffix(e.Name(), stored+part) || first && strings.HasSuffix(e.Name(), stored) {
			err = errors.Join(err, os.Remove(filepath.Join(d.path, e.Name())))
		}
	}
	if !first || err != nil {
		return err
	}
	return errors.Join(syncDir(d.path), d.begun())
}

// begun is called when all processes have stored their initial contents.
func (d *directory) begun() error {
	return errors.Join(os.Remove(filepath.Join(d.path, beginning)), syncDir(d.path))
}

func (d *directory) close() {
	for _, f := range d.held {
		f.Close()
	}
}

// readAll reads the files in a directory, by process.
func readAll(dir, system string) (map[string]*record, error) {
	entries, err := os.ReadDir(dir)
	all := map[string]*record{}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), stored) {
			continue
		}
		file := filepath.Join(dir, e.Name())
		r, err := read(file)
		switch {
		case err != nil:
			return nil, err
		case r.System != system:
			return nil, fmt.Errorf("%s is of %q, and this is %q: give another directory, or run what wrote it", file,
				r.System, system)
		case storageFile(dir, r.Process) != file:
			return nil, fmt.Errorf("%s belongs to process %s", file, r.Process)
		}
		all[r.Process] = r
	}
	return all, err
}

func read(file string) (*record, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	checksum, body, _ := bytes.Cut(content, []byte("\n"))
	if sum := sha256.Sum256(body); hex.EncodeToString(sum[:]) != string(checksum) {
		return nil, fmt.Errorf("%s is damaged: its checksum does not match", file)
	}
	r := &record{}
	if err := json.Unmarshal(body, r); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return r, nil
}

// write replaces the file of a process atomically.
func (r record) write(dir string) error {
	content, err := json.Marshal(r)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(content)
	file := storageFile(dir, r.Process)
	temporary, err := os.OpenFile(file+part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("stable storage: %w", err)
	}
	_, err = fmt.Fprintf(temporary, "%x\n%s", sum, content)
	err = errors.Join(err, temporary.Sync(), temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), file)
	}
	if err == nil {
		err = syncDir(dir)
	}
	if err != nil {
		os.Remove(temporary.Name())
		return fmt.Errorf("stable storage: %w", err)
	}
	return nil
}

// syncDir makes the renaming of a file in a directory durable.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" { // directories cannot be synced there
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
