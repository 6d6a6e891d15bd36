// Package bullygarciamolina is the bully algorithm in four phases, each of which asks nodes one after the other
// and waits for an answer or a timeout: whether a larger node is active; which smaller nodes are; whether all of these
// accept the coordinator; whether all of these have the new state. A second thread answers. The coordinator polls
// everybody at intervals.
//
// Source: 004, "Bully Election Algorithm (Garcia-Molina)", which calls itself a variation. Paper: H. Garcia-Molina,
// Elections in a distributed computing system, IEEE Transactions on Computers C-31(1), 1982. The versions of two other
// sources are entries of their own: bully (000) and bully-boss (003). The documentation of specs/internal/bullies has
// the properties of all three, how processes come to suspect, and how to bound an exploration.
//
// # Assumptions
//
// Complete graph, reliable FIFO channels, distinct identifiers 1 to n, which are the names in a
// trace. The source assumes known deadlines: the default is
// synchronous timing in which messages take up to Tm = 1 tick. timeout is how long a node waits for an
// answer: 2·Tm+Tp is 2 ticks, and 3 if handling takes 1.
//
// # Variants
//
//   - as-written: the code, literally.
//   - others: the coordinator's poll leaves out the coordinator, while the code polls each node. The coordinator is
//     not in its own ACTIVE, so that in as-written each poll calls an election.
//   - completed: as others, and with what the procedure cannot do without: the elector sets its own STATUS and
//     CANDIDATE before phase 2, STATUS and COORDINATOR before phase 3, STATUS after phase 4; and NEW_STATE is answered.
//   - corrected: as completed, but the poll considers only nodes that answer; a coordinator that finds a larger node in
//     phase 1 leaves office (STATUS is DOWN, as after a recovery); a node whose STATUS has not been NORMAL for
//     patience ticks calls an election.
//
// # Who leads
//
// A node leads if it is its own COORDINATOR and its STATUS is NORMAL. It knows a coordinator only while its STATUS is
// NORMAL.
//
// # Where the text leaves something open
//
//   - With nobody to ask, the election is won at once.
//   - The lists of states, messages and variables are empty in the text. STATUS has the four values that the code
//     mentions; an ANSWER carries the status and does not say what it answers, so any ANSWER from the expected node
//     counts. With tags=1 it does say what it answers, and an ANSWER to anything else does not count.
//   - According to the indentation all that follows the conditions in the cases COORDINATOR and NEW_STATE
//     depends on them; by the rules of C only the first statement would.
//   - Phase 4 has no wait. Here it waits like the others; since NEW_STATE is never answered this
//     makes no difference to the outcome of the literal code.
//   - The poll asks each node, one after the other, and the coordinator itself answers at once. A node that gives no
//     answer is compared with ACTIVE, too, and has no status that could be NORMAL. If the poll calls an election, the
//     poll ends; an ELECTION message stops the poll and the procedure.
//   - A node notices that its coordinator fails when it requests a service, which a node that is
//     stopped (STATUS not NORMAL) does not.
//
// # Messages
//
// The text counts none. After the strongest has crashed for good an election takes at least 6(n-2) messages, and there
// is no upper bound: a node that suspects asks a stronger node again and again until the stronger node begins.
//
// # Differences from the source
//
// None in as-written except those described above, and the bounds on doubts and rounds. An act, receiving a
// message and a timeout are one step each, with all that they send; the loops take one step for each answer.
//
// # Limitations
//
// The largest instances explored to the end are of corrected: corrected-stale-answer (280,623 states), and
// n=4 with two crashes (52,379).
package bullygarciamolina
