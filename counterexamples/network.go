package counterexamples

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// across shows an event of the network, and the messages lost with it.
func (e *Execution) across(step *system.Step, before, after model.State) []line {
	all := e.between(step)
	if len(all) > 0 && step.Kind != model.Lose {
		all = append(all, e.vanished(model.None, before, after)...)
	}
	return all
}

// between shows an event of the network.
func (e *Execution) between(step *system.Step) []line {
	text, s := "", failed
	switch step.Kind {
	case model.Lose:
		return lines(failed, "✗ "+e.travelling(step.From, step.To, step.Message)+" is lost"+behind(step.Behind))
	case model.Cut:
		text = fmt.Sprintf("✗ the link %s – %s is cut", e.names[step.From], e.names[step.To])
	case model.Partition:
		text = "✗ " + e.sides(step.Group)
	case model.Heal:
		text, s = "the partition is mended", plain
		if step.From != model.None {
			text = fmt.Sprintf("the link %s – %s works again", e.names[step.From], e.names[step.To])
		}
	case model.Tick:
		if step.Process != model.None {
			return nil // of a local clock: its cell says so
		}
		text, s = "one tick passes", quiet
	case model.Stabilise:
		text, s = "the system is stable from here on", plain
	default:
		return nil
	}
	return lines(s, text)
}

func (e *Execution) travelling(from, to model.ID, m model.Message) string {
	return fmt.Sprintf("(%s) %s → %s", e.names.format(m), e.names[from], e.names[to])
}

// sides names both sides of a partition.
func (e *Execution) sides(group []model.ID) string {
	var one, other []string
	for p, name := range e.names {
		if slices.Contains(group, model.ID(p)) {
			one = append(one, name)
		} else {
			other = append(other, name)
		}
	}
	return fmt.Sprintf("%s | %s are cut off from each other", strings.Join(one, ", "), strings.Join(other, ", "))
}

// vanished shows the messages lost with a crash, a cut or a partition: all of them, or those to process to if it is not
// model.None.
func (e *Execution) vanished(to model.ID, before, after model.State) []line {
	var all []line
	for link, m := range emptied(before, after) {
		switch to {
		case model.None:
			all = append(all, line{"✗ " + e.travelling(link.From, link.To, m) + " is lost with it", failed})
		case link.To:
			all = append(all, line{fmt.Sprintf("✗ (%s) ← %s is lost", e.names.format(m), e.names[link.From]), failed})
		}
	}
	return all
}

// emptied iterates over the messages of the channels that a crash, a cut or a partition has emptied. None of these
// removes only a part of a channel.
func emptied(before, after model.State) iter.Seq2[model.Link, model.Message] {
	return func(yield func(model.Link, model.Message) bool) {
		for link, m := range before.Messages() {
			if len(after.Channel(link.From, link.To)) == 0 && !yield(link, m) {
				return
			}
		}
	}
}
