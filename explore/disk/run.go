package disk

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/explore"
)

// System is what can be searched on disk.
type System interface {
	explore.System

	// Describe appends the encoding of what a slot of a vector holds: in all processes the same for the same value, and
	// different for different values of the slot.
	Describe(b []byte, slot int, value uint32) []byte
}

// DefaultShards is into how many parts a level is divided for which nobody says so.
const DefaultShards = 4

// Params are fixed when a run begins.
type Params struct {
	// Shards is into how many parts each level is divided: so many tasks of a kind may be done at once.
	Shards int `json:"shards"`

	// Memory is how many bytes the buffers of a task may take. What the System keeps is not counted.
	Memory uint64 `json:"memory"`

	// Checks are the names of the checks, in their order.
	Checks []string `json:"checks"`

	// Program identifies the binary: whoever goes on with a run must be the same.
	Program string `json:"program"`

	// Header is the caller's own description of what is searched.
	Header json.RawMessage `json:"header,omitempty"`
}

// Run is a search whose states are files. Its methods may be called by several processes at once.
type Run struct {
	Params

	in     explore.Storage
	sys    System
	checks []explore.Check
	owed   func(event uint64) bool
	facts  func() []string
	sets   sync.Pool // of *keySet
	blocks Blocks    // that are carried; nil if they are files

	most   uint64 // states of lists that are merged; tests make it small
	values *values
	level  *level // that was committed last

	// For whoever is told of the progress: level, and what was done to it.
	shown                 atomic.Pointer[level]
	expanded, transitions atomic.Uint64
}

// level is what is known when a level is complete: its manifest.
type level struct {
	Level       int           `json:"level"`
	Levels      []uint64      `json:"levels"` // states at each depth
	Transitions uint64        `json:"transitions"`
	PerClass    []uint64      `json:"perClass"`
	Found       []int         `json:"found"` // depth at which each check was found, or -1
	Values      []levelValues `json:"values"`
	Shards      []shard       `json:"shards"`
	Complete    bool          `json:"complete"`
	Facts       []string      `json:"facts,omitempty"`
}

// levelValues are the values that occurred first in a level.
type levelValues struct {
	Level int  `json:"level"`
	File  file `json:"file"`
}

// shard is the lists of its states: those of the last level, and all. The latter are in the order of levels.
type shard struct {
	New  file   `json:"new"`
	Seen []seen `json:"seen"`
}

// seen is a list of the states of some levels.
type seen struct {
	First int  `json:"first"`
	Last  int  `json:"last"`
	File  file `json:"file"`
}

// The folders of a run.
const (
	paramsName = "run.json"
	levelsDir  = "levels/"
	statesDir  = "states/"
	valuesDir  = "values/"
	workDir    = "work/"
)

// Create begins a run in storage that has none. Another that does the same at the same time does no harm.
func Create(in explore.Storage, p Params) error {
	if p.Shards < 1 || p.Shards > 1<<12 {
		return fmt.Errorf("a run has 1 to %d shards, not %d", 1<<12, p.Shards)
	}
	if old, err := Open(in); err == nil {
		if a, b := encoded(old.Params), encoded(p); string(a) != string(b) {
			return fmt.Errorf("%s: there is a run of something else in it", in.Path(""))
		}
		return nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return replace(in, paramsName, p)
}

// Vacant reports whether a run can begin: there is nothing but what a Create has left that was killed.
func Vacant(in explore.Storage) (bool, error) {
	for name, err := range in.List("") {
		if err != nil || !strings.HasSuffix(name, unfinished) {
			return false, err
		}
	}
	return true, nil
}

// Open opens the run that was begun there.
func Open(in explore.Storage) (*Run, error) {
	r := &Run{in: in, most: maxMerged}
	return r, restore(in, paramsName, &r.Params)
}

// Bind says what is searched. facts, if it is not nil, returns what the caller has learnt while it was asked, as texts;
// there may be more of them each time. They become part of the run. The error is explained in terms of the run.
func (r *Run) Bind(sys System, checks []explore.Check, owed func(event uint64) bool, facts func() []string) error {
	if err := explore.ValidateChecks(checks); err != nil {
		return err
	}
	if now := Names(checks); !slices.Equal(now, r.Checks) {
		return fmt.Errorf("%s: %w: it was asked of %q, and is now of %q", r.in.Path(paramsName), ErrChanged, r.Checks, now)
	}
	r.sys, r.checks, r.owed, r.facts = sys, checks, owed, facts
	r.values = newValues(sys)
	return nil
}

// Facts are what Bind's facts told in all processes, up to the last level that is complete.
func (r *Run) Facts() []string {
	if r.level == nil {
		return nil
	}
	return r.level.Facts
}

// Names tells checks apart, for Params.
func Names(checks []explore.Check) []string {
	names := []string{}
	for _, c := range checks {
		sort := "step"
		switch {
		case c.State != nil:
			sort = "state"
		case c.Quiescent != nil:
			sort = "quiescent"
		}
		names = append(names, sort+" "+c.Name)
	}
	return names
}

func levelName(level int) string { return fmt.Sprintf("%06d", level) }

// manifest is the name of that of a level.
func manifest(level int) string { return levelsDir + levelName(level) + ".json" }

// work is the folder of what is being done to a level; its results are of the level after.
func (r *Run) work(level int) string {
	name := workDir + levelName(level+1)
	if r.blocks != nil {
		name += carried
	}
	return name + "/"
}

// Refresh reads how far the run has come: it may be others that go on with it.
func (r *Run) Refresh() error {
	for {
		last, err := r.newest()
		if err != nil || last == "" || r.level != nil && last == manifest(r.level.Level) {
			return err
		}
		l := &level{}
		err = restore(r.in, last, l)
		if newer, _ := r.newest(); errors.Is(err, fs.ErrNotExist) && newer > last {
			continue // others have completed the level after, and removed it
		}
		if err != nil {
			return err
		}
		if len(l.Shards) != r.Shards || len(l.Found) != len(r.Checks) || manifest(l.Level) != last {
			return fmt.Errorf("%s: %w: it is of another run", r.in.Path(last), ErrDamaged)
		}
		r.show(l)
		return nil
	}
}

// newest is the manifest of the last level that is complete, "" if there is none.
func (r *Run) newest() (string, error) {
	last := ""
	for name, err := range r.in.List(levelsDir) {
		if err != nil {
			return "", err
		}
		if strings.HasSuffix(name, ".json") {
			last = max(last, name)
		}
	}
	return last, nil
}

// show makes l the last level that is complete.
func (r *Run) show(l *level) {
	r.level = l
	r.shown.Store(l)
}

// committed reports whether a level is complete.
func (r *Run) committed(level int) bool { return r.level != nil && r.level.Level >= level }

// at makes sure that a level is the last one that is complete, and that its values are known. It returns false if
// there is nothing to do since the level after is complete, too.
func (r *Run) at(level int) (bool, error) {
	if err := r.Refresh(); err != nil {
		return false, err
	}
	switch {
	case r.committed(level + 1):
		return false, nil
	case level >= 0 && !r.committed(level):
		return false, fmt.Errorf("%s: level %d is not complete: its tasks come first", r.in.Path(""), level)
	case level >= 0 && r.level.Complete:
		return false, nil
	}
	if r.values.next > level+1 { // of a task of the next level that failed
		r.values = newValues(r.sys)
	}
	if level < 0 {
		return true, nil
	}
	return true, r.know()
}

// know loads the values of all levels that are complete.
func (r *Run) know() error {
	for _, of := range r.level.Values {
		if of.Level < r.values.next {
			continue
		}
		all, err := readValues(r.in, of.File, r.sys.Width())
		if err != nil {
			return err
		}
		if err := r.values.load(all, of.Level, r.in.Path(of.File.Name)); err != nil {
			return err
		}
	}
	return nil
}

// replace writes x as JSON, with a checksum.
func replace(in explore.Storage, name string, x any) error {
	body := encoded(x)
	to, err := in.Create(name)
	if err != nil {
		return err
	}
	if _, err = fmt.Fprintf(to, "%08x\n%s\n", crc32.Checksum(body, castagnoli), body); err != nil {
		to.Abort()
		return err
	}
	return to.Close()
}

func encoded(x any) []byte {
	b, err := json.Marshal(x)
	if err != nil {
		panic(err) // of plain data
	}
	return b
}

// restore reads what replace wrote.
func restore(in explore.Storage, name string, x any) error {
	from, err := in.Open(name, 0, -1)
	if err != nil {
		return err
	}
	defer from.Close()
	b, err := io.ReadAll(from)
	if err != nil {
		return err
	}
	sum, body, _ := strings.Cut(strings.TrimSuffix(string(b), "\n"), "\n")
	if sum != fmt.Sprintf("%08x", crc32.Checksum([]byte(body), castagnoli)) {
		return fmt.Errorf("%s: %w: its checksum differs", in.Path(name), ErrDamaged)
	}
	if err := json.Unmarshal([]byte(body), x); err != nil {
		return fmt.Errorf("%s: %w: %w", in.Path(name), ErrDamaged, err)
	}
	return nil
}
