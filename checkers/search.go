package checkers

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/disk"
)

// Automatic, as Options.Reduce, lets the check decide what to leave out, and when. Small systems are searched in
// full, and so are those with KeepGoing, or only on disk; see checking.run.
const Automatic explore.Reduction = 1 << 7

const (
	// large is the number of states beyond which an automatic check looks for a smaller search.
	large = 1 << 18
	// worth is how many times fewer states that must find at the depth where the full one was left.
	worth = 2
	// maxMade is how often a search that is reduced by partial order is made at most. It goes each time by more; more
	// than four times were not needed for any entry of the catalogue.
	maxMade = 8
	// maxShortening is the number of states that it visits at most, in full, for no other end than to make
	// counterexamples as short as possible, unless it has visited more already.
	maxShortening = 1 << 22
	// strange is for how many new states a question is asked of them directly; see system.System.AskDirectly.
	strange = 1 << 10
)

// checking is a check of a bound system under way. Each of its searches is asked the questions that are open and that
// it can answer.
type checking struct {
	*Bound
	opt   Options // Timeout is a deadline of the context, and Reduce only what was asked for
	large uint64  // states
	worth uint64  // times
	// after is how many new states a question is asked of before it may be asked directly.
	after int
	began time.Time
	calls int64 // of user code, before
	spent spending

	results  []Result // of the properties; one without a verdict is open
	firm     []bool   // results that stand whatever becomes of the others: see confirm
	searches []Search
	full     *search // of an automatic check; it may be paused
	r        *Report // of the search whose counts are told
	not      []string
	unasked  explore.Bound // what kept functions from being asked again
}

// search is one search, and the questions that are its checks.
type search struct {
	number int // among searches
	asked  []int
	found  *explore.Result
	run    *disk.Run // if it is on disk
}

func newChecking(b *Bound, opt Options) *checking {
	n := len(b.properties)
	return &checking{Bound: b, opt: opt, large: large, worth: worth, after: strange, began: time.Now(),
		results: make([]Result, n), firm: make([]bool, n)}
}

// run makes the searches, none for a question that has its answer:
//
//   - Of an automatic check, a full one. It pauses where the system turns out to be large.
//   - One that is reduced by partial order, if that was asked for, or there is a pause. It is asked of states
//     alone. As long as something was looked at or done that it did not go by, it is made once more. If
//     nobody asked for it, it is given up where it finds more than half as many states as the full one where
//     that paused.
//   - The one that answers all the rest: a full one, or that under the symmetry. It goes on where the full one paused.
//
// What is violated in a search that is reduced by partial order shows in an execution that may not be the shortest. If
// there is a full search anyway, or one that paused, that looks for the shortest one.
func (c *checking) run(ctx context.Context) error {
	automatic := c.opt.Reduce&Automatic != 0 && !c.opt.KeepGoing && !c.opt.Disk.Only
	c.opt.Reduce &^= Automatic
	ordered := c.opt.Reduce&explore.PartialOrder != 0
	if automatic {
		if err := c.begin(ctx); err != nil {
			return err
		}
		ordered = c.full != nil && c.full.found.Bound == explore.BoundPause
	}
	if ordered {
		if err := c.reduced(ctx); err != nil {
			return err
		}
	}
	if err := c.rest(ctx); err != nil {
		return err
	}
	if ordered || automatic && c.r.States >= c.large {
		c.unordered()
	}
	return c.confirm(ctx)
}

// begin makes the full search of an automatic check, if something else could be made in its place.
func (c *checking) begin(ctx context.Context) (err error) {
	if c.sys.Irreducible() != "" || len(c.open(explore.PartialOrder)) == 0 {
		return nil
	}
	opt := c.options(0, c.open(0))
	enough := c.large
	if opt.MaxStates > 0 { // a bound within a level would leave to chance what was seen of the functions
		enough = min(enough, max(opt.MaxStates/2, 1))
	}
	opt.Pause = func(p explore.Progress) bool {
		return p.States >= enough || opt.Memory > 0 && p.Bytes >= opt.Memory/4
	}
	c.full, err = c.search(ctx, c.open(0), opt)
	return err
}

// base is what every search of the system is reduced by.
func (c *checking) base() explore.Reduction {
	if c.symmetry != nil {
		return explore.Symmetry
	}
	return 0
}

// options are those of a search that is asked some questions.
func (c *checking) options(reduce explore.Reduction, asked []int) Options {
	opt := c.opt
	opt.Reduce, opt.Owed = reduce, c.sys.Owed
	opt.KeepGoing = opt.KeepGoing || slices.ContainsFunc(asked, c.ofGraph)
	return opt
}

// ofGraph reports whether a question is asked of all transitions.
func (c *checking) ofGraph(i int) bool { return c.properties[i].kind.ofGraph() }

// open returns the questions without an answer to which a search that is reduced in some way has one.
func (c *checking) open(reduce explore.Reduction) (all []int) {
	for i := range c.questions {
		if c.results[i].Verdict == "" && c.unfit(i, reduce) == "" {
			all = append(all, i)
		}
	}
	return all
}

// unfit says of what a question is asked that a search does not have that is reduced in some way; it is empty if it
// has all.
func (c *checking) unfit(i int, reduce explore.Reduction) string {
	q := &c.questions[i]
	switch {
	case reduce != 0 && c.ofGraph(i):
		return ofTransitions
	case reduce&explore.PartialOrder == 0:
		return ""
	case q.check.Step != nil:
		return "asked of single steps"
	case q.check.State != nil && q.check.Invisible == nil:
		return "asked of all that there is in a state"
	}
	return ""
}

const ofTransitions = "asked of all transitions"

// search makes a search whose checks are those of the questions asked that are not asked of the graph.
func (c *checking) search(ctx context.Context, asked []int, opt Options) (*search, error) {
	s := &search{number: len(c.searches)}
	var checks []explore.Check
	for _, i := range asked {
		if !c.ofGraph(i) {
			s.asked, checks = append(s.asked, i), append(checks, c.questions[i].check)
		}
	}
	if opt.Reduce&explore.PartialOrder != 0 {
		c.sys.AskDirectly(0)
	} else {
		c.sys.AskDirectly(c.after)
	}
	var found *explore.Result
	var err error
	c.timed(&c.spent.search, c.workers(), func() { found, err = explore.Search(ctx, c.Explored(), checks, opt) })
	if err != nil {
		c.r, err = failed(c.sys, found, err)
		return nil, err
	}
	s.found = found
	c.searches = append(c.searches, c.searchOf(found))
	return s, nil
}

// reduced makes the searches that are reduced by partial order.
func (c *checking) reduced(ctx context.Context) error {
	reduce := c.base() | explore.PartialOrder
	asked := c.open(reduce)
	if c.full != nil { // what it has found needs no other search
		asked = slices.DeleteFunc(asked, c.full.has)
	}
	if c.sys.Irreducible() != "" || len(asked) == 0 && len(c.properties) > 0 {
		return nil
	}
	opt := c.options(reduce, asked)
	if c.full != nil {
		opt.Pause = c.worthless
		opt.Beside = c.full.found
	}
	c.look()
	for made := 1; ; made++ {
		s, err := c.search(ctx, asked, opt)
		if err != nil {
			return err
		}
		c.searches[s.number].Made = made
		ended := s.found.Complete || s.found.Stopped()
		more := ended && c.more(s)
		switch {
		case more && made < maxMade:
			c.searches = c.searches[:s.number]
			continue
		case more:
			c.not = append(c.not, fmt.Sprintf("partial-order reduction: made %d times, it had not gone by all that is "+
				"looked at and done", made))
		case s.found.Bound == explore.BoundPause:
			c.not = append(c.not, "partial-order reduction: it would leave out too little")
		}
		return c.take(ctx, s, !more && (ended || c.full == nil))
	}
}

// has reports whether a search found what a question is about.
func (s *search) has(i int) bool {
	k := slices.Index(s.asked, i)
	return k >= 0 && s.found.Found[k].Found
}

// worthless reports whether a search that has come as deep as the full one, when that ended or paused, still finds
// nearly as many states there. What it leaves out is more at each level than at the one before.
func (c *checking) worthless(p explore.Progress) bool {
	full := c.full.found
	return p.Depth == full.Depth && full.Levels[p.Depth] < c.worth*p.Levels[p.Depth]
}

// look has the properties look at the initial states: most look there at all that they ever look at. A reduced search
// goes by that, and by all else that was looked at, and done, until now. What is wrong with the model shows in the
// search.
func (c *checking) look() {
	_ = c.sys.Initial(func(v []uint32) {
		for _, q := range c.questions {
			if q.settle != nil && q.check.State != nil {
				_, _ = q.check.State(v)
			}
		}
	})
	for _, q := range c.questions {
		if q.settle != nil {
			q.settle()
		}
	}
	c.sys.Settle()
}

// more reports whether a search turned out to have gone by less than all that is looked at, and done, and some of its
// answers hang on that. What was found is there, whatever the search went by.
func (c *checking) more(s *search) (more bool) {
	hangs := s.found.Complete // nothing is left that the model might do wrong
	for _, i := range s.asked {
		if q := c.questions[i]; !s.has(i) {
			hangs = true
			more = q.settle != nil && q.settle() || more
		}
	}
	return hangs && c.sys.Settle() || more
}

// take answers what a search was asked; if it says nothing of what it did not find, only what it found.
func (c *checking) take(ctx context.Context, s *search, all bool) error {
	for k, i := range s.asked {
		if !s.found.Found[k].Found && (!all || c.results[i].Verdict != "") {
			continue
		}
		var result Result
		var err error
		c.timed(&c.spent.picture, 1, func() { result, err = c.answer(ctx, s, k, i) })
		if err != nil {
			return err
		}
		result.Search = s.number
		c.results[i] = result
	}
	if all {
		c.r = newReport(c.sys, s.found)
		c.r.Symmetry, c.r.Search = c.searches[s.number].Symmetry, s.number
	}
	return nil
}

// afterwards is the context of what is done after a search. If that was cut short by time, or interrupted, what is
// asked for now is the result: any shortest path will do.
func afterwards(ctx context.Context, found *explore.Result) context.Context {
	if found.Bound != explore.BoundTime && found.Bound != explore.BoundInterrupt {
		return ctx
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	return cancelled
}

// rest makes the search that answers what is open, and makes counterexamples shorter.
func (c *checking) rest(ctx context.Context) (err error) {
	open, longer := c.open(c.base()), c.longer()
	switch {
	case len(open) > 0 || c.r == nil:
	case len(longer) == 0 || c.full == nil:
		return nil
	}
	if err := c.confirm(ctx); err != nil { // for this may take long
		return err
	}
	asked := slices.Sorted(slices.Values(slices.Concat(open, longer)))
	s, opt := c.full, c.options(c.base(), open)
	if s == nil {
		if opt.Disk.Only {
			s, err = c.onDisk(ctx, opt)
		} else {
			s, err = c.search(ctx, asked, opt)
		}
		if err != nil {
			return err
		}
	} else if s.found.Bound == explore.BoundPause {
		if len(open) == 0 && (opt.MaxStates == 0 || opt.MaxStates > maxShortening) {
			opt.MaxStates = max(maxShortening, s.found.States)
		}
		opt.Enough = func(found []explore.Found) bool {
			return !slices.ContainsFunc(asked, func(i int) bool {
				k := slices.Index(s.asked, i)
				return k >= 0 &&
					!found[k].Found
			})
		}
		if err := c.goOn(ctx, s, opt); err != nil {
			return err
		}
	}
	if s.found.Bound == explore.BoundMemory && opt.Disk.Storage != nil && s.run == nil && len(open) > 0 {
		*s, c.full = search{number: s.number}, nil // its tables are given back
		if s, err = c.onDisk(ctx, opt); err != nil {
			return err
		}
	}
	if err := c.take(ctx, s, len(open) > 0 || c.r == nil); err != nil {
		return err
	}
	if s.run != nil {
		c.leaveOpen(s)
		return nil
	}
	var decided map[int]Result
	c.timed(&c.spent.graph, 1, func() { decided, err = decide(ctx, c.sys, s.found, c.questions, c.opt, c.r) })
	for i, result := range decided {
		result.Property, result.Search = c.properties[i], s.number
		c.results[i] = result
	}
	return err
}

// goOn continues a search that paused.
func (c *checking) goOn(ctx context.Context, s *search, opt Options) error {
	c.sys.AskDirectly(c.after)
	var found *explore.Result
	var err error
	c.timed(&c.spent.search, c.workers(), func() { found, err = s.found.Continue(ctx, opt) })
	if err != nil {
		c.r, err = failed(c.sys, found, err)
		return err
	}
	s.found, c.searches[s.number] = found, c.searchOf(found)
	return nil
}

// longer returns the questions whose answers show in executions that may not be the shortest.
func (c *checking) longer() (all []int) {
	for i, r := range c.results {
		if r.Execution != nil && c.searches[r.Search].Reduced&explore.PartialOrder != 0 {
			all = append(all, i)
		}
	}
	return all
}
