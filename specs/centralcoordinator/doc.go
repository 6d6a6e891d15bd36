// Package centralcoordinator is mutual exclusion by a coordinator: participants
// ask it for the resource and tell it when they are done, and it grants the resource to one
// at a time, in the order of their requests.
//
// Sources: 000, "Coordenador" (the protocol and the diagram of an execution below it) and
// "Lidando com Falhas"; 004, "Mutual Exclusion with a Manager" (the manager's code).
//
// # The algorithm
//
// A participant sends a request, waits for the response, uses the resource and sends a
// release. The coordinator knows whether the resource is free, and keeps a queue of the participants that
// wait for it. The notes' names for the messages are RequestAccess, ResponseOK and RequestFree.
//
// # Assumptions
//
// Reliable FIFO channels between each participant and the coordinator, no failures. Nobody
// keeps the resource for ever: a release must happen, a request need not. The variant lease needs
// synchronous timing, and those with a new manager or a detector need a perfect failure detector.
//
// # Variants
//
//   - protocol: 000's text. The coordinator puts every request into the queue. "Whenever the resource is free AND the
//     queue is not empty" it removes the first, answers it and marks the resource as taken. This is a separate step,
//     since 000's diagram shows states in which the resource is free, somebody is in the queue and another message is
//     received before the grant.
//   - acknowledged: 000's diagram. It shows a fourth message, ResponseFree, with which the coordinator answers each
//     release, and which is not in the text. The participant is outside the critical section once it has sent the
//     release, and waits for the answer before it requests the resource again.
//   - lease: the timeout of 000's "Lidando com Falhas" on top of its protocol. If a holder has not given the resource
//     back within lease ticks of the grant, it is taken for dead and the resource becomes free. Participants use the
//     resource for exactly use ticks here, since a lease makes no sense for participants that may keep the resource
//     for as long as they like. A late release still marks the resource as free, as in the protocol.
//   - manager: 004's code. A request for a free resource is answered at once, without the
//     queue; a release hands the resource to the first in the queue, and it
//     becomes free only when the queue is empty. All of it happens on receiving a message.
//   - new-manager: what 004 says about the death of the manager: "each process has to recognise failure and adjust
//     accordingly [each process knows its own state at the time of the failure and can communicate it to the new
//     manager]". A participant that recognises the failure reports to the new manager whether it is outside, waits or
//     uses the resource, and from then on sends requests and releases there. The new manager grants nothing before it
//     knows that nobody has the resource by a grant of the old one: everybody has reported, and a participant that
//     used the resource has given it back. Participants that wait enter its queue in the order of their reports, among
//     the requests that arrive meanwhile. Then it acts like the manager.
//   - new-manager-present: as new-manager, but participants ignore a grant that is not from the process that they take
//     for the manager. A grant of the old manager may still be in transit when its receiver reports that it waits.
//   - detector: 000's protocol with a failure detector, which no source has: when a participant is reported to have
//     crashed, the coordinator takes the resource back from it and removes it from the queue.
//   - detector-holder: as detector, and only the holder's release counts.
//   - detector-living: as detector-holder, and a request that arrives after its sender was reported does not count.
//
// # Where the texts leave something open
//
//   - A participant uses the resource from the moment it receives the response: waiting
//     for it and beginning to use it are one step.
//   - Neither source says what a participant does with a response that it does not wait for (which can happen if
//     messages are duplicated): here it is received without effect.
//   - 000 calls two things "liberação": the coordinator's grant (its step 4.2) and the participant's
//     release. 004 says "allocate resource to requestor" in one branch and "send reply to that
//     requestor" in the other: both send the response here.
//   - 000 says that a process may be coordinator and participant at the same time. Here that would be two processes.
//   - Who becomes the new manager is decided by an election, which is the subject of other entries: here it is a
//     process of its own, which everybody knows. How the failure is recognised is up to the environment: a perfect
//     failure detector reports it to each participant at some time. The old manager does not come back.
//   - The texts do not say how often a participant uses the resource: here requests times, or
//     without end, which the question of starvation needs.
//   - 000 leaves open how long the coordinator waits before it takes a holder for dead, and
//     says that no value is right in an asynchronous system. With messages of at most Max
//     ticks, 2·Max+use is exactly enough.
//
// The parameter holder starts in the middle: that participant has the resource, everybody else is outside, and
// nothing is in transit. This distinguishes the crash of the holder from the crash of a participant that waits.
//
// # What is asked
//
// 000's four properties, for every participant. Absence of deadlocks, "some process must get access", is progress.
// no-deadlock says that nobody waits when nothing more can happen, and no-deadlock-all-up the same with everybody up,
// which a crash for good would hide. Bounded waiting holds from the moment that a request is in the queue: others
// enter at most n-1 times before it (overtaken-in-queue), and without bound before it arrives there
// (overtaken, in the cases without end). messages is the cost of all entries together: 3 for each, or 4 if releases are
// acknowledged.
//
// timed=1 is about 004's rates, under synchronous timing: each message takes T ticks, and each use W. busy-ticks is how
// long the system is active until everybody has used the resource, and idle-ticks how long nobody uses it while the
// manager has the request of a participant that waits. It is only for 004's manager: 000's may delay a grant.
//
// # Differences from the sources
//
// None apart from the bound on requests, and the variants with a detector.
//
// # Limitations
//
// A new manager is explored for one failure, that of the old one, and with a detector that is never wrong; a manager
// that acts on a detector that makes mistakes has too many states.
package centralcoordinator
