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
	"runtime"
)

// record is the contents of the file of a process, after a line with a checksum.
type record struct {
	Process string
	Stored  []byte // nil if nothing is stored
	// Event is the event that stored this, and Told its number. If the program ended before it could tell of the event,
	// it does so when it recovers.
	Told  int
	Event []byte
}

func storageFile(dir, process string) string {
	return filepath.Join(dir, url.PathEscape(process)+".stored")
}

// save replaces the file of a process atomically.
func (w *world) save(n *node, e Event) (err error) {
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

// stored reads the file of a process; nil if there is none.
func stored(dir, process string) (*record, error) {
	file := storageFile(dir, process)
	content, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	checksum, body, _ := bytes.Cut(content, []byte("\n"))
	if sum := sha256.Sum256(body); hex.EncodeToString(sum[:]) != string(checksum) {
		return nil, fmt.Errorf("stable storage: %s is damaged: its checksum does not match", file)
	}
	r := &record{}
	if err := json.Unmarshal(body, r); err != nil {
		return nil, fmt.Errorf("stable storage: %s: %w", file, err)
	}
	if r.Process != process {
		return nil, fmt.Errorf("stable storage: %s belongs to process %s", file, r.Process)
	}
	return r, nil
}

// readAll reads the files of the given processes. Either all of them or none must have one.
func readAll(dir string, processes []string) (map[string]*record, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("stable storage: %w", err)
	}
	all := map[string]*record{}
	missing := ""
	for _, p := range processes {
		r, err := stored(dir, p)
		if err != nil {
			return nil, err
		}
		if r == nil {
			missing = p
		} else {
			all[p] = r
		}
	}
	if len(all) > 0 && missing != "" {
		return nil, fmt.Errorf("stable storage: there is none of %s in %s, although there is of others", missing, dir)
	}
	return all, nil
}

// load reads what the processes of this program stored in an earlier run, if there was one.
func (w *world) load() error {
	if w.Storage == "" {
		return nil
	}
	here := w.inst.ProcessNames()
	if w.Self != "" {
		here = []string{w.Self}
	}
	all, err := readAll(w.Storage, here)
	if err != nil {
		return err
	}
	for _, n := range w.nodes {
		if r := all[n.name]; r != nil {
			if err := w.restore(n, r); err != nil {
				return fmt.Errorf("stable storage: %s: %w", storageFile(w.Storage, n.name), err)
			}
		}
	}
	return nil
}

// restore prepares a process to recover from what it stored, and tells of the event that stored it if that is still
// to be done.
func (w *world) restore(n *node, r *record) error {
	n.restored, n.stored = true, r.Stored
	if n.stored != nil {
		if _, err := decodeForeign(w.inst, w.registry, n.stored); err != nil {
			return err
		}
	}
	if w.told == 0 || r.Told != w.told+1 {
		return nil
	}
	e, err := decodeForeign(w.inst, w.registry, r.Event)
	if err != nil {
		return err
	}
	last, ok := e.(Event)
	if !ok {
		return errors.New("it does not contain an event")
	}
	w.told++
	return w.Observe(last)
}
