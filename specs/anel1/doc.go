// Package anel1 is an election on a symmetric ring of processes without identifiers: a process that suspects the leader
// asks for everybody's vote and is elected when its request has gone round the ring.
//
// Source: 000, "Algoritmos em Anéis", box "Algoritmo do Anel 1", and the two tables
// of executions that follow it.
//
// # The algorithm
//
// A process is a Follower until it thinks that the leader is dead. Then it becomes a Candidate and sends VoteForMe to
// the right. Followers forward VoteForMe. A Candidate that receives it takes it for its own, which has gone round the
// ring: it is Elected and sends HaveLeader. Followers forward that, too; an Elected process that receives it is
// Installed. The notes' names are Seguidor, Candidato, Eleito, Empossado, (VoteEmMim) and (HabemosLeader).
//
// # Assumptions
//
// A ring in which messages travel to the right, reliable FIFO channels, no failures,
// no identifiers: a process knows its role and nothing else. The names of processes in a
// trace are for the reader only, as the notes say of theirs.
//
// # Variants
//
// as-written is the box. In corrected a Candidate that receives HaveLeader gives way: it forwards the message and
// becomes a Follower again. That is enough for somebody to be in office in the end. To decide which of several
// candidates it is, so that there is only one, something must distinguish the processes.
//
// # Where the text leaves something open
//
//   - It does not say what an Elected or Installed process does with VoteForMe, nor a Candidate or Installed process
//     with HaveLeader: such messages are received without effect, and travel no further.
//   - "When a process thinks that the leader is dead" names no role: literally, any process may think so, at any
//     time, any number of times, even a candidate or the leader itself. Without a bound the channels would grow for
//     ever. Here each process may suspect once; the parameter again allows that many more suspicions in total by
//     processes that have suspected before, whatever their role is by then. As written a process stops being a
//     Follower only by suspecting, so with again=0 it makes no difference whether only Followers may suspect. A
//     process that has given way is a Follower that has suspected.
//   - Suspicions are optional: which processes suspect is decided by the schedule, so
//     an instance in which all may be candidates covers every set of candidates.
//     The parameter candidates restricts who may suspect at all.
//   - Who is the leader? A process "declares itself Elected, tells its peers and
//     finally declares itself Installed". The property uniqueness counts
//     Installed processes, with which the notes' second table ends; one-elected
//     is the stricter reading, which counts Elected processes as well.
//   - The notes require that after an election all others know who was elected. The algorithm keeps no record of that
//     (a Follower forwards HaveLeader and stays what it was), and without identifiers it could not, so there is no
//     property for agreement, for everybody knowing the leader, or for validity.
//
// # Liveness
//
// uniqueness-in-the-end asks whether from some time on at most one process is Installed; somebody-leads asks whether a
// state in which some process is a Candidate or Elected is followed by one in which some process is Installed. Both
// count only processes that are up. With one candidate both hold as written, even if it suspects the leader again.
// With two, some executions end with two leaders in office, and others with none. In corrected there is at least one,
// unless a process that is already elected suspects the leader again and gives way to its own announcement (case
// corrected-again).
//
// termination and no-deadlock are about states in which nothing more can happen, no-deadlock-all-up about those in
// which everybody is up as well.
//
// # Failures
//
// The notes assume none. After a crash, a lost message or a link that fails for a moment, the candidate waits for
// ever; a process that comes back is a Follower and has forgotten its candidacy. If the only candidate crashes,
// nobody waits and nobody is elected. With a single candidate a message delivered twice does no harm.
//
// # Differences from the source
//
// None in as-written. Receiving a message and everything that follows from it are one step; so are becoming a
// Candidate and sending VoteForMe.
package anel1
