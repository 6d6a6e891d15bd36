// Package termvoting is leader election by votes: in successive terms, as in Raft, the leader is the process whose
// votes carry more than half of the total weight.
//
// Source: 000, "Split-brain" (within "Questões importantes"). Paper: D. Ongaro, J. Ousterhout, In
// search of an understandable consensus algorithm, USENIX ATC 2014, section 5.2.
//
// # The algorithm
//
// Each process has a weight. A process that suspects the leader becomes a candidate, votes for itself and asks the
// others for their votes (RequestVote). A process that has not voted yet answers with its vote (Vote). A candidate
// whose votes carry more than half of the weight becomes the leader and announces it (Lead); the others follow it.
//
// With terms, a process that starts an election moves to the next term. It has one vote in each term. Every message
// carries its term: a receiver in an earlier term moves to that term, without having voted and without a leader, and a
// receiver in a later term discards the message.
//
// # Assumptions
//
// Reliable FIFO channels and asynchronous time, unless a case says otherwise. Any process may suspect the leader at any
// time, rightly or not, and none has to. The total number of elections is limited, as failures are, by the parameter
// elections; it is a variable of the environment, which the algorithm does not read. The vote and the term are in
// stable storage, written in the step that changes them.
//
// # Variants
//
//   - weights: no terms, which is the source's first proposal. A process votes only once.
//   - rounds: no terms, and the other reading of "successive rounds": a vote is for one election. A process is free
//     to vote again when it has learned who won, and it votes for itself whenever it starts an election. A leader
//     does not vote for others.
//   - terms: the source's second proposal.
//   - undiscarded: terms, but a message of an earlier term is treated as one of the current term. It shows why
//     discarding is needed.
//   - amnesia: terms, with nothing in stable storage.
//   - timed: terms, with the timers that the source's paragraph on failure detection requires. A process that for a
//     while neither hears from a leader nor votes starts an election; a leader repeats its Lead. Process i waits
//     timeout + (i-1)·stagger ticks, and up to choices-1 more, chosen anew each time. Time is synchronous, messages
//     take up to one tick.
//   - answered: timed, and a process that discards a request or a Lead answers with its own term, as Raft does. The
//     source says "summarily discarded".
//
// # Terms without end
//
// The variants with timers start elections for ever, so their terms are counted modulo the parameter cycle and compared
// by their distance. That is exact as long as all terms that are known or in transit at the same time lie close
// together, which the property cycle-suffices verifies: they are so close that the comparison is right after the next
// step, too. So no bound affects what happens in the end, and a lasso of these variants stands for any number of terms.
// If cycle-suffices is violated, the other verdicts mean nothing.
//
// # Properties
//
// uniqueness and agreement are about single states, whatever the terms. The source calls it split-brain if part of the
// network sees one leader and part another, which agreement excludes. one-leader-per-term is about whole executions:
// elected is a history that the algorithm does not read. (The variants with timers have no history, since their terms
// recur; there the property is about leaders at the same time.) Without terms it is called one-leader-ever, and not
// checked for rounds.
//
// somebody-leads says that while some process is a candidate, a leader will follow. Without timers suspicions are not
// owed, so where somebody-leads is violated the election itself fails, and succession says whether another election
// would help (in the variant weights, never; see TestSuccession). With timers it is the full guarantee.
// uniqueness-when-healed is uniqueness in the end, for executions in which no cut lasts. succession says that a process
// other than the first leader leads. no-deadlock-all-up is no-deadlock if no process is down at the end, so that there
// is none that others might rightly wait for. messages is a cost: the number of messages sent until a process is
// elected for the first time, including the Lead that announces it, even if elections go on for ever.
//
// # Where the text leaves something open
//
//   - The text does not say how votes are requested, nor for whom a process votes: here it is first come, first served,
//     as in Raft. Nor does it say that a process that refuses its vote answers: here it is silent.
//   - Whether a candidate may suspect again: it may. A leader does not suspect itself.
//   - "More than half" is taken literally. half=1 is "at least half": it is wrong if and only if some
//     processes have exactly half of the weight (TestHalf, all weights up to 2 of two and three processes).
//   - Raft's further rule that a voter compares logs does not apply here: there are no logs.
//
// # What exploration shows
//
//   - One leader per term holds under every kind of failure explored, with terms and votes in stable storage. Without
//     storage (amnesia), or without discarding (undiscarded-three), it does not.
//   - One leader at a time does not hold: a leader that has been replaced continues to lead until it hears of the new
//     one (case terms), and for ever if the news was lost in a partition, even after that has healed (terms-partition).
//     A leader that repeats its Lead repairs that (timed-heal).
//   - With repeated messages and one link cut, two processes lead for ever, in different terms, and the third, which
//     both can reach, does not tell either (timed-cut). With Raft's answer to discarded messages, they depose each
//     other for ever instead (answered-cut).
//   - Equal timers can split the votes for ever (timed-split). Timers chosen at random prevent that not with certainty
//     but with probability 1, which is not checked here (timed-choices).
//   - One undisturbed election of n equal processes costs between n-1 requests, n/2 votes (rounded down) and n-1 Leads,
//     if it is decided when the last necessary vote arrives, and 3(n-1) messages: 5 to 6 for three, 10 to 12 for five,
//     also with timers that are far enough apart. Two concurrent elections cost 5 to 10 messages until a process is
//     elected, three cost 5 to 14. If votes can be split for ever, or half of the weight has crashed, there is no
//     bound.
//
// # Differences from the source
//
// The bound on elections, and the history.
//
// # Limitations
//
// The source says nothing about the number of messages. A partition is explored without timers only: a process that is
// cut off from all others raises its term for ever, for which no cycle is long enough. cycle-suffices considers the
// terms of processes that are up: with recoveries, a term stored a whole cycle ago would be mistaken for a new one, so
// the timed variants are for crashes without recovery. The largest instance is answered-heal, 64,140 states; with
// delays of up to three ticks the variant timed has 587,336 (stagger=1, cycle=15), too many for a test.
package termvoting
