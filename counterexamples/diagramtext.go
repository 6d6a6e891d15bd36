package counterexamples

import (
	"math"
	"strings"
)

// block is the text of an event in a lane, and its position.
type block struct {
	lines []text
	left  bool // left of the lifeline
	level level
}

// level is the vertical position of a block.
type level uint8

const (
	beside level = iota // its first line is beside the event
	above               // it ends above the event
	below               // it begins under the event
)

// room returns how far the block extends above and below its event.
func (b *block) room() (over, under int) {
	n := len(b.lines) * lineHeight
	switch b.level {
	case above:
		return n + 10, 14
	case below:
		return 14, n + 14
	}
	return 14, n - lineHeight + 16
}

// placed returns the lines of the block, positioned for an event at height y.
func (b *block) placed(l *lane, y int) []text {
	first := y + 5
	switch b.level {
	case above:
		first = y - 9 - (len(b.lines)-1)*lineHeight
	case below:
		first = y + 22
	}
	for k := range b.lines {
		t := &b.lines[k]
		t.X, t.Y, t.Anchor = l.X+indentText, first+k*lineHeight, "start"
		if b.left {
			t.X, t.Anchor = l.X-indentText, "end"
		}
	}
	return b.lines
}

type box struct{ left, top, right, bottom float64 }

// box returns the area that the block covers.
func (b *block) box(l *lane, y int) box {
	chars := 0
	for _, t := range b.placed(l, y) {
		chars = max(chars, width(t.Text))
	}
	x, wide := float64(b.lines[0].X), float64(chars)*charWidth
	if b.left {
		x -= wide
	}
	top := float64(b.lines[0].Y)
	return box{x, top - 12, x + wide, top + float64((len(b.lines)-1)*lineHeight) + 4}
}

// meets reports whether two boxes overlap.
func (b box) meets(c box) bool {
	return b.left < c.right && c.left < b.right && b.top < c.bottom && c.top < b.bottom
}

// crossed returns which part of a line lies in the box, as fractions of its length: none unless from < to.
func (b box) crossed(x1, y1, x2, y2 float64) (from, to float64) {
	from, to = 0, 1
	for _, axis := range [][4]float64{{x1, x2, b.left, b.right}, {y1, y2, b.top, b.bottom}} {
		start, way, low, high := axis[0], axis[1]-axis[0], axis[2], axis[3]
		if way == 0 {
			if start < low || start > high {
				return 1, 0
			}
			continue
		}
		enters, leaves := (low-start)/way, (high-start)/way
		from, to = max(from, min(enters, leaves)), min(to, max(enters, leaves))
	}
	return from, to
}

// placeRows decides how far apart rows are, given the room that texts and slanted arrows need, and where texts go, so
// that few arrows cross them. Each depends on the other, so it alternates until no text moves, at most four times.
func (d *planner) placeRows() {
	for range 4 {
		d.stack()
		if !d.settle() {
			return
		}
	}
	d.stack()
}

// stack places the rows below each other.
func (d *planner) stack() {
	d.dots, d.Bands = d.dots[:0], d.Bands[:0]
	y := headHeight
	for r := range d.p.rows {
		over, under := 14, 14
		for j := range d.Lanes {
			if b := &d.blocks[r][j]; len(b.lines) > 0 {
				o, u := b.room()
				over, under = max(over, o), max(under, u)
			}
		}
		if len(d.p.rows[r].across) > 0 {
			over = max(over, len(d.acrossText(r))*lineHeight+12)
		}
		dot := y + over
		if r > 0 {
			dot = max(dot, d.dots[r-1]+minRow)
		}
		d.dots = append(d.dots, dot)
		d.Bands = append(d.Bands, band{Row: r, Y: y, Width: d.Width, Height: dot + under - y, Dot: dot,
			Title: strings.Join(d.e.words(r, d.flights), " ")})
		y = dot + under
	}
	d.Height = y
}

// settle moves each text to where the fewest arrows, lifelines and other texts cross it, given the current rows, and
// reports whether any moved. The first process keeps its texts on the left, where nothing arrives.
func (d *planner) settle() (moved bool) {
	for r := range d.p.rows {
		for j := range d.Lanes {
			b := &d.blocks[r][j]
			if len(b.lines) == 0 || r == 0 || d.Lanes[j].left {
				continue
			}
			was, least := *b, math.Inf(1)
			best := was
			for _, left := range []bool{false, true} {
				for _, at := range []level{beside, above, below} {
					b.left, b.level = left, at
					if cost := d.crossings(r, j); cost < least {
						best, least = *b, cost
					}
				}
			}
			*b = best
			moved = moved || best.left != was.left || best.level != was.level
		}
	}
	return moved
}

// crossings returns the cost of the position of the text of row r in lane j: what crosses it, and a little for an
// unusual position.
func (d *planner) crossings(r, j int) float64 {
	b := &d.blocks[r][j]
	here := b.box(&d.Lanes[j], d.dots[r])
	cost := 0.1 * float64(b.level)
	if b.left {
		cost += 0.3
	}
	if here.left < gutter || here.right > float64(d.Width) {
		cost += 8
	}
	for i := range d.flights {
		f := &d.flights[i]
		if from, to := here.crossed(d.way(f)); f.from == f.to || from >= to {
			continue
		}
		if cost++; f.ended == r && int(f.to) == j {
			cost += 2 // it hides the head
		}
	}
	for k := range d.Lanes {
		if x := float64(d.Lanes[k].X); k != j && here.left-4 < x && x < here.right+4 {
			cost += 2
		}
		for q := max(0, r-1); q <= min(r+1, len(d.blocks)-1); q++ {
			other := &d.blocks[q][k]
			if (q != r || k != j) && len(other.lines) > 0 && here.meets(other.box(&d.Lanes[k], d.dots[q])) {
				cost += 4
			}
		}
	}
	return cost
}
