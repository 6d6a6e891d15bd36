package term

import (
	"bytes"
	"encoding/json"
)

// JSON encodes v, which must be a plain struct or a list of these.
func JSON(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		panic(err) // not a plain struct: a bug in the caller
	}
	return b.Bytes()
}
