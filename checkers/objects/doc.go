// Package objects has sequential objects: what operations would do if they were called one
// after the other. A concurrent implementation is judged against one of them; see
// checkers.Linearizable.
//
// The operations are plain values, made to be recorded by an algorithm:
//
//	p.Call(objects.Write[int]{Value: 1})
//	…
//	p.Return(nil)
//
// # Objects
//
//	Register           Read, Write
//	CompareAndSet      Read, Write, CAS
//	VersionedRegister  Read, Write, Update
//	Queue              Enqueue, Dequeue
//	Stack              Push, Pop
//	Lock               Acquire, Release
//	KeyValue           Get, Put, Delete
//
// Operations without a result return nil. Any other object is an [Object] with functions of one's
// own, whose operations may be values of any type.
package objects
