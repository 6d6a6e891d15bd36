package explore

import "encoding/binary"

// config holds the constants of the search that tests make small, so that small systems exceed every limit. No answer
// depends on them.
type config struct {
	block     int    // parents that a worker takes at a time
	round     int    // parents expanded between two updates of the visited set
	fanout    int    // transitions that a round aims at, when parents have many
	batch     int    // successors looked up together
	pageBits  uint   // log2 of the states in a page
	idBits    uint   // of an id in a slot of the index, at most 24
	shardBits uint   // log2 of the shards of the index, at most 8
	nodeBits  uint   // log2 of the nodes in each of the first four pages of the node table
	maxStates uint64 // ids that exist
	maxNodes  uint64 // node ids that exist
	inline    int    // parents and candidates not worth a second goroutine
	sleep     bool   // look-ups are spared, unless states are left out; see Independence
}

func defaultConfig() config {
	return config{
		block:     128,
		round:     16384,
		fanout:    1 << 16,
		batch:     128,
		pageBits:  14,
		idBits:    24,
		shardBits: 6,
		nodeBits:  8,
		maxStates: maxID + 1,
		maxNodes:  1<<32 - 1,
		inline:    256,
		sleep:     true,
	}
}

// Where there are many ids of states, they are stored in idBytes bytes. maxID is the largest: one more number is
// needed because pages hold predecessors + 1. none is the id of no state.
const (
	idBytes = 5
	maxID   = 1<<(8*idBytes) - 3
	none    = 1<<64 - 1
)

// putID writes an id, or a number that is one more.
func putID(b []byte, id uint64) {
	binary.LittleEndian.PutUint32(b, uint32(id))
	b[4] = byte(id >> 32)
}

// getID reads what putID wrote.
func getID(b []byte) uint64 { return uint64(binary.LittleEndian.Uint32(b)) | uint64(b[4])<<32 }
