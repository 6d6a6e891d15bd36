// Package swim is SWIM, a membership protocol: in each period every member probes another one, directly and then
// through others. A member that does not answer is suspected, and declared dead after a while unless it refutes the
// suspicion. Members gossip what they think of each other.
//
// Source: 002, 2.1.3, "Algoritmo SWIM", the class SWIMProtocol and the list of properties below it. The protocol is
// that of A. Das, I. Gupta and A. Motivala, "SWIM: Scalable Weakly-consistent Infection-style Process Group Membership
// Protocol", DSN 2002; its text was not available, and nothing here depends on its wording.
//
// # The algorithm
//
// A member keeps, for each other member, a status (alive, suspect, dead) and an incarnation number, which only the
// member concerned raises. In each period it chooses an alive member at random, sends it a PING and waits timeout for
// its ACK. Without an ACK it asks k alive members by PING-REQ to ping the target, and waits timeout again. Without an
// ACK again it marks the target as suspect, and three periods later as dead if it is still suspect in that incarnation.
// An ACK makes the target alive. Then the member chooses three members at random, gossips to those of them that are
// alive, and sleeps for a period. A member that receives gossip adopts any news with a higher incarnation, and a death
// in the same incarnation. A member that learns that it is itself suspected, in its own incarnation or a higher one,
// raises its incarnation above that and gossips that it is alive.
//
// # What the text calls and does not have
//
// _get_recent_updates and _gossip_alive_message are part of the protocol but defined nowhere. The loop calls the first
// in every period, outside any try. Taken literally, an AttributeError ends the protocol's thread in the first period:
// the result of the first probe is in members and never reported to anyone. The timers continue. That is the variant
// as-written.
//
// _send_with_timeout, _send_async and the code that receives a PING, a PING-REQ or a GOSSIP are taken to be the
// transport, and are supplied in all variants. A PING is answered by an ACK. A PING-REQ makes the receiver send a PING
// and forward the ACK if it arrives; the receiver draws no conclusion of its own. An ACK counts if it is the expected
// answer about the member being probed. Nothing says that sequence numbers (seq) are compared, so they are left out. So
// are timestamp, which is written but never read, and address.
//
// # Variants
//
//   - as-written: the above.
//   - supplied: _get_recent_updates returns what the member thinks of all others; _gossip_alive_message sends its own
//     incarnation once to the members that it gossips to. Updates say nothing about the sender, since members[self], if
//     it exists, is never written. An update that says alive in incarnation 0 has no effect on any receiver: such
//     updates are left out, and gossip that has no others is not sent.
//   - told: supplied, and gossip also goes to members that the sender suspects (the source tests for alive).
//   - told-locking: told, and _gossip_alive_message takes the lock to read members, as
//     _gossip_membership_updates does.
//   - corrected: told, and gossip goes to the dead as well; updates have the sender's own incarnation; a member refutes
//     its death like a suspicion; an ACK does not make a dead member alive; a suspicion heard from others starts the
//     same timer as one's own; and members are probed in turn. TestRepairs and TestDeathStays show why each of these is
//     needed.
//
// # The lock
//
// The lock is a threading.Lock, which a thread that holds it cannot take again. The methods that take it call no other
// method that takes it while they hold it, with one exception: handle_gossip calls handle_suspicion under the lock.
// handle_suspicion takes the lock only in its branch about other members, but handle_gossip calls it only for the
// member itself. The branch about the member itself calls _gossip_alive_message. If that method takes the lock as its
// sibling does, the thread waits for itself, for ever, at the first refutation, and everything that needs the lock
// afterwards waits, too (told-locking). An RLock, or making the call after the lock is released, avoids this. The
// branch about other members is never run, so it is left out here. target.status is read, and the member's own
// incarnation is written, without the lock; each handler is one step here, so possible consequences of this are not
// explored.
//
// # Where the text leaves something open
//
//   - Seeds: every member starts with all others alive, and without an entry for itself. So random.sample takes all
//     others up to n=4, and the branch that discovers a new member is never run and is left out.
//   - The code has one thread per helper; here one timer stands for their timeouts, which start together. As with join,
//     a probe ends when all helpers have answered or time is up.
//   - A period is 2 timeouts (1.0 s and 0.5 s), a suspicion lasts 6.
//   - The loop finishes its probe, gossips and sets its sleep timer in the step in which the answer arrives or the
//     timeout expires; whatever a message causes happens in the step in which it is received. With a capacity,
//     gossiping, refuting and answering are steps of their own.
//   - The text does not describe a restart. A member that recovers starts with a new object: incarnation 0, and all
//     others alive. Nothing is said to be in stable storage.
//   - In corrected a suspicion that is raised again in the same incarnation replaces the timer of the earlier one. In
//     the other variants this does not occur.
//
// # Properties
//
// In the terms of Detection, a process suspects another when it considers it dead: a suspect is still a member. The
// properties of Detection are checked whatever the random choices are; agreement, live-are-alive and crashed-are-dead
// only in executions with fair random choices, in which a member that another considers alive for good is probed by it
// again and again. Agreement is checked for three members or more, since with two there are no two opinions of the same
// member to compare. Detection is about processes that do not recover: if one does, strong-accuracy is violated by a
// suspicion that was right before, and live-are-alive says whether it is a member again.
//
// # What exploration shows
//
// In as-written the loop ends, and no member notices a crash after the first period. In supplied no member gossips to a
// suspect, others do not adopt the suspicion (it has the incarnation that they know), and no member ever refutes: the
// incarnation number stays 0 in every execution. One lost message, or one late answer, makes a live member dead for
// ever. The smallest repair, told, makes incarnations work: a member whose answers are always late is suspected for
// ever but never declared dead (told-2-slow). But a member that has refuted is still declared dead if the refutation,
// which is sent once, is lost; the dead never return; and a member that knows of a suspicion only by gossip never
// confirms it. With random choices a crash can go unnoticed for any length of time, not "em tempo limitado"; with fair
// ones it is eventually noticed.
//
// corrected is in P under synchronous time with up to two losses among two or three members, and in ◇P with three
// losses and under partial synchrony (both with two members; corrected-3-partial has three, and an initial phase too
// short for mistakes). The dead return by a refutation, and the refutation of a member that has since crashed can bring
// it back for a while: no-resurrection is incompatible with the return of live members.
//
// A member that restarts is in incarnation 0. If it has been declared dead in the meantime, it is not readmitted in
// told, although it pings and answers. In corrected it hears of its death, in whatever incarnation, and takes the next
// one: this requires no stable storage.
//
// # Bounds
//
// Incarnations go up to limit and stay there; a member in the highest incarnation could no longer refute. With cyclic=1
// incarnation 0 follows the highest one instead: all that the algorithm does with incarnations is to compare two of one
// member and to add 1, so this is exact as long as all known incarnations of a member are within half a cycle of each
// other. Then alive in incarnation 0 is news, and is gossiped, too. Either way, the property incarnations-within-limit
// says that the bound makes no difference, and it holds in every case.
//
// With a capacity, a step whose messages do not fit waits. No message is then answered in the step of its delivery, so
// every channel is eventually emptied. Steps that wait for room are strongly fair, since otherwise the bound would let
// them wait for ever. TestCapacity compares capacities where several can be explored.
//
// The timer of a suspicion is cancelled when a later incarnation is heard of. In the source it expires and does
// nothing.
//
// # Differences from the source
//
// None in as-written except as said above. The number of periods is not bounded.
//
// # Limitations
//
// Members do not join or leave. How long detection takes, how often a suspicion is wrong and how many messages a period
// costs are not checked. Async timing is explored for two members except in as-written, and with one message in a
// channel for told. corrected under async timing (201,550 states with capacity=1, limit=2, cyclic=1 and one crash)
// takes half a minute and is not a case: detection is complete there, and mistakes never end, as in told. The largest
// cases are corrected-2-partial (222,991 states), told-2-async (82,917) and supplied-3-partial (92,891).
package swim
