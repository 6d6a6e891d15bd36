// Package codec turns any plain Go value into bytes and back.
//
// A local state or a message of a model is a plain Go value: bools, numbers, strings, structs, arrays, slices, maps,
// pointers to these and interfaces holding these, in exported or unexported fields. The canonical encoding of a value
// is its identity: two values are the same if and only if their encodings are equal. So users write no hash, no Equal
// and no codec. A value that has no such encoding is rejected with an [Error] that names the field.
//
// # Which values are equal
//
//   - A nil slice equals an empty one, and both are decoded as nil.
//   - A nil map equals an empty one, and both are decoded as an empty map, which can be written to.
//   - A nil pointer differs from a pointer to a zero value. Otherwise a pointer equals another if their targets are
//     equal: whether two pointers share a target is not part of the value, and after decoding they never do. An
//     interface that holds a nil pointer differs from a nil interface.
//   - All NaNs are equal. -0 and +0 are not, because a program can tell them apart (1/x): merging them could hide a
//     behaviour, while keeping them apart costs at most a state. They are one key of a map; see [Registry.EncodeKey].
//   - Blank fields (named _) are not part of the value. Decoding leaves them unchanged.
//   - The spare capacity of a slice is not part of the value. Decoded slices have none, at any depth, so an append to
//     one never writes to shared memory.
//
// # What is rejected
//
//   - Functions, channels and unsafe pointers, even nil ones, because they have no value that could be compared.
//   - time.Time, because a clock reading has no place in a state, and because it contains a pointer to a location.
//   - unique.Handle, and so netip.Addr, because it is compared by its address; slog.Value, because it hides the length
//     of a string.
//   - NaNs and pointers as map keys, because Go compares a NaN unequal to itself and a pointer by its address.
//   - Pointers that are errors, as errors.New and fmt.Errorf return, where an interface holds them: programs compare
//     those by their addresses.
//   - Cycles, and more than 10,000 nested pointers, slices, maps and interfaces.
//
// What can be seen from a type is rejected when its codec is compiled; the contents of an interface are rejected when
// they are encountered.
//
// # Format
//
// Encodings are self-delimiting, so a sequence of them needs no separators.
//
//	bool                one byte, 0 or 1
//	int8, uint8         one byte
//	other unsigned      a varint of seven bits a byte, least significant first, as short as possible
//	other signed        the same for its zigzag form: 0, -1, 1, -2, ... become 0, 1, 2, 3, ...
//	float32, float64    the IEEE 754 bits, big-endian
//	complex             real, then imaginary part
//	string              length, then the bytes
//	array               the elements
//	struct              the fields in order of declaration; one zero byte if that would be
//	                    empty although the struct has a size
//	slice               length, then the elements
//	map                 length, then keys and elements in the bytewise order of the encoded keys
//	pointer             0 for nil, else 1 and what it points to
//	interface           the dynamic type's name as a string ("" for nil), then the value
//
// Lengths are unsigned varints. An encoding does not depend on the order in which types or values were encountered, so
// it is the same in every run and process (but see Limitations). Decoding accepts exactly what encoding produces. Other
// bytes give an error, never a panic, and the memory used per byte of input is bounded by a constant for each type.
//
// The name of a dynamic type includes the full path of its package. Types declared inside functions may share path and
// name with others, so the name ends in a hash of the type's declaration.
//
// # Vectors
//
// [Vector] lays a value out as a fixed number of uint32 slots, for machines whose whole state is one Go value. A small
// integer is stored in its slot; everything else is interned by the caller and represented by a number. See [VectorOf].
//
// # How it works
//
// A type is compiled once into a plan: two functions over unsafe pointers, which hold the plans of the type's parts.
// Nested structs are flattened into one list of offsets. The tables from types to plans are read without locks, and
// copied when something is added, which happens once per type. Cycles are found in two passes. The first only counts
// the depth, since nearly all values have no cycle; if it goes too deep, the second keeps track of the path from the
// root and names the cycle.
//
// # Limitations
//
// Two function-local types of one package with equal names and equal declarations cannot be told apart by name in a
// reproducible way. They are numbered in the order in which they are encountered, so one Registry never confuses them,
// but their encodings may differ between runs, and be those of the others: see [Registry.Places].
//
// A target that a value reaches by several paths is encoded once for each path.
package codec
