package codec

//lint:file-ignore U1000 fields are there to be encoded

import (
	"reflect"
	"testing"
)

// bakery is the state of a small whole-state machine: 16 slots.
type bakery struct {
	pc      [4]int8
	choose  [4]bool
	number  [4]int
	current [4]uint8
}

func BenchmarkEncodeDynamic(b *testing.B) {
	b.ReportAllocs()
	r := &Registry{}
	var v any = vote{3, 700}
	dst := make([]byte, 0, 128)
	for b.Loop() {
		dst, _ = r.Encode(dst[:0], v)
	}
}

func BenchmarkDecodeDynamic(b *testing.B) {
	b.ReportAllocs()
	r := &Registry{}
	dst, _ := r.Encode(nil, vote{3, 700})
	for b.Loop() {
		_, _ = r.Decode(dst)
	}
}

func BenchmarkVectorPut(b *testing.B) {
	b.ReportAllocs()
	c, _ := VectorOf(&Registry{}, reflect.TypeFor[bakery]())
	v, out := &bakery{number: [4]int{1, 2, 3, 4}}, make([]uint32, c.Width())
	for b.Loop() {
		_ = c.Put(v, out, nil)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*c.Width()), "ns/slot")
}

func BenchmarkVectorGet(b *testing.B) {
	b.ReportAllocs()
	c, _ := VectorOf(&Registry{}, reflect.TypeFor[bakery]())
	v, out := &bakery{number: [4]int{1, 2, 3, 4}}, make([]uint32, c.Width())
	_ = c.Put(v, out, nil)
	for b.Loop() {
		_ = c.Get(out, v, nil)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*c.Width()), "ns/slot")
}
