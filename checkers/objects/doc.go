// Package objects has sequential objects, which define what operations do when called one
// after the other. Concurrent implementations are judged against them; see checkers.Linearizable.
//
// Operations are plain values that an algorithm records:
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
// Operations without a result return nil. To define another object, fill in an [Object]; its
// operations may be values of any type.
package objects
