// Package termvoting is election by votes: a leader is who has those that carry more than half
// of the weight of the system, in successive terms as in Raft.
//
// Source: 000, "Split-brain" (within "Questões importantes"). Paper: D. Ongaro, J. Ousterhout, In
// search of an understandable consensus algorithm, USENIX ATC 2014, section 5.2.
//
// # The algorithm
//
// Each process has a weight. One that suspects the leader becomes a candidate, votes for
// itself and asks the others for their vote (RequestVote). Who has not voted yet answers with
// its vote (Vote). A candidate whose votes carry more than half of the weight becomes the
// leader and says so (Lead); the others follow it.
//
// With terms, whoever starts an election goes on to the next term. A process has one vote in
// each. Every message carries the term that it is about: a receiver that is in an earlier
// term goes on to it, without a vote and without a leader, and discards the message if it is in a later one.
//
// # Assumptions
//
// Reliable FIFO channels and asynchronous time, unless a case says otherwise. Anybody may suspect the
// leader at any time, rightly or not, and nobody has to. How many elections are started in
// all is limited as failures are, by the parameter elections; it is a variable of the
// environment, which the algorithm does not read. The vote and the term are in stable storage, written in the
// step that changes them.
//
// # Variants
//
//   - weights: no terms, which is the source's first proposal. A vote is given once and for ever.
//   - rounds: no terms, and the other reading of "successive rounds": a vote is
//     for one election. A process is free to vote again when it has learnt who won, and it votes for
//     itself whenever it starts an election. A leader does not vote for others.
//   - terms: the source's second proposal.
//   - undiscarded: terms, and a message of an earlier term is treated as one of the present. It shows what
//     discarding is for.
//   - amnesia: terms, with nothing in stable storage.
//   - timed: terms, with the timers that the source's paragraph on failure detection asks for. Whoever hears
//     neither from a leader nor gives a vote for a while starts an election; a leader repeats its Lead.
//     Process i waits timeout + (i-1)·stagger ticks, and up to choices-1 more, chosen anew each
//     time. Time is synchronous, messages take up to one tick.
//   - answered: timed, and a process that discards a request or a Lead answers with its own
//     term, as Raft does. The source has "summarily discarded".
//
// # Terms without end
//
// The variants with timers start elections for ever, so their terms are counted in a cycle and compared
// by their distance, modulo cycle. That is exact as long as all terms that are known or on their way at the
// same time lie close together, which the property cycle-suffices verifies: they are so close that
// the next step cannot deceive the comparison either. So no bound decides what comes in
// the end, and a lasso of these variants is one of any number of terms. Where cycle-suffices is violated, no
// other verdict means anything.
//
// # Properties
//
// "Uniqueness" and "agreement" are of an instant, whatever the terms. The source calls it
// split-brain if part of the network sees one leader and part another, which is what agreement
// excludes. one-leader-per-term is of all time: elected is a history that the algorithm does not read.
// (The variants with timers have none, since their terms come again; there it is of leaders at the same
// time.) Without terms it is called one-leader-ever, and not asked of rounds.
//
// somebody-leads is that while somebody is a candidate a leader comes. Without timers nobody owes a suspicion: where
// it is violated, the election fails by itself, and whether another one would help is what succession asks (in the
// variants weights, never; see TestSuccession). With timers it is the whole truth. uniqueness-when-healed is
// uniqueness in the end for executions in which no cut lasts. succession is that somebody leads who was not the first
// to. no-deadlock-all-up is no-deadlock where nobody is down at the end, so that nobody can be waited for rightly.
// messages is a cost: how many are sent until somebody is elected for the first time, the Lead that says so included,
// of elections that may go on for ever.
//
// # Where the text leaves something open
//
//   - Nothing is said of how votes are asked for, nor who votes for whom: first come, first served, as in
//     Raft. Nor that a process which does not give its vote says so: it is silent.
//   - Whether a candidate may suspect again: it may. A leader does not suspect itself.
//   - "More than half" is taken literally. half=1 is "at least half": it is wrong if and only if some
//     processes have exactly half of the weight (TestHalf, all weights up to 2 of two and three processes).
//   - Raft's further rule that a voter compares logs has no place here: there are none.
//
// # What exploration shows
//
//   - One leader per term holds under every kind of failure that was explored, with terms and votes in stable storage.
//     Without storage (amnesia), or without discarding (undiscarded-three), it does not.
//   - One leader at an instant does not hold: a leader that has been replaced leads on
//     until it hears of it (case terms), and for ever if a partition has swallowed the news, also when it has
//     healed (terms-partition). A leader that repeats itself mends that (timed-heal).
//   - With repeated messages and one link cut, two processes lead for ever, in different terms, and the third, which
//     both can reach, keeps silent about it (timed-cut). Raft's answer to what is discarded makes them depose each
//     other for ever instead (answered-cut).
//   - Equal timers can split the votes for ever (timed-split). Timers chosen at random do not end that with
//     certainty, only with probability 1, which is not asked here (timed-choices).
//   - One election of n equal processes that nothing disturbs costs from n-1 requests, n/2 votes (rounded down) and
//     n-1 Leads, if it is decided when the last vote that is needed arrives, to 3(n-1) messages: 5 to 6 of three, 10
//     to 12 of five, with timers that are far enough from each other too. Two elections that meet cost 5 to 10 until
//     somebody is elected, three 5 to 14. Where votes can be split for ever, or a half that is needed has crashed,
//     there is no bound.
//
// # Differences from the source
//
// The bound on elections, and the history.
//
// # Limitations
//
// The source claims nothing of the number of messages. A partition is explored without timers only: a process that is
// cut off from everybody raises its term without end, which no cycle can follow. cycle-suffices looks at the terms of
// processes that are up: with recoveries, a term that was stored a whole cycle ago would be taken for a new one, so
// that the timed variants are for crashes without recovery. The largest instance is answered-heal, 64,140 states;
// with delays of up to three ticks the variant timed has 587,336 (stagger=1, cycle=15), too many for a test.
package termvoting
