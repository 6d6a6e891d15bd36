package code

import (
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
)

// recorder is the Host of a run: it records the output of the code, unless encode is nil, as it is for steps that are
// only replayed.
type recorder struct {
	home
	encode  func(what string, v any) string
	over    atomic.Bool                  // the input has been applied
	late    *atomic.Pointer[model.Error] // see Used
	effects []effect
}

// effect is one output of the code.
type effect struct {
	kind  string
	to    model.ID
	name  string
	ticks int
	text  string // value, encoded
	value any
}

func (e effect) same(f effect) bool {
	return e.kind == f.kind && e.to == f.to && e.name == f.name && e.ticks == f.ticks && e.text == f.text
}

// on requests the effect from the Context of the model's process.
func (e effect) on(p *model.Context) {
	switch e.kind {
	case "send":
		p.Send(e.to, e.value)
	case "set timer":
		p.SetTimer(e.name, e.ticks)
	case "cancel timer":
		p.CancelTimer(e.name)
	case "store":
		p.Store(e.value)
	case "call":
		p.Call(e.value)
	case "return":
		p.Return(e.value)
	default:
		p.Mark(e.name)
	}
}

// sent lists effects for people.
func sent(effects []effect) string {
	if len(effects) == 0 {
		return "nothing"
	}
	var all []string
	for _, e := range effects {
		switch e.kind {
		case "send":
			all = append(all, fmt.Sprintf("%v to process %d", e.value, e.to))
		case "set timer", "cancel timer", "mark":
			all = append(all, e.kind+" "+e.name)
		default:
			all = append(all, fmt.Sprintf("%s %+v", e.kind, e.value))
		}
	}
	return strings.Join(all, ", ")
}

// encoded lists the values of effects in full.
func encoded(effects []effect) string {
	var all []string
	for _, e := range effects {
		all = append(all, e.kind+" "+e.text)
	}
	return strings.Join(all, ", ")
}

func (r *recorder) add(e effect, what string) {
	if r.encode == nil || r.over.Load() {
		return
	}
	if what != "" {
		e.text = r.encode(what, e.value)
	}
	r.effects = append(r.effects, e)
}

// Used notes what the code does with a Context that it has kept. The input at hand fails because of that, or the next
// one if a goroutine did it.
func (r *recorder) Used(what string) {
	if r.over.Load() {
		r.late.CompareAndSwap(nil, &model.Error{Kind: model.Misused,
			Detail: "it uses the Context of an earlier input to " + what + ", which has no effect: what New is given to send " +
				"with must use the Context of the input at hand, and a goroutine or a timer must use none"})
	}
}

func (r *recorder) N() int                  { return r.n }
func (r *recorder) Joined(to model.ID) bool { return r.joined>>to&1 != 0 }

func (r *recorder) Send(to model.ID, m model.Message) {
	r.add(effect{kind: "send", to: to, value: m}, "message")
}
func (r *recorder) SetTimer(name string, ticks int) {
	r.add(effect{kind: "set timer", name: name, ticks: ticks}, "")
}
func (r *recorder) CancelTimer(name string) { r.add(effect{kind: "cancel timer", name: name}, "") }
func (r *recorder) Store(v any)             { r.add(effect{kind: "store", value: v}, "stored value") }
func (r *recorder) Call(in any)             { r.add(effect{kind: "call", value: in}, "operation") }
func (r *recorder) Return(out any)          { r.add(effect{kind: "return", value: out}, "result") }
func (r *recorder) Mark(text string)        { r.add(effect{kind: "mark", name: text}, "") }

// The code may not read what influences it but is not an input: that would not be part of a history.
func (r *recorder) Choose(int) int {
	model.Misuse("code may not choose: give each outcome an act of its own")
	return 0
}
func (r *recorder) Read(variable string, _ bool, _ any) any {
	model.Misuse("code may not read the shared variable %q: only guards and Then may", variable)
	return nil
}
func (r *recorder) Write(variable string, _ any, _ bool, _ any) {
	model.Misuse("code may not write the shared variable %q: only Then may", variable)
}
func (r *recorder) Suspects(model.ID) bool {
	model.Misuse("code may not ask the failure detector: use Detect")
	return false
}
func (r *recorder) Clock(int) int {
	model.Misuse("code may not read the clock: use an act with a guard that does")
	return 0
}
