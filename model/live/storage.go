package live

import (
	"errors"
	"fmt"
)

// save replaces the file of a process.
func (w *world) save(n *node, e Event) (err error) {
	r := record{System: w.System, Process: n.name, Stored: n.stored, Told: w.told + 1}
	if r.Event, err = w.registry.Encode(nil, e); err != nil {
		return err
	}
	return r.write(w.Storage)
}

// load prepares the processes of this program to recover from what they stored in an earlier run, if there was one.
func (w *world) load() error {
	for _, n := range w.nodes {
		if r := w.disk.files[n.name]; r != nil && (w.Self == "" || w.Self == n.name) {
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
