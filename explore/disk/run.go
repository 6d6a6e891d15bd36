package disk

import (
	"cmp"
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

// System is a system that can be searched on disk.
type System interface {
	explore.System

	// Describe appends the encoding of the value that a slot has in a vector. The encoding must be the same in all
	// processes, and different for different values of the slot.
	Describe(b []byte, slot int, value uint32) []byte

	// Names returns the names in the encodings so far that do not say by themselves what they stand for, and what tells
	// that apart in all processes. A run in which a name stands for different things is refused. The error says why
	// encodings are not the same in all processes.
	Names() (map[string]string, error)
}

// DefaultShards is the number of shards of a run whose creator does not choose one, and MaxShards the most of a run.
const (
	DefaultShards = 4
	MaxShards     = 1 << 12
)

// Params are the parameters of a run, which are fixed when it begins.
type Params struct {
	// Shards is the number of parts into which each level is divided, and so the number of tasks of one kind that can be
	// done concurrently.
	Shards int `json:"shards"`

	// Memory bounds the bytes that the buffers of a task may take. What the System memoizes is not counted.
	Memory uint64 `json:"memory"`

	// Checks are the names of the checks, in their order.
	Checks []string `json:"checks"`

	// Program identifies the binary: only the same program can resume a run.
	Program string `json:"program"`

	// Header is the caller's own description of what is searched.
	Header json.RawMessage `json:"header,omitempty"`
}

// Run is a search whose states are in files. Several processes may work on it at once, each with a Run of its own.
type Run struct {
	Params

	in     files
	sys    System
	checks []explore.Check
	owed   func(event uint64) bool
	facts  func() []string
	sets   sync.Pool // of *keySet
	blocks Blocks    // the blocks that the caller carries; nil if blocks are files

	mergeLimit uint64 // states in a merged list at most; tests make it small
	values     *values
	level      *level // the level that was committed last

	// For progress: level, and the states expanded and transitions found since.
	shown                 atomic.Pointer[level]
	expanded, transitions atomic.Uint64
}

// level is the manifest of a level: everything that is known when it is complete.
type level struct {
	Level       int           `json:"level"`
	Levels      []uint64      `json:"levels"` // number of states at each depth
	Transitions uint64        `json:"transitions"`
	PerClass    []uint64      `json:"perClass"`
	Found       []int         `json:"found"` // depth at which each check was found, or -1
	Values      []levelValues `json:"values"`
	Shards      []shard       `json:"shards"`
	Complete    bool          `json:"complete"`
	Facts       []string      `json:"facts,omitempty"`
	Names       names         `json:"names,omitempty"`
}

// levelValues names the file of the values that first occurred in a level.
type levelValues struct {
	Level int  `json:"level"`
	File  file `json:"file"`
}

// shard is the lists of a shard's states: New has those of the last level, Seen all of them, in the order of levels.
type shard struct {
	New  file   `json:"new"`
	Seen []seen `json:"seen"`
}

// seen is a list of the states of the levels from First to Last.
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

// Create begins a run in storage that has none. Several processes may do this with the same parameters at once.
func Create(in explore.Storage, p Params) error {
	if p.Shards < 1 || p.Shards > MaxShards {
		return fmt.Errorf("a run has 1 to %d shards, not %d", MaxShards, p.Shards)
	}
	if len(p.Header) > 0 && !json.Valid(p.Header) {
		return fmt.Errorf("the header of a run is JSON, not %q", p.Header)
	}
	if old, err := Open(in); err == nil {
		if a, b := encoded(old.Params), encoded(p); string(a) != string(b) {
			return fmt.Errorf("%s: there is a run of something else in it", in.Path(""))
		}
		return nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return replace(files{Storage: in}, paramsName, p)
}

// Vacant reports whether a run can begin: the storage is empty except for what a killed Create may have left.
func Vacant(in explore.Storage) (bool, error) {
	for name, err := range in.List("") {
		if err != nil || !strings.HasSuffix(name, unfinished) {
			return false, err
		}
	}
	return true, nil
}

// Open opens the run in the storage.
func Open(in explore.Storage) (r *Run, err error) {
	r = &Run{in: files{Storage: in}, mergeLimit: maxMerged}
	r.in.root, err = restore(r.in, paramsName, &r.Params)
	return r, err
}

// Bind sets the system and the checks. It must be called before the tasks of the run. facts, if not nil, returns what
// the caller has learnt during the search, as texts that become part of the run; it may return more each time.
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

// Facts returns what the facts of Bind returned in all processes, up to the last complete level.
func (r *Run) Facts() []string {
	if r.level == nil {
		return nil
	}
	return r.level.Facts
}

// Names returns the names of checks for Params, each with its kind.
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

// manifest returns the name of the manifest of a level.
func manifest(level int) string { return levelsDir + levelName(level) + ".json" }

// work returns the folder for the results of tasks that expand a level. It is named after the next level, to which
// they belong.
func (r *Run) work(level int) string {
	name := workDir + levelName(level+1)
	if r.blocks != nil {
		name += carried
	}
	return name + "/"
}

// Refresh reads the last complete level, which other processes may have committed.
func (r *Run) Refresh() error {
	for {
		last, err := r.newest()
		if err != nil || last == "" || r.level != nil && last == manifest(r.level.Level) {
			return err
		}
		l := &level{}
		_, err = restore(r.in, last, l)
		if newer, _ := r.newest(); errors.Is(err, fs.ErrNotExist) && newer > last {
			continue // another process has completed the next level and removed this manifest
		}
		if err != nil {
			return err
		}
		r.show(l)
		return nil
	}
}

// newest returns the name of the manifest of the last complete level, "" if there is none.
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

// show makes l the last complete level.
func (r *Run) show(l *level) {
	r.level = l
	r.shown.Store(l)
}

// committed reports whether a level is complete.
func (r *Run) committed(level int) bool { return r.level != nil && r.level.Level >= level }

// prepare makes sure that a level is the last complete one and that its values are loaded. It returns false if there is
// nothing to do: the next level is complete too, or the level is the last of the system.
func (r *Run) prepare(level int) (bool, error) {
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
	if r.values.next > level+1 { // a failed task has already loaded those of the next level
		r.values = newValues(r.sys)
	}
	if level < 0 {
		return true, nil
	}
	return true, r.loadValues()
}

// loadValues loads the values of all complete levels.
func (r *Run) loadValues() error {
	for _, of := range r.level.Values {
		if of.Level < r.values.next {
			continue
		}
		all, err := readValues(r.in, of.File, r.sys.Width())
		if err != nil {
			return err
		}
		if err := r.load(all, of.Level, of.File.Name, r.level.Names); err != nil {
			return err
		}
	}
	return nil
}

// load loads the values of a level. They are from the file or folder called name, and all are the names in encodings.
func (r *Run) load(values []value, level int, name string, all names) error {
	err := r.values.load(values, level, r.in.Path(name))
	own, unfit := r.sys.Names()
	if unfit == nil {
		_, unfit = all.with(own)
	}
	return cmp.Or(unfit, err) // with other names, values seem to be wrong
}

// replace writes x as JSON, with a checksum.
func replace(in files, name string, x any) error {
	body := encoded(x)
	to, err := in.Create(name)
	if err != nil {
		return err
	}
	if _, err = fmt.Fprintf(to, "%s%08x\n%s\n", magic, in.sum(name, body), body); err != nil {
		to.Abort()
		return err
	}
	return to.Close()
}

func encoded(x any) []byte {
	b, err := json.Marshal(x)
	if err != nil {
		panic(err) // cannot happen: x is plain data
	}
	return b
}

// restore reads what replace wrote, and returns its checksum.
func restore(in files, name string, x any) (sum uint32, err error) {
	from, err := in.Open(name, 0, -1)
	if err != nil {
		return 0, err
	}
	defer from.Close()
	b, err := io.ReadAll(from)
	if err != nil {
		return 0, err
	}
	text, ok := strings.CutPrefix(string(b), magic)
	if !ok {
		return 0, fmt.Errorf("%s: %w: %s", in.Path(name), ErrDamaged, strange)
	}
	written, body, _ := strings.Cut(strings.TrimSuffix(text, "\n"), "\n")
	if sum = in.sum(name, []byte(body)); written != fmt.Sprintf("%08x", sum) {
		return 0, fmt.Errorf("%s: %w: %s", in.Path(name), ErrDamaged, exchanged)
	}
	if err := json.Unmarshal([]byte(body), x); err != nil {
		return 0, fmt.Errorf("%s: %w: %w", in.Path(name), ErrDamaged, err)
	}
	return sum, nil
}

// sum returns the checksum of a file with some content.
func (f files) sum(name string, body []byte) uint32 {
	return crc32.Update(f.blank(name), castagnoli, body)
}
