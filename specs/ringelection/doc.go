// Package ringelection is an election on a ring whose processes know each other and skip those that have failed: a
// list of the remaining processes goes round, followed by the news of the highest among them.
//
// Source: 003, "Ring Election". The situation is that of the sections before it: elections take
// place at the start and when the coordinator has failed.
//
// # The algorithm
//
// A process that discovers that the coordinator has died starts an ELECTION message with its own
// number. Each process adds its number and passes the message on to the next one in the ring,
// skipping those that have failed. When the message has made its way around, the one with the
// highest number in the list is considered to be the coordinator, and that is circulated, too:
// each process that receives it does the same, and when it has made its way around it is removed.
//
// # Assumptions
//
// Everybody knows the whole ring and can send to everybody, itself included: a process that is
// left alone sends its messages round a ring of one. Reliable FIFO channels, numbers 1 to n. The
// name of a process in a trace is its number.
//
// # How failures are noticed
//
// The source lets a process "discover" that the coordinator has died, and skip failed ones "as necessary", and does
// not say how. Here each process has a failure detector of the environment for both: it discovers the death of the
// coordinator that it knows when it suspects it, and this step is owed; and a process that forwards a message sends
// it to the next process that it does not suspect at that moment. The detector is perfect by default: that is what
// the source's assumptions on the bully algorithm, known bounds on the time of messages and answers, amount to.
// Others are cases. A perfect detector may be late. A message to a process that is down is then lost, and is not sent
// again: the text keeps no copy of it, and asks for no acknowledgement. (An acknowledgement for each hop would not be
// enough either: a process can crash after it has acknowledged and forwarded a message, and the next one before it
// has received it.)
//
// # Variants
//
// The text can be read in more than one way where it says what ends a round ("the message which started it will see
// its own number in the list") and what is circulated then ("this messages").
//
//   - starter: only the process that started a message, the first in its list, ends its round. Others whose number is
//     in the list forward it. After the ELECTION message it starts a COORDINATOR message with the result and a new
//     list, and removes that when it comes back.
//   - own-number: any process that sees its own number in the list does this, the starter or not.
//   - one-message: own-number, and "this message" is the ELECTION itself. A process that sees its own number in the
//     list considers the highest to be the coordinator and forwards the list ("each receiving node does the same
//     thing"); one that already considers it the coordinator removes it, since nothing else distinguishes the second
//     round from a third.
//   - corrected: own-number, and a process starts an election whenever its detector starts or stops suspecting
//     anybody, not only the coordinator, and when it comes back from a crash. The last one to discover the last crash
//     starts an election that everybody forwards to processes that are up.
//   - recovering: corrected, and a process drops a message that would make it the coordinator unless it suspects all
//     higher processes. This is needed where processes come back: a COORDINATOR message of an older election may come
//     last.
//
// Literally, each receiver of the second message could also put a message of its own into circulation ("the same
// thing"): then there would be no end of them, so this reading is left out.
//
// # Where the text leaves something open
//
//   - With first=0 everybody knows n as the coordinator at the start. With first=1 there is no
//     coordinator, and each of the initiators may start an election (the optional act begin), at
//     any time or never.
//   - A process discovers the death of a coordinator once: it knows of no coordinator from then
//     on until an election tells it, and waits for that. It starts even if it has passed on the
//     ELECTION of another, as the text says ("each will start an ELECTION"), but not if it has
//     heard of the new coordinator before.
//   - Numbers are added once. A process that passes a list again, in starter, does not add its
//     number again.
//   - What a process does when it comes back is not said. In the first three variants it knows no coordinator and
//     does nothing until a message comes; with stored=1 it takes the coordinator from stable storage ("version
//     numbers, &c" are in stable storage, says the source of all election algorithms).
//   - Electing says that the process has started and has not learned an outcome since. The algorithm does not use it,
//     except for the guard of begin.
//
// # What is asked
//
// uniqueness is asked at every instant. The source promises that an election ends well, so the other questions are
// about the end: from some time on there is one process that considers itself the coordinator (somebody-leads,
// uniqueness-in-the-end), everybody that is up knows a coordinator that is up (everybody-knows), the same one
// (agreement-in-the-end), which is the highest that is up (highest); all messages to processes that are up are gone
// (removed), and nobody waits (no-deadlock), also if everybody is up again (no-deadlock-all-up). agreement, at every
// instant, is asked if there is no coordinator at the start: the source says that concurrent elections are no problem
// because each "will select the same coordinator".
//
// If there is no coordinator at the start, nobody has to begin an election. somebody-leads and everybody-knows then
// ask nothing of a state in which nobody that is up knows a coordinator, waits for one, or has a message coming. That
// no election ends in such a state is outcome: while anything is left of an election, somebody that is up leads
// sooner or later.
//
// # Arrangements of numbers
//
// The parameter arrangement numbers the orders in which numbers can stand on the ring, up to
// rotation, as in the entry chang-roberts. A test finds no difference in the verdicts of up to
// four processes.
//
// # Messages
//
// The source says that extra messages of concurrent elections are wasted, and gives no number. If nothing fails
// meanwhile, an election takes two messages for each process that is up, in every variant.
//
// # Bounds
//
// With a perfect detector the number of elections is finite in most instances; the cases then use starts=0, which
// means no bound. It is infinite if messages circulate for ever or a detector makes mistakes for ever. The parameter
// starts bounds how often each process starts between crashes; the property starts-suffice is violated if this keeps
// somebody from starting, and the questions about the end leave such executions out. So where it is violated, the
// others are decided for the executions within the bound.
//
// # Differences from the source
//
// None in the first three variants beyond these readings. Receiving a message and what follows from it are one step;
// so are discovering a death and sending the ELECTION.
//
// # Limitations
//
// The largest instances explored completely: n=5 with one crash; n=3 with two, or with one and a
// recovery (recovering, 456151 states); n=2 with a detector that is perfect only in the end,
// which hides what TestThreeMistaken shows of three. n=4 with two crashes is explored with one
// start for each process.
package ringelection
