package counterexamples

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// diagram is the layout of a space-time diagram: a lifeline for each process, time downwards, messages as slanted
// arrows. Lengths are in pixels.
type diagram struct {
	Width, Height int
	Lanes         []lane
	Bands         []band  // one for each row, from top to bottom
	Under, Over   []shape // in the order in which they are painted
	Texts         []text
	Cut           bool // a text was cut, and its title has the whole
}

// lane places a column of the picture.
type lane struct {
	X, Y        int
	Name, Title string
	Process     bool
	chars       int  // the maximum width of its texts
	left        bool // its texts are left of the lifeline
}

// band is the part of the diagram that a row takes up.
type band struct {
	Row, Y, Width, Height, Dot int
	Title                      string
}

// shape is a path. From and To are the rows that it connects.
type shape struct {
	Class, D, Title string
	From, To        int
}

// text is a line of text.
type text struct {
	Class, Anchor string
	X, Y          int
	Text, Title   string
}

// Measures of the diagram.
const (
	lineHeight = 18
	charWidth  = 8.5  // of the monospaced font of 14 pixels, rounded up
	proseWidth = 9.2  // of the bold font of the text below
	nameWidth  = 10.5 // of that of names
	gutter     = 48   // for the numbers and the bracket of a loop
	indentText = 12   // from a lifeline to its texts
	headHeight = 46
	minRow     = 36  // from one event to the next
	minLane    = 130 // from one lifeline to the next
	wideLane   = 200 // between the lifelines of only two processes
	maxStart   = 3   // lines of a process in the initial state
	maxBlock   = 12  // lines of a process in a step
)

// laneChars is the maximum width of a text, in characters, given the number of lanes.
func laneChars(lanes int) int {
	switch {
	case lanes <= 3:
		return 24
	case lanes <= 5:
		return 20
	case lanes <= 8:
		return 16
	}
	return 13
}

// maxBlockLines is the maximum number of lines that a lane shows in row r.
func maxBlockLines(r int) int {
	if r == 0 {
		return maxStart
	}
	return maxBlock
}

// planner lays out a diagram.
type planner struct {
	diagram
	e       *Execution
	p       *picture
	flights []flight
	blocks  [][]block // by row and column
	dots    []int     // by row: the height of its event
}

// diagram lays out the execution.
func (e *Execution) diagram(p *picture, flights []flight) *diagram {
	d := &planner{e: e, p: p, flights: flights}
	d.placeLanes()
	d.placeRows()
	d.lifelines()
	d.severing()
	d.operations()
	for r := range p.rows {
		d.faded(e.aside(r), func() { d.event(r) })
	}
	for i := range flights {
		f := &flights[i]
		d.faded(e.aside(f.sent) || f.ended <= e.Len() && e.aside(f.ended), func() { d.arrow(f) })
	}
	d.loop()
	d.verdict()
	return &d.diagram
}

// placeLanes decides the width of each column.
func (d *planner) placeLanes() {
	limit := laneChars(len(d.p.columns))
	raw := make([][][]line, len(d.p.rows))
	widest := make([]int, len(d.p.columns))
	for r := range d.p.rows {
		raw[r] = make([][]line, len(d.p.columns))
		for j := range d.p.columns {
			raw[r][j] = append(d.e.beside(r, j, &d.p.rows[r]), d.underway(r, j)...)
			for _, l := range raw[r][j][:min(maxBlockLines(r), len(raw[r][j]))] {
				widest[j] = max(widest[j], width(l.text))
			}
		}
	}
	x := gutter + 30
	for j := range d.p.columns {
		chars := min(max(widest[j], 8), limit)
		// Nothing arrives from the left of the first process, so its texts cross no arrow there.
		l := lane{X: x, Y: headHeight - 24, Process: j < len(d.e.names), chars: chars}
		l.left = j == 0 && len(d.e.names) > 1
		room := int(float64(chars)*charWidth) + indentText
		next := max(minLane, room+22)
		if l.left {
			l.X, next = gutter+room, minLane
			if len(d.e.names) == 2 {
				next = wideLane
			}
		}
		d.Lanes = append(d.Lanes, l)
		x = l.X + next
	}
	d.Width = max(x, d.Lanes[len(d.Lanes)-1].X+90)
	for j, name := range d.p.columns {
		l := &d.Lanes[j]
		if l.Name = middle(name, d.nameChars(j)); l.Name != name {
			l.Title, d.Cut = name, true
		}
	}
	d.blocks = make([][]block, len(d.p.rows))
	for r := range d.p.rows {
		for j := range d.p.columns {
			b := d.fit(raw[r][j], d.Lanes[j].chars, maxBlockLines(r))
			b.left = d.Lanes[j].left
			d.blocks[r] = append(d.blocks[r], b)
		}
	}
}

// nameChars is the width of the name of lane j, in characters, up to which it reaches into no other and not beyond the
// drawing.
func (d *planner) nameChars(j int) int {
	x := d.Lanes[j].X
	room := 2 * min(x, d.Width-x)
	if j > 0 {
		room = min(room, x-d.Lanes[j-1].X)
	}
	if j < len(d.Lanes)-1 {
		room = min(room, d.Lanes[j+1].X-x)
	}
	return int(float64(room) / nameWidth)
}

// fit breaks lines to the width of a lane. Lines that are too long, and those beyond the first most, are cut, with a
// title that has the whole.
func (d *planner) fit(all []line, chars, most int) block {
	var b block
	for k, l := range all {
		if k == most-1 && len(all) > most {
			b.lines = append(b.lines, text{Class: "note", Text: fmt.Sprintf("… and %d more", len(all)-k), Title: join(all[k:])})
			d.Cut = true
			break
		}
		parts, cut := fit([]line{l}, chars)
		for _, part := range parts {
			t := text{Class: classes()[l.style], Text: part.text}
			if cut {
				t.Title, d.Cut = l.text, true
			}
			b.lines = append(b.lines, t)
		}
	}
	return b
}

// classes are the names of styles in style sheets.
func classes() map[style]string {
	return map[style]string{plain: "note", passed: "event", changed: "changed", failed: "failed", quiet: "note"}
}

// underway names the messages sent by process j in row r that nobody ever receives: their arrows end nowhere.
func (d *planner) underway(r, j int) []line {
	var to groups[string, string]
	for _, f := range d.flights {
		if f.fate != onItsWay || f.sent != r || int(f.from) != j {
			continue
		}
		to.add(f.text, d.e.names[f.to])
	}
	var all []line
	for _, t := range to.keys {
		all = append(all, line{t + " → " + strings.Join(to.of[t], ", ") + " …", quiet})
	}
	return all
}

// beside returns the text beside the event of row r in column j: what its cell says and arrows do not show.
func (e *Execution) beside(r, j int, row *row) (all []line) {
	if r > 0 && j == row.actor {
		step := &e.steps[r-1]
		switch {
		case step.Kind == model.Crash:
			return lines(failed, "crashes")
		case step.Dropped:
			return lines(failed, e.names.format(step.Message)+" ✗ lost, it is down")
		}
		all = e.heading(step, row, e.State(r))
	}
	for _, l := range row.cells[j] {
		if l.style != passed && (l.style != quiet || e.isMachine()) {
			all = append(all, l)
		}
	}
	return all
}

// heading describes the event as its process sees it.
func (e *Execution) heading(step *system.Step, row *row, after model.State) []line {
	all := lines(passed, row.event)
	switch step.Kind {
	case model.Deliver, model.Duplicate:
		all = lines(passed, e.names.format(step.Message))
	case model.Suspect, model.Trust, model.Tick, model.SetBack:
		all = e.environment(step, after)
	case model.Recover:
		all = nil // the cell says so
	}
	if row.choice != "" {
		all = append(all, line{row.choice, plain})
	}
	return all
}

// acrossText returns the text of row r across all lanes, broken into lines.
func (d *planner) acrossText(r int) []string {
	var all []string
	room := int(float64(d.Width-gutter-indentText) / charWidth)
	for _, l := range d.p.rows[r].across {
		all = append(all, wrap(l.text, room, 2)...)
	}
	return all
}

// faded calls draw, and fades what it drew if that is set aside.
func (d *planner) faded(aside bool, draw func()) {
	under, over, texts := len(d.Under), len(d.Over), len(d.Texts)
	draw()
	if !aside {
		return
	}
	for _, shapes := range [][]shape{d.Under[under:], d.Over[over:]} {
		for i := range shapes {
			shapes[i].Class += " aside"
		}
	}
	for i := range d.Texts[texts:] {
		d.Texts[texts+i].Class += " aside"
	}
}

// bottom is the height at which row r ends.
func (d *planner) bottom(r int) int { return d.Bands[r].Y + d.Bands[r].Height }

// draw adds a shape that other shapes may cover.
func (d *planner) draw(class, format string, args ...any) {
	d.Under = append(d.Under, shape{Class: class, D: fmt.Sprintf(format, args...)})
}

// mark adds a shape on top.
func (d *planner) mark(class, format string, args ...any) {
	d.Over = append(d.Over, shape{Class: class, D: fmt.Sprintf(format, args...)})
}

func (d *planner) write(class, anchor string, x, y int, t string) {
	d.Texts = append(d.Texts, text{Class: class, Anchor: anchor, X: x, Y: y, Text: t})
}
