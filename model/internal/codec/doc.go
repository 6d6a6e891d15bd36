// Package codec turns any plain Go value into bytes and back.
//
// A local state or a message of a model is a plain Go value: integers, floats, strings,
// structs, arrays, slices, maps, pointers to these and interfaces holding these, in exported
// or unexported fields. The canonical encoding of a value is its identity: two values are the
// same state if and only if their encodings are equal. Users therefore write no hash, no Equal
// and no codec, and whatever has no such encoding is rejected with an [Error] that names the
// field.
//
// # Which values are equal
//
//   - A nil and an empty slice are equal, and decoded as nil.
//   - A nil and an empty map are equal, and decoded as an empty map, so that it can be written to.
//   - A nil pointer differs from a pointer to a zero value. Otherwise a pointer is what it points
//     to: whether two pointers share their target is not part of the value, and after decoding
//     they never do. An interface that holds a nil pointer differs from a nil interface.
//   - All NaNs are equal. -0 and +0 are not, because a program can tell them apart
//     (1/x): merging them could hide a behaviour, keeping them apart costs at most a state.
//   - Blank fields (named _) are not part of the value. Decoding leaves them as they are.
//   - The spare capacity of a slice is not part of the value. Decoded slices have none, at any
//     depth, so an append to one never writes into memory that something else sees.
//
// # What is rejected
//
// Functions, channels and unsafe pointers, even nil ones, because they have no value that
// could be compared; time.Time, because a clock reading has no place in a state and carries a
// pointer to a location; NaN and pointers as keys of maps, because Go compares the one unequal
// to itself and the other by address; cycles; nesting of more than 10,000 pointers, slices,
// maps and interfaces. What the type reveals is rejected when its codec is made; the contents of an
// interface are rejected when they are encountered.
//
// # Format
//
// Encodings are self-delimiting, so a sequence of them needs no separators.
//
//	bool                one byte, 0 or 1
//	int8, uint8         one byte
//	other unsigned      a varint of seven bits a byte, least significant first, as short as possible
//	other signed        the same of the zigzag form: 0, -1, 1, -2, ... are 0, 1, 2, 3, ...
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
// Lengths are unsigned varints. An encoding does not depend on the order in which types or
// values were encountered, so it is the same in every run and process (but see Limitations). Decoding
// accepts exactly what encoding produces: other bytes give an error, never a panic, and never use
// more memory for each byte of input than a constant given by the type.
//
// A dynamic type's name holds the full path of its package. Types declared inside functions may
// share it with others, so the name ends in a hash of how the type is declared.
//
// # Vectors
//
// [Vector] lays a value out as a fixed number of uint32 slots, for machines whose whole state
// is one Go value. A small integer is its slot; everything else is interned by the
// caller and represented by its number. See [VectorFor].
//
// # How it works
//
// A type is compiled once into a plan: two functions over unsafe pointers, which hold the plans
// of the parts. Nested structs are flattened into one list of offsets. The tables from types to
// plans are copied when something is added, which happens once per type, and read without locks.
// Cycles are found in two passes: the first only counts the depth, because nearly all
// values have no cycle; if it goes too deep, a second one remembers its way and names the cycle.
//
// # Limitations
//
// Two function-local types of one package with equal names and equal declarations cannot be
// told apart by name in a reproducible way. They are numbered in the order they are encountered: never
// confused, but their encodings may differ between runs.
//
// A target that a value reaches by several paths is encoded once for each path.
package codec
