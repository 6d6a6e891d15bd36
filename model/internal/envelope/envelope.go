// Package envelope lets messages carry the past of their senders, for model.Causality. Code that shows a message
// opens it.
package envelope

// Message is a message with the past of its sender: how many events of each process happened before it was sent.
type Message struct {
	Plain any
	Past  []int
}

// Growing is the value of a shared variable to which only is added: what was there once remains. Nobody outside of the
// module can make one.
type Growing interface{ Grows(Message) }

// Open returns the message in an envelope, and any other message as it is.
func Open(m any) any {
	if e, ok := m.(Message); ok {
		return e.Plain
	}
	return m
}
