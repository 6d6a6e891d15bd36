// Package bullygarciamolina is the bully algorithm in four phases, each of which asks the nodes one after the other
// and waits for an answer or a timeout: is a larger one active; which smaller ones are; do all of these accept the
// coordinator; do all of these have the new state. A second thread answers. The coordinator polls everybody at
// intervals.
//
// Source: 004, "Bully Election Algorithm (Garcia-Molina)", which calls itself a variation. Paper: H. Garcia-Molina,
// Elections in a distributed computing system, IEEE Transactions on Computers C-31(1), 1982. The versions of two other
// sources are entries of their own: bully (000) and bully-boss (003). What is asked of all three, how processes come
// to suspect, and what bounds an exploration stands in specs/internal/bullies.
//
// # Assumptions
//
// Complete graph, reliable FIFO channels, distinct identifiers 1 to n, which are the names in a
// trace. The source assumes known deadlines: the default is
// synchronous time in which messages take up to Tm = 1 tick. timeout is how long an answer
// is waited for: 2·Tm+Tp is 2 ticks, and 3 if handling takes 1.
//
// # Variants
//
//   - as-written: the code, literally.
//   - others: the coordinator's poll, which the code makes of each node, leaves the coordinator out. It is not
//     in its own ACTIVE, so that in as-written each poll calls an election.
//   - completed: others, plus what the procedure cannot do without. The elector sets its own STATUS and CANDIDATE
//     before phase 2, STATUS and COORDINATOR before phase 3, STATUS after phase 4; and NEW_STATE is answered.
//   - corrected: completed, and the poll considers only those that answer; a coordinator that finds a larger node in
//     phase 1 leaves office (STATUS is DOWN, as after a recovery); a node whose STATUS has not been NORMAL for
//     patience ticks calls an election.
//
// # Who leads
//
// A node leads if it is its own COORDINATOR and its STATUS is NORMAL, and knows a coordinator only while its STATUS is
// NORMAL.
//
// # Where the text leaves something open
//
//   - With nobody to ask, the election is won at once.
//   - The lists of states, messages and variables are empty in the text. STATUS has the four values that the code
//     mentions; an ANSWER carries the status and does not say what it answers, so any ANSWER from the node that is
//     waited for counts. With tags=1 it does say so, and others do not count.
//   - By its indentation all that follows the conditions in the cases COORDINATOR and NEW_STATE
//     depends on them; by the rules of C only the first statement would.
//   - Phase 4 has no wait. It waits like the others here; since NEW_STATE is never answered it
//     makes no difference to the outcome of the literal code.
//   - The poll asks each node, one after the other, and the coordinator itself answers at once. A node that gives no
//     answer is held against ACTIVE, too, and has no status that could be NORMAL. If the poll calls an election, the
//     poll ends; an ELECTION message stops the poll and the procedure.
//   - A node notices that its coordinator fails when it requests a service, which a node that is
//     stopped (STATUS not NORMAL) does not.
//
// # Messages
//
// The text counts none. After the strongest has crashed for good it takes at least 6(n-2), and there is no upper
// bound: a node that suspects asks a stronger node again and again until that has begun.
//
// # Differences from the source
//
// None in as-written but what is said above, and the bounds on doubts and rounds. An act, the reception of a
// message and a timeout are one step each with all that they send; the loops are one step for each answer.
//
// # Limitations
//
// The largest instances explored to the end are of corrected: corrected-stale-answer (280,623 states), and
// n=4 with two crashes (52,379).
package bullygarciamolina
