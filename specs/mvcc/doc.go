// Package mvcc is a store that keeps the versions of a value with the timestamps of a hybrid logical clock, so that
// it can be read as of an earlier time.
//
// Source: 002, 1.1.4 "Hybrid Logical Clocks (HLC)", CockroachDBStyleMVCC, with HybridLogicalClock.now and
// compare.
//
// # The algorithm
//
// mvcc_write takes a timestamp and appends the version; mvcc_delete appends a mark instead. mvcc_read takes a
// timestamp, unless it is given one, goes through all versions in the order of the list, and returns the last that is
// not later. garbage_collect removes versions older than a time that the caller calls safe, and removes the key with
// its last version.
//
// # Assumptions
//
// One node and one key: keys share nothing but the clock. Clients are threads that call the methods, each as often as
// the parameters say. They know the timestamps that writes and deletes have returned, and may read as of these or call
// these, or the present, safe. With foreign=1 they also read as of timestamps of another node's clock, which may be
// ahead of this one as far as physical clocks go. A reading of the physical clock is any number from the last one up to
// the parameter ticks, or with steady=0 any from 0 on. All calls are bounded, so nothing is left undecided.
//
// # Steps
//
// The lock of the source covers the clock and nothing else. So a write or delete is two steps, the timestamp and the
// append; a read that is given no timestamp is two steps, the timestamp and the look; and a collection is two steps,
// the new list and its assignment in the dictionary. A collection that finds no key does nothing. Each of these halves
// is one step here, as if Python did not switch threads within it; if it does, there are also KeyErrors, between the
// test whether a key exists and its use.
//
// # Variants
//
// Each has the changes of those before it.
//
//   - as-written: the class, branch by branch. A read passes over the mark of a delete as if it were not there.
//   - deletes: the mark hides what was before it.
//   - keeps: a collection keeps the last version that is not later than the safe time, unless it is a delete.
//   - locked: each method is one step.
//   - corrected: a read as of a time that is ahead of the clock moves the clock past it first.
//
// # What is asked
//
// Reads as of times before the latest that was called safe may return anything. Hidden variables record, for the
// properties, all versions that were appended, all reads that returned, and that time.
//
//   - delete-hides, write-shows: a read as of the safe time, of any later version, or of the end of time returns
//     what was written last until then, or None if that is a delete or there is nothing.
//   - repeatable-reads: whatever was read as of a time can be read again.
//   - collecting-changes-no-read: the step of a collection does not change it either; garbage-goes: after that step no
//     version is left that nobody can read; collected: some version is removed.
//   - no-version-lost: every version that is not older than the safe time is there.
//   - timestamps-differ, in-order: no two versions have the same timestamp, and they are in the order of time.
//
// # Where the text leaves something open
//
//   - "Safe" is not explained. Here it is the caller's promise that nobody will read as of earlier times. The source's
//     own condition, >=, says that reads as of the safe time itself go on.
//   - Deleting keys while the loop runs over them would raise an error in Python; the source runs over a copy.
//   - How writes come from other nodes is not part of the class, and its clock is never updated.
//
// # Differences from the source
//
// The repair in corrected is a call of the clock's update. As the source prints update, it can set the clock back; see
// the entries hybrid-logical-clock and versioned-store. Here the clock follows a timestamp only if that is ahead.
//
// # Limitations
//
// The largest instance explored completely in the cases is that of two clients with a write, a read and a collection
// each, on a physical clock that stands still: 50199 states. With a delete each besides, locked, it is 127461.
package mvcc
