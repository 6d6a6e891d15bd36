// Package anel1 is the election on a symmetric ring: processes without
// identifiers, of which one that suspects the leader asks for everybody's vote
// and is elected when its request comes round.
//
// Source: 000, "Algoritmos em Anéis", box "Algoritmo do Anel 1", and the two tables
// of executions that follow it.
//
// # The algorithm
//
// A process is a Follower until it thinks that the leader is dead. Then it is a
// Candidate and sends VoteForMe to the right. Followers pass VoteForMe on; a
// Candidate takes it for its own that has come round, is Elected and sends
// HaveLeader, which Followers pass on too; an Elected process that receives it is
// Installed. The notes' names are Seguidor, Candidato, Eleito, Empossado,
// (VoteEmMim) and (HabemosLeader).
//
// # Assumptions
//
// A ring in which messages travel to the right, reliable FIFO channels, no failures,
// no identifiers: a process knows its role and nothing else. Its name in a
// trace is for the reader only, as the notes say of theirs.
//
// # Variants
//
// as-written is the box. In corrected a Candidate that receives HaveLeader gives way: it passes it on as
// a Follower does, and is one again. That is enough for somebody to be in office in the end. Which of
// several it is, and that it is one, needs something in which processes differ.
//
// # Where the text leaves something open
//
//   - It says nothing of an Elected or Installed process that receives VoteForMe,
//     nor of a Candidate or Installed process that receives HaveLeader: such
//     messages are received and nothing happens, and they travel no further.
//   - "When a process thinks that the leader is dead" names no role: literally, any
//     process may think so, at any time, any number of times, also one that is a
//     candidate or the leader itself. Without a bound the channels would grow
//     without end. Here each process may suspect once; the parameter again
//     allows that many more suspicions, in all, by processes that have suspected
//     before, in whatever role they are then. As written a process leaves the role of Follower
//     only by suspecting, so with again=0 it makes no difference whether only followers
//     may suspect. One that has given way is a Follower that has suspected.
//   - Suspicions are optional: which processes suspect is decided by the schedule, so
//     an instance in which all may be candidates covers every set of candidates.
//     The parameter candidates restricts who may suspect at all.
//   - Who is the leader? A process "declares itself Elected, tells its peers and
//     finally declares itself Installed". The property uniqueness counts
//     Installed processes, with which the notes' second table ends; one-elected
//     is the stricter reading, which counts Elected ones as well.
//   - The notes ask of an election that all others know who was elected. The
//     algorithm keeps no record of that (a Follower passes HaveLeader on and stays what
//     it was), and without identifiers it could not, so there is no property of agreement,
//     none of everybody knowing, and none of validity.
//
// # Liveness
//
// uniqueness-in-the-end asks whether from some time on at most one process is Installed;
// somebody-leads, whether after a state in which some process is a Candidate or Elected one comes in
// which some process is Installed. Both are about processes that are up. With one
// candidate both hold as written, also if it suspects the leader again. With two, executions end with two leaders in
// office, and others with none; corrected, there is at least one, unless one that is elected already
// suspects the leader again and gives way to its own announcement (case corrected-again).
//
// termination and no-deadlock are about rest; no-deadlock-all-up is about rest with everybody up.
//
// # Failures
//
// The notes assume none. A crash, a lost message or a link that fails for a moment, and the
// candidate waits for ever; one that comes back is a Follower, which has forgotten that it stood.
// When the only candidate crashes nobody waits, and nobody is elected. A message that is delivered
// twice does no harm to a single candidate.
//
// # Differences from the source
//
// None in as-written. Receiving a message with what follows from it is one step; so is becoming
// a Candidate and sending VoteForMe.
package anel1
