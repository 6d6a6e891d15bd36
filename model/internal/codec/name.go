package codec

import (
	"fmt"
	"hash/fnv"
	"reflect"
	"strconv"
	"strings"
)

// wireName returns the name of a dynamic type in encodings. It depends only on the type's declaration and is different
// for nearly all types: since types declared inside functions may share package and name with others, a hash of the
// whole declaration follows the name.
func wireName(t reflect.Type) string {
	short := namer{}
	short.write(t)
	name := short.b.String()
	if !short.declared {
		return name
	}
	full := namer{expanded: map[reflect.Type]bool{}}
	full.write(t)
	h := fnv.New64a()
	h.Write([]byte(full.b.String()))
	return fmt.Sprintf("%s#%016x", name, h.Sum64())
}

// A namer writes types with the full paths of their packages.
type namer struct {
	b        strings.Builder
	expanded map[reflect.Type]bool // types whose declaration has been written; if nil, only names are written
	declared bool                  // a type declared in a package was written
}

func (n *namer) write(t reflect.Type) {
	if t.PkgPath() != "" {
		n.declared = true
		n.b.WriteString(t.PkgPath() + "." + t.Name())
		if n.expanded == nil || n.expanded[t] {
			return
		}
		n.expanded[t] = true
		n.b.WriteByte('=')
	} else if t.Name() != "" {
		n.b.WriteString(t.Name())
		return
	}
	n.writeStructure(t)
}

func (n *namer) writeStructure(t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer:
		n.b.WriteByte('*')
		n.write(t.Elem())
	case reflect.Slice:
		n.b.WriteString("[]")
		n.write(t.Elem())
	case reflect.Array:
		n.b.WriteString("[" + strconv.Itoa(t.Len()) + "]")
		n.write(t.Elem())
	case reflect.Map:
		n.b.WriteString("map[")
		n.write(t.Key())
		n.b.WriteByte(']')
		n.write(t.Elem())
	case reflect.Struct:
		n.b.WriteString("struct{")
		for i := range t.NumField() {
			n.writeField(t.Field(i))
		}
		n.b.WriteByte('}')
	case reflect.Interface:
		n.b.WriteString("interface{")
		for i := range t.NumMethod() {
			m := t.Method(i)
			n.b.WriteString(m.PkgPath + "." + m.Name + m.Type.String() + ";")
		}
		n.b.WriteByte('}')
	default:
		n.b.WriteString(t.Kind().String())
	}
}

// writeField writes everything about a field that makes its struct type differ from others in Go.
func (n *namer) writeField(f reflect.StructField) {
	if f.Anonymous {
		n.b.WriteByte('+')
	}
	if f.PkgPath != "" {
		n.b.WriteString(f.PkgPath + ".")
	}
	n.b.WriteString(f.Name + " ")
	n.write(f.Type)
	if f.Tag != "" {
		n.b.WriteString(strconv.Quote(string(f.Tag)))
	}
	n.b.WriteByte(';')
}
