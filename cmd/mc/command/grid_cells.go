package command

import (
	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/explore"
)

// number returns the cell of a count.
func (a answer) number(n uint64) term.Cell {
	switch {
	case a.Refused != "":
		return term.Absent()
	case a.Error != "":
		return term.In(term.Bad, term.Keep("✗ at fault"))
	case a.idle():
		return term.In(term.Open, term.Keep("? not begun"))
	case !a.visited():
		return term.In(term.Open, term.Keep("? ≥ "+term.Comma(n)))
	}
	return term.Cell{Text: term.Comma(n)}
}

// verdict returns the cell of a property.
func (a answer) verdict(p propertyAnswer) term.Cell {
	switch {
	case p.Verdict == checkers.Unknown:
		return term.In(term.Open, term.Keep("? "+a.why()))
	case p.Cost != nil && p.Verdict == checkers.Holds:
		return term.Cell{Text: costWords(p.cost)}
	case p.Cost != nil:
		return term.In(term.Bad, costWords(p.cost))
	case p.Kind == checkers.KindCost && p.Verdict == checkers.Holds:
		return term.Cell{Text: p.Explanation}
	case p.Verdict == checkers.Violated && p.Steps == nil:
		return term.In(term.Bad, term.Keep("✗ unreachable"))
	case p.Verdict == checkers.Violated:
		length := long(*p.Steps, p.Loop)
		if p.Kind.Live() && !p.Minimal {
			length = "≤ " + length // there may be a shorter one
		}
		return term.In(term.Bad, term.Keep("✗ "+length))
	case p.Steps != nil:
		return term.In(term.Good, term.Keep("✓ "+long(*p.Steps, p.Loop))) // the length of a witness
	}
	return term.In(term.Good, "✓")
}

// why says in a word or two why an answer is unknown.
func (a answer) why() string {
	switch {
	case a.Error != "":
		return "at fault"
	case a.idle():
		return "not begun"
	case a.Bound == explore.BoundInterrupt:
		return "interrupted"
	case a.Bound != explore.BoundNone:
		return string(a.Bound)
	case a.Clipped != "":
		return "own bound"
	}
	return "undecided"
}

// cell returns the cell of the least failures.
func (l leastObject) cell() term.Cell {
	return term.In(colorOf(l.Verdict), l.words())
}
