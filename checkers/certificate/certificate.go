// Package certificate writes down all reachable states of a system, so that a program that shares nothing with the
// search can check that they contain the initial ones, that no step leads out of them, and that none of them violates
// an invariant: see cmd/mc/certify.
package certificate

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Header says what a certificate is of, and how many states it lists.
type Header struct {
	Spec        string            `json:"spec"`
	Variant     string            `json:"variant"`
	Params      map[string]int    `json:"params"`
	Environment map[string]string `json:"environment"`
	Properties  []string          `json:"properties"` // invariants that each state has
	States      uint64            `json:"states"`
}

// ErrUnfinished is the error of a search that a bound ended.
var ErrUnfinished = errors.New("not all states were visited")

// Write explores all of an instance and writes its states. Its format is lines of text: what it is, and its version;
// the Header as JSON; then cells, which begin with =, and states, which name their cells by number in the order of
// cells, from 0; and the SHA-256 of all that. A cell is one of
//
//	P up:LOCAL stored:VALUE timer:NAME   a process, with its local state, or down
//	C FROM TO MESSAGE...                 a channel that is not empty; in order, or if there is none, sorted
//	V VALUE                              a shared variable
//	B KIND=LEFT...                       what is left of the fault budgets that are limited
//
// where values are encoded by system.Values, and they and names of timers are in base64. A state has its processes,
// channels by their ends, and variables in order. The error says what cannot be written down, is ErrUnfinished, or is a
// *checkers.Failure.
func Write(ctx context.Context, w io.Writer, h Header, i model.Instance, opt checkers.Options) error {
	b, err := checkers.Bind(i, nil)
	if err != nil {
		return err
	}
	c := &writer{sys: b.System(), cells: map[string]int{}, faults: i.Faults, sorted: i.Network.Order != model.FIFO}
	if c.places, err = c.sys.Places(); err != nil {
		return err
	}
	for _, at := range c.places {
		if at.Kind == system.PlaceSuspects || at.Kind == system.PlacePhase || i.Timing.Mode != model.Async {
			return errors.New("it has a failure detector, or time that passes in ticks")
		}
	}
	found, _, err := b.Explore(ctx, opt)
	if err == nil && found.Complete {
		err = b.AskAgain(ctx)
	}
	switch {
	case err != nil && checkers.Unfinished(err) == explore.BoundNone:
		return b.Fault(err)
	case err != nil || !found.Complete:
		return ErrUnfinished
	case c.sys.Clipped() != "":
		return errors.New(checkers.Clipped(c.sys.Clipped()))
	}
	sum := sha256.New()
	c.out = bufio.NewWriter(io.MultiWriter(w, sum))
	h.States = found.States
	header, err := json.Marshal(h)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "mc-certificate 1\n%s\n", header)
	v := make([]uint32, len(c.places))
	c.known = make([]map[uint32]int, len(v))
	for at := range c.known {
		c.known[at] = map[uint32]int{}
	}
	c.order()
	for id := range found.States {
		found.State(id, v)
		if err := c.state(v); err != nil {
			return err
		}
	}
	if err := c.out.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "sha256 %x\n", sum.Sum(nil))
	return err
}

type writer struct {
	sys    *system.System
	places []system.Place
	faults model.Faults
	sorted bool
	values system.Values

	out   *bufio.Writer
	slots []int // in the order of a state
	cells map[string]int
	known []map[uint32]int // by slot: what it holds, as the number of a cell; -1 is none
}

// order puts the slots in the order of a state.
func (c *writer) order() {
	for slot := range c.places {
		c.slots = append(c.slots, slot)
	}
	slices.SortStableFunc(c.slots, func(x, y int) int {
		a, b := c.places[x], c.places[y]
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B),
			cmp.Compare(a.Index, b.Index))
	})
}

// state writes a state, and before it what cells it has that are new.
func (c *writer) state(v []uint32) error {
	line := make([]byte, 0, 4*len(v))
	for _, slot := range c.slots {
		number, ok := c.known[slot][v[slot]]
		if !ok {
			text, err := c.cell(c.places[slot], v[slot])
			if err != nil {
				return err
			}
			if number, ok = c.cells[text]; !ok && text != "" {
				number = len(c.cells)
				c.cells[text] = number
				fmt.Fprintf(c.out, "=%s\n", text)
			}
			if text == "" {
				number = -1
			}
			c.known[slot][v[slot]] = number
		}
		if number >= 0 {
			line = append(strconv.AppendInt(line, int64(number), 10), ' ')
		}
	}
	line[len(line)-1] = '\n'
	_, err := c.out.Write(line)
	return err
}

// cell writes what a slot holds; nothing for an empty channel, and for budgets without limit.
func (c *writer) cell(at system.Place, holds uint32) (string, error) {
	var text strings.Builder
	var wrong error
	put := func(label string, x any) {
		b, err := c.values.Encode(x)
		wrong = cmp.Or(wrong, err)
		text.WriteString(" " + label + base64.RawStdEncoding.EncodeToString([]byte(b)))
	}
	switch x := c.sys.Take(at, holds).(type) {
	case system.Held:
		if text.WriteString("P"); x.Down {
			text.WriteString(" down")
		} else {
			put("up:", x.Local)
		}
		if x.Kept {
			put("stored:", x.Stored)
		}
		for _, t := range x.Timers {
			text.WriteString(" timer:" + base64.RawStdEncoding.EncodeToString([]byte(t.Name)))
		}
	case []system.Transit:
		for _, t := range x {
			put("", t.Message)
		}
		if len(x) == 0 {
			break
		}
		messages := strings.Fields(text.String())
		if c.sorted {
			slices.Sort(messages)
		}
		return fmt.Sprintf("C %d %d %s", at.A, at.B, strings.Join(messages, " ")), wrong
	case system.Left:
		k := 0
		for kind, of := range c.faults.Budgets() {
			if *of > 0 {
				fmt.Fprintf(&text, " %s=%d", strings.ReplaceAll(string(kind), " ", "-"), x[k])
			}
			k++
		}
		if text.Len() > 0 {
			return "B" + text.String(), nil
		}
	default:
		text.WriteString("V")
		put("", x)
	}
	return text.String(), wrong
}
