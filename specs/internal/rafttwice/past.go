package rafttwice

import "slices"

// Past is what properties know of the past: the leaders of each term, as bits, and for each entry that was applied five
// bytes: its index, the entry, and the lowest term of a server that applied it.
type Past struct {
	elected [6]uint8
	applied string
}

// Elected adds a leader.
func (h *Past) Elected(term int8, p int) { h.elected[term] |= 1 << p }

// Applied records that a server applied the entry at an index of its log.
func (h *Past) Applied(s *Node, index int) {
	var rows [][]byte
	for row := range slices.Chunk([]byte(h.applied), 5) {
		rows = append(rows, row)
	}
	is := append([]byte{byte(index)}, s.Log[3*index-3:3*index]...)
	is = append(is, byte(s.Term))
	at := slices.IndexFunc(rows, func(row []byte) bool { return string(row[:4]) == string(is[:4]) })
	if at >= 0 {
		rows[at][4] = min(rows[at][4], is[4])
	} else {
		at = slices.IndexFunc(rows, func(row []byte) bool { return row[0] > is[0] })
		if at < 0 {
			at = len(rows)
		}
		rows = slices.Insert(rows, at, is)
	}
	h.applied = string(slices.Concat(rows...))
}
