package model

// Kind is the kind of an event.
type Kind string

// The kinds of events.
const (
	Acted     Kind = "act"       // a process takes one of its acts, or a Machine one of its actions
	Deliver   Kind = "deliver"   // a message reaches its receiver; if that is down, it is lost there
	Timeout   Kind = "timeout"   // a timer fires
	Crash     Kind = "crash"     // a process stops and loses its volatile state
	Recover   Kind = "recover"   // a crashed process comes back
	Lose      Kind = "lose"      // a message is lost
	Duplicate Kind = "duplicate" // a message is delivered and stays in its channel
	Cut       Kind = "cut"       // a link stops working
	Partition Kind = "partition" // the processes are split into two groups
	Heal      Kind = "heal"      // a cut link or a partition is repaired
	Tick      Kind = "tick"      // time, or the local clock of a process, advances by one tick
	SetBack   Kind = "set back"  // a local clock is set back
	Stabilise Kind = "stabilise" // from now on messages arrive in time and detectors are right
	Suspect   Kind = "suspect"   // a failure detector starts to suspect a process
	Trust     Kind = "trust"     // a failure detector stops suspecting a process
)

// Event describes one atomic step of a system, for people and for properties of steps.
type Event struct {
	Kind Kind

	// Process is where the event happens: the process that acts, receives or crashes. It is None for events of the
	// network and for a Machine's actions.
	Process ID

	// Name is that of the act or timer, or of a Machine's action with its argument. For a SetBack it tells the reading.
	Name string

	// Action is the name of a Machine's action without its argument, and Argument the argument: i, or the value of a
	// ForEach.
	Action   string
	Argument any

	// From and To are the ends of a message's channel, or of a link that is cut or healed; None otherwise.
	From, To ID

	// Message is a copy of the message that is delivered, lost or duplicated.
	Message Message

	// Behind is the number of messages ahead of Message in a FIFO channel. It is 0 unless the message is lost; see
	// Faults.Lose.
	Behind int

	// Suspect is the process that Process starts or stops suspecting; None otherwise.
	Suspect ID

	// Group is the group of process 0 in a partition.
	Group []ID

	// Choice numbers the combination of outcomes that the handler chose: 0 if it chose nothing, or if no handler ran.
	Choice int
}
