package checkers

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"

	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Linearizable is the property that in every reachable state the operations that the processes have called and
// returned from (see model.Context.Call) could have been done one at a time by object, each at some instant between
// its call and its return (Herlihy and Wing, "Linearizability: A Correctness Condition for Concurrent Objects", ACM
// TOPLAS 12(3), 1990). An operation that has not returned may have taken effect at any time after its call, or not at
// all.
//
// Histories are followed from left to right, and common prefixes are decided once. If a single call in a history would
// take more than about four million steps to decide, the property is unknown, unless another history violates it.
func Linearizable[S, I, O any](name string, object objects.Object[S, I, O]) Property {
	return historical(name, KindLinearizable, sequential(object), maxTrials)
}

// SequentiallyConsistent is the property that in every reachable state the operations that the processes have called
// and returned from could have been done one at a time by object, in an order that keeps the operations of each
// process in the order in which it called them (Lamport, "How to Make a Multiprocessor Computer That Correctly
// Executes Multiprocess Programs", IEEE Transactions on Computers C-28(9), 1979). It is weaker than Linearizable: an
// operation may take effect long before its call or after its return, as long as no process can tell. One that a crash
// left pending may take effect after later ones of its process, or not at all: its caller is gone.
func SequentiallyConsistent[S, I, O any](name string, object objects.Object[S, I, O]) Property {
	return historical(name, KindSequentiallyConsistent, sequential(object), maxTrials)
}

// maxTrials bounds how often an operation may be tried in a state while one history is decided, which takes some
// seconds. What is reached for the first time counts as trialsOfNew in addition, since it is kept, and the object may
// have to be asked what it does there: that makes some hundred MiB at most, which a bound on memory notices only after
// they are allocated. It is a number of steps and not a time so that the verdict is the same on every run.
const (
	maxTrials   = 1 << 22
	trialsOfNew = 16
)

func historical(name string, kind Kind, object object, trials int) Property {
	p := Property{name: name, kind: kind}
	switch {
	case object.Init == nil:
		p.fault = fmt.Errorf("property %s: the object has no Init", name)
	case object.Apply == nil:
		p.fault = fmt.Errorf("property %s: the object has no Apply", name)
	}
	p.bind = bindFunc(func(sys *system.System) (question, error) {
		if !sys.State(nil).KeepsHistory() {
			return question{}, fmt.Errorf("property %s: there is no history of operations: set Instance.History", name)
		}
		j := &judge{where: "property " + name, object: object, kind: kind, trials: trials, names: sys.Processes(),
			numbers: map[string]state{}, known: map[trial][]outcome{}}
		called, vacuous := sometime("no operation is ever called")
		asked := sys.AskStates(name, func(s model.State) system.Answer {
			history := s.History()
			if len(history) > 0 {
				called()
			}
			answer, err := j.decide(history)
			if err != nil {
				panic(err)
			}
			return answer
		})
		q := about(name, asked.Elsewhere(), system.No)
		q.again = j.again
		if kind == KindLinearizable { // a history that is not linearizable stays so, whatever follows it
			q.check.Invisible, q.settle = func(int32, uint32, uint32) bool { return true }, nil
		}
		q.explain = func(_ []uint32, _ uint64, after []uint32) string { return j.explain(sys.State(after).History()) }
		q.undecided = j.undecided
		if kind == KindLinearizable {
			q.page = func(v []uint32, w io.Writer) error { return j.page(sys.State(v).History(), w) }
		}
		q.vacuous = vacuous
		return q, nil
	})
	return p
}

// judge decides whether histories are legal.
type judge struct {
	where  string
	object object
	kind   Kind
	trials int
	names  []string // of the processes

	mu     sync.Mutex // guards the rest
	values system.Values
	// numbers gives each state of the object that was reached its number, by its encoding; states lists the encodings.
	numbers map[string]state
	states  []string
	known   map[trial][]outcome // what Apply returned
	tooLong int                 // operations of the shortest history that was not decided, 0 if all were
	used    int                 // trials for the history that is being decided
	reached int                 // what they reached for the first time
	err     error               // for the same history
	monitor monitor
	moments []moment // of the history that is being followed
	open    []int    // operations of that history that have not returned yet
}

// state is the number of a state of the object.
type state int32

// trial is an operation in a state.
type trial struct {
	state state
	input string
}

// outcome is a possible outcome of a trial.
type outcome struct {
	result string
	next   state
}

// task is an operation with its encoded input and output.
type task struct {
	model.Operation
	input, output string
}

func (j *judge) undecided() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.tooLong == 0 {
		return ""
	}
	return fmt.Sprintf("a history of %d operations takes more than %d steps to decide", j.tooLong, j.trials)
}

// decide answers whether a history is legal. If one takes too long to decide, the answer is Undecided, and the method
// undecided says so from then on. The error is a *model.Error.
func (j *judge) decide(history []model.Operation) (system.Answer, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	legal, decided, err := true, true, error(nil)
	if j.kind == KindLinearizable {
		var set int32
		set, err = j.follow(history)
		legal, decided = set != illegal, set != tooLong
	} else {
		var tasks []*task
		var first state
		if tasks, first, err = j.prepare(history); err == nil {
			legal, err = j.legal(tasks, first), j.err
			decided = j.within()
		}
	}
	if !decided {
		if j.tooLong == 0 || len(history) < j.tooLong {
			j.tooLong = len(history) // the minimum does not depend on the order of the workers
		}
		return system.Answer{Value: system.Undecided}, err
	}
	return system.Truth(legal), err
}

// prepare makes the tasks of a history and returns them with the initial state of the object.
func (j *judge) prepare(history []model.Operation) (tasks []*task, first state, err error) {
	for i := range history {
		t := &task{Operation: history[i]}
		if t.input, err = j.input(&history[i]); err == nil && !t.Pending {
			t.output, err = j.output(&history[i])
		}
		if err != nil {
			return nil, 0, err
		}
		tasks = append(tasks, t)
	}
	first, err = j.first()
	return tasks, first, err
}

// input checks and encodes the input of an operation.
func (j *judge) input(o *model.Operation) (string, error) {
	if !j.object.input.is(o.Input) {
		return "", j.wrong(o, fmt.Sprintf("called the operation %v of type %T", o.Input, o.Input),
			"operations are of type "+j.object.input.name)
	}
	return j.encode(o.Input)
}

// output checks and encodes the result of an operation.
func (j *judge) output(o *model.Operation) (string, error) {
	if !j.object.output.is(o.Output) {
		return "", j.wrong(o, fmt.Sprintf("returned %v of type %T from the operation %v", o.Output, o.Output, o.Input),
			"results are of type "+j.object.output.name)
	}
	if j.object.Valid != nil {
		var no error
		if err := j.run("Valid", func() { no = j.object.Valid(o.Input, o.Output) }); err != nil {
			return "", err
		}
		if no != nil {
			return "", &model.Error{Kind: model.Misused, Where: j.where, Detail: no.Error()}
		}
	}
	return j.encode(o.Output)
}

// encode encodes an input or a result.
func (j *judge) encode(v any) (string, error) {
	encoding, err := j.values.Encode(v)
	if err != nil {
		return "", j.unencodable("an operation", err)
	}
	return encoding, nil
}

// first returns the initial state of the object.
func (j *judge) first() (state, error) {
	var initial any
	if err := j.run("Init", func() { initial = j.object.Init() }); err != nil {
		return 0, err
	}
	return j.number(initial)
}

func (j *judge) wrong(o *model.Operation, did, want string) *model.Error {
	return &model.Error{Kind: model.Misused, Where: j.where,
		Detail: fmt.Sprintf("process %s %s, and the object's %s", j.names[o.Process], did, want)}
}

func (j *judge) unencodable(what string, err error) *model.Error {
	return &model.Error{Kind: system.Unencodable, Where: j.where, Detail: fmt.Sprintf("%s of the object: %v", what, err),
		Cause: "states, operations and results are plain values: numbers, strings, structs, arrays, slices, maps and " +
			"pointers to such"}
}

// run calls a function of the object.
func (j *judge) run(function string, f func()) error {
	return model.Guard(j.where+", "+function+" of the object", f)
}

func (j *judge) number(s any) (state, error) {
	encoding, err := j.values.Encode(s)
	if err != nil {
		return 0, j.unencodable("a state", err)
	}
	n, ok := j.numbers[encoding]
	if !ok {
		n = state(len(j.states))
		j.numbers[encoding] = n
		j.states = append(j.states, encoding)
	}
	return n, nil
}

// next returns the states that a task can lead to. A pending task may return anything; that it never takes effect is
// represented by taking effect at the very end. next runs in a goroutine of porcupine and must not panic; after an
// error it returns no states, which ends the search.
func (j *judge) next(s state, t *task) []state {
	if j.used++; !j.within() || j.err != nil {
		return nil
	}
	var all []outcome
	if all, j.err = j.outcomes(trial{s, t.input}); j.err != nil {
		return nil
	}
	var next []state
	if t.Pending {
		next = append(next, s)
	}
	for _, o := range all {
		if (t.Pending || o.result == t.output) && !slices.Contains(next, o.next) {
			next = append(next, o.next)
		}
	}
	return next
}

// within reports whether the history that is being decided has not taken too long.
func (j *judge) within() bool { return j.used+trialsOfNew*j.reached <= j.trials }

// outcomes returns the possible outcomes of a trial. The object is asked twice, to verify that it is pure.
func (j *judge) outcomes(t trial) ([]outcome, error) {
	first, ok := j.known[t]
	if ok {
		return first, nil
	}
	first, err := j.apply(t)
	if err != nil {
		return nil, err
	}
	second, err := j.apply(t)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(first, second) {
		return nil, &model.Error{Kind: system.Impure, Where: j.where + ", Apply of the object",
			Detail: fmt.Sprintf("it gave two answers to the operation %v in the same state", j.values.Decode(t.input)),
			Cause:  "it reads something that is neither the state nor the operation, or ranges over a map"}
	}
	j.known[t] = first
	return first, nil
}

func (j *judge) apply(t trial) (all []outcome, err error) {
	at, in := j.values.Decode(j.states[t.state]), j.values.Decode(t.input)
	var outcomes []objects.Outcome[any, any]
	if err := j.run("Apply", func() { outcomes = j.object.Apply(at, in) }); err != nil {
		return nil, err
	}
	where := j.where + ", Apply of the object"
	if len(outcomes) == 0 {
		return nil, &model.Error{Kind: model.Misused, Where: where,
			Detail: fmt.Sprintf("it has no outcome for the operation %v in the state %v", in, at),
			Cause: "a case is missing; an operation that waits in this state has the outcome Blocked, one that does not " +
				"exist is to panic"}
	}
	if now, err := j.values.Encode(at); err != nil || now != j.states[t.state] {
		return nil, &model.Error{Kind: system.Impure, Where: where,
			Detail: fmt.Sprintf("it changed the state that it was given with the operation %v", in),
			Cause:  "it writes through a slice, map or pointer of its argument: work on a clone (slices.Clone, maps.Clone)"}
	}
	for _, o := range outcomes {
		if o.IsBlocked() {
			continue
		}
		var x outcome
		if x.result, err = j.values.Encode(o.Result); err != nil {
			return nil, j.unencodable("a result", err)
		}
		if x.next, err = j.number(o.Next); err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}

// again returns calls that ask the object again for its initial state, and for the outcomes of every trial.
func (j *judge) again() [][]func() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.states) == 0 {
		return nil
	}
	var applied []func() error
	for _, t := range slices.SortedFunc(maps.Keys(j.known), func(a, b trial) int {
		return cmp.Or(cmp.Compare(a.state, b.state), cmp.Compare(a.input, b.input))
	}) {
		applied = append(applied, func() error {
			j.mu.Lock()
			defer j.mu.Unlock()
			now, err := j.apply(t)
			if err == nil && !slices.Equal(now, j.known[t]) {
				err = j.changed("Apply of the object")
			}
			return err
		})
	}
	return [][]func() error{{j.initAgain}, applied}
}

func (j *judge) initAgain() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	first, err := j.first()
	if err == nil && first != 0 { // the initial state got number 0
		err = j.changed("Init of the object")
	}
	return err
}

func (j *judge) changed(function string) error {
	return &model.Error{Kind: system.Impure, Where: j.where + ", " + function,
		Detail: "asked again when all had been explored, it gave another answer",
		Cause: "it reads something that is neither the state nor the operation and that was changed in between: " +
			"a variable outside, a cache, a clock"}
}
