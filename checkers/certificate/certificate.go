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
	Every       *Every            `json:"every,omitempty"`
}

// Every says that a certificate lists views instead of states: what some participants, and whoever there is besides,
// may look like, whatever their number is.
type Every struct {
	Param  string `json:"param"`  // that counts participants, and is not in Params
	K      int    `json:"k"`      // participants in a view
	Beyond int    `json:"beyond"` // the set is closed under steps of up to so many, and assumed to be under those of more
	Before int    `json:"before"` // processes that are no participants, and come before these
	Others int    `json:"others"` // all that are no participants
}

// ErrUnfinished is the error of a search that a bound ended.
var ErrUnfinished = errors.New("not all states were visited")

// Write explores all of an instance and writes its states. Its format is lines of text: what it is, and its version;
// the Header as JSON; then cells, which begin with =, and states, which name their cells by number in the order of
// cells, from 0; and the SHA-256 of all that. A cell is one of
//
//	P up:LOCAL stored:VALUE timer:NAME~LEFT  a process, with its local state, or down
//	C FROM TO MESSAGE~WAIT~LEFT...           a channel that is not empty; in order, or if there is none, sorted
//	V VALUE                                  a shared variable
//	B KIND=LEFT...                           what is left of the fault budgets that are limited
//	R DIRECTION @PROCESS MESSAGE...          in a view, a walk around a ring to the right; messages go there, 0, or left
//
// where values are encoded by system.Values, and they and names of timers are in base64. The ticks until a timer fires
// are left out if there are none, and those that a message still has to wait, and may take, under asynchronous time. A
// state has its processes, channels by their ends, and variables in order. The error says what cannot be written down,
// is ErrUnfinished, or is a *checkers.Failure.
func Write(ctx context.Context, w io.Writer, h Header, i model.Instance, opt checkers.Options) error {
	b, err := checkers.Bind(i, nil)
	if err != nil {
		return err
	}
	sys := b.System()
	places, err := sys.Places()
	if err != nil {
		return err
	}
	if err := writable(i, places); err != nil {
		return err
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
	case sys.Clipped() != "":
		return errors.New(checkers.Clipped(sys.Clipped()))
	}
	h.States = found.States
	known := make([]map[uint32]int, len(places)) // by slot: what it holds, as the number of a cell
	for slot := range known {
		known[slot] = map[uint32]int{}
	}
	var slots []int // in the order of a state
	for slot := range places {
		slots = append(slots, slot)
	}
	slices.SortFunc(slots, func(x, y int) int { return compare(places[x], places[y]) })
	return write(w, h, i, func(c *writer) error {
		v, line := make([]uint32, len(places)), make([]int, len(places))
		for id := range found.States {
			found.State(id, v)
			for at, slot := range slots {
				number, ok := known[slot][v[slot]]
				if !ok {
					if number, err = c.cell(system.Part{At: places[slot], Holds: sys.Take(places[slot], v[slot])}); err != nil {
						return err
					}
					known[slot][v[slot]] = number
				}
				line[at] = number
			}
			c.state(line)
		}
		return nil
	})
}

// WriteViews writes views, of participants of an instance, in place of states.
func WriteViews(w io.Writer, h Header, i model.Instance, views [][]system.Part) error {
	h.States = uint64(len(views))
	return write(w, h, i, func(c *writer) error {
		for _, v := range views {
			v = slices.SortedFunc(slices.Values(v), func(x, y system.Part) int { return compare(x.At, y.At) })
			var places []system.Place
			var line []int
			for _, part := range v {
				number, err := c.cell(part)
				if err != nil {
					return err
				}
				places, line = append(places, part.At), append(line, number)
			}
			if err := writable(i, places); err != nil {
				return err
			}
			c.state(line)
		}
		return nil
	})
}

// writable refuses a system with slots that have no cells.
func writable(i model.Instance, places []system.Place) error {
	for _, at := range places {
		if at.Kind == system.PlaceSuspects || at.Kind == system.PlacePhase || i.Timing.Handling != 0 {
			return errors.New("it has a failure detector, partially synchronous time, or a time for handling")
		}
	}
	return nil
}

// compare orders the places of a state.
func compare(a, b system.Place) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B), cmp.Compare(a.Index, b.Index))
}

// write writes a certificate with the states that body writes.
func write(w io.Writer, h Header, i model.Instance, body func(*writer) error) error {
	sum := sha256.New()
	c := &writer{out: bufio.NewWriter(io.MultiWriter(w, sum)), cells: map[string]int{}, faults: i.Faults,
		sorted: i.Network.Order != model.FIFO && h.Every == nil, timed: i.Timing.Mode != model.Async}
	header, err := json.Marshal(h)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "mc-certificate 1\n%s\n", header)
	if err := body(c); err != nil {
		return err
	}
	if err := c.out.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "sha256 %x\n", sum.Sum(nil))
	return err
}

type writer struct {
	out    *bufio.Writer
	faults model.Faults
	sorted bool
	timed  bool
	values system.Values
	cells  map[string]int
}

// cell returns the number of a cell, which it writes if it is new; -1 of none, of an empty channel, and of budgets
// without limit.
func (c *writer) cell(part system.Part) (int, error) {
	text, err := c.text(part)
	if text == "" || err != nil {
		return -1, err
	}
	number, ok := c.cells[text]
	if !ok {
		number = len(c.cells)
		c.cells[text] = number
		fmt.Fprintf(c.out, "=%s\n", text)
	}
	return number, nil
}

// state writes a state by the numbers of its cells.
func (c *writer) state(numbers []int) {
	line := make([]byte, 0, 4*len(numbers))
	for _, number := range numbers {
		if number >= 0 {
			line = append(strconv.AppendInt(line, int64(number), 10), ' ')
		}
	}
	line[len(line)-1] = '\n'
	c.out.Write(line)
}

// text is what a cell says.
func (c *writer) text(part system.Part) (string, error) {
	var text strings.Builder
	var wrong error
	put := func(label string, x any) {
		b, err := c.values.Encode(x)
		wrong = cmp.Or(wrong, err)
		text.WriteString(" " + label + base64.RawStdEncoding.EncodeToString([]byte(b)))
	}
	counted := func(t system.Transit) {
		if c.timed {
			fmt.Fprintf(&text, "~%d~%d", t.Wait, t.Left)
		}
	}
	switch x := part.Holds.(type) {
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
			if text.WriteString(" timer:" + base64.RawStdEncoding.EncodeToString([]byte(t.Name))); t.Left > 0 {
				fmt.Fprintf(&text, "~%d", t.Left)
			}
		}
	case []system.Transit:
		for _, t := range x {
			put("", t.Message)
			counted(t)
		}
		if len(x) == 0 {
			break
		}
		messages := strings.Fields(text.String())
		if c.sorted {
			slices.Sort(messages)
		}
		return fmt.Sprintf("C %d %d %s", part.At.A, part.At.B, strings.Join(messages, " ")), wrong
	case []system.Passing:
		fmt.Fprintf(&text, "R %d", part.At.Index)
		for _, p := range x {
			if p.Process {
				fmt.Fprintf(&text, " @%d", p.At)
			} else {
				put("", p.Transit.Message)
				counted(p.Transit)
			}
		}
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
