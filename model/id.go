package model

// ID identifies a process of an instance: its index in Instance.Processes.
type ID int

// None is the ID of no process.
const None ID = -1

// MaxProcesses is the largest number of processes of an instance.
const MaxProcesses = 64

// Message is any plain Go value: bools, numbers, strings, and structs, arrays, slices, maps, pointers and interfaces of
// these, with exported or unexported fields. It must contain no funcs, channels, unsafe pointers, times or cycles, and
// no NaNs or pointers as map keys. Two messages are the same if their contents are, and whoever looks at one is given a
// copy: of a pointer, what it points to is kept, not the address. So compare what pointers point to. An interface must
// hold no pointer that is an error, as errors.New and fmt.Errorf return, since err == ErrFull and errors.Is compare
// addresses.
type Message = any

// Link is a channel of a topology, from one process to another.
type Link struct{ From, To ID }
