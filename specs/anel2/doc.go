// Package anel2 is an election on a ring by a list: a process that suspects the leader sends a list round the ring that
// collects everybody's identifier, and chooses the smallest when the list comes back.
//
// Source: 000, "Algoritmos em Anéis", box "Algoritmo do Anel 2", the paragraph before it and the
// one after it; "Eleição de Líderes" for what an election must do.
//
// # The algorithm
//
// When p thinks that the leader is dead it sends the list [p] to the right. A process p that
// receives a list l sends [p:l] to the right if p is not in l. Otherwise it chooses the smallest
// identifier in l as the leader.
//
// # Assumptions
//
// A ring in which messages travel to the right, reliable channels, no failures, distinct
// identifiers 1 to n. The name of a process in a trace is its identifier. The order of channels
// makes no difference.
//
// # Variants
//
//   - as-written: the box, literally. A list ends at the first process that finds itself in it, which without
//     failures is its initiator. So only processes that have started a list learn who leads, and the leader itself
//     does only if it is one of them.
//   - corrected: a process that finds itself in a list chooses, and forwards the list unless it had made this choice
//     before. So the list goes round a second time and everybody chooses. No other message is needed, and nothing else
//     has to be remembered.
//
// # Where the text leaves something open
//
//   - Literally a process may think that the leader is dead again and again, and the channels would grow for ever.
//     Here each may start once, and the parameter again allows that many more suspicions in total by processes that
//     have suspected before, whatever they know by then.
//   - Does every process eventually think so? By default a suspicion is optional: it may happen at any time, or
//     never. With certain=1 each of the initiators suspects sooner or later. The parameter initiators says which
//     processes may suspect at all.
//   - The text does not say whom p considers the leader before that, and it makes no difference: here nobody knows a
//     leader at the start, and a suspicion does not make a process forget the leader that it has chosen.
//   - "Organise the nodes in a logical ring" may be read as something that is repeated before each election, without
//     the dead leader. The text has no step for it, and neither has this entry: in the cases with crashes the
//     ring is broken. An election on the ring of the remaining processes is an election with a smaller n.
//   - Phase is not part of the algorithm: it records whether a process has started a list, for the bound and for the
//     properties.
//
// # What is asked
//
// The notes' conditions are uniqueness, "only one process considers itself the leader"; termination, that some process
// considers itself the leader, which is somebody-leads here; and agreement, that all others know who was elected, which
// is everybody-knows. The last two are required once somebody has started, even if it then crashes. The property
// agreement is weaker: no two have chosen differently. initiators-know, no-deadlock and, with everybody up,
// no-deadlock-all-up say that every list that was started comes back. validity says that the smallest is chosen, and
// chosen-is-up that the chosen process is up at that time.
//
// # Messages
//
// The notes say up to n² if all start, with lists of up to n identifiers. A test finds exactly n for each suspicion
// in all executions of up to four processes, and in the variant corrected n more in total, for the second round.
//
// # Arrangements of identifiers
//
// The parameter arrangement numbers the orders in which identifiers can stand on the ring, up to
// rotation: 1 comes first and the rest in lexicographic order, so 0 is 1, 2, …, n and the last,
// (n-1)!-1 or -1 for short, is 1, n, …, 2. It makes no difference here, not even to the number of
// states, which a test confirms for up to four.
//
// # Differences from the source
//
// None in as-written, apart from the bound on suspicions. Receiving a list and everything that follows from it
// are one step.
//
// # Limitations
//
// The largest instances explored completely have n=5 and all processes as initiators: 43152 states as written, 296589
// corrected.
package anel2
