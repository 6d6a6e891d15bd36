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
// whole declaration follows the name. place tells types with the same name apart in all processes of one program: it is
// where the program keeps the declared types in the name, "" if there are none.
func wireName(t reflect.Type) (name, place string) {
	short := namer{}
	short.write(t)
	if len(short.declared) == 0 {
		return short.b.String(), ""
	}
	full := namer{expanded: map[reflect.Type]bool{}}
	full.write(t)
	h := fnv.New64a()
	h.Write([]byte(full.b.String()))
	address := func(t reflect.Type) uintptr { return reflect.ValueOf(t).Pointer() }
	for _, d := range short.declared {
		// Systems load programs at random addresses, but always as a whole.
		place += fmt.Sprintf("%x ", address(d)-address(reflect.TypeFor[Registry]()))
	}
	return fmt.Sprintf("%s#%016x", short.b.String(), h.Sum64()), strings.TrimSpace(place)
}

// A namer writes types with the full paths of their packages.
type namer struct {
	b        strings.Builder
	expanded map[reflect.Type]bool // types whose declaration has been written; if nil, only names are written
	declared []reflect.Type        // types declared in packages, in the order in which they were written
}

func (n *namer) write(t reflect.Type) {
	if t.PkgPath() != "" {
		n.declared = append(n.declared, t)
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
