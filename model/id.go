package model

// ID names a process of an instance: 0, 1, … in the order of
// Instance.Processes.
type ID int

// None is the ID of no process.
const None ID = -1

// MaxProcesses is the largest number of processes of an instance.
const MaxProcesses = 64

// Message is any plain Go value: everything but funcs, channels and cyclic
// pointers.
type Message = any

// Link is a channel of a topology, from one process to another.
type Link struct{ From, To ID }
