// Package byzantinegenerals is agreement on a commander's order among generals, some of whom are traitors, with oral
// and with signed messages.
//
// Source: L. Lamport, R. Shostak, M. Pease, The Byzantine Generals Problem, ACM TOPLAS 4(3), 1982, algorithms OM(m)
// and SM(m), for m = 1 and 0. Descriptions of the algorithms were at hand, but not the paper.
//
// # The algorithm
//
// OM(1): the commander sends its order to every lieutenant. Each lieutenant tells all others what it has received, and
// uses retreat if it has received nothing. Each obeys the majority of the n-1 orders that it then has, or retreat if
// there is no majority. SM(1): orders are signed. A lieutenant that gets a new order from the commander adds its
// signature and sends it to all others. It obeys the only order that it knows, or retreat if it knows two or none.
//
// # Assumptions
//
// Messages arrive, their senders are known, and a missing message is noticed. Traitors are part of the environment: how
// many lieutenants are traitors, and whether the commander is one, are parameters. A traitor sends each of the others
// anything, different things to different ones, or nothing. It can send a signed order only if it has received it, or
// if it is the commander.
//
// # Variants
//
//   - as-written: OM(1).
//   - om-0: OM(0), without the second round.
//   - signed: SM(1).
//
// # Properties
//
// ic1: all loyal lieutenants obey the same order. ic2: if the commander is loyal, they obey its order. Both are judged
// when all messages have arrived. messages: in OM(1) exactly (n-1)², silence included.
//
// # What exploration shows
//
// Four generals withstand one traitor, but not two. Among three generals a traitor that is a lieutenant breaks ic2; one
// that is the commander breaks nothing, since the lieutenants tell each other all there is. With signed messages three
// generals withstand either.
//
// # Differences from the source
//
// Rounds are not timed: a lieutenant waits for all messages, and a traitor that is silent says so. A traitor says
// everything when it receives the order. Two traitors do not share the commander's signature.
package byzantinegenerals
