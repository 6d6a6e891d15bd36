package mvcc

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Timestamp is what a hybrid logical clock gives. Process is 0 at the node of the store and 1 elsewhere.
type Timestamp struct{ Physical, Logical, Process int }

func (t Timestamp) String() string {
	if t.Process == 0 {
		return fmt.Sprintf("%d.%d", t.Physical, t.Logical)
	}
	return fmt.Sprintf("%d.%d'", t.Physical, t.Logical)
}

// compare is HybridLogicalClock.compare.
func compare(a, b Timestamp) int {
	return cmp.Or(cmp.Compare(a.Physical, b.Physical), cmp.Compare(a.Logical, b.Logical),
		cmp.Compare(a.Process, b.Process))
}

// now is HybridLogicalClock.now. current is what the physical clock shows.
func (t Timestamp) now(current int) Timestamp {
	if current > t.Physical {
		return Timestamp{Physical: current}
	}
	return Timestamp{t.Physical, t.Logical + 1, 0}
}

// follow moves the clock past a given timestamp that is ahead of it, which is the purpose of update. The entries
// hybrid-logical-clock and versioned-store explore update as the source prints it.
func (t Timestamp) follow(other Timestamp) Timestamp {
	if compare(other, t) <= 0 {
		return t
	}
	return Timestamp{other.Physical, other.Logical + 1, 0}
}

// Version is a version of the one key. Value is empty for a delete.
type Version struct {
	At      Timestamp
	Value   string
	Deleted bool
}

func (v Version) String() string {
	if v.Deleted {
		return fmt.Sprintf("deleted@%s", v.At)
	}
	return fmt.Sprintf("%s@%s", v.Value, v.At)
}

// None is what a read returns if there is no visible version.
const None = "None"

// Phase is where a client is between two steps of a method.
type Phase int

// The phases.
const (
	Idle       Phase = iota
	Writing          // has a timestamp, but has not appended the version yet
	Deleting         // the same for a delete
	Reading          // has a timestamp, but has not looked yet
	Collecting       // knows which versions to keep, but has not put them into the dictionary yet
)

func (p Phase) String() string {
	return [...]string{"Idle", "Writing", "Deleting", "Reading", "Collecting"}[p]
}

// Client is a thread that calls the methods of the store.
type Client struct {
	Phase Phase
	At    Timestamp
	Kept  []Version
	Made  int // how many values it has written
	Left  Fuel
}

// Fuel is how often a client may still call each method.
type Fuel struct{ Writes, Deletes, Reads, Collects int }

func (f Fuel) String() string {
	return fmt.Sprintf("%d+%d+%d+%d", f.Writes, f.Deletes, f.Reads, f.Collects)
}

// Read is a read that has returned.
type Read struct {
	At    Timestamp
	Value string
}

// now takes a timestamp from the clock; the physical clock shows any number that its last reading allows.
func (o rules) now(p *model.Context) Timestamp {
	shown := o.shown.Get(p)
	current := shown + p.Choose(o.ticks-shown+1)
	if o.steady {
		o.shown.Set(p, current)
	}
	p.Mark(fmt.Sprintf("clock shows %d", current))
	t := o.clock.Get(p).now(current)
	o.clock.Set(p, t)
	return t
}

// visible returns what mvcc_read returns: it goes through the list, and the last version that is not later
// counts, whatever its timestamp.
func (o rules) visible(data []Version, at Timestamp) string {
	visible := None
	for _, v := range data {
		if compare(v.At, at) <= 0 {
			if !v.Deleted {
				visible = v.Value
			} else if o.hides {
				visible = None
			}
		}
	}
	return visible
}

// kept returns the versions that garbage_collect leaves.
func (o rules) kept(data []Version, safe Timestamp) []Version {
	last := -1 // the version that is read as of the safe time
	for i, v := range data {
		if compare(v.At, safe) <= 0 {
			last = i
		}
	}
	var kept []Version
	for i, v := range data {
		if compare(v.At, safe) >= 0 || o.keeps && i == last && !v.Deleted {
			kept = append(kept, v)
		}
	}
	return kept
}

// append is the second half of mvcc_write and mvcc_delete.
func (o rules) append(p *model.Context, s Client) Client {
	v := Version{At: s.At, Deleted: s.Phase == Deleting}
	if s.Phase == Writing {
		s.Made++
		v.Value = fmt.Sprintf("%c%d", 'p'+rune(p.Self()), s.Made)
	}
	o.data.Set(p, append(slices.Clone(o.data.Get(p)), v))
	log := append(slices.Clone(o.log.Get(p)), v)
	slices.SortFunc(log, func(a, b Version) int { return compare(a.At, b.At) })
	o.log.Set(p, log)
	return s.idle()
}

// look is the second half of mvcc_read.
func (o rules) look(p *model.Context, s Client) Client {
	r := Read{s.At, o.visible(o.data.Get(p), s.At)}
	p.Mark(fmt.Sprintf("as of %s reads %s", r.At, r.Value))
	if reads := o.reads.Get(p); !slices.Contains(reads, r) {
		reads = append(slices.Clone(reads), r)
		slices.SortFunc(reads, func(a, b Read) int { return cmp.Or(compare(a.At, b.At), cmp.Compare(a.Value, b.Value)) })
		o.reads.Set(p, reads)
	}
	return s.idle()
}

// replace is the second half of garbage_collect.
func (o rules) replace(p *model.Context, s Client) Client {
	o.data.Set(p, s.Kept)
	o.until.Set(p, s.At)
	return s.idle()
}

func (s Client) idle() Client {
	s.Phase, s.At, s.Kept = Idle, Timestamp{}, nil
	return s
}

// finish does the second half of the method that a client is in.
func (o rules) finish(p *model.Context, s Client) Client {
	switch s.Phase {
	case Writing, Deleting:
		return o.append(p, s)
	case Reading:
		return o.look(p, s)
	default:
		return o.replace(p, s)
	}
}

// times returns the timestamps that clients know: those that writes and deletes have returned.
func (o rules) times(p *model.Context) []Timestamp {
	var times []Timestamp
	for _, v := range o.log.Get(p) {
		times = append(times, v.At)
	}
	return times
}

// readAsOf is the first half of mvcc_read with a timestamp.
func (o rules) readAsOf(p *model.Context, s Client) Client {
	times := o.times(p)
	if o.foreign {
		for physical := range o.ticks + 1 {
			times = append(times, Timestamp{physical, 0, 1})
		}
	}
	s.Phase, s.At = Reading, times[p.Choose(len(times))]
	if o.follows {
		o.clock.Set(p, o.clock.Get(p).follow(s.At))
	}
	return s
}

// collect is the first half of garbage_collect. Safe is a time that is known, or now.
func (o rules) collect(p *model.Context, s Client) Client {
	times := o.times(p)
	safe, k := Timestamp{}, p.Choose(len(times)+1)
	if k < len(times) {
		safe = times[k]
	} else {
		safe = o.now(p)
	}
	p.Mark(fmt.Sprintf("safe is %s", safe))
	if compare(safe, o.safe.Get(p)) > 0 {
		o.safe.Set(p, safe)
	}
	if data := o.data.Get(p); len(data) > 0 { // otherwise the loop over the keys does not reach it
		s.Phase, s.At, s.Kept = Collecting, safe, o.kept(data, safe)
	}
	return s
}

// client is a client of the store.
func client(o rules) model.Process[Client] {
	// call is the act that begins a method; begin returns the client in the middle of it.
	call := func(name string, left func(f *Fuel) *int, begin func(p *model.Context, s Client) Client) model.Act[Client] {
		return model.Act[Client]{
			Name:     name,
			Optional: true,
			Enabled: func(p *model.Context, s Client) bool {
				return s.Phase == Idle && *left(&s.Left) > 0 && (name != "read as of" || o.foreign || len(o.log.Get(p)) > 0)
			},
			Do: func(p *model.Context, s Client) Client {
				*left(&s.Left)--
				s = begin(p, s)
				if o.locked && s.Phase != Idle {
					return o.finish(p, s)
				}
				return s
			},
		}
	}
	timed := func(phase Phase) func(p *model.Context, s Client) Client {
		return func(p *model.Context, s Client) Client {
			s.Phase, s.At = phase, o.now(p)
			return s
		}
	}
	return model.Process[Client]{
		Name: "client",
		Init: func(*model.Context) Client { return Client{Left: o.fuel} },
		Acts: []model.Act[Client]{
			call("write", func(f *Fuel) *int { return &f.Writes }, timed(Writing)),
			call("delete", func(f *Fuel) *int { return &f.Deletes }, timed(Deleting)),
			call("read", func(f *Fuel) *int { return &f.Reads }, timed(Reading)),
			call("read as of", func(f *Fuel) *int { return &f.Reads }, o.readAsOf),
			call("collect", func(f *Fuel) *int { return &f.Collects }, o.collect),
			{
				Name:    "finish",
				Enabled: func(_ *model.Context, s Client) bool { return s.Phase != Idle },
				Do:      o.finish,
			},
		},
	}
}

// rules are what variants and parameters decide, and the shared state.
type rules struct {
	fuel    Fuel
	ticks   int
	steady  bool // the physical clock does not go back
	foreign bool // there are reads as of timestamps of other nodes
	hides   bool // a delete hides what it deletes
	keeps   bool // collecting keeps what can be read as of the safe time
	locked  bool // each method is one step
	follows bool // a read as of a later time moves the clock

	clock model.Variable[Timestamp] // the hybrid clock
	shown model.Variable[int]       // what the physical clock showed last, if it does not go back
	data  model.Variable[[]Version] // none: the key is not in the dictionary

	// For the properties only: every version that was appended, in order of time; every read; the latest
	// time that was called safe, and the time of the last collection that is done.
	log         model.Variable[[]Version]
	reads       model.Variable[[]Read]
	safe, until model.Variable[Timestamp]
}
