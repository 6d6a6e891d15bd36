package live

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
)

// record is what the file of a process holds, after a line with its checksum.
type record struct {
	Process string
	Stored  []byte // nil if there is nothing
	// Told is the number of the event that stored this, and Event that event: if the program ended between the two,
	// nobody knows of it yet.
	Told  int
	Event []byte
}

func storageFile(dir, process string) string {
	return filepath.Join(dir, url.PathEscape(process)+".stored")
}

// keep replaces the file of a process, as a whole or not at all.
func (w *world) keep(n *node, e Event) (err error) {
	r := record{Process: n.name, Stored: n.stored, Told: w.told + 1}
	if r.Event, err = w.registry.Encode(nil, e); err != nil {
		return err
	}
	content, err := json.Marshal(r)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(content)
	file := storageFile(w.Storage, n.name)
	temporary, err := os.CreateTemp(w.Storage, "*.part")
	if err != nil {
		return fmt.Errorf("stable storage: %w", err)
	}
	_, err = fmt.Fprintf(temporary, "%x\n%s", sum, content)
	err = errors.Join(err, temporary.Sync(), temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), file)
	}
	if err == nil {
		err = syncDir(w.Storage)
	}
	if err != nil {
		os.Remove(temporary.Name())
		return fmt.Errorf("stable storage: %w", err)
	}
	return nil
}

// syncDir makes the renaming of a file in it last.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// load reads what the processes here stored in an earlier run, if there was one.
func (w *world) load() error {
	if w.Storage == "" {
		return nil
	}
	here := w.nodes
	if w.Self != "" {
		here = slices.DeleteFunc(slices.Clone(here), func(n *node) bool { return n.name != w.Self })
	} else if _, err := ranBefore(w.Storage, w.inst.ProcessNames()); err != nil {
		return err
	}
	for _, n := range here {
		file := storageFile(w.Storage, n.name)
		content, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = w.returning(n, content)
		}
		if err != nil {
			return fmt.Errorf("stable storage in %s: %w", file, err)
		}
	}
	return nil
}

// returning lets a process go on with the content of its file.
func (w *world) returning(n *node, content []byte) error {
	told, body, _ := bytes.Cut(content, []byte("\n"))
	var r record
	if sum := sha256.Sum256(body); hex.EncodeToString(sum[:]) != string(told) {
		return errors.New("it is damaged: its checksum is wrong")
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return err
	}
	if r.Process != n.name {
		return fmt.Errorf("it is that of %s", r.Process)
	}
	n.returns, n.stored = true, r.Stored
	if n.stored != nil {
		if _, err := foreign(w.inst, w.registry, n.stored); err != nil {
			return err
		}
	}
	if w.told == 0 || r.Told != w.told+1 {
		return nil
	}
	e, err := foreign(w.inst, w.registry, r.Event)
	if err != nil {
		return err
	}
	last, ok := e.(Event)
	if !ok {
		return errors.New("it has no event")
	}
	w.told++
	return w.Observe(last)
}

// ranBefore reports whether processes stored something in an earlier run: all of them must have, or none.
func ranBefore(dir string, processes []string) (bool, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return false, fmt.Errorf("stable storage: %w", err)
	}
	var missing []string
	for _, p := range processes {
		if _, err := os.Stat(storageFile(dir, p)); errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, p)
		} else if err != nil {
			return false, err
		}
	}
	if len(missing) > 0 && len(missing) < len(processes) {
		return false, fmt.Errorf("stable storage in %s: that of %s is missing", dir, missing[0])
	}
	return len(missing) == 0, nil
}
