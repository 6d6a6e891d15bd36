// Package ringelection is a leader election on a ring whose processes know each other and skip those that have failed:
// a list of the live processes goes round the ring, followed by the news of which is the highest.
//
// Source: 003, "Ring Election". The situation is that of the sections before it: elections take
// place at the start and when the coordinator has failed.
//
// # The algorithm
//
// A process that discovers that the coordinator has died sends an ELECTION message with its own number. Each process
// adds its number and passes the message on to the next one in the ring, skipping those that have failed. When the
// message has made its way around, the process with the highest number in the list is considered to be the coordinator.
// This news is then circulated, too, and removed when it has made its way around.
//
// # Assumptions
//
// Each process knows the whole ring and can send to every process, including itself: a process that is left alone sends
// its messages round a ring of one. Reliable FIFO channels, numbers 1 to n. The name of a process in a trace is its
// number.
//
// # How failures are noticed
//
// The source lets a process "discover" that the coordinator has died, and skip failed processes "as necessary", but
// does not say how. Here each process uses a failure detector for both. It discovers the death of its coordinator when
// it suspects the coordinator, and this step is owed; and it forwards a message to the next process that it does not
// suspect at that moment. The detector is perfect by default, which is what the source's assumptions on the bully
// algorithm, known bounds on the time of messages and answers, amount to. Some cases have other detectors. A perfect
// detector may be late. A message to a process that is down is then lost and not sent again: the text keeps no copy of
// it and asks for no acknowledgement. (An acknowledgement for each hop would not be enough either: a process can crash
// after it has acknowledged and forwarded a message, and the next process before it has received the message.)
//
// # Variants
//
// The text can be read in more than one way where it says when a round ends ("the message which started it will see its
// own number in the list") and what is circulated then ("this messages").
//
//   - starter: only the process that started a message, the first in its list, ends its round. Other processes whose
//     numbers are in the list forward it. After the round of the ELECTION message the starter sends a COORDINATOR
//     message with the result and a new list, and removes that when it comes back.
//   - own-number: any process that sees its own number in the list does this, whether it is the starter or not.
//   - one-message: own-number, and "this message" is the ELECTION itself. A process that sees its own number in the
//     list considers the highest to be the coordinator and forwards the list ("each receiving node does the same
//     thing"); a process that already considers the highest to be the coordinator removes the list, since nothing else
//     distinguishes the second round from a third.
//   - corrected: own-number, and a process starts an election whenever its detector starts or stops suspecting any
//     process, not only the coordinator, and when it recovers from a crash. So the last process to discover the last
//     crash starts an election that is forwarded only to processes that are up.
//   - recovering: corrected, and a process drops a message that would make it the coordinator unless it suspects all
//     higher processes. This is needed where processes recover: the COORDINATOR message of an older election may arrive
//     last.
//
// Taken literally, "the same thing" could also mean that each receiver of the second message puts a message of its own
// into circulation. There would be no end of messages, so this reading is left out.
//
// # Where the text leaves something open
//
//   - With first=0 all processes know n as the coordinator at the start. With first=1 there is no coordinator, and each
//     of the initiators may start an election (the optional act begin), at any time or never.
//   - A process discovers the death of a coordinator once: from then on it knows no coordinator, and waits until an
//     election tells it of one. It starts an election even if it has passed on the ELECTION of another process, as the
//     text says ("each will start an ELECTION"), but not if it has already heard of the new coordinator.
//   - Numbers are added once. A process that passes on a list for the second time, in starter, does not add its number
//     again.
//   - The source does not say what a process does when it recovers. In the first three variants it knows no coordinator
//     and does nothing until a message arrives; with stored=1 it takes the coordinator from stable storage ("version
//     numbers, &c" are in stable storage, says the source of all election algorithms).
//   - The field Electing says that the process has started an election and has not learned its outcome. The algorithm
//     does not use it, except in the guard of begin.
//
// # What is asked
//
// uniqueness is checked in every state. The source promises that an election ends well, so the other properties are
// about the end of an execution. From some time on, exactly one process considers itself the coordinator
// (somebody-leads, uniqueness-in-the-end), and every process that is up knows a coordinator that is up
// (everybody-knows), the same one (agreement-in-the-end), which is the highest that is up (highest). All messages to
// processes that are up are gone (removed), and no process waits (no-deadlock), also if all are up again
// (no-deadlock-all-up). If there is no coordinator at the start, agreement is checked in every state: the source says
// that concurrent elections are no problem because each "will select the same coordinator".
//
// If there is no coordinator at the start, no process has to begin an election. somebody-leads and everybody-knows are
// then not required in a state in which no process that is up knows a coordinator, waits for one, or has a message in
// transit to it. The property outcome says that no election ends in such a state: while anything is left of an
// election, some process that is up eventually leads.
//
// # Arrangements of numbers
//
// The parameter arrangement selects the order of the processes' numbers on the ring, up to rotation, as in the entry
// chang-roberts. A test finds that it makes no difference to the verdicts for up to four processes.
//
// # Messages
//
// The source says that extra messages of concurrent elections are wasted, and gives no number. If nothing fails in the
// meantime, an election takes two messages for each process that is up, in every variant.
//
// # Bounds
//
// With a perfect detector the number of elections is finite in most instances; the cases then use starts=0, which means
// no bound. It is infinite if messages circulate for ever or a detector makes mistakes for ever. The parameter starts
// bounds how often each process starts an election between crashes. The property starts-suffice is violated if this
// bound keeps a process from starting one, and the properties about the end leave such executions out. So where
// starts-suffice is violated, the others are decided for the executions within the bound.
//
// # Differences from the source
//
// None in the first three variants, apart from these readings. Receiving a message and what follows from it are one
// step; so are discovering a death and sending the ELECTION.
//
// # Limitations
//
// The largest instances explored completely: n=5 with one crash; n=3 with two, or with one and a recovery (recovering,
// 456151 states); n=2 with an eventually perfect detector, which does not show what TestThreeMistaken shows with three.
// n=4 with two crashes is explored with at most one start for each process.
package ringelection
