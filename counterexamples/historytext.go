package counterexamples

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
)

// The parts of a bar besides its label.
const (
	barCall, barReturn, barCrash, barOpen, barLine = "├", "┤", "✗", "…", "─"

	minLabel = 4 // the least width to which labels are cut
)

// history draws the operations below the table, with a lane for each process that called any.
func (d *drawing) history() {
	bars, steps := d.e.operations()
	if len(bars) == 0 {
		return
	}
	names := width("step")
	longest := 0
	for _, b := range bars {
		names = max(names, width(d.e.names[b.process]))
		longest = max(longest, width(b.label))
	}
	room := d.o.Width - 2 - names - 2
	var at []int
	end, limit := 0, longest
	for ; ; limit-- {
		if at, end = place(bars, steps, limit); end <= room || limit <= minLabel {
			break
		}
	}
	d.say("")
	d.say("history of operations")
	if end > room {
		d.say("  (too long for a picture of this width)")
		return
	}
	if limit < longest {
		d.notes = append(d.notes, fmt.Sprintf("… stands for what does not fit in %d columns: a wider picture shows more",
			d.o.Width))
		d.notes = slices.Compact(d.notes)
	}
	head := ""
	for i, step := range steps {
		if i == 0 || step != steps[i-1] {
			head = pad(head, at[i], false) + fmt.Sprint(step)
		}
	}
	d.say("  " + pad("step", names, false) + "  " + head)
	for p, name := range d.e.names {
		lane := ""
		for _, b := range bars {
			if b.process == model.ID(p) {
				lane = pad(lane, at[b.from], false) + b.draw(at, end, limit)
			}
		}
		if lane != "" {
			d.say("  " + pad(name, names, false) + "  " + lane)
		}
	}
}

// place returns the column of each moment, and the number of columns, if labels are cut to a width of limit.
func place(bars []*bar, steps []int, limit int) (at []int, end int) {
	at = make([]int, len(steps))
	for i := range steps {
		if i > 0 {
			at[i] = at[i-1] + 1
			if steps[i] != steps[i-1] {
				first := slices.Index(steps, steps[i-1])
				at[i] = max(at[i], at[first]+len(fmt.Sprint(steps[i-1]))+1)
			}
		}
		for _, b := range bars {
			if b.to == i {
				at[i] = max(at[i], at[b.from]+min(width(b.label), limit)+3)
			}
		}
		end = max(end, at[i]+len(fmt.Sprint(steps[i])))
	}
	for _, b := range bars {
		if b.to < 0 {
			end = max(end, at[b.from]+min(width(b.label), limit)+5)
		}
	}
	return at, end
}

// draw returns the text of a bar.
func (b *bar) draw(at []int, end, limit int) string {
	to, stop := end-1, barOpen
	switch {
	case b.crashed:
		to, stop = at[b.to], barCrash
	case b.to >= 0:
		to, stop = at[b.to], barReturn
	}
	text := barCall + " " + shorten(b.label, limit) + " "
	return text + strings.Repeat(barLine, max(0, to-at[b.from]-width(text))) + stop
}
