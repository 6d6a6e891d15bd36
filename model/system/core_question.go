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
	Why   error // for a No: what is wrong, if there is something to say
}

// The values of answers that are not numbers. Numbers are less than these.
const (
	No uint32 = 1<<31 + iota
	Yes
	Undecided
)

// Truth returns the answer Yes or No.
func Truth(is bool) Answer {
	if is {
		return Answer{Value: Yes}
	}
	return Answer{Value: No}
}

// Unless returns Yes if wrong is nil, and otherwise No with wrong as the reason. It asks for the text of the error: if
// that panics, as it may for a nil pointer returned as an error, the fault is the property's and not the report's.
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

// same reports whether two answers look equal to users.
func (a Answer) same(b Answer) bool { return a.String() == b.String() }

// Question is a function of states, of steps or of single processes, with its answers memoized by what it read: user
// code runs once for each combination of values that it reads. A view is a Question, too. The methods of a Question
// may be called concurrently.
type Question struct {
	sys     *System
	name    string
	kind    questionKind
	ask     func(before model.State, e *model.Event, p model.ID, after model.State) Answer
	trees   memo[*node[Answer]] // by event or process; 0 for questions about states
	user    sync.Mutex          // held while it is evaluated
	seen    footprints          // what it has read so far
	assumed footprints          // everything it is assumed to read; see Settle
	// slotReads is what it has read so far of single states, by slot; nil if that is unknown, or nothing.
	slotReads atomic.Pointer[[][]location]
	// lasts says that a No remains a No whatever is added to variables that only grow, and whatever a view returns where
	// it returned blank.
	lasts bool
	blank uint32 // 1 more than the value of a view; 0 for none
	// Under a symmetry, alike is what need not be evaluated again, and grown is everything that mattered the last time
	// that this was more than what was read at first.
	alike map[string]bool
	grown []location
	// elsewhere says that the results of its function are memoized elsewhere, and verified there.
	elsewhere bool
	writes    atomic.Bool // it has written to what it was lent; see loan.go
	habit     habit
	spent     meter
}

// habit is whether a question is asked directly or through its memo, and the counts by which that is decided; see
// question_direct.go.
type habit struct {
	direct   atomic.Bool
	counting atomic.Int64 // how many states are still to be counted; 0 if none are being counted

	// The rest is guarded by Question.user, but keys do not change once the question has been asked directly.
	after    int   // how many states are counted before deciding; 0 if it is never asked directly
	patience int   // how many new inputs it takes to start counting
	fresh    int   // new inputs since counting last ended or began
	sample   int   // new inputs among those sampled while it is asked directly
	keys     []key // slots that it reads
	fixed    bool  // keys are final

	askers  sync.Pool // of *asker
	answers sample[directAnswer]
}

// key is a slot, of the state before or after a step.
type key struct {
	before bool
	slot   int32
}

// directAnswer is the answer to a question asked directly.
type directAnswer struct {
	before, after []uint32
	event         uint64
	answer        Answer
}

// questionKind is what a question is about.
type questionKind uint8

const (
	ofStates questionKind = iota
	ofSteps
	ofProcesses
	ofView // like ofProcesses, with the numbers of the view's values as answers
)

// ProcessQuestion is a question about single processes. Its answers are looked up by row.
type ProcessQuestion struct {
	of    Question
	s     *processes
	rows  []answers    // by process
	view  model.Viewed // the view, if it is one
	index int32        // of the view in views
}

// views are the views of a system. They are added before it is explored.
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

// add gives a view its index. It returns false if there is a view of that name already.
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

// answers are the answers for the rows of a process, as far as they are known: 1 more than the value, 0 for unknown.
type answers struct {
	table atomic.Pointer[[]atomic.Uint32]
	write sync.Mutex
}

// get returns the entry of a row. A reader may see a table that has been replaced since, and find less.
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
