// Package franklin is the election of Franklin on a ring in both directions: in rounds, every
// active process compares itself with the active processes next to it on either side, and
// stays active if it is larger than both.
//
// Source: 000, "Algoritmos em Anéis", box "Algoritmo de Franklin", and the paragraphs and the
// list of remarks after it (the figure itself is not in the text). Paper: W. R. Franklin, On an
// improved algorithm for decentralized extrema finding in circular configurations of
// processors, CACM 25(5), 1982; its text was not at hand, and what is said of it here is what
// textbooks say.
//
// # The algorithm
//
// Ativo is 1 at first. A process p with Ativo = 1 that thinks that the leader is dead sends (p) to
// both sides. When it has e from the left and d from the right it compares: if both are
// smaller it sends (p) to both sides again, and the next round begins; if one is larger it sets
// Ativo to 0 and sends (-p) to both sides; if the larger of them is p, its own number has come
// round, and it declares itself the leader. With Ativo = 0 it passes each message on to
// the other side.
//
// # Assumptions
//
// A ring with channels in both directions, reliable and FIFO, no failures, distinct
// identifiers 1 to n. The name of a process in a trace is its identifier.
//
// # What the text says twice or not at all
//
//   - The messages that arrive are called e and d in the first test, q and r in the two others. To
//     the letter q and r are the names of nothing: no process could become inactive or lead.
//     They are read as e and d.
//   - "Passes each message on" stands below "when p receives e and d". To the letter an inactive process
//     waits for one from each side, too (as-written). The remarks after the box speak of messages
//     that are passed on to the neighbours' neighbours, each for itself (singly).
//   - The tests stand one after another, without "else". To the letter the last one, whether Ativo is 0, is
//     also made by a process that has set it to 0 just before, and it passes on e and d after
//     its (-p) (falls-through). In the other variants a process does one of the four things.
//   - (-p) is not explained. As a number it is smaller than every identifier, so that who receives
//     it is not made inactive by it; textbooks have no such message (paper; pairs is as-written without it). What it
//     does, see below.
//   - A process that has not started has Ativo = 1: to the letter it compares what comes like any other,
//     and may become inactive, or the leader, without ever having suspected. It needs a message from either side
//     for that. (In textbooks everybody starts, or who does not is inactive from the start.)
//   - "When p thinks that the leader is dead and Ativo = 1": literally any number of times. Here each process
//     may suspect once, and with the parameter again those that have started may so many times more, in all,
//     also the leader. A suspicion is optional, unless certain=1 says that each of the initiators suspects
//     sooner or later, while it is active; with together=1 they have all done so when the run begins.
//   - Nothing sets Ativo to 1 again.
//   - What comes for an active process when it has one from that side already waits there: Left and Right
//     are queues, of which the first are e and d.
//   - On a ring of two both neighbours are the same process, and e and d are both from it. A message says there
//     which way it travels. The two links are one channel of the model: if it is FIFO, what is sent
//     to both sides arrives in that order. TestTwoLinks looks at two links of their own, and the cases with
//     unordered channels include them.
//
// # Variants
//
// as-written, falls-through, singly and paper are the readings above, paper with messages passed on
// singly. pairs is no reading but as-written without (-p), which shows what that is for. woken is
// as-written with one rule more: the first message makes a process that has not started start.
// corrected is paper with that rule, and the leader sends an announcement round the ring to the
// right, as in chang-roberts. The rule and the announcement are what its verdicts need; that it is
// not woken with an announcement is for the number of messages.
//
// # Properties
//
// started means that a process that is up has begun an election, by itself or woken. uniqueness and
// agreement are asked at every instant, uniqueness-in-the-end from some time on. validity: who
// leads has the largest identifier of all. somebody-leads: once started, some process that is up is
// the leader sooner or later. everybody-knows: from some time on, if started, every process that is
// up knows a leader, and that leader is up. no-deadlock: at rest, no active process but the leader has
// started or has a message that waits for another; no-deadlock-all-up, at rest with everybody up.
// new-election-possible: the source asks that a new election happens when the leader becomes
// unavailable; as only active processes may begin one, some process that is up has to be active.
//
// # What exploration shows
//
//   - As written, one initiator among three or more is not elected, nor is anybody else: its
//     neighbours hear from one side only. Somebody is elected if and only if of any two
//     neighbours at least one starts (TestInitiators, rings of two to four).
//   - (-p) is what lets the box do without rounds that are numbered or passed on singly: every process, active or
//     not, sends a pair for each pair that it receives. Without it (paper) a process that becomes
//     inactive before it has started leaves its neighbours without an answer, even when everybody suspects sooner or
//     later; when all have started before, everything but everybody-knows holds. If inactive processes wait for
//     pairs, as printed (pairs), nobody is elected among three even then.
//   - It also costs what the algorithm was made for. As written the message of the largest process gets
//     one step further in each round and each round has 2n messages, so that there are at least n+1 rounds and
//     2n(n+1) messages for any arrangement (TestMessages), four times the worst case of Chang and Roberts; singly,
//     with (-p), 3n²+n if the identifiers ascend.
//   - Uniqueness, agreement and validity hold in every variant, and under all failures explored. The largest
//     process is never made inactive, and an active process passes nothing on: nobody else's number comes
//     round.
//   - Rounds that get out of step do no harm, and FIFO channels are not needed. In paper and corrected,
//     between two active processes with none in between there are always two messages once both have started,
//     in one direction or one in each, those that wait included, whatever the order of delivery
//     (TestTwoMessages). So the active process that has compared least often will have one from each side,
//     and nobody waits for ever.
//   - A crash, a lost message or a cut link may stop the election; a message that is delivered twice does not.
//   - When the largest has crashed everybody else may be inactive, and then no election can ever
//     begin: the box is for one election.
//
// # What the source says of messages
//
// That in every phase one of two active neighbours becomes inactive, hence O(log n) phases; that the first phase
// has 4n messages, and the second, with 8 for each of n/2 processes, "8n × n/2": that is 4n², and 8 × n/2 = 4n
// is meant; hence O(n log n). This is so for paper: at most ⌊log₂ n⌋+1 rounds of exactly 2n messages,
// if all start at once, and two rounds if the identifiers ascend; corrected has n more for the announcement. It is not
// so as written: in the order 1, 3, 2, 4 both 3 and 4 are active after the first
// round, hear only (-1) and (-2) in the second, and stay so. The bound 2n(⌊log₂ n⌋+1) is below n(n+1)/2,
// the worst case of Chang and Roberts, from n = 20 on.
//
// # Arrangements of identifiers
//
// The parameter arrangement numbers the orders in which identifiers can stand on the ring, up to rotation, as in
// chang-roberts: 1 comes first and the rest in lexicographic order. 0 is 1, 2, …, n, and the last, (n-1)!-1
// or -1 for short, is 1, n, …, 2, its mirror image, which makes no difference to the
// algorithm but for the announcement.
//
// # Differences from the source
//
// None in as-written, but for the bound on suspicions. Receiving a message with what follows from it is
// one step; what the box calls receiving e and d happens when the second of them arrives. A process
// that crashes and comes back has Ativo = 1, has forgotten everything and starts no election by that.
//
// # Limitations
//
// One election: there are no epochs that would let an inactive process become active again. The largest
// instances explored completely are, with any set of processes starting, corrected with n=8, 157,690 states; as-written
// with n=5, 97,344; singly with n=5, 454,776; falls-through with n=4, 219,773; and woken with n=4 and unordered
// channels, 1,392,351.
package franklin
