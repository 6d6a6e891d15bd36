// Package banktransfer is a transaction at a cash machine: two transfers into the checking account and
// a withdrawal from it, in eight points, after each of which there may be a failure.
//
// Source: 003, "ACID Transactions" and "Transactions, Detail and Example", the banking example. Literature: J. Gray,
// A. Reuter, Transaction Processing: Concepts and Techniques, Morgan Kaufmann, 1993, chapters 4 (actions that cannot be
// undone) and 10 (the log).
//
// # The algorithm
//
// 1 savings -= 100, 2 checking += 100, 3 moneymkt -= 300, 4 checking += 300, 5 verify that checking > 350,
// 6 checking -= 350, 7 (left blank in the source, which calls it the commit point), 8 dispense 350. The source's
// list begins with point 8, which is a matter of its layout.
//
// # Assumptions
//
// The accounts are in stable storage and writes to them take effect at once; so does the money in the customer's hand
// (cash). A failure is a crash of the transaction's process with all that it has read. Whether it is brought back is
// up to the environment; the cases give it as many recoveries as crashes. The machine may jam in point 8, jams times
// in total. Each process runs one transaction.
//
// # Variants
//
//   - as-written: the points and nothing else. After a failure nothing is done, or the transaction is run
//     again from point 1 (the parameter again); after a test that fails in point 5 it ends there.
//   - undone: what the source requires before the commit point. The old balance of an account is in the log before
//     the account is changed. A failure before the commit record undoes the changes, the last first, and so does a
//     test that fails (the source's explicit abort). After the commit record nothing is undone, and nothing else is
//     done either.
//   - inverse: undone, but the log has the operation and not the old balance, and it is undone by the inverse
//     operation. This is the other reading of undoing.
//   - redone: undone, and a transaction that fails after its commit record dispenses when it comes back, until
//     the log says that it is closed.
//   - corrected: redone, and the machine knows to which transactions it has dispensed; when it jams, the 350 go back
//     to the checking account, by a logged balance that can be written twice (the source's corrective action); a
//     customer with exactly 350 may have them; and there is one transaction at a time.
//
// The smallest changes for each claim: undone for failures up to point 6, corrected's machine for
// those after point 7, its lock for isolation, its test for who has just enough.
//
// # One event is one step
//
// A change of an account is two steps, since a machine reads, computes and writes: two
// transactions may read before either writes. The log record is written with the reading. The other points are a step
// each, and so is each change that is undone, so that a failure may come in the middle of that.
//
// # Properties
//
// They are asked when every transaction has ended and is up. conservation: no money is lost, neither the customer's
// nor the bank's. all-or-nothing: the balances and the cash are as before or as after the whole; without failures, as
// after the whole. For two transactions it is called isolation: as after none, one or both, one after the other.
// durability: what has passed the commit point is in the accounts. repeatable (with again): the result is that of an
// execution without failures. no-needless-refusal: point 5 turns away nobody who can pay. ends: every transaction
// that is up comes to its end; ends-when-back: if those that fail are brought back. no-deadlock: none waits when
// nothing is left to happen; no-deadlock-all-up: not even while all are up.
//
// from and to choose which failures are judged: executions whose latest failure is after a point in this range. The
// system is the same for all of them. history is a variable that keeps what this needs; the algorithm reads none of
// it.
//
// # What exploration shows
//
// For the transaction as it is written, by the point after which it fails; * marks what the source says itself:
//
//	point   money     all or nothing   can be run again
//	  0     kept      yes              yes
//	  1     lost*     no               no
//	  2     kept*     no*              no*
//	  3     lost*     no               no
//	  4     kept*     no*              no*
//	  5     kept*     no*              no*
//	  6     lost      no               no
//	  7     lost      no               no
//	  8     kept      yes              no
//
// # Where the text leaves something open
//
//   - What was in the accounts at first: 500 and 900 in savings and the money market, which is enough for all
//     transactions, and the parameter checking. Only the checking account is ever tested.
//   - An explicit abort "might be useful at point 6, if the test fails": the test is point 5, and the abort
//     takes the place of point 6.
//   - Isolation is a requirement on transactions in general; the example has one. Here there are two or three of the
//     same kind.
//
// # Differences from the source
//
// None in as-written but for the two steps of a change, which make no difference for one transaction.
//
// # Limitations
//
// At most three transactions. The largest complete case is corrected-three-crash, with 42,392 states.
package banktransfer
