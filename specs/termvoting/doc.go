// Package termvoting is election by votes: the leader is the process whose votes carry more than half of the weight
// of the system, in successive terms as in Raft.
//
// Source: 000, "Split-brain" (within "Questões importantes"). Paper: D. Ongaro, J. Ousterhout, In
// search of an understandable consensus algorithm, USENIX ATC 2014, section 5.2.
//
// # The algorithm
//
// Each process has a weight. A process that suspects the leader becomes a candidate, votes for itself and asks the
// others for their votes (RequestVote). A process that has not voted yet answers with its vote (Vote). A candidate
// whose votes carry more than half of the weight becomes the leader and says so (Lead); the others follow it.
//
// With terms, a process that starts an election goes on to the next term. It has one vote in each. Every message
// carries the term that it is about: a receiver in an earlier term moves to it, without a vote and without a leader,
// and a receiver in a later one discards the message.
//
// # Assumptions
//
// Reliable FIFO channels and asynchronous time, unless a case says otherwise. Anybody may suspect the leader at any
// time, rightly or not, and nobody has to. The total number of elections is limited like failures are, by the
// parameter elections; it is a variable of the environment, which the algorithm does not read. The vote and the term
// are in stable storage, written in the step that changes them.
//
// # Variants
//
//   - weights: no terms, which is the source's first proposal. A vote is given once and for all.
//   - rounds: no terms, and the other reading of "successive rounds": a vote is for one election. A process is free
//     to vote again when it has learned who won, and it votes for itself whenever it starts an election. A leader
//     does not vote for others.
//   - terms: the source's second proposal.
//   - undiscarded: terms, but a message of an earlier term is treated as one of the current term. It shows what
//     discarding is for.
//   - amnesia: terms, with nothing in stable storage.
//   - timed: terms, with the timers that the source's paragraph on failure detection requires. A process that neither
//     hears from a leader nor gives a vote for a while starts an election; a leader repeats its Lead. Process i waits
//     timeout + (i-1)·stagger ticks, and up to choices-1 more, chosen anew each time. Time is synchronous, messages
//     take up to one tick.
//   - answered: timed, and a process that discards a request or a Lead answers with its own
//     term, as Raft does. The source has "summarily discarded".
//
// # Terms without end
//
// The variants with timers start elections for ever, so their terms are counted in a cycle and compared by their
// distance, modulo cycle. That is exact as long as all terms that are known or in transit at the same time lie close
// together, which the property cycle-suffices verifies: they are so close that the next step cannot deceive the
// comparison either. So no bound decides what happens in the end, and a lasso of these variants stands for any number
// of terms. If cycle-suffices is violated, no other verdict means anything.
//
// # Properties
//
// "Uniqueness" and "agreement" are about an instant, whatever the terms. The source calls it split-brain if part of
// the network sees one leader and part another, which is what agreement excludes. one-leader-per-term is about all
// time: elected is a history that the algorithm does not read. (The variants with timers have none, since their terms
// recur; there it is about leaders at the same time.) Without terms it is called one-leader-ever, and not asked of
// rounds.
//
// somebody-leads says that while somebody is a candidate, a leader will come. Without timers nobody owes a suspicion:
// where it is violated, the election itself fails, and succession asks whether another one would help (in the
// variants weights, never; see TestSuccession). With timers it is the whole truth. uniqueness-when-healed is
// uniqueness in the end for executions in which no cut lasts. succession says that some process other than the first
// leader leads. no-deadlock-all-up is no-deadlock if nobody is down at the end, so that nobody can rightly be waited
// for. messages is a cost: how many are sent until somebody is elected for the first time, including the Lead that
// says so, even if elections go on for ever.
//
// # Where the text leaves something open
//
//   - Nothing is said about how votes are requested, nor about who votes for whom: first come, first served, as in
//     Raft. Nor does it say that a process which refuses its vote says so: it is silent.
//   - Whether a candidate may suspect again: it may. A leader does not suspect itself.
//   - "More than half" is taken literally. half=1 is "at least half": it is wrong if and only if some
//     processes have exactly half of the weight (TestHalf, all weights up to 2 of two and three processes).
//   - Raft's further rule that a voter compares logs has no place here: there are none.
//
// # What exploration shows
//
//   - One leader per term holds under every kind of failure explored, with terms and votes in stable storage. Without
//     storage (amnesia), or without discarding (undiscarded-three), it does not.
//   - One leader at an instant does not hold: a leader that has been replaced continues to lead until it hears of it
//     (case terms), and for ever if a partition has swallowed the news, even after it has healed (terms-partition). A
//     leader that repeats itself repairs that (timed-heal).
//   - With repeated messages and one link cut, two processes lead for ever, in different terms, and the third, which
//     both can reach, keeps silent about it (timed-cut). Raft's answer to what is discarded makes them depose each
//     other for ever instead (answered-cut).
//   - Equal timers can split the votes for ever (timed-split). Timers chosen at random do not end that with
//     certainty, only with probability 1, which is not asked here (timed-choices).
//   - One undisturbed election of n equal processes costs between n-1 requests, n/2 votes (rounded down) and n-1
//     Leads, if it is decided when the last necessary vote arrives, and 3(n-1) messages: 5 to 6 for three, 10 to 12
//     for five, also with timers that are far enough apart. Two elections that meet cost 5 to 10 until somebody is
//     elected, three 5 to 14. If votes can be split for ever, or a necessary half has crashed, there is no bound.
//
// # Differences from the source
//
// The bound on elections, and the history.
//
// # Limitations
//
// The source says nothing about the number of messages. A partition is explored without timers only: a process that
// is cut off from everybody raises its term for ever, which no cycle can follow. cycle-suffices looks at the terms of
// processes that are up: with recoveries, a term that was stored a whole cycle ago would be taken for a new one, so
// the timed variants are for crashes without recovery. The largest instance is answered-heal, 64,140 states; with
// delays of up to three ticks the variant timed has 587,336 (stagger=1, cycle=15), too many for a test.
package termvoting
