package raftlibrary

// What follows does not use the toolkit: it also becomes part of the tests that are written from traces.

// Config is what a server is started with.
type Config struct {
	ID     int // from 1
	Voters []uint64
	Options
	From *Durable // what survived a crash, if the server ran before
}

// Options say how the library is configured and driven.
type Options struct {
	PreVote, CheckQuorum, LeaseReads bool

	// OneEntry makes a message carry at most one entry, and entries be applied one at a time.
	OneEntry bool
	// Patience is how many ticks more than 2 a server waits without a leader before it campaigns. The library draws
	// 0 or 1.
	Patience int
	// ApplyLater makes Ready wait for Apply while there are committed entries to apply.
	ApplyLater bool
}

// Server is a node of the library with its storage. It may also have the methods Tick, Change and Apply.
type Server interface {
	Campaign()
	Propose(data string)
	ReadIndex(context string)
	Step(bytes string)
	// Ready persists and applies what is ready, and returns the messages to send.
	Ready() []Message
	See() View
	Durable() Durable
}

// Message is a message of the library: Text is for people to read, and Bytes is the message itself, encoded.
type Message struct {
	Text, Bytes string
	To          int // from 1
}

func (m Message) String() string { return m.Text }

// View is what can be seen of a server.
type View struct {
	Role    string
	Term    uint64
	Commit  uint64
	Log     []Entry // from index 2
	Applied []Entry // the entries applied, in order
	Reads   []Read
	Waiting bool // Ready waits for Apply

	Panicked string // why the library panicked, if it did
}

// Entry is an entry of the log. A configuration change has Data such as "v4 r1": add voter 4, remove 1.
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
