package counterexamples

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// words describes row r in sentences, for readers who cannot see the picture or want it explained. The first sentence
// says what happens, the others what follows from it.
func (e *Execution) words(r int, flights []flight) []string {
	if r == 0 {
		return e.firstWords(flights)
	}
	i := r - 1
	step := &e.steps[i]
	all := []string{e.happens(step, r, flights)}
	switch {
	case step.Choices > 1:
		all = append(all, fmt.Sprintf("Of the choices 0 to %d it is choice %d.", step.Choices-1, step.Choice))
	case step.Choices == system.Uncounted:
		all = append(all, fmt.Sprintf("Of very many choices it is choice %d.", step.Choice))
	}
	all = append(all, e.consequences(i)...)
	for _, rec := range step.Recorded {
		if rec.Return {
			all = append(all, fmt.Sprintf("The operation returns %s.", e.names.format(rec.Value)))
		} else {
			all = append(all, fmt.Sprintf("It calls the operation %s.", e.names.format(rec.Value)))
		}
	}
	all = append(all, e.sendingWords(r, flights)...)
	for _, f := range flights {
		if f.ended == r && f.fate == swept {
			all = append(all, fmt.Sprintf("%s from %s to %s is lost with it.", f.text, e.names[f.from], e.names[f.to]))
		}
	}
	for _, m := range step.Marks {
		all = append(all, "It marks: "+clean(m)+".")
	}
	if len(all) == 1 && step.Kind == model.Deliver && !step.Dropped {
		all = append(all, "It has no effect.")
	}
	return all
}

func (e *Execution) firstWords(flights []flight) []string {
	all := []string{"The initial state."}
	for _, f := range flights {
		if f.sent == 0 {
			all = append(all, fmt.Sprintf("%s from %s to %s is on its way.", f.text, e.names[f.from], e.names[f.to]))
		}
	}
	return all
}

// happens returns the first sentence about a step, which is that of row r.
func (e *Execution) happens(step *system.Step, r int, flights []flight) string {
	who := e.names.of(step.Process)
	message := func(to string) string {
		text := fmt.Sprintf("%s from %s%s", e.names.format(step.Message), e.other(step.To, step.From), to)
		for _, f := range flights {
			if f.ended == r && f.from == step.From && f.to == step.To && f.fate != refused && f.fate != swept {
				return text + ", sent " + when(f.sent)
			}
		}
		return text
	}
	switch {
	case step.Kind == model.Acted && e.isMachine():
		return clean(step.Name) + "."
	case step.Kind == model.Acted:
		return fmt.Sprintf("%s takes the act “%s”.", who, clean(step.Name))
	case step.Dropped:
		return fmt.Sprintf("%s, comes to %s, which is down: it is lost.", message(""), who)
	case step.Kind == model.Deliver:
		return fmt.Sprintf("%s receives %s.", who, message(""))
	case step.Kind == model.Duplicate:
		return fmt.Sprintf("%s receives %s, and a copy of it stays on its way.", who, message(""))
	case step.Kind == model.Lose:
		return message(" to "+e.names[step.To]) + ", is lost" + behind(step.Behind) + "."
	case step.Kind == model.Timeout:
		return fmt.Sprintf("The timer “%s” of %s fires.", clean(step.Name), who)
	case step.Kind == model.Suspect:
		return fmt.Sprintf("%s begins to suspect %s.", who, e.names[step.Suspect])
	case step.Kind == model.Trust:
		return fmt.Sprintf("%s ceases to suspect %s.", who, e.names[step.Suspect])
	case step.Kind == model.Partition:
		one, other, _ := strings.Cut(strings.TrimSuffix(e.sides(step.Group), " are cut off from each other"), " | ")
		return fmt.Sprintf("The processes are split: %s on one side, %s on the other.", one, other)
	case step.Kind == model.Crash:
		return who + " crashes."
	case step.Kind == model.Recover:
		return who + " recovers."
	case step.Kind == model.Tick && step.Process != model.None:
		return fmt.Sprintf("The clock of %s moves on by one tick.", who)
	case step.Kind == model.SetBack:
		return fmt.Sprintf("The clock of %s is set back.", who)
	}
	if across := e.across(step, e.State(r-1), e.State(r)); len(across) > 0 {
		return sentence(strings.TrimPrefix(across[0].text, "✗ "))
	}
	return sentence(label(step))
}

// when names a row in a sentence.
func when(row int) string {
	if row == 0 {
		return "at the start"
	}
	return fmt.Sprintf("in step %d", row)
}

// consequences says how the state changes in step i.
func (e *Execution) consequences(i int) []string {
	step, before, after := &e.steps[i], e.State(i), e.State(i+1)
	var all []string
	say := func(who string, changes []string) {
		for _, c := range changes {
			if name, value, ok := strings.Cut(c, " ← "); ok {
				c = fmt.Sprintf("%s becomes %s", name, value)
			}
			if who != "" {
				c = who + ": " + c
			}
			all = append(all, c+".")
		}
	}
	if e.isMachine() {
		say("", e.names.changes(model.Whole[any](before), model.Whole[any](after)))
		return all
	}
	for j, name := range e.names {
		p := model.ID(j)
		if p == step.Process {
			name = ""
		}
		was, up := before.Local(p)
		is, stays := after.Local(p)
		switch {
		case up && stays:
			say(name, e.names.changes(was, is))
			say(name, textsOf(e.timers(p, step, before, after)))
		case stays:
			say(name, textsOf(e.arrives(p, after)))
		}
		say(name, textsOf(e.stored(p, before, after)))
	}
	if e.hasVariables() {
		say("", textsOf(e.shared(before, after)))
	}
	return all
}

func textsOf(all []line) []string {
	var texts []string
	for _, l := range all {
		texts = append(texts, l.text)
	}
	return texts
}

// sendingWords says what is sent in row r.
func (e *Execution) sendingWords(r int, flights []flight) []string {
	var to groups[string, string]
	for _, f := range flights {
		if f.sent != r {
			continue
		}
		text := "It sends " + f.text
		if f.fate == refused {
			text = "What goes nowhere: " + f.text
		}
		to.add(text, e.other(f.from, f.to))
	}
	var all []string
	for _, text := range to.keys {
		all = append(all, fmt.Sprintf("%s to %s.", text, words.Enumerate(to.of[text])))
	}
	return all
}

// sentence makes a sentence of a phrase.
func sentence(phrase string) string {
	first, size := utf8.DecodeRuneInString(phrase)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + phrase[size:] + "."
}
