package system

import (
	"fmt"

	"github.com/anel-mc/mc/model/internal/codec"
)

// Values encodes plain values, as local states and messages are. The zero value is ready; it may
// be used concurrently and must not be copied.
type Values struct{ registry codec.Registry }

// Encode returns the encoding of x, which is the same for two values if and only if they are: of one
// type, with equal contents, where nil and empty slices and maps count as equal. It
// fails for what is not a plain value.
func (v *Values) Encode(x any) (string, error) {
	b, err := v.registry.Encode(nil, x)
	return string(b), err
}

// Decode returns a new copy of the value that v has encoded.
func (v *Values) Decode(encoding string) any {
	x, err := v.registry.Decode([]byte(encoding))
	if err != nil {
		panic(fmt.Sprintf("model: an encoding cannot be decoded: %v", err))
	}
	return x
}
