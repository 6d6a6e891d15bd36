package explore

import "encoding/binary"

// config holds constants of the search that tests make small, so that even small systems exceed every limit. No
// answer depends on them.
type config struct {
	block     int    // parents that a worker takes at a time
	round     int    // parents expanded between two updates of the visited set
	fanout    int    // target number of transitions in a round, when parents have many
	batch     int    // successors looked up together
	pageBits  uint   // log2 of the states in a page
	shardBits uint   // log2 of the shards of the index, at most 8
	nodeBits  uint   // log2 of the nodes in each of the first four pages of the node table
	maxStates uint64 // number of ids of states
	maxNodes  uint64 // number of ids of nodes
	inline    int    // number of parents or candidates up to which one goroutine is enough
	sleep     bool   // use sleep sets, unless states are left out; see Independence
}

func defaultConfig() config {
	return config{
		block:     128,
		round:     16384,
		fanout:    1 << 16,
		batch:     128,
		pageBits:  14,
		shardBits: 6,
		nodeBits:  7,
		maxStates: maxID + 1,
		maxNodes:  1<<32 - 1,
		inline:    256,
		sleep:     true,
	}
}

// Where many ids of states are stored, each takes idBytes bytes. maxID is the largest id, one less than would fit,
// because pages hold predecessors + 1. none is the id of no state.
const (
	idBytes = 5
	maxID   = 1<<(8*idBytes) - 3
	none    = 1<<64 - 1
)

// putID writes an id, or an id + 1.
func putID(b []byte, id uint64) {
	binary.LittleEndian.PutUint32(b, uint32(id))
	b[4] = byte(id >> 32)
}

// getID reads what putID wrote.
func getID(b []byte) uint64 { return uint64(binary.LittleEndian.Uint32(b)) | uint64(b[4])<<32 }
