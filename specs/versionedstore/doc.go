// Package versionedstore is a replicated store that keeps several versions of a value, ordered by timestamps of
// hybrid logical clocks, and can be read as of a time.
//
// Source: 002, 1.1.4 "Hybrid Logical Clocks (HLC)", HybridLogicalClock and DistributedDatabase. Paper: S.
// Kulkarni et al., Logical Physical Clocks, OPODIS 2014.
//
// # The algorithm
//
// write takes a timestamp from the node's hybrid clock, appends the version to the key's list, sorts
// the list by physical time and logical counter, and keeps the last ten. replicate_write is given the timestamp
// and value of another node's write: it updates the clock, appends, and sorts. read returns the last
// version, or as of a time the last one in the list whose timestamp does not compare as later, where compare
// also looks at the process.
//
// # Assumptions
//
// One key: keys share nothing but the clock. A write is sent to all other nodes, in the same step;
// the source does not say how replicate_write is called. Messages may overtake each other; they are
// neither lost nor duplicated unless a case says so. Physical clocks are read where time.time() is
// called: each reading is any number from the node's last one up to the parameter ticks, and with
// steady=0 any number from 0 up, so that clocks may stand still, go at different speeds, differ by
// any amount, and jump back. The nodes write a bounded number of times, and nothing else reads a
// clock, so there is no bound that leaves something undecided.
//
// # Variants
//
//   - as-written: both classes, branch by branch. The sort is stable. The clock's update has two branches that lose
//     its counter. The third takes the counter of the received timestamp whenever its physical time is a maximum,
//     though the local clock may have the same physical time and a higher counter. The last, which is said to be for
//     a physical clock that is ahead, is also taken if the local clock is ahead of both, and sets its counter to 0.
//   - clock: update as in the paper.
//   - ordered: in addition, the list is sorted by process, too, and a version that is there is not added again.
//   - corrected: in addition, replicate_write keeps only the last ones, as write does.
//
// # What is asked
//
// Reading changes nothing, not even the clock. So no process reads; instead the properties compute in each state what
// all possible reads return: of the latest version, and as of the timestamp of every write made anywhere. Hidden
// variables record what each node has written or received.
//
//   - timestamps-grow: a write is later than all writes that its node has made or received (the clock
//     condition for writes). timestamps-differ: no two writes have the same timestamp.
//   - reads-own-write: a node that reads right after it has written reads that.
//   - latest-wins: a read returns the latest write that the node has received, by the source's own compare.
//     agreement: nodes that have received the same writes read the same.
//   - as-of-exact: a read as of a time returns the latest write until then that the node has received;
//     as-of-right-or-none: that or nothing, as if there had been no write.
//   - repeatable-reads: a read as of a time that is past for the node's own clock does not change.
//   - no-version-twice, last-kept, only-last-kept: the list has each version once, the last ones that were
//     received, and no others when there are more.
//   - replicated: somebody reads what another wrote.
//
// repeatable-reads is more than the algorithm can give: no node knows whether an earlier write is still in transit. It
// holds for a single node that drops nothing. as-of-exact is at odds with dropping versions.
//
// # Where the text leaves something open
//
//   - In update the comments of the branches are not what the conditions say; the conditions were taken.
//   - Whether ten versions are kept of what comes from others, too, is not said; as written they are not.
//     The parameter keep is the ten.
//
// # Differences from the source
//
// Each method is one step. The lock of the clock does not make them so: write appends after the lock was released. The
// entry mvcc explores the consequences.
//
// # Limitations
//
// The largest instance explored completely is three nodes that write once, with clocks of two readings: 20702 states
// as written.
package versionedstore
