package raftlibrary

// What follows knows nothing of the toolkit: it is also part of the tests that traces are written as.

// Config is what a server is made of.
type Config struct {
	ID     int // from 1
	Voters []uint64
	Options
	From *Durable // what survived, if it was there before
}

// Options are how the library is configured, and driven.
type Options struct {
	PreVote, CheckQuorum, LeaseReads bool

	// OneEntry has a message carry one entry at most, and one be applied at a time.
	OneEntry bool
	// Patience is how many ticks more than 2 without a leader make a server campaign. The library draws 0 or 1.
	Patience int
	// ApplyLater leaves what is ready to Apply if there are committed entries in it.
	ApplyLater bool
}

// Server is a node of the library, and its storage. It may also have Tick, Change and Apply.
type Server interface {
	Campaign()
	Propose(data string)
	ReadIndex(context string)
	Step(bytes string)
	// Ready persists and applies what is ready, and returns the messages that are to be sent.
	Ready() []Message
	See() View
	Durable() Durable
}

// Message is one of the library: what it is, for people, and itself.
type Message struct {
	Text, Bytes string
	To          int // from 1
}

func (m Message) String() string { return m.Text }

// View is what is seen of a server.
type View struct {
	Role    string
	Term    uint64
	Commit  uint64
	Log     []Entry // from index 2
	Applied []Entry // of these, in order
	Reads   []Read
	Waiting bool // for Apply

	Panicked string // why, if it did
}

// Entry is one of the log. The Data of a change of the configuration are such as "v4 r1": add voter 4, remove 1.
type Entry struct {
	Term   uint64
	Data   string
	Change bool
}

// Read is a read that was answered.
type Read struct {
	Context string
	Index   uint64
}

// Durable is what survives a crash.
type Durable struct {
	Term, Vote, Commit uint64
	Log                []Entry // from index 2
}

// Leader is the Role of a leader.
const Leader = "StateLeader"
