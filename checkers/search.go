package checkers

import (
	"context"
	"slices"
	"time"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/disk"
)

// Automatic, as Options.Reduce, lets the check decide what to leave out, and when. Small systems are searched in
// full; so is any system with KeepGoing or Pause, or only on disk. See checking.run.
const Automatic explore.Reduction = 1 << 7

const (
	// large is the number of states beyond which an automatic check looks for a smaller search.
	large = 1 << 18
	// worth is how many times fewer states the smaller search must find at the depth where the full one paused.
	worth = 2
	// A reduced search that has found large/begun states is compared at lesser depths, too.
	begun = 16
	// maxMade bounds how often a search that is reduced by partial order is made. Each time it takes more into account;
	// no entry of the catalogue needs more than four.
	maxMade = 8
	// uncertain is the number of states after which a reduced search is first asked whether it will have to be repeated.
	// What is assumed instead is clearly worse if it takes 1/loss more states, and a few.
	uncertain = 1 << 12
	loss      = 50
	few       = 100
	// maxShortening bounds the number of states that an automatic check visits in full only to make counterexamples as
	// short as possible, unless it has visited more already.
	maxShortening = 1 << 22
	// unfamiliar is the number of new states after which a question may be asked directly; see
	// system.System.AskDirectly.
	unfamiliar = 1 << 10
)

// checking is a check of a bound system in progress. Each of its searches is asked the open questions that it can
// answer.
type checking struct {
	*Bound
	opt   Options // Timeout has become a deadline of the context, and Reduce is without Automatic
	large uint64  // see the constants
	worth uint64
	after int    // the constant unfamiliar
	doubt uint64 // the constant uncertain
	began time.Time
	calls int64 // of user code, in an earlier checking
	spent spending

	results   []Result // one for each property; it is open while it has no verdict
	firm      []bool   // results that were confirmed: see confirm
	searches  []Search
	automatic bool    // see Automatic
	full      *search // of an automatic check; it may be paused
	next      nextLook
	looked    time.Duration // how long looks took
	r         *Report       // of the search whose counts are reported
	unreduced []string      // Report.Unreduced
	unasked   explore.Bound // what kept remembered answers from being re-checked
	halted    error         // why the files of a search on disk could not be read or written, if that ended it
}

// search is one search, and the questions that are its checks.
type search struct {
	number int // its index in searches
	asked  []int
	found  *explore.Result
	run    *disk.Run // if it is on disk
	shown  time.Time // until when its executions are looked for, if it is on disk and had to end
}

func newChecking(b *Bound, opt Options) *checking {
	n := len(b.properties)
	return &checking{Bound: b, opt: opt, large: large, worth: worth, after: unfamiliar, doubt: uncertain,
		began: time.Now(), results: make([]Result, n), firm: make([]bool, n)}
}

// run makes the searches of a check, each only if some question still needs it:
//
//   - For an automatic check, a full search. It pauses if the system turns out to be large.
//   - A search reduced by partial order, if that was requested or the full one paused. It decides questions about
//     states only. It is repeated as long as properties read, or handlers do, anything that it did not take into
//     account; see reduced. If it was not requested, it is abandoned once it finds more than half as many states as the
//     full one at the depth where that paused, or nearly all somewhat earlier.
//   - The search that decides the rest: a full one, or one under the symmetry. It continues the full search if that
//     paused. That of an automatic check pauses again now and then, to look whether what it has found violates a
//     question about the graph: see look.go.
//
// A violation found by partial-order reduction comes with an execution that may not be the shortest. If there is a full
// search anyway, finished or paused, it looks for the shortest one.
func (c *checking) run(ctx context.Context) error {
	c.automatic = c.opt.Reduce&Automatic != 0 && !c.opt.KeepGoing && !c.opt.Disk.Only && c.opt.Pause == nil
	c.opt.Reduce &^= Automatic
	c.next = nextLook{c.large, c.opt.Memory / lookMemory}
	ordered := c.opt.Reduce&explore.PartialOrder != 0
	if c.automatic {
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
	if err := c.decideRest(ctx); err != nil {
		return err
	}
	if ordered || c.automatic && c.r.States >= c.large {
		c.unordered()
	}
	return c.confirm(ctx)
}

// begin makes the full search of an automatic check, if a reduced search could replace it.
func (c *checking) begin(ctx context.Context) (err error) {
	if c.sys.Irreducible() != "" || len(c.open(explore.PartialOrder)) == 0 {
		return nil
	}
	opt := c.options(0, c.open(0))
	enough := c.large
	if opt.MaxStates > 0 { // if a level were cut short, chance would decide which calls were seen
		enough = min(enough, max(opt.MaxStates/2, 1))
	}
	opt.Pause = func(p explore.Progress) bool {
		return p.States >= enough || opt.Memory > 0 && p.Bytes >= opt.Memory/4
	}
	c.full, err = c.search(ctx, c.open(0), opt)
	return err
}

// base is the reduction of every search of the check.
func (c *checking) base() explore.Reduction {
	if c.symmetry != nil {
		return explore.Symmetry
	}
	return 0
}

// options returns the options of a search with some questions.
func (c *checking) options(reduce explore.Reduction, asked []int) Options {
	opt := c.opt
	opt.Reduce, opt.Owed = reduce, c.sys.Owed
	opt.KeepGoing = opt.KeepGoing || slices.ContainsFunc(asked, c.ofGraph)
	return opt
}

// ofGraph reports whether a question is decided on all transitions.
func (c *checking) ofGraph(i int) bool { return c.properties[i].kind.ofGraph() }

// open returns the undecided questions that a search with some reduction can decide.
func (c *checking) open(reduce explore.Reduction) (all []int) {
	for i := range c.questions {
		if c.results[i].Verdict == "" && c.unfit(i, reduce) == "" {
			all = append(all, i)
		}
	}
	return all
}

// unfit says why a search with some reduction cannot decide a question; it is empty if it can.
func (c *checking) unfit(i int, reduce explore.Reduction) string {
	q := &c.questions[i]
	switch {
	case reduce != 0 && c.ofGraph(i):
		return ofTransitions
	case reduce&explore.PartialOrder == 0:
		return ""
	case q.check.Step != nil:
		return "decided on single steps"
	case q.check.State != nil && q.check.Invisible == nil:
		return "dependent on everything in a state"
	}
	return ""
}

const ofTransitions = "decided on all transitions"

// search makes a search. Its checks are those of the given questions that are not decided on the graph.
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
		c.r, err = c.failed(found, err)
		return nil, err
	}
	s.found = found
	c.searches = append(c.searches, c.searchOf(found))
	return s, nil
}

// has reports whether a search found what a question looks for.
func (s *search) has(i int) bool {
	k := slices.Index(s.asked, i)
	return k >= 0 && s.found.Found[k].Found
}

// take stores the answers of a search: all of them or, if all is false, only for what it found.
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
		c.r = c.reportOn(s.found)
		if c.automatic && s.found.Bound == explore.BoundPause { // it has decided all that it was to decide
			c.r.Bound, c.searches[s.number].Bound = explore.BoundNone, explore.BoundNone
		}
		c.r.Symmetry, c.r.Search = c.searches[s.number].Symmetry, s.number
	}
	return nil
}

// decideRest makes the search that decides what is open, and makes counterexamples shorter.
func (c *checking) decideRest(ctx context.Context) (err error) {
	open, longer := c.open(c.base()), c.improvable()
	switch {
	case len(open) > 0 || c.r == nil:
	case len(longer) == 0 || c.full == nil:
		return nil
	}
	if err := c.confirm(ctx); err != nil { // since the search may take long
		return err
	}
	s := c.full
	switch opt := c.options(c.base(), open); {
	case s != nil:
	case opt.Disk.Only:
		s, err = c.onDisk(ctx, opt)
	default:
		if c.automatic {
			opt.Pause = c.looks(open)
		}
		s, err = c.search(ctx, slices.Sorted(slices.Values(slices.Concat(open, longer))), opt)
	}
	if err == nil {
		err = c.goOn(ctx, s)
	}
	if err != nil {
		return err
	}
	open = c.open(c.base())
	if s.found.Bound == explore.BoundMemory && c.opt.Disk.Storage != nil && s.run == nil && len(open) > 0 {
		if s, err = c.move(ctx, s, c.options(c.base(), open)); s == nil {
			return err
		}
	}
	answered := slices.ContainsFunc(c.results, func(r Result) bool { return r.Verdict != "" && r.Search == s.number })
	if err := c.take(ctx, s, len(open) > 0 || answered || c.r == nil); err != nil {
		return err
	}
	switch {
	case s.run != nil:
		c.leaveOpen(s.number)
		return nil
	case c.automatic && s.found.Bound == explore.BoundPause: // it was looked at when it paused, and nothing is open
		return nil
	}
	return c.decideGraph(ctx, s, c.r, slices.Concat(c.open(c.base()), c.lengthy()), c.opt, true)
}

// resume continues a search that paused.
func (c *checking) resume(ctx context.Context, s *search, opt Options) error {
	c.sys.AskDirectly(c.after)
	var found *explore.Result
	var err error
	c.timed(&c.spent.search, c.workers(), func() { found, err = s.found.Continue(ctx, opt) })
	if err != nil {
		c.r, err = c.failed(found, err)
		return err
	}
	s.found, c.searches[s.number] = found, c.searchOf(found)
	return nil
}

// improvable returns the questions answered by executions that may not be the shortest.
func (c *checking) improvable() (all []int) {
	for i, r := range c.results {
		if r.Execution != nil && c.searches[r.Search].Reduced&explore.PartialOrder != 0 {
			all = append(all, i)
		}
	}
	return append(all, c.lengthy()...)
}
