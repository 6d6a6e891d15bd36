package term

import (
	"bytes"
	"encoding/json"
)

// JSON renders v, which is a plain struct, or a list of these.
func JSON(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		panic(err) // not a plain struct: a mistake of the caller
	}
	return b.Bytes()
}
