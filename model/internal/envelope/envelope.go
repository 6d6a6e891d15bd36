// Package envelope lets messages carry the past of their senders, for model.Causality. Code that shows a message must
// open its envelope.
package envelope

// Message is a message in an envelope. Past is the number of events of each process that happened before it was sent.
type Message struct {
	Plain any
	Past  []int
}

// Growing is a value of a shared variable that is only ever added to. No type outside the module can implement it.
type Growing interface{ Grows(Message) }

// Open returns the message in an envelope, or m itself if it is not in one.
func Open(m any) any {
	if e, ok := m.(Message); ok {
		return e.Plain
	}
	return m
}
