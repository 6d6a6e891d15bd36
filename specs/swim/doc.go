// Package swim is a membership protocol: every member probes another one in each period,
// directly and then through others, suspects it if there is no answer, declares it dead after
// a while if it does not refute that, and gossips what it thinks of the members.
//
// Source: 002, 2.1.3, "Algoritmo SWIM", the class SWIMProtocol and the list of properties below
// it. The protocol is that of A. Das, I. Gupta and A. Motivala, "SWIM: Scalable
// Weakly-consistent Infection-style Process Group Membership Protocol", DSN 2002; its text was not at
// hand, and nothing here rests on its wording.
//
// # The algorithm
//
// For each other member, a member keeps a status (alive, suspect, dead) and an incarnation, which only the member
// concerned raises. A period is: choose an alive member at random, PING it, wait timeout for its ACK; without one,
// ask k alive members by PING-REQ to ping it, and wait timeout again; without an ACK, mark it as suspect, and three
// periods later as dead if it is still suspect in that incarnation. An ACK makes it alive. Then gossip to those of
// three random members that are alive, and sleep for a period. A member that hears gossip adopts anything with a
// higher incarnation, and a death in the same one. A member that hears that it is itself suspect, in its own
// incarnation or a higher one, raises its incarnation above that and gossips that it is alive.
//
// # What the text calls and does not have
//
// _get_recent_updates and _gossip_alive_message are part of the protocol and nowhere defined. The loop calls the
// first in every period, outside any try: literally, an AttributeError ends the thread of the protocol in the first
// period, with the first result of a probe in members and reported to nobody. The timers go on. That is the variant
// as-written.
//
// _send_with_timeout, _send_async, and what receives a PING, a PING-REQ or a GOSSIP are taken to be the transport,
// and supplied in all variants. A PING is answered by an ACK. A PING-REQ makes the receiver send a PING and forward
// the ACK if it comes; it draws no conclusion of its own. An ACK counts if it is the expected answer about the member
// that is probed; nothing says that the numbers (seq) are compared, and they are left out. So are timestamp, which is
// written and never read, and address.
//
// # Variants
//
//   - as-written: the above.
//   - supplied: _get_recent_updates returns what the member thinks of all others; _gossip_alive_message sends its own
//     incarnation to the members that gossip goes to, once. Updates say nothing of the sender: members[self], if it
//     is there, is never written, and an alive in incarnation 0 changes nobody's mind. Such updates are left out, and
//     gossip with nothing else is not sent.
//   - told: supplied, and gossip also goes to those that the sender suspects (the source tests for alive).
//   - told-locking: told, and _gossip_alive_message takes the lock to read members, as
//     _gossip_membership_updates does.
//   - corrected: told, and gossip goes to the dead as well; updates have the sender's own incarnation; a member
//     refutes its death like a suspicion; an ACK does not make a dead member alive; a suspicion heard from others
//     starts the same timer as one's own; and members are probed in turn. TestRepairs and TestDeathStays show what
//     each of these is needed for.
//
// # The lock
//
// It is a threading.Lock, which a thread that holds it cannot take again. No method of the text does so: those that
// take it call no other that does while they hold it, with one exception. handle_gossip calls handle_suspicion, which
// takes the lock as well, under the lock, but only in the branch about others; and handle_suspicion is only called
// for the member itself. That branch calls _gossip_alive_message. If that is written after the model of its sibling,
// the thread waits for itself, for ever, at the first refutation, and so does everything that needs the lock after it
// (told-locking). With an RLock, or with the call after the lock is released, it does not. As the branch about others
// is never run, it is not here. The read of target.status and the write of the own incarnation are done without the
// lock; each handler is one step here, so possible consequences of this are not explored.
//
// # Where the text leaves something open
//
//   - Seeds: every member starts with all others alive, and without itself. So random.sample takes everybody up to
//     n=4, and the branch that discovers a new member is never run and is not here.
//   - The code has one thread per helper; here one timer stands for their timeouts, which start together. A probe
//     ends when all have answered or time is up, as with join.
//   - A period is 2 timeouts (1.0 s and 0.5 s), a suspicion lasts 6.
//   - The loop probes, gossips and sets its sleep in the step in which the answer comes or the
//     timeout runs out; what a message causes happens in the step in which it is received. With
//     a capacity, gossiping, refuting and answering are steps of their own.
//   - A restart is not described. The object of a member that comes back is a new one: incarnation 0, and all others
//     alive. Nothing is said to be in stable storage.
//   - In corrected a suspicion that is raised again in the same incarnation replaces the timer of the
//     earlier one. In the other variants that does not happen.
//
// # Properties
//
// A process suspects another in the sense of Detection when it considers it dead: a suspect is still a member. The
// properties of Detection are asked whatever the dice say; agreement, live-are-alive and crashed-are-dead only of
// executions with fair dice, in which a member that another considers alive for good is probed by it again and again.
// Agreement is asked of three members or more, since of two nobody has anybody to agree with. Detection is about
// processes that do not come back: if one does, strong-accuracy is violated by a suspicion that was right before, and
// live-are-alive says whether it is a member again.
//
// # What exploration shows
//
// In as-written the loop ends, and nobody notices a crash after the first period. In supplied nobody gossips to a
// suspect, others do not adopt the suspicion (it has the incarnation that they know), and nobody ever refutes: the
// incarnation number stays 0 in every execution. One lost message, or one late answer, makes a live member dead for
// ever. The smallest repair, told, makes incarnations work: a member whose answers are always late is suspected for
// ever and never dead (told-2-slow). It still declares a member dead that has refuted, if the refutation, which is
// sent once, is lost; the dead never come back; and a member that knows of a suspicion only by gossip never confirms
// it. With dice, a crash can go unnoticed for any time, not "em tempo limitado"; with fair ones it does not.
//
// corrected is in P under synchronous time with up to two losses among two or three members, and in ◇P with three
// losses and under partial synchrony (both with two; corrected-3-partial has three, and a phase too short for
// mistakes). The dead come back by a refutation, and a refutation by a member that has crashed since can bring it
// back for a while: no-resurrection is incompatible with the return of live members.
//
// A member that restarts is in incarnation 0. If it has been found dead meanwhile, it is not readmitted in told,
// although it pings and answers. In corrected it hears of its death, in whatever incarnation, and takes the next:
// nothing has to be kept in stable storage for that.
//
// # Bounds
//
// Incarnations go up to limit and stay there, and a member in the highest could no longer refute. With cyclic=1
// incarnation 0 follows the highest one instead: all that the algorithm does with incarnations is to compare two of
// one member and to add 1, so this is exact as long as all that are known of a member are within half a round of each
// other. Then an alive in incarnation 0 is news, and is gossiped, too. In both ways the property
// incarnations-within-limit says that the bound makes no difference, and it holds in every case.
//
// With a capacity, a step whose messages do not fit waits. No message is then answered in the step of its delivery,
// so every channel is eventually emptied; and what waits for room is strongly fair, since otherwise the bound would
// let it wait for ever. TestCapacity compares capacities where several can be explored.
//
// The timer of a suspicion is cancelled when a later incarnation is heard of. In the source it
// runs on and does nothing.
//
// # Differences from the source
//
// None in as-written but for what is said above. Periods are not bounded.
//
// # Limitations
//
// Members do not join or leave. How long a detection takes, how often a suspicion is wrong and how many messages a
// period costs are not asked. Async timing is explored for two members except in as-written, and with one message in
// a channel for told. corrected under async timing (201,550 states with capacity=1, limit=2, cyclic=1 and one crash)
// takes half a minute and is not a case: it is complete, and mistakes never end, as in told. The largest cases are
// corrected-2-partial (222,991 states), told-2-async (82,917) and supplied-3-partial (92,891).
package swim
