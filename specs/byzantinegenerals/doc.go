// Package byzantinegenerals is agreement on a commander's order among generals of whom some are traitors, with oral
// and with signed messages.
//
// Source: L. Lamport, R. Shostak, M. Pease, The Byzantine Generals Problem, ACM TOPLAS 4(3), 1982, algorithms OM(m)
// and SM(m), for m = 1 and 0. Descriptions of it were at hand, and not the paper.
//
// # The algorithm
//
// OM(1): the commander sends its order to every lieutenant. Each tells all others what it has received, and uses
// retreat if it has received nothing. Each obeys the majority of the n-1 orders that it has then, retreat if there is
// none. SM(1): orders are signed. A lieutenant that gets an order from the commander that it does not know yet signs
// it, too, and sends it to all others. It obeys the only order that it knows, or retreat if there are two or none.
//
// # Assumptions
//
// Messages arrive, their senders are known, and that none comes is noticed. Traitors are part of the environment: how
// many there are, and whether the commander is one, are parameters. A traitor sends to each of the others anything,
// differently to each, or nothing; what is signed only as far as it has received it, or if it is the commander.
//
// # Variants
//
//   - as-written: OM(1).
//   - om-0: OM(0), without the second round.
//   - signed: SM(1).
//
// # Properties
//
// ic1: all loyal lieutenants obey the same order. ic2: if the commander is loyal, they obey its order. Both are asked
// when all messages have arrived. messages of OM(1): (n-1)² exactly, silence included.
//
// # What exploration shows
//
// One traitor among four is withstood, two are not. Of three generals a traitor among the lieutenants breaks ic2; the
// commander breaks nothing, since its lieutenants tell each other all there is. Signed messages withstand either.
//
// # Differences from the source
//
// Rounds are not timed: a lieutenant waits for all messages, and a traitor that is silent says so. Everything that a
// traitor could say at once it says when it receives the order. Two traitors do not share the commander's signature.
package byzantinegenerals
