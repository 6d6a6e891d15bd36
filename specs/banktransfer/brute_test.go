package banktransfer

import (
	"fmt"
	"slices"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

// TestFormula confirms the numbers of states of the transaction as written. There are 13 steps:
// two for each of the five points that change an account, and one for each of the others. A crash
// loses what has been read and leaves only the last point done, of which there are nine, counting
// the beginning. Where nothing is done after a failure, each of them makes one state in which the
// process is down and one in which it has recovered.
func TestFormula(t *testing.T) {
	steps := 2*len(changes) + 3
	for _, c := range Spec().Cases {
		want := steps + 1
		if c.Environment.Crash != nil {
			want += 2 * (dispensePoint + 1)
		}
		if c.Confirmed == formula && uint64(want) != c.States {
			t.Errorf("%s: the formula gives %d states, and the record says %d", c.Name, want, c.States)
		}
	}
}

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int {
		b := bruteForce{variant: i.Variant, again: i.Params["again"] == 1, fixed: i.Variant == spec.Corrected}
		first := global{
			Balance: [4]int{savingsBefore, i.Params["checking"], moneyBefore, 0}, Jams: i.Params["jams"], Lock: -1,
			Crashes: brute.Budget(i.Environment.Crash), Recoveries: brute.Budget(i.Environment.Recover),
		}
		for range i.Params["transfers"] {
			first.T = append(first.T, teller{Mode: 'r', Failed: -1})
		}
		return brute.Count(func(g global) string { return fmt.Sprint(g) }, b.steps, first)
	})
}

// global is a state of the whole system.
type global struct {
	T                         []teller
	Balance                   [4]int // savings, checking, money market, cash
	Jams, Crashes, Recoveries int
	Lock                      int
}

// teller runs a transaction: Mode is r running, u undoing, m mending, e ended, n refused, s stopped or x down.
// Line is the line of the program that it is at.
type teller struct {
	Mode                  byte
	Line, Register, Left  int
	Book, Disk            string // of an open log: the account and the number of each record
	Records, DiskRecords  [][2]int
	Paid                  bool
	Done, Failed, Commits int
}

// line is a step of the program: r reads, w writes, v verifies, c commits, d dispenses, x closes.
type line struct {
	Step            byte
	Point           int
	Account, Amount int
}

var program = []line{
	{'r', 1, 0, -100}, {'w', 1, 0, -100}, {'r', 2, 1, 100}, {'w', 2, 1, 100}, {'r', 3, 2, -300}, {'w', 3, 2, -300},
	{'r', 4, 1, 300}, {'w', 4, 1, 300}, {'v', 5, 1, 350}, {'r', 6, 1, -350}, {'w', 6, 1, -350}, {'c', 7, 0, 0},
	{'d', 8, 3, 350}, {'x', 9, 0, 0},
}

const dispenseLine, closeLine = 12, 13

type bruteForce struct {
	variant      string
	again, fixed bool
}

func (b bruteForce) logs() bool   { return b.variant != spec.AsWritten }
func (b bruteForce) closes() bool { return b.variant == redoneVariant || b.fixed }

// steps visits the successors of g.
func (b bruteForce) steps(g global, add func(global)) {
	visit := func(p int, change func(g *global, t *teller)) {
		next := g
		next.T = slices.Clone(g.T)
		change(&next, &next.T[p])
		add(next)
	}
	for p, t := range g.T {
		if t.Mode != 'x' && g.Crashes > 0 {
			visit(p, func(g *global, t *teller) {
				g.Crashes--
				t.Mode, t.Line, t.Register, t.Left, t.Book, t.Records = 'x', 0, 0, 0, "", nil
			})
		}
		switch {
		case t.Mode == 'x' && g.Recoveries > 0:
			visit(p, func(g *global, t *teller) {
				g.Recoveries--
				t.Failed = max(t.Failed, t.Done)
				b.recover(g, p)
			})
		case t.Mode == 'u':
			visit(p, func(g *global, t *teller) { b.undo(g, p) })
		case t.Mode == 'm' && t.Book != "mend":
			visit(p, func(g *global, t *teller) {
				t.Book, t.Records = "mend", [][2]int{{1, g.Balance[1]}}
				t.Disk, t.DiskRecords = t.Book, t.Records
			})
		case t.Mode == 'm':
			visit(p, func(g *global, t *teller) {
				g.Balance[1] = t.Records[0][1] + 350
				t.Mode, t.Line = 'r', closeLine
			})
		case t.Mode == 'r' && (!b.fixed || t.Line > 0 || g.Lock < 0 || g.Lock == p):
			visit(p, func(g *global, t *teller) { b.step(g, p, false) })
			if program[t.Line].Step == 'd' && g.Jams > 0 && (!b.fixed || !t.Paid) {
				visit(p, func(g *global, t *teller) { b.step(g, p, true) })
			}
		}
	}
}

// step takes the next step of the program; jam says that the machine jams in it.
func (b bruteForce) step(g *global, p int, jam bool) {
	t := &g.T[p]
	l := program[t.Line]
	t.Line++
	if l.Step != 'r' && l.Step != 'x' {
		t.Done = l.Point
	}
	switch l.Step {
	case 'r':
		if b.fixed {
			g.Lock = p
		}
		t.Register = g.Balance[l.Account]
		if b.logs() {
			number := t.Register
			if b.variant == inverseVariant {
				number = l.Amount
			}
			t.Book, t.Records = "open", append(slices.Clone(t.Records), [2]int{l.Account, number})
			t.Disk, t.DiskRecords = t.Book, t.Records
		}
	case 'w':
		g.Balance[l.Account] = t.Register + l.Amount
		t.Register = 0
	case 'v':
		if g.Balance[1] > 350 || b.fixed && g.Balance[1] == 350 {
			return
		}
		t.Mode, t.Line, t.Book, t.Left = 'n', 0, "", 0
		if b.logs() {
			t.Mode, t.Book, t.Left = 'u', "reject", len(t.Records)
		}
	case 'c':
		t.Commits++
		if b.logs() {
			t.Book, t.Records, t.Disk, t.DiskRecords = "commit", nil, "commit", nil
		}
	case 'd':
		switch {
		case jam:
			g.Jams--
			if b.fixed {
				t.Mode, t.Line = 'm', 0
			}
		case !b.fixed || !t.Paid:
			g.Balance[3] += 350
			t.Paid = b.fixed
		}
		if !b.closes() {
			b.end(g, p, 'e')
		}
	case 'x':
		t.Book, t.Records, t.Disk, t.DiskRecords = "closed", nil, "closed", nil
		b.end(g, p, 'e')
	}
}

func (b bruteForce) end(g *global, p int, mode byte) {
	g.T[p].Mode, g.T[p].Line = mode, 0
	if g.Lock == p {
		g.Lock = -1
	}
}

// undo undoes a record, or reports that all are undone.
func (b bruteForce) undo(g *global, p int) {
	t := &g.T[p]
	if t.Left > 0 {
		t.Left--
		r := t.Records[t.Left]
		if b.variant == inverseVariant {
			g.Balance[r[0]] -= r[1]
		} else {
			g.Balance[r[0]] = r[1]
		}
		return
	}
	rejected := t.Book == "reject"
	t.Book, t.Records = "undone", nil
	if rejected {
		t.Book = "rejected"
	}
	t.Disk, t.DiskRecords = t.Book, nil
	if rejected {
		b.end(g, p, 'n')
	} else {
		b.failed(g, p)
	}
}

func (b bruteForce) failed(g *global, p int) {
	t := &g.T[p]
	if b.again {
		t.Mode, t.Line, t.Done = 'r', 0, 0
		return
	}
	b.end(g, p, 's')
}

func (b bruteForce) recover(g *global, p int) {
	t := &g.T[p]
	t.Book, t.Records = t.Disk, t.DiskRecords
	switch {
	case t.Disk == "open":
		t.Mode, t.Left = 'u', len(t.Records)
	case t.Disk == "" || t.Disk == "undone":
		b.failed(g, p)
	case t.Disk == "rejected":
		b.end(g, p, 'n')
	case t.Disk == "commit" && b.closes():
		t.Mode, t.Line = 'r', dispenseLine
	case t.Disk == "mend":
		t.Mode = 'm'
	default:
		b.end(g, p, 'e')
	}
}
