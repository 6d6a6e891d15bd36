package model

import (
	"fmt"
	"strconv"
)

// The rows of views in a Behaviour, and asked anew. What a view sees stands before the rows of the properties that look through it,
// since only then its values are known.

const (
	lineProcess = "process" // what the lines of a process begin with
	sees        = "sees"
)

func (t *viewTable) title() string { return printable(fmt.Sprintf("view %q", t.Name())) }

func (t *viewTable) block(w *writer) Block {
	block := Block{t.title()}
	for p := range t.trees {
		tree, ok := t.trees[p].get(0)
		if !ok {
			continue
		}
		block = append(block, fmt.Sprintf(" %s %d, %s", lineProcess, p, printable(t.s.name(ID(p)))))
		block = append(block, treeLines(w, tree, 2, func(seen *uint32) []string {
			return []string{sees + " " + w.words.value(*seen|sighted)}
		})...)
	}
	return block
}

func (t *viewTable) again(p uint64, x *reads, name func(value uint32) string) ([]string, []decision, error) {
	if p >= uint64(t.s.n) {
		return nil, nil, ErrDamaged
	}
	t.user.Lock()
	defer t.user.Unlock()
	seen, read, err := t.once(int(p), x.of)
	if err != nil {
		return nil, read, err
	}
	return []string{sees + " " + name(seen|sighted)}, read, nil
}

func (t *viewTable) save() (all []savedAnswer) {
	for p := range t.trees {
		tree, ok := t.trees[p].get(0)
		if !ok {
			continue
		}
		for way, seen := range tree.ways() {
			all = append(all, savedAnswer{Event: uint64(p), Way: wordsOfWay(way), Says: strconv.FormatUint(uint64(*seen), 10)})
		}
	}
	return all
}

// restore asks for what was seen. The numbers of the values are back already.
func (t *viewTable) restore(a *savedAnswer) error {
	if a.Event >= uint64(t.s.n) {
		return ErrDamaged
	}
	t.user.Lock()
	defer t.user.Unlock()
	x := &reads{values: wayOf(a.Way)}
	seen, err := t.ask(int(a.Event), x.of)
	switch {
	case len(x.strayed) > 0:
		return ErrChanged
	case err != nil:
		return err
	}
	tree, _ := t.trees[a.Event].get(0)
	if tree.follow(x.values) == nil || strconv.FormatUint(uint64(seen), 10) != a.Says {
		return ErrChanged
	}
	return nil
}

// restoreSights numbers the values that were seen, by their encodings. The views make them again.
func (s *processes) restoreSights(encodings []string) bool {
	for i, b := range encodings {
		if s.sights.id(b, func(x *value) { *x = value{bytes: b} }) != uint32(i) {
			return false
		}
	}
	return true
}
