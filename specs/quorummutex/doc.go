// Package quorummutex is mutual exclusion with n coordinators: a participant asks all of them for their votes, and uses
// the resource when it has the votes of m > n/2.
//
// Source: 000, "Quórum" (within "Exclusão Mútua").
//
// # The algorithm
//
// Each coordinator runs the protocol of the algorithm with a single coordinator (package centralcoordinator): it puts
// requests into a queue. Whenever it is free and the queue is not empty, it removes the first request, answers it, and
// is taken until it receives a release. A participant sends a request to all n coordinators, waits for the responses of
// m, uses the resource, and releases it. A coordinator's state is in memory only: after a crash and recovery it is
// free, and its queue is empty.
//
// # Assumptions
//
// Reliable FIFO channels between each participant and each coordinator, asynchronous time, and no failures except those
// of the coordinators that a case names. A message to a coordinator that is down waits for it or is lost. No
// participant keeps the resource for ever: a release is owed, a request is not. Participants do not crash except in the
// cases timeout-crash and timeout-crash-3.
//
// # Variants
//
//   - as-written: the text. Its step 4 sends the release to "the coordinator", in the singular, of the algorithm that
//     it was copied from. Here it goes to every coordinator whose response the participant has, including responses
//     beyond m that arrived while it used the resource.
//   - everyone: the other reading of that step: releases go to all n, as requests do.
//   - returned: as-written, but a vote that arrives while the participant is outside is given back at once.
//   - corrected: returned, and a coordinator that has not answered the last request is not sent another, so no
//     participant is twice in a queue.
//   - stable: corrected, with coordinators that write to stable storage whether they are free, before they send a
//     response and when a release arrives. The queue is in memory.
//   - timeout: corrected, with 000's "timer to break the deadlock": a participant that waits too long gives back the
//     votes that it has, and asks for them again.
//
// # Where the text leaves something open
//
//   - What a participant does with the responses beyond m is not said. In as-written and everyone, a response that
//     arrives while the participant is outside has no effect; one that arrives while it waits again counts as a vote,
//     since responses carry no number.
//   - A coordinator grants "whenever" it is free. With prompt=1, the default, it does so in the step that makes this
//     possible, which keeps the number of states small; with prompt=0 it does so in a step of its own, as in package
//     centralcoordinator.
//   - What a participant does after the timeout is not said, nor how long it waits.
//   - Whose release a coordinator accepts is not said. With sender=0, the default, it accepts any; with sender=1 only
//     that of the participant that it has voted for.
//   - A participant does not distinguish which of two requests a response answers. With late=1 it does: it counts how
//     many responses each coordinator owes, and counts only the last as a vote. That is as good as a number in each
//     message if channels are FIFO and no coordinator forgets. It is for as-written and everyone; in corrected there
//     are never two requests.
//   - How often a participant uses the resource is not said: here it is requests times. Requests without end
//     (requests=0) are for the corrected variants only, since in the others a slow coordinator can be sent any number
//     of requests.
//
// # Starting in the middle
//
// With holder the system starts in a state in which that participant uses the resource with the votes of the first m
// coordinators, and its requests to the others are in transit. The algorithm reaches this state. With forgot the last
// of those m have already crashed, forgotten and recovered: resets that cost few states, and that come before every
// later request. Cases with real crashes name the coordinators that may crash. Without holder this restricts nothing
// but the names, since coordinators differ only in their position. With holder it leaves out resets of coordinators
// that did not vote for the holder, which do no harm yet.
//
// # What exploration shows
//
//   - Even without failures no reading of the release gives what 000 wants. If it goes to the coordinators that voted,
//     a vote that arrives late is never given back (case late-vote; with only that repaired no participant waits for
//     ever, late-vote-returned). If it goes to all, exclusion is broken without a reset, in two ways. First, a release
//     frees a coordinator that has voted for another participant, while the sender's request is still in the queue
//     (case everyone-3). This is repaired if the coordinator checks the sender (everyone-3-sender). Second, an answer
//     that is in transit when the release gives it back is counted for the next request (case everyone-twice). This is
//     not repaired if the coordinator checks the sender (everyone-twice-sender), which does have its vote, but it is if
//     the participant distinguishes old answers from new ones (everyone-twice-late). With both repairs exclusion holds,
//     but it can happen that no participant gets in: a vote that follows an ignored release is never given back
//     (everyone-twice-both).
//   - These cases start with a holder, to keep them small. From the start, with three participants, everyone deadlocks
//     like as-written (holds-a-vote-each), since no participant has released anything by then.
//   - 2m-n is the minimum number of resets that break exclusion for (3,2), (4,3), (5,3) and (5,4). That two are not
//     enough for (5,4) is a case that starts in the middle; from the start (holder=0, c1 and c2 may crash) exclusion
//     holds in all 3,334,689 states, which are too many for a test.
//   - But the harm of a reset is not limited to the window of time that 000's probability is about. The holder's
//     release frees the coordinator that has in the meantime voted for another participant, so it votes twice again: P2
//     and P3, which both asked after the reset, are in together after P1 has left (case lasting-harm, in the corrected
//     variant). The harm is limited to the window if coordinators accept releases only from the participant that they
//     have voted for (lasting-harm-sender).
//   - Stable storage of the votes restores exclusion (stable-reset-3; corrected-reset-3 is the same without). It does
//     not restore progress: while one of three coordinators is down, two participants can hold one of the other two
//     votes each, and they still do when all are up again, since the requests to the coordinator that was down are
//     lost, or forgotten with its queue (case stable-reset). This happens even with a single coordinator (case
//     reset-1). So 000's "tolerates failures of coordinators" is true only of exclusion.
//   - Every participant may hold part of the votes: three participants with three coordinators, or two with four. The
//     timer turns that deadlock into a livelock, even in a synchronous system whose timer is longer than a round trip
//     (cases timeout-livelock, timeout-sync-3). Where the votes cannot be split, as with two participants and three
//     coordinators, a timer that is long enough does no harm (timeout-sync).
//   - With the timer the system never deadlocks, since a timer is always set, and no-deadlock finds nothing. 000's
//     second property, that some process gets in, is violated nevertheless (progress: timeout-both), and a participant
//     that crashes with its votes stops the others for ever (timeout-crash).
//
// # 000's formulas
//
// A holder's exclusion is at risk when at least 2m-n of its m voters forget (TestResets), which is what the final sum
// says; its terms above k=m are zero. "Exactly one coordinator fails" and "k coordinators fail" lack the factors n and
// C(n,k): as they stand, they are the probabilities for particular coordinators.
//
// The sum is exactly the maximum probability over all schedulers, if the holder has its m votes before anything fails
// and each coordinator fails at most once (TestProbability, by the odds of crash-once and holder=1). From the start it
// is too small: while the votes are being given, a failure of any of the n coordinators counts, and the sum is that of
// 2m-n or more of n, not of m. It cannot be more, since 2m-n resets are needed. It is attained by a scheduler that lets
// the coordinators vote one after the other, each for the participant that has fewer votes, and fail, if at all, in
// between: r failures leave both participants with at least (n-r)/2 votes, rounded down, and r more.
//
// # Differences from the source
//
// The bound on requests, and prompt.
//
// # Limitations
//
// Properties are checked for two and three participants, with one or two requests each. Resets are explored with three
// participants of one request each only from the moment that P1 has its votes. There, too, one reset does not break
// exclusion for (4,3), in all 1,063,991 states, where c3 may crash. The probability was computed on the state graph for
// up to four coordinators; for more it is taken from the sum.
//
// The scenario with n=7 and m=4 is not a case, since it has too many states for a test. TestSeven finds its shortest
// violation: with holder=1, 11 steps when c4 may crash and recover once. Without a reset exclusion holds in all of its
// 4,480,571 states, which is the largest instance explored completely. The largest case is resets-5-4-three.
package quorummutex
