// Package franklin is Franklin's election on a ring in both directions: in rounds, every active process compares
// itself with the next active process on either side, and stays active if it is larger than both.
//
// Source: 000, "Algoritmos em Anéis", box "Algoritmo de Franklin", and the paragraphs and the list of remarks after
// it (the figure itself is not in the text). Paper: W. R. Franklin, On an improved algorithm for decentralized
// extrema finding in circular configurations of processors, CACM 25(5), 1982. Its text was not at hand; statements
// about it here are those of textbooks.
//
// # The algorithm
//
// Ativo is initially 1. A process p with Ativo = 1 that thinks that the leader is dead sends (p) to both sides. When
// it has e from the left and d from the right it compares: if both are smaller it sends (p) to both sides again, and
// the next round begins; if one is larger it sets Ativo to 0 and sends (-p) to both sides; if the larger of them is
// p, its own number has gone round the ring, and it declares itself the leader. With Ativo = 0 it forwards each message
// to the other side.
//
// # Assumptions
//
// A ring with channels in both directions, reliable and FIFO, no failures, distinct
// identifiers 1 to n. The name of a process in a trace is its identifier.
//
// # What the text says twice or not at all
//
//   - The messages that arrive are called e and d in the first test, and q and r in the two others. Literally, q and
//     r name nothing, and no process could become inactive or lead. They are read as e and d.
//   - "Passes each message on" appears below "when p receives e and d". Literally, an inactive process also waits for
//     one from each side (as-written). The remarks after the box speak of messages that are forwarded to the
//     neighbours' neighbours individually (singly).
//   - The tests follow one another without "else". Literally, a process that has just set Ativo to 0 also makes the
//     last test, whether Ativo is 0, and forwards e and d after its (-p) (falls-through). In the other variants a
//     process does one of the four things.
//   - (-p) is not explained. As a number it is smaller than every identifier, so it does not make its receiver
//     inactive; textbooks have no such message (paper; pairs is as-written without it). For what it does, see below.
//   - A process that has not started has Ativo = 1: literally, it compares what arrives like any other, and may
//     become inactive, or the leader, without ever having suspected. It needs a message from either side for that.
//     (In textbooks everybody starts, or a process that does not is inactive from the start.)
//   - "When p thinks that the leader is dead and Ativo = 1": literally any number of times. Here each process may
//     suspect once, and the parameter again allows that many more suspicions in total by those that have started,
//     including the leader. A suspicion is optional, unless certain=1 says that each of the initiators suspects
//     sooner or later, while it is active; with together=1 they have all done so before the execution begins.
//   - Nothing sets Ativo to 1 again.
//   - If an active process already has an unprocessed message from one side, the next from that side waits: Left and
//     Right are queues, whose first elements are e and d.
//   - On a ring of two both neighbours are the same process, and e and d are both from it. There, a message says
//     which way it travels. The two links are one channel of the model: if it is FIFO, messages sent to both sides
//     arrive in the order of sending. TestTwoLinks explores two separate links, and the cases with unordered channels
//     cover them.
//
// # Variants
//
// as-written, falls-through, singly and paper are the readings above, paper with messages forwarded singly. pairs is
// not a reading but as-written without (-p), to show what (-p) is for. woken is as-written with one more rule: the
// first message makes a process that has not started start. corrected is paper with that rule, and the leader sends
// an announcement round the ring to the right, as in chang-roberts. Its verdicts need both the rule and the
// announcement; that an announcement does not wake a process only saves messages.
//
// # Properties
//
// started means that a process that is up has begun an election, by itself or woken. uniqueness and agreement are
// asked at every instant, uniqueness-in-the-end from some time on. validity: the leader has the largest identifier of
// all. somebody-leads: once started, some process that is up is the leader sooner or later. everybody-knows: from
// some time on, if started, every process that is up knows a leader, and that leader is up. no-deadlock: when nothing
// more can happen, no active process other than the leader has started or has a message that waits for another;
// no-deadlock-all-up: the same, if everybody is up. new-election-possible: the source requires a new election when the
// leader becomes unavailable; since only active processes may begin one, some process that is up has to be active.
//
// # What exploration shows
//
//   - As written, a single initiator among three or more is not elected, nor is anybody else: its neighbours hear
//     from one side only. Somebody is elected if and only if at least one of any two neighbours starts
//     (TestInitiators, rings of two to four).
//   - Thanks to (-p) the box needs neither numbered rounds nor single forwarding: every process, active or
//     not, sends a pair for each pair that it receives. Without it (paper) a process that becomes inactive before it
//     has started leaves its neighbours without an answer, even when everybody suspects sooner or later; when all
//     have started before, everything but everybody-knows holds. If inactive processes wait for pairs, as printed
//     (pairs), nobody is elected among three even then.
//   - (-p) also forfeits what the algorithm was designed for. As written the message of the largest process gets one
//     step further in each round and each round has 2n messages, so, if all start at once, there are at least n+1
//     rounds and 2n(n+1) messages for any arrangement (TestMessages), four times the worst case of Chang and Roberts;
//     singly, with (-p), 3n²+n if the identifiers ascend.
//   - Uniqueness, agreement and validity hold in every variant, and under all failures explored. The largest process
//     never becomes inactive, and an active process forwards nothing: nobody else's number comes round.
//   - Rounds that get out of step do no harm, and FIFO channels are not needed. In paper and corrected, between two
//     active processes with none in between there are always two messages once both have started, in one direction or
//     one in each, including those that wait, whatever the order of delivery (TestTwoMessages). So the active process
//     that has compared least often will get one from each side, and nobody waits for ever.
//   - A crash, a lost message or a cut link may stop the election; a message delivered twice does not.
//   - When the largest process has crashed, everybody else may be inactive, and then no election can ever begin: the
//     box is for one election.
//
// # What the source says of messages
//
// The source says that in every phase one of two active neighbours becomes inactive, hence O(log n) phases; that the
// first phase has 4n messages, and the second, with 8 for each of n/2 processes, "8n × n/2", which is 4n², while 8 ×
// n/2 = 4n is meant; hence O(n log n). This is true of paper: at most ⌊log₂ n⌋+1 rounds of exactly 2n messages if all
// start at once, and two rounds if the identifiers ascend; corrected has n more for the announcement. It is not true
// as written: in the order 1, 3, 2, 4 both 3 and 4 are active after the first round, hear only (-1) and (-2) in the
// second, and stay active. The bound 2n(⌊log₂ n⌋+1) is below n(n+1)/2, the worst case of Chang and Roberts, from n =
// 20 on.
//
// # Arrangements of identifiers
//
// The parameter arrangement numbers the orders in which identifiers can stand on the ring, up to rotation, as in
// chang-roberts: 1 comes first and the rest in lexicographic order. 0 is 1, 2, …, n, and the last, (n-1)!-1 or -1 for
// short, is 1, n, …, 2, its mirror image, which makes no difference to the algorithm except for the announcement.
//
// # Differences from the source
//
// None in as-written, except for the bound on suspicions. Receiving a message and everything that follows from it are
// one step; what the box calls receiving e and d happens when the second of them arrives. A process that crashes and
// comes back has Ativo = 1, has forgotten everything, and does not start an election on coming back.
//
// # Limitations
//
// One election: there are no epochs that would let an inactive process become active again. The largest
// instances explored completely are, with any set of processes starting, corrected with n=8, 157,690 states; as-written
// with n=5, 97,344; singly with n=5, 454,776; falls-through with n=4, 219,773; and woken with n=4 and unordered
// channels, 1,392,351.
package franklin
