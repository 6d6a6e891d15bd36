package counterexamples

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
)

// lifelines draws a line for each lane, dotted while the process is down.
func (d *planner) lifelines() {
	for j, l := range d.Lanes {
		class := "life"
		if !l.Process && !d.e.isMachine() {
			class = "life shared"
		}
		from := headHeight - 8
		for r := 1; r < len(d.dots) && l.Process; r++ {
			was, is := d.e.State(r-1).Up(model.ID(j)), d.e.State(r).Up(model.ID(j))
			if was == is {
				continue
			}
			d.draw(class, "M%d %dV%d", l.X, from, d.dots[r])
			from, class = d.dots[r], "life"
			if !is {
				class = "life down"
			}
		}
		d.draw(class, "M%d %dV%d", l.X, from, d.Height)
	}
}

// severing shades the time during which the processes are partitioned.
func (d *planner) severing() {
	since := -1
	end := func(y int) {
		if since >= 0 {
			right := d.Width - 8
			d.draw("split", "M%d %dH%dV%dH%dZ", gutter, d.dots[since], right, y, gutter)
		}
		since = -1
	}
	for r := 1; r < len(d.dots); r++ {
		step := &d.e.steps[r-1]
		switch {
		case step.Kind == model.Partition:
			end(d.dots[r])
			since = r
		case step.Kind == model.Heal && step.From == model.None:
			end(d.dots[r])
		}
	}
	end(d.Height)
}

// operations draws a bar on the lifeline while an operation is pending.
func (d *planner) operations() {
	bars, steps := d.e.operations()
	for _, b := range bars {
		x, from, to := d.Lanes[b.process].X, d.dots[steps[b.from]], d.Height
		class := "operation open"
		if b.to >= 0 {
			to, class = max(d.dots[steps[b.to]], from+4), "operation"
		}
		s := shape{Class: class, D: fmt.Sprintf("M%d %dH%dV%dH%dZ", x-5, from, x+5, to, x-5), Title: b.describe()}
		s.From, s.To = steps[b.from], len(d.dots)
		if b.to >= 0 {
			s.To = steps[b.to]
		}
		d.Under = append(d.Under, s)
	}
}

// describe returns the title of a bar.
func (b *bar) describe() string {
	switch {
	case b.crashed:
		return b.label + ", ended by a crash"
	case b.to < 0:
		return b.label + ", which has not returned"
	}
	return b.label
}

// event draws row r: its number, the dot and the texts.
func (d *planner) event(r int) {
	y := d.dots[r]
	d.write("number", "end", 40, y+5, fmt.Sprint(r))
	row := &d.p.rows[r]
	if len(row.across) > 0 {
		d.across(r)
	}
	if r > 0 && row.actor >= 0 {
		d.dot(r, d.Lanes[row.actor].X, y)
	}
	for j := range d.Lanes {
		d.texts(r, j)
	}
}

// texts writes the block of row r in column j.
func (d *planner) texts(r, j int) {
	b := &d.blocks[r][j]
	if len(b.lines) == 0 {
		return
	}
	x, y := d.Lanes[j].X, d.dots[r]
	if r > 0 && j != d.p.rows[r].actor {
		class := "dot other"
		if !d.Lanes[j].Process && d.p.rows[r].actor >= 0 {
			d.draw("access", "M%d %dH%d", d.Lanes[d.p.rows[r].actor].X, y, x)
		}
		d.mark(class, "M%d %dh6v6h-6Z", x-3, y-3)
	}
	d.Texts = append(d.Texts, b.placed(&d.Lanes[j], y)...)
}

// dot marks the event of row r. Its shape depends on the kind of event.
func (d *planner) dot(r, x, y int) {
	step := &d.e.steps[r-1]
	switch {
	case step.Kind == model.Crash, step.Dropped:
		d.cross(x, y, 6)
	case step.Kind == model.Recover:
		d.mark("dot ring", "M%d %da5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z", x-5, y)
	case step.Kind == model.Timeout:
		d.mark("dot timeout", "M%d %dH%dL%d %dH%dZ", x-5, y-6, x+5, x-5, y+6, x+5) // an hourglass
	case step.Kind == model.Suspect, step.Kind == model.Trust:
		d.mark("dot told", "M%d %dl6 6l-6 6l-6 -6Z", x, y-6)
	case step.Kind == model.Tick, step.Kind == model.SetBack:
		d.mark("dot tick", "M%d %dh10", x-5, y)
	default:
		d.mark("dot", "M%d %da4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z", x-4, y)
	}
}

// cross marks a failure.
func (d *planner) cross(x, y, size int) {
	d.mark("cross", "M%d %dl%d %dm0 %dl%d %d", x-size, y-size, 2*size, 2*size, -2*size, -2*size, 2*size)
}

// across draws an event of the network.
func (d *planner) across(r int) {
	step, y := &d.e.steps[r-1], d.dots[r]
	class := "across"
	if d.p.rows[r].fault {
		class = "across fault"
	}
	from, to := gutter, d.Width-8
	switch step.Kind {
	case model.Lose:
		from = to // the arrow shows where
	case model.Cut, model.Heal:
		if step.From != model.None {
			from, to = d.Lanes[step.From].X, d.Lanes[step.To].X
			d.mark("end", "M%d %dv10M%d %dv10", from, y-5, to, y-5)
		}
	}
	if from != to {
		d.draw(class, "M%d %dH%d", from, y, to)
	}
	if step.Kind == model.Partition {
		for j := range d.e.names {
			side := "B"
			if slices.Contains(step.Group, model.ID(j)) {
				side = "A"
			}
			d.write("side", "middle", d.Lanes[j].X, y+13, side)
		}
	}
	if step.Kind == model.Lose {
		return // label writes the text
	}
	class = "note"
	if d.p.rows[r].fault {
		class = "failed"
	}
	all := d.acrossText(r)
	for k, t := range all {
		d.write(class, "start", gutter+indentText, y-8-(len(all)-1-k)*lineHeight, t)
	}
}

// arrow draws the arrow of a message.
func (d *planner) arrow(f *flight) {
	x1, y1, x2, y2 := d.way(f)
	title := d.describe(f)
	class := "arrow"
	switch f.fate {
	case onItsWay:
		d.line("arrow going", title, f, x1, y1, x2, y2)
		d.mark("dot going", "M%d %da3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z", int(math.Round(x2))-3, int(math.Round(y2)))
		return
	case lost, refused, swept:
		d.line("arrow lost", title, f, x1, y1, x2, y2)
		d.cross(int(math.Round(x2)), int(math.Round(y2)), 5)
		d.label(f, int(math.Round(x2)), int(math.Round(y2)))
		return
	case dropped:
		class = "arrow lost"
	}
	if f.from == f.to {
		out := d.beside(f.from)
		d.Under = append(d.Under, shape{Class: class, Title: title, From: f.sent, To: f.ended,
			D: fmt.Sprintf("M%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f", x1+4*out, y1, x1+34*out, y1+4, x1+34*out, y2-4, x1+13*out,
				y2-2)})
		d.head(class, f, x1+34*out, y2-8, x2, y2)
		return
	}
	d.line(class, title, f, x1, y1, x2, y2)
	d.head(class, f, x1, y1, x2, y2)
}

// way returns the ends of the arrow of a message. If the message is lost, the arrow ends between the lifelines; if
// it is still in transit at the end, the arrow is a stub, which crosses nothing.
func (d *planner) way(f *flight) (x1, y1, x2, y2 float64) {
	x1, y1 = float64(d.Lanes[f.from].X), float64(d.dots[f.sent])
	x2 = float64(d.Lanes[f.to].X)
	out := math.Copysign(1, x2-x1)
	if f.from == f.to {
		out = d.beside(f.from)
	}
	part := 1.0
	switch f.fate {
	case onItsWay:
		return x1, y1, x1 + 30*out, y1 + 14
	case refused:
		part = 0.35
	case lost:
		part = 0.62
	case swept:
		part = 0.85
	}
	if x2 = x1 + (x2-x1)*part; f.from == f.to && part < 1 {
		x2 = x1 + 20*out
	}
	if f.fate == refused {
		return x1, y1, x2, y1 + 12
	}
	return x1, y1, x2, float64(d.dots[f.ended])
}

// beside returns the side of a lifeline without texts: 1 is right, -1 left.
func (d *planner) beside(p model.ID) float64 {
	if d.Lanes[p].left {
		return 1
	}
	return -1
}

// label names a lost message at the end of its arrow.
func (d *planner) label(f *flight, x, y int) {
	if f.fate != lost {
		return // the text of the event says so
	}
	room := int(float64(d.Width-x-12) / charWidth)
	t := text{Class: "failed", Anchor: "start", X: x + 10, Y: y + 4, Text: f.text + " lost"}
	if width(t.Text) > room {
		t.Title, d.Cut = t.Text, true
		t.Text = shorten(t.Text, max(room, 4))
	}
	d.Texts = append(d.Texts, t)
}

// line connects two events. It leaves room for their dots, and is hidden behind texts.
func (d *planner) line(class, title string, f *flight, x1, y1, x2, y2 float64) {
	l := math.Hypot(x2-x1, y2-y1)
	back := 5.0
	if class == "arrow" {
		back = 12
	}
	var path strings.Builder
	at := func(part float64) (x, y float64) { return x1 + (x2-x1)*part, y1 + (y2-y1)*part }
	visible := func(from, to float64) {
		if from < to {
			x, y := at(from)
			x2, y2 := at(to)
			fmt.Fprintf(&path, "M%.1f %.1fL%.1f %.1f", x, y, x2, y2)
		}
	}
	from, end := 5/l, 1-back/l
	for _, hidden := range d.behind(f.sent, x1, y1, x2, y2) {
		visible(from, min(hidden[0], end))
		from = max(from, hidden[1])
	}
	visible(from, end)
	d.Under = append(d.Under, shape{Class: class, Title: title, From: f.sent, To: f.ended, D: path.String()})
}

// behind returns the parts of a line down from row r that texts cover, as fractions of its length, in order.
func (d *planner) behind(r int, x1, y1, x2, y2 float64) [][2]float64 {
	var parts [][2]float64
	for ; r < len(d.blocks) && float64(d.Bands[r].Y) <= y2; r++ {
		for j := range d.blocks[r] {
			if len(d.blocks[r][j].lines) == 0 {
				continue
			}
			b := d.blocks[r][j].box(&d.Lanes[j], d.dots[r])
			b.left, b.right = b.left-3, b.right+3
			if from, to := b.crossed(x1, y1, x2, y2); from < to {
				parts = append(parts, [2]float64{from, to})
			}
		}
	}
	slices.SortFunc(parts, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
	return parts
}

// head draws the head of an arrow from point 1 to point 2.
func (d *planner) head(class string, f *flight, x1, y1, x2, y2 float64) {
	l := math.Hypot(x2-x1, y2-y1)
	ux, uy := (x2-x1)/l, (y2-y1)/l
	x, y := x2-ux*5, y2-uy*5
	d.Under = append(d.Under, shape{Class: strings.Replace(class, "arrow", "head", 1), From: f.sent, To: f.ended,
		D: fmt.Sprintf("M%.1f %.1fL%.1f %.1fL%.1f %.1fZ", x, y, x-ux*10-uy*4, y-uy*10+ux*4, x-ux*10+uy*4, y-uy*10-ux*4)})
}

// describe returns the title of an arrow, which says when the message was sent and what became of it.
func (d *planner) describe(f *flight) string {
	end := map[fate]string{delivered: "received", copied: "received while a copy stays on its way", lost: "lost",
		refused: "lost at once",
		dropped: "lost, its receiver being down,", swept: "lost"}[f.fate]
	text := fmt.Sprintf("%s, %s → %s, sent %s", f.text, d.e.names[f.from], d.e.names[f.to], when(f.sent))
	switch f.fate {
	case onItsWay:
		return text + ", on its way at the end"
	case refused:
		return text + ", " + end
	}
	return fmt.Sprintf("%s, %s %s", text, end, when(f.ended))
}

// loop draws a bracket around the steps that repeat for ever.
func (d *planner) loop() {
	loop := d.e.Trace.Loop
	if loop == nil {
		return
	}
	from, to := d.Bands[*loop+1].Y+6, d.bottom(d.e.Len())-4
	d.draw("loop", "M20 %dH14q-6 0 -6 -6V%dq0 -6 6 -6H20", to, from+6)
	d.draw("loop tip", "M24 %dl-8 -4v8Z", from-6+6)
	d.Height += 5
	d.prose("looping", fmt.Sprintf("⟳ back to the state after step %d, and so on for ever", *loop))
	d.Height += 6
}

// prose writes a text below the diagram, broken into lines.
func (d *planner) prose(class, t string) {
	for _, l := range wrap(t, int(float64(d.Width-16)/proseWidth), 2) {
		d.Height += 17
		d.write(class, "start", 8, d.Height-4, l)
	}
}

// verdict writes below the diagram what it shows, and frames the rows that show it.
func (d *planner) verdict() {
	verdict, s := d.e.Trace.verdict()
	if verdict == "" {
		d.Height += 8
		return
	}
	class, from := "good", len(d.dots)-1
	if s == failed {
		class = "bad"
	}
	if d.e.Trace.Loop != nil {
		from = *d.e.Trace.Loop + 1
	}
	y := d.Bands[from].Y
	d.draw("verdict "+class, "M%d %dH%dV%dH%dZ", gutter-2, y+1, d.Width-6, d.bottom(len(d.dots)-1), gutter-2)
	d.Height += 12
	prefix := ""
	for _, part := range strings.Split(verdict, "\n") {
		d.prose("shows "+class, prefix+part)
		prefix = "  "
	}
	d.Height += 10
}
