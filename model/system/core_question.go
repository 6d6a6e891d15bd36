package system

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
)

// Answer is the answer to a question: No, Yes, Undecided or a number.
type Answer struct {
	Value uint32
	Why   error // of a No: what is wrong, if anything can be said
}

// The values of answers that are not numbers; numbers are less than these.
const (
	No uint32 = 1<<31 + iota
	Yes
	Undecided
)

// Truth is the answer Yes or No.
func Truth(is bool) Answer {
	if is {
		return Answer{Value: Yes}
	}
	return Answer{Value: No}
}

// Unless is the answer No because of an error, and Yes if that is nil. The error is asked here what it says: if it
// panics, as a nil pointer that was returned as an error may, then the property did, and not what reports it.
func Unless(wrong error) Answer {
	if wrong != nil {
		return Answer{No, &said{wrong, wrong.Error()}}
	}
	return Answer{Value: Yes}
}

// said is an error with what it said.
type said struct {
	error
	text string
}

func (s *said) Error() string { return s.text }
func (s *said) Unwrap() error { return s.error }

func (a Answer) String() string {
	switch {
	case a.Value < No:
		return fmt.Sprint(a.Value)
	case a.Why != nil:
		return fmt.Sprintf("no (%v)", a.Why)
	}
	return [...]string{"no", "yes", "undecided"}[a.Value-No]
}

// same reports whether two answers are equal, as far as users can tell.
func (a Answer) same(b Answer) bool { return a.String() == b.String() }

// Question is a function of states, of steps or of single processes, and a memo of its answers by what it read: user
// code runs once for each combination of values that it reads. A view is a Question, too. Its methods may be called
// concurrently.
type Question struct {
	sys   *System
	name  string
	kind  questionKind
	ask   func(before model.State, e *model.Event, p model.ID, after model.State) Answer
	trees memo[*node[Answer]] // by event or process; 0 for questions about states
	user  sync.Mutex          // held while it is evaluated
	seen  footprints          // what it has read so far
	taken footprints          // all that it is assumed to read
	// looks is what it has read so far of single states, by slot; nil if that is not known, or nothing.
	looks atomic.Pointer[[][]location]
	// lasts says that a No remains one whatever is added to variables that only grow, and whatever a view returns where
	// it returned blank.
	lasts bool
	blank uint32 // of views, 1 more than the value
	// With a Symmetry, alike is what need not be evaluated again, and grown is all that mattered the last time that this
	// was more than what was read at first.
	alike map[string]bool
	grown []location
	// elsewhere says that the results of its functions are memoized elsewhere, and verified there.
	elsewhere bool
	habit     habit
	spent     meter
}

// habit is how a question is asked.
type habit struct {
	direct   atomic.Bool
	counting atomic.Int64 // states that are still to be counted, while states are

	// The rest is guarded by Question.user, but keys do not change once it was asked directly.
	after    int   // how many states are counted; 0 for never
	patience int   // after so many new ones
	strange  int   // new states since then, or among those that are counted
	sample   int   // new states since it was asked directly
	keys     []key // that it looks at
	fixed    bool  // whether keys are

	askers  sync.Pool // of *asker
	answers sample[directAnswer]
}

// key is a slot of one of two states.
type key struct {
	before bool
	slot   int32
}

// directAnswer is an answer to a question that was asked directly.
type directAnswer struct {
	before, after []uint32
	event         uint64
	answer        Answer
}

// questionKind says what a question is about.
type questionKind uint8

const (
	ofStates questionKind = iota
	ofSteps
	ofProcesses
	ofView // as ofProcesses; the answers are the numbers of what is seen
)

// ProcessQuestion is a question about single processes. Answers are found by row.
type ProcessQuestion struct {
	of    Question
	s     *processes
	rows  []answers    // by process
	view  model.Viewed // that it is, if it is one
	index int32        // of that view
}

// views are those of a system. They are made before it is explored.
type views struct {
	mu  sync.Mutex
	all atomic.Pointer[[]*ProcessQuestion]
}

func (v *views) list() []*ProcessQuestion {
	if all := v.all.Load(); all != nil {
		return *all
	}
	return nil
}

// add gives a view its index, unless there is one of that name.
func (v *views) add(q *ProcessQuestion) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	old := v.list()
	if slices.ContainsFunc(old, func(other *ProcessQuestion) bool { return other.of.name == q.of.name }) {
		return false
	}
	q.index = int32(len(old))
	all := append(old[:len(old):len(old)], q)
	v.all.Store(&all)
	return true
}

// answers are those for the rows of a process, as far as they are known: 1 more than the value, 0 for none.
type answers struct {
	table atomic.Pointer[[]atomic.Uint32]
	write sync.Mutex
}

// get returns what is known of a row. A reader may see a table that has been replaced since, and find less.
func (a *answers) get(row uint32) uint32 {
	if t := a.table.Load(); t != nil && int(row) < len(*t) {
		return (*t)[row].Load()
	}
	return 0
}

func (a *answers) put(row, value uint32) {
	a.write.Lock()
	defer a.write.Unlock()
	t := a.table.Load()
	if t == nil || int(row) >= len(*t) {
		grown := make([]atomic.Uint32, max(64, 2*int(row)))
		if t != nil {
			for i := range *t {
				grown[i].Store((*t)[i].Load())
			}
		}
		t = &grown
		a.table.Store(t)
	}
	(*t)[row].Store(value + 1)
}
