package graph

import "encoding/binary"

// edge is an edge of a given state.
type edge struct {
	to  uint32
	tag uint16 // index into labels
}

const edgeBytes = 8

// edges iterates over the edges of a state, in the order of Stepper.Step. For each edge, the row holds the difference
// between the numbers of its target and its source, as a varint: zigzag-encoded, with a bit that says whether a tag
// follows. The weights come last, a byte each.
//
// If there are no weights, equal edges are merged, and an edge from a state to itself without an obligation is
// dropped: an execution that takes it for ever may as well end.
type edges struct {
	from uint32
	row  []byte // what is left of the row
	paid int    // number of weights

	edge         // the current edge
	costs []byte // of the current edge, by weight
}

// edges returns an iterator before the first edge of a state.
func (g *Graph) edges(v uint32) edges {
	row, first := g.rows[v>>chunkBits], uint32(0)
	if v&(1<<chunkBits-1) != 0 {
		first = g.end[v-1]
	}
	return edges{from: v, row: row[first:g.end[v]], paid: len(g.weigh)}
}

// next advances to the next edge, if there is one.
func (x *edges) next() bool {
	if len(x.row) == 0 {
		return false
	}
	n, size := uint64(x.row[0]), 1
	if n >= 1<<7 {
		n, size = binary.Uvarint(x.row)
	}
	far := n >> 1
	x.to, x.tag = uint32(int64(x.from)+(int64(far>>1)^-int64(far&1))), 0
	if n&1 != 0 {
		tag, more := binary.Uvarint(x.row[size:])
		x.tag = uint16(tag)
		size += more
	}
	x.costs = x.row[size : size+x.paid]
	x.row = x.row[size+x.paid:]
	return true
}

// appendEdge appends an edge, without its weights, to the row of a state.
func appendEdge(row []byte, from, to uint32, tag uint16) []byte {
	far := int64(to) - int64(from)
	n := uint64(far<<1^far>>63) << 1
	if tag == 0 {
		return binary.AppendUvarint(row, n)
	}
	return binary.AppendUvarint(binary.AppendUvarint(row, n|1), uint64(tag))
}
