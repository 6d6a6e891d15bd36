package model

import (
	"cmp"
	"slices"
)

// Order is the order in which a channel delivers its messages.
type Order uint8

const (
	// FIFO channels deliver messages in the order in which they were sent.
	FIFO Order = iota
	// Unordered channels deliver messages in any order.
	Unordered
)

func (o Order) String() string {
	return nameOf("Order", uint8(o), "fifo", "unordered")
}

// Topology defines which processes have channels to which others. The zero value is the complete graph.
type Topology struct {
	name  string
	links func(n int) []Link // nil for the complete graph
}

func (t Topology) String() string {
	if t.links == nil {
		return "complete"
	}
	return t.name
}

// Ring connects each process to its right and left neighbours. The right neighbour of the last process is the first. In
// a ring of two, both neighbours are the same process, with one channel in each direction; in a ring of one, the
// process has a channel to itself.
func Ring() Topology {
	return Topology{name: "ring", links: func(n int) []Link {
		var links []Link
		for i := range n {
			right := ID((i + 1) % n)
			links = append(links, Link{ID(i), right}, Link{right, ID(i)})
		}
		return links
	}}
}

// Unidirectional is a Ring in which messages travel to the right only.
func Unidirectional() Topology {
	return Topology{name: "unidirectional ring", links: func(n int) []Link {
		var links []Link
		for i := range n {
			links = append(links, Link{ID(i), ID((i + 1) % n)})
		}
		return links
	}}
}

// Graph has a channel in both directions for each of the edges. The caller must not modify edges afterwards.
func Graph(edges ...Link) Topology {
	return Topology{name: "graph", links: func(int) []Link {
		var links []Link
		for _, e := range edges {
			links = append(links, e, Link{e.To, e.From})
		}
		return links
	}}
}

// Directed has exactly the given channels. The caller must not modify links afterwards.
func Directed(links ...Link) Topology {
	return Topology{name: "directed graph", links: func(int) []Link { return links }}
}

// Links returns the channels among n processes, without duplicates, ordered by sender and then by receiver.
func (t Topology) Links(n int) []Link {
	var links []Link
	if t.links != nil {
		links = slices.Clone(t.links(n))
	} else {
		for i := range n {
			for j := range n {
				if i != j {
					links = append(links, Link{ID(i), ID(j)})
				}
			}
		}
	}
	slices.SortFunc(links, func(a, b Link) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	return slices.Compact(links)
}

// Network defines how processes are connected. The zero value is a complete graph of reliable, unbounded FIFO channels.
type Network struct {
	_ struct{}

	Topology Topology
	Order    Order

	// Capacity is the number of messages that a channel can hold; 0 means no bound. An event whose messages do not all
	// fit is not enabled, so processes that answer each other over full channels wait for ever.
	Capacity int
}
