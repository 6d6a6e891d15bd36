package chances

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
)

// Prism writes the MDP in the explicit format of PRISM, which Storm and other tools read, too: its transitions
// (.tra), states (.sta) and labels (.lab). A PRISM state is a node of the MDP, with the number of the state of the
// system that it stands for, as in package stategraph, or -1 before the start. Where nothing is owed there is an
// additional choice, to stay. Labels mark states: "init", and one for each property that was decided, with
// underscores for characters that PRISM does not accept in a name.
//
// PRISM's Pmax is Chance.Max. Its Pmin is over all schedulers, including those that refuse for ever what they owe,
// and is therefore at most Chance.Min. Probabilities are written as the nearest floating-point numbers.
func (r *Report) Prism(transitions, states, labels io.Writer) error {
	if r.MDP == nil {
		return errors.New("there is no Markov decision process: a bound ended the search before all was visited")
	}
	return errors.Join(r.prismTransitions(transitions), r.prismStates(states), r.prismLabels(labels))
}

func (r *Report) prismTransitions(to io.Writer) error {
	w := bufio.NewWriter(to)
	m := r.MDP
	idle := 0
	for n := range m.Nodes() {
		if m.Rest(n) {
			idle++
		}
	}
	fmt.Fprintf(w, "%d %d %d\n", m.Nodes(), m.Decisions()+idle, m.Branches()+idle)
	for n := range m.Nodes() {
		choices := 0
		m.Each(n, func(decision, to int, p *big.Rat) {
			f, _ := p.Float64()
			fmt.Fprintf(w, "%d %d %d %s\n", n, decision, to, strconv.FormatFloat(f, 'g', -1, 64))
			choices = decision + 1
		})
		if m.Rest(n) {
			fmt.Fprintf(w, "%d %d %d 1\n", n, choices, n)
		}
	}
	return w.Flush()
}

func (r *Report) prismStates(to io.Writer) error {
	w := bufio.NewWriter(to)
	fmt.Fprintln(w, "(node,state)")
	for n := range r.MDP.Nodes() {
		state := -1
		if id, ok := r.MDP.State(n); ok {
			state = int(id)
		}
		fmt.Fprintf(w, "%d:(%d,%d)\n", n, n, state)
	}
	return w.Flush()
}

func (r *Report) prismLabels(to io.Writer) error {
	w := bufio.NewWriter(to)
	fmt.Fprint(w, `0="init" 1="deadlock"`)
	names := r.PrismLabels()
	marks := make([][]bool, len(r.Chances))
	number := 2
	for i := range r.Chances {
		if names[i] == "" {
			continue
		}
		fmt.Fprintf(w, " %d=%q", number, names[i])
		number++
		var err error
		if marks[i], err = r.MDP.Marks(r.goals[i]); err != nil {
			return err
		}
	}
	fmt.Fprint(w, "\n0: 0\n")
	for n := 1; n < r.MDP.Nodes(); n++ {
		line := ""
		number := 2
		for i := range marks {
			if marks[i] == nil {
				continue
			}
			if marks[i][n] {
				line += fmt.Sprintf(" %d", number)
			}
			number++
		}
		if line != "" {
			fmt.Fprintf(w, "%d:%s\n", n, line)
		}
	}
	return w.Flush()
}

// PrismLabels returns the labels of the properties in the output of Prism; "" for a property that was not decided.
func (r *Report) PrismLabels() []string {
	names := make([]string, len(r.Chances))
	taken := map[string]bool{"init": true, "deadlock": true}
	for i, c := range r.Chances {
		if !c.Asked {
			continue
		}
		name := strings.Map(func(x rune) rune {
			if x == '_' || x >= '0' && x <= '9' || x >= 'a' && x <= 'z' || x >= 'A' && x <= 'Z' {
				return x
			}
			return '_'
		}, c.Property.Name())
		if name[0] >= '0' && name[0] <= '9' {
			name = "_" + name
		}
		for taken[name] {
			name += "_"
		}
		taken[name] = true
		names[i] = name
	}
	return names
}
