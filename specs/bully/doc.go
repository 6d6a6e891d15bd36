// Package bully is the election in which the strongest process that answers silences all
// others: who wants to lead asks those with larger identifiers whether they live, gives
// up if one does, and otherwise tells everybody that it leads.
//
// Sources: 000, "Algoritmo do Brigão" with the remarks below the box, and "Estabilidade"; 003, "The
// Bully Algorithm" and the remarks on it at the end of the part on elections; 004, "Bully Election
// Algorithm". Paper: H. Garcia-Molina, Elections in a distributed computing system, IEEE
// Transactions on Computers C-31(1), 1982.
//
// # The algorithms
//
//   - notes.go, 000: p suspects the leader, sends (ELECTION,p) to all larger ones and starts a
//     timer; (OK,p) stops it; when it runs out p sends (COORD,p) to everybody. Who receives
//     (ELECTION,q) sends (OK,q). Who recovers starts an election.
//   - lecture.go, 003: the same, but that everyone who answers calls an election itself, the boss declares
//     itself to the lower ones only and sends those that answer the new state of the task,
//     and who recovers gets the state from the coordinator before it calls an election.
//   - garciamolina.go, 004: a procedure of four phases, each of which asks the nodes one after the other and
//     waits for an answer or a timeout: is a larger one active; who of the smaller ones
//     is; do all of these accept the coordinator; do all of these have the new state.
//     A second thread answers. The coordinator polls everybody at intervals.
//
// # Assumptions
//
// Complete graph, reliable FIFO channels, distinct identifiers 1 to n, which are the names in a
// trace. 000 states no bounds on time, and asynchronous time is its default here. 003 assumes
// a delivery time Tm and a handling time Tp that are known, 004 known deadlines: their default is
// synchronous time in which messages take up to 1 tick. timeout is how long an answer
// is waited for: 2·Tm+Tp is 2 ticks, and 3 if handling takes 1.
//
// # Variants
//
//   - notes, lecture, garcia-molina: the three texts, literally.
//   - notes-ignoring: another reading of 000. The box has no rule for the
//     reception of COORD, which goes to everybody. In notes whoever receives it takes the
//     sender for the leader; here only those that are weaker than the sender do.
//   - notes-corrected: who answers and runs no election starts one (000's example has 4 do so); nobody takes
//     notice of the COORD of one that is weaker than itself; nor, if it runs no election, of one that is weaker
//     than the leader that it knows, since two COORD may overtake each other; the COORD that it does
//     obey ends its own election; and who has got an OK waits for COORD for patience ticks and then begins again.
//   - lecture-obeying: who is told of a boss ends its own election; patience as above.
//   - lecture-corrected: the same, but that who knows a boss, and runs no election, takes no notice of a weaker
//     one, whose declaration has come late.
//   - garcia-molina-others: the coordinator's poll, which the code makes of each node, leaves the coordinator out. It is not
//     in its own ACTIVE, so that in garcia-molina each poll calls an election.
//   - garcia-molina-completed: also what the procedure cannot do without. The elector sets its own STATUS
//     and CANDIDATE before phase 2, STATUS and COORDINATOR before phase 3, STATUS
//     after phase 4; and NEW_STATE is answered.
//   - garcia-molina-corrected: completed, and the poll heeds only those that answer; a coordinator that finds
//     a larger node in phase 1 leaves office (STATUS is DOWN, as after a recovery); a node
//     whose STATUS has not been NORMAL for patience ticks calls an election.
//
// # Properties
//
// A process of 000 or 003 leads if it takes itself for the leader, a node of 004 if it is its own COORDINATOR and
// its STATUS is NORMAL. What a process knows is whom it takes for the leader; in 004 only while its STATUS is
// NORMAL. Only processes that are up count. A process that has never taken part in an election and
// knows of no leader (with leader=0) wants nothing.
//
//   - uniqueness, agreement: at every instant. Agreement is violated wherever a leader may
//     crash in 000 and 003, since who has not noticed yet still knows the old one. 004 stops everybody
//     first.
//   - uniqueness-in-the-end, agreement-in-the-end: from some time on.
//   - somebody-leads: again and again there is a leader that is up.
//   - everybody-knows: from some time on everybody that is up knows a leader that is up and takes
//     itself for the leader; in 003 they also have the state of the task.
//   - reunion: if no link stays cut, then in the end one leads at most and everybody knows it.
//   - validity: who becomes the leader is the strongest that is up. validity-in-the-end: from
//     some time on only the strongest leads.
//   - stability: no leader leaves office while it is up. (000 asks for more, that a new election only
//     happens if the leader fails: every doubt and every return of a process is one that happens without.)
//   - no-deadlock: nobody waits for an announcement, the state, or the end of an election
//     when nothing is owed any more, unless it works under a leader that is in office.
//   - no-deadlock-all-up: the same, of states in which everybody is up.
//   - election: a guard, somebody runs an election.
//   - messages (with priced=1): what it costs to find a leader, or another one than the first; see Messages.
//
// # Suspicion
//
// None of the texts has code for it. Here it is the act elect: a process whose detector suspects
// its leader starts an election, one for each suspicion: not again before it is told of a leader, or has ceased to
// suspect. The detector is the environment's, by default a perfect one: who
// has crashed is suspected in the end, at any moment, and who lives is not; but who has come back
// may be suspected for a while longer. On top of it each process may start an election without cause
// doubts times (act doubt), which is a wrong suspicion, a leader behind a cut link, or a first
// election: any set of initiators at any time.
//
// # Where the texts leave something open
//
//   - 000: see notes-ignoring. Neither COORD nor a late OK is tied to an election; COORD does not stop
//     the timer (only OK does), and an OK stops whatever timer runs.
//   - 000 and 003: that who suspects its leader takes it for the leader no more is said nowhere. It keeps it until it is
//     told of another; with forgets=1 it does not, and then who has doubted a leader that lives waits for ever.
//   - 000: nobody tells anybody twice that it leads, so that after a partition two leaders do not meet. That a leader
//     sends COORD again every repeat ticks is no source's; it is there to show that this is the cause.
//   - 000: p starts the timer although there is nobody above it to ask. 003 and 004: with nobody to
//     ask, the election is won at once.
//   - 000 and 003: nothing is said about a process that has been answered and never hears of a
//     leader. It waits for ever in the literal variants. Another reading is that it goes
//     on hearing nothing from a leader and so suspects again: that is patience.
//   - 003: a host that runs an election calls no second one when it answers. A boss declares itself
//     again when somebody asks. A declaration does not end the election of who receives it.
//     The state is sent to each host when that has answered, so that nobody waits for one that
//     is down. From whom a host that recovers gets the state is not said: it asks
//     everybody, the coordinator answers, and if nobody does in time it calls the election without.
//   - 004: the lists of states, messages and variables are empty in the text. STATUS has the four values that
//     the code mentions; an ANSWER carries the status and does not say what it
//     answers, so that any from the node that is waited for counts. With tags=1 it does, and others do not count.
//   - 004: by its indentation all that follows the conditions in the cases COORDINATOR and NEW_STATE
//     depends on them; by the rules of C only the first statement would.
//   - 004: phase 4 has no wait. It waits like the others here; since NEW_STATE is never answered it
//     makes no difference to the outcome of the literal code.
//   - 004: the poll is of each node, one after the other, and the coordinator itself answers at once. Also a node that
//     gives no answer is held against ACTIVE, and has no status that could be NORMAL. A call of the election from
//     the poll ends the poll; an ELECTION message stops the poll and the procedure.
//   - 004: a node notices that its coordinator fails when it requests a service, which a node that is
//     stopped (STATUS not NORMAL) does not.
//   - 003 says that version numbers and the like survive a crash in stable storage; none of the
//     algorithms stores anything.
//
// # Time
//
// A timer fires when everything that must have arrived by then has. In this model a handler's messages may leave up
// to Tp after it ran, while a timer that it sets runs from then. Where an election is called, or the next node is
// asked, while a message is handled, the answer to that takes up to 2·Tm+2·Tp, and a
// timeout of 2·Tm+Tp is too short (cases lecture-handling and gm-corrected-handling). Where a suspicion
// starts the election, it is exactly enough.
//
// # Messages
//
// None of the texts counts them. What follows is of one election after the strongest has crashed for good, until another leads
// and everybody knows it; what is sent to the one that has crashed does not count. 000's box takes n-2 at least, if the
// second strongest notices first, and n(n-2) at most under synchronous time, for n=3 and n=4; with what is sent to the crashed one that is
// n(n-1), the O(n²) of the literature. Asynchronously several announce themselves: 4 and 12. In notes-corrected everybody
// takes part, and the least is n(n-2). 003 takes 3(n-2) to 8 and 26, with an answer and the state for each. 004 takes
// 6(n-2) at least and has no bound: who suspects asks a stronger node again and again until that has begun.
//
// # Differences from the sources
//
// None in the literal variants but what is said above, and the bounds on doubts and rounds. An act, the reception of a
// message and a timeout are one step each with all that they send; the loops of 004 are one
// step for each answer.
//
// # Limitations
//
// Under asynchronous time, and under partial time without a bound on its beginning, the corrected variants and
// all of 004 begin elections without end and send messages that nobody receives: bound them by
// rounds, and switch off the poll (interval=0), or the exploration does not end. A process that has begun
// its last election starts no other; from then on what is asked of the end, somebody-leads, everybody-knows, reunion
// and no-deadlock promise nothing: with rounds a violation is one of the algorithm, and what holds was asked of few elections.
// So do 003's variants when the strongest of three comes back: who still suspects it calls one election after the
// other in no time.
// Processes cannot do without a detector (--detector none).
// The largest instances explored to the end are notes-corrected and garcia-molina-corrected with
// n=4 and two crashes (75,975 and 52,379 states), and by number of states lecture-obeying-recovery (817,294).
package bully
