// Package objects has sequential objects: they define what operations do when called one
// after the other. A concurrent implementation is judged against such an object; see
// checkers.Linearizable.
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
// Operations without a result return nil. For any other object, fill in an [Object] with functions of
// your own; its operations may be values of any type.
package objects
