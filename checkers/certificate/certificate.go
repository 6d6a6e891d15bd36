// Package certificate writes all reachable states of a system to a file, so that a program that shares nothing with the
// search can check that they include the initial states, that no step leads out of them, and that none of them violates
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

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/stuck"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Header says which system a certificate is for, and how many states it lists.
type Header struct {
	Spec        string            `json:"spec"`
	Variant     string            `json:"variant"`
	Params      map[string]int    `json:"params"`
	Environment map[string]string `json:"environment"`
	Properties  []string          `json:"properties"` // invariants that hold in each state
	States      uint64            `json:"states"`
	Every       *Every            `json:"every,omitempty"`
}

// Every says that a certificate lists views instead of states: what a few participants, together with the other
// processes, can look like, whatever the number of participants.
type Every struct {
	Param  string `json:"param"`  // the parameter that counts participants, which is not in Params
	K      int    `json:"k"`      // participants in a view
	Beyond int    `json:"beyond"` // closed under steps of up to so many participants, assumed so for more
	Before int    `json:"before"` // processes before the participants
	Others int    `json:"others"` // all processes that are not participants
}

// ErrUnfinished is the error of a search that a bound ended.
var ErrUnfinished = errors.New("not all states were visited")

// Write explores all of an instance and writes its states. The format is lines of text: the name of the format with
// its version; the Header as JSON; then cells, which begin with =, and states, each a list of the numbers of its
// cells in ascending order, where cells are numbered from 0 in their order; and the SHA-256 of all that. A cell is
// the content of a place: its kind, two processes or -1, a name in quotes, and a value. The kinds are
//
//	process   p -1 ""           its local state
//	stored    p -1 ""           the content of its stable storage, if it was written
//	down      p -1 ""           instead of process, if it has crashed: true
//	timer     p -1 "name"       if it is set: a list of one message without a value, which arrives when it fires
//	channel   p q ""            if it is not empty: a list of messages
//	variable  -1 -1 "name"      its value
//	budget    -1 -1 "kind"      of failures, if any are possible: what is left
//	walk      -1 -1 "direction" in a view of a ring, instead of channels: a list of steps
//
// Values are encoded by system.Values, in base64. The ticks that a message still has to wait, and may take, are 0
// under asynchronous time. The error says what cannot be written, is ErrUnfinished, or is a *checkers.Failure.
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
	found, err := stuck.Study(ctx, opt.Timeout, func(ctx context.Context) (*explore.Result, error) {
		found, _, err := b.Explore(ctx, opt)
		if err == nil && found.Complete {
			err = b.AskAgain(ctx)
		}
		return found, err
	})
	switch {
	case err != nil && checkers.Unfinished(err) == explore.BoundNone:
		return b.Fault(err)
	case errors.As(err, new(*stuck.Unreturned)):
		return fmt.Errorf("%w: %w", ErrUnfinished, err)
	case err != nil || !found.Complete:
		return ErrUnfinished
	case sys.Clipped() != "":
		return errors.New(checkers.Clipped(sys.Clipped()))
	}
	h.States = found.States
	known := make([]map[uint32][]int, len(places)) // by slot: the numbers of the cells for its content
	for slot := range known {
		known[slot] = map[uint32][]int{}
	}
	return write(w, h, i, func(c *writer) error {
		v := make([]uint32, len(places))
		for id := range found.States {
			found.State(id, v)
			var line []int
			for slot, at := range places {
				numbers, ok := known[slot][v[slot]]
				if !ok {
					if numbers, err = c.cells(system.Part{At: at, Holds: sys.Take(at, v[slot])}); err != nil {
						return err
					}
					known[slot][v[slot]] = numbers
				}
				line = append(line, numbers...)
			}
			c.state(line)
		}
		return nil
	})
}

// WriteViews writes views of participants of an instance instead of states.
func WriteViews(w io.Writer, h Header, i model.Instance, views [][]system.Part) error {
	h.States = uint64(len(views))
	return write(w, h, i, func(c *writer) error {
		for _, v := range views {
			var line []int
			for _, part := range v {
				if err := writable(i, []system.Place{part.At}); err != nil {
					return err
				}
				numbers, err := c.cells(part)
				if err != nil {
					return err
				}
				line = append(line, numbers...)
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

// write writes a certificate with the states that body writes.
func write(w io.Writer, h Header, i model.Instance, body func(*writer) error) error {
	sum := sha256.New()
	c := &writer{out: bufio.NewWriter(io.MultiWriter(w, sum)), cellNumbers: map[string]int{}, instance: i}
	header, err := json.Marshal(h)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "mc-certificate 2\n%s\n", header)
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
	out         *bufio.Writer
	instance    model.Instance
	values      system.Values
	cellNumbers map[string]int
	wrong       error // the first
}

// state writes a state by the numbers of its cells.
func (c *writer) state(numbers []int) {
	slices.Sort(numbers)
	line := fmt.Sprintln(numbers)
	c.out.WriteString(line[1:len(line)-2] + "\n")
}

// cells returns the numbers of the cells for the content of a place, and writes those that are new.
func (c *writer) cells(part system.Part) (numbers []int, err error) {
	cell := func(kind string, a, b model.ID, name string, holds any) {
		var encoding string
		if encoding, err = c.values.Encode(holds); err != nil {
			c.wrong = cmp.Or(c.wrong, err)
		}
		text := fmt.Sprintf("%s %d %d %q %s", kind, a, b, name, base64.RawStdEncoding.EncodeToString([]byte(encoding)))
		number, ok := c.cellNumbers[text]
		if !ok {
			number = len(c.cellNumbers)
			c.cellNumbers[text] = number
			fmt.Fprintf(c.out, "=%s\n", text)
		}
		numbers = append(numbers, number)
	}
	p, none := part.At.A, model.None
	switch x := part.Holds.(type) {
	case system.Held:
		if x.Down {
			cell("down", p, none, "", true)
		} else {
			cell("process", p, none, "", x.Local)
		}
		if x.Kept {
			cell("stored", p, none, "", x.Stored)
		}
		for _, t := range x.Timers {
			cell("timer", p, none, t.Name, []message{{Wait: int(t.Left), Left: int(t.Left)}})
		}
	case []system.Transit:
		var all []message
		for _, t := range x {
			all = append(all, c.message(t))
		}
		if len(all) > 0 {
			cell("channel", p, part.At.B, "", all)
		}
	case []system.Passing:
		var all []step
		for _, s := range x {
			all = append(all, step{s.Process, s.At, c.message(s.Transit)})
		}
		cell("walk", none, none, []string{"right", "left"}[part.At.Index], all)
	case system.Left:
		k := 0
		for kind, of := range c.instance.Faults.Budgets() {
			if *of != 0 {
				cell("budget", none, none, string(kind), int(x[k]))
			}
			k++
		}
	default:
		name, _, _, _ := c.instance.Variables[part.At.Index].Declared()
		cell("variable", none, none, name, x)
	}
	return numbers, c.wrong
}

// message and step are aliases of unnamed types, so that their encodings are the same in all programs.
type (
	message = struct {
		Value      any
		Wait, Left int
	}
	step = struct {
		Process bool
		At      model.ID
		Message message
	}
)

func (c *writer) message(t system.Transit) message {
	if c.instance.Timing.Mode == model.Async {
		t.Left = 0 // in slots it is the largest number
	}
	return message{t.Message, int(t.Wait), int(t.Left)}
}
