package erased

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
)

// HasLocal fails if no process can have a local state of type t. locals are the types of the processes' local states:
// interfaces if they are of several types. The error begins with a verb, for whoever looks at such states.
func HasLocal(t reflect.Type, locals iter.Seq[reflect.Type]) error {
	var there []string
	for is := range locals {
		if is == t || is.Kind() == reflect.Interface || t.Kind() == reflect.Interface && is.Implements(t) {
			return nil
		}
		if name := is.String(); !slices.Contains(there, name) {
			there = append(there, name)
		}
	}
	return fmt.Errorf("looks at local states of type %v, and no process has one: they are of type %s", t,
		strings.Join(there, ", "))
}
