// Package banktransfer is a transaction at a cash machine: two transfers into the checking account and
// a withdrawal from it, in eight points, with a possible failure after each.
//
// Source: 003, "ACID Transactions" and "Transactions, Detail and Example", the banking example. Literature: J. Gray,
// A. Reuter, Transaction Processing: Concepts and Techniques, Morgan Kaufmann, 1993, chapters 4 (actions that cannot be
// undone) and 10 (the log).
//
// # The algorithm
//
// 1 savings -= 100, 2 checking += 100, 3 moneymkt -= 300, 4 checking += 300, 5 verify that checking > 350,
// 6 checking -= 350, 7 (left blank in the source, which calls it the commit point), 8 dispense 350. The source's
// list begins with point 8, which is due to its layout.
//
// # Assumptions
//
// The accounts are in stable storage and writes to them take effect at once. So does handing money to the customer
// (cash). A failure is a crash of the transaction's process, which loses all that it has read. Whether the process
// recovers is up to the environment; the cases allow as many recoveries as crashes. The machine may jam in point 8, at
// most jams times in total. Each process runs one transaction.
//
// # Variants
//
//   - as-written: the points and nothing else. After a failure nothing is done, or the transaction is run
//     again from point 1 (the parameter again); if the test in point 5 fails, the transaction ends there.
//   - undone: what the source requires before the commit point. The old balance of an account is logged before
//     the account is changed. After a failure before the commit record the changes are undone, the last one first, and
//     likewise if the test fails (the source's explicit abort). After the commit record nothing is undone, and nothing
//     else is done either.
//   - inverse: as undone, but the log has the operation instead of the old balance, and the change is undone by the
//     inverse operation. This is the other reading of undoing.
//   - redone: as undone, and a transaction that fails after its commit record dispenses when it comes back, until
//     the log says that it is closed.
//   - corrected: as redone, but the machine knows to which transactions it has dispensed; if it jams, the 350 go back
//     to the checking account, by a logged balance that can be written twice (the source's corrective action); a
//     customer with exactly 350 can withdraw them; and there is one transaction at a time.
//
// The smallest change for each claim is undone for failures up to point 6, the machine of corrected for
// those after point 7, its lock for isolation, and its test for a customer who has just enough.
//
// # One event is one step
//
// A change of an account is two steps, since a machine reads, computes and writes: two
// transactions may read before either writes. The log record is written in the same step as the reading. The other
// points are a step each, and so is undoing each change, so that a failure may come in the middle of undoing.
//
// # Properties
//
// Those about the outcome are judged when every transaction has ended and is up. conservation: no money is lost,
// neither the customer's nor the bank's. all-or-nothing: the balances and the cash are as before or as after the whole
// transaction; without failures, as after it. For several transactions it is called isolation: as after none, some or
// all, one after the other. durability: what has passed the commit point is in the accounts. repeatable (with again):
// the result is that of an execution without failures. no-needless-refusal: point 5 turns away nobody who can pay.
// ends: every transaction that is up comes to its end; ends-when-back: the same, if those that fail are brought back.
// no-deadlock: when nothing more can happen, no transaction that is up waits; no-deadlock-all-up: the same, if all are
// up.
//
// The parameters from and to choose which executions are judged: those whose latest failure is after a point in this
// range. The system is the same for all ranges. The variable history keeps what this needs; the algorithm does not read
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
//   - The initial balances: here 500 in savings and 900 in the money market, which is enough for all transactions; the
//     parameter checking gives the third. Only the checking account is ever tested.
//   - An explicit abort "might be useful at point 6, if the test fails": the test is point 5, and the abort
//     takes the place of point 6.
//   - Isolation is a requirement on transactions in general; the example has only one. Here there may be two or three
//     of the same kind.
//
// # Differences from the source
//
// None in as-written, apart from the two steps of a change, which make no difference for one transaction.
//
// # Limitations
//
// At most three transactions. The largest complete case is corrected-three-crash, with 42,392 states.
package banktransfer
