package model

// Kind is the kind of event that happens in a step.
type Kind string

// The kinds of events.
const (
	Acted     Kind = "act"       // a process takes one of its acts, or a machine an action
	Deliver   Kind = "deliver"   // a message reaches its receiver
	Timeout   Kind = "timeout"   // a timer fires
	Crash     Kind = "crash"     // a process stops and loses what is volatile
	Recover   Kind = "recover"   // a crashed process comes back
	Lose      Kind = "lose"      // a message is lost
	Duplicate Kind = "duplicate" // a message is delivered and stays in its channel
	Cut       Kind = "cut"       // a link stops working
	Partition Kind = "partition" // the processes are split in two groups
	Heal      Kind = "heal"      // a cut link or a partition is mended
	Tick      Kind = "tick"      // time moves on by one tick, or the local clock of a process
	SetBack   Kind = "set back"  // a local clock is set back
	Stabilise Kind = "stabilise" // from now on messages arrive in time and detectors are right
	Suspect   Kind = "suspect"   // a failure detector begins to suspect a process
	Trust     Kind = "trust"     // a failure detector ceases to suspect a process
)

// Event is one atomic step of a system, described for people.
type Event struct {
	Kind Kind

	// Process is where the event happens: the process that acts, receives or crashes. It is None for events of the
	// network and for a Machine's actions.
	Process ID

	// Name of the act or timer, or of the machine's action with its argument.
	Name string

	// Action is the name of a machine's action without its argument, and Argument that: i, or the value of ForEach.
	Action   string
	Argument any

	// From and To are the ends of the channel of a message, or of a cut
	// link; None otherwise.
	From, To ID

	// Message is what is delivered, lost or duplicated: a copy.
	Message Message

	// Behind is how many messages are ahead of Message in a FIFO channel. It is 0 unless the message is lost; see
	// Faults.Lose.
	Behind int

	// Suspect is the process that Process starts or stops suspecting; None otherwise.
	Suspect ID

	// Group is the side of process 0 in a partition.
	Group []ID

	// Choice is the outcome of the handler's choices: 0 if it made none, or if no handler ran.
	Choice int
}
