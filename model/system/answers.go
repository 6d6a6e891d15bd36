package system

import "sync/atomic"

// What an answer of a LocalPredicate can be. Others are numbers other than unasked.
const (
	unasked = iota
	no
	yes
)

// get returns what is known of a row. A reader may see a table that was replaced
// since, and know less.
func (a *answers) get(row uint32) uint32 {
	if t := a.table.Load(); t != nil && int(row) < len(*t) {
		return (*t)[row].Load()
	}
	return unasked
}

// put records an answer, which is not unasked. It is called by one goroutine at a time.
func (a *answers) put(row, answer uint32) {
	t := a.table.Load()
	if t == nil || int(row) >= len(*t) {
		grown := make([]atomic.Uint32, max(64, 2*int(row)))
		if t != nil {
			for i := range *t {
				grown[i].Store((*t)[i].Load())
			}
		}
		t = &grown
		a.table.Store(t)
	}
	(*t)[row].Store(answer)
}
