package disk

import (
	"context"
	"encoding/binary"
	"testing"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/exploretest"
)

// numbered is a system of one process, whose numbers are all that there is.
type numbered struct{ explore.System }

func (n numbered) Describe(b []byte, _ int, value uint32) []byte {
	return binary.AppendUvarint(b, uint64(value))
}

// BenchmarkSearch searches a ring of 9 processes: 273,916 states.
func BenchmarkSearch(b *testing.B) {
	for b.Loop() {
		dir := Folder(b.TempDir())
		if err := Create(dir, Params{Shards: 4, Memory: 64 << 20, Checks: []string{}}); err != nil {
			b.Fatal(err)
		}
		r, err := Open(dir)
		if err != nil {
			b.Fatal(err)
		}
		sys := numbered{ring{exploretest.NewRing(10)}}
		if err := r.Bind(sys, nil, nil, nil); err != nil {
			b.Fatal(err)
		}
		x, err := r.Search(context.Background(), explore.Options{Workers: 1})
		if err != nil || x.States != 1_373_097 {
			b.Fatal(x, err)
		}
		b.ReportMetric(float64(x.DiskBytes)/float64(x.States), "B/state")
	}
}
