// Package tokenring is mutual exclusion by a token that circulates in a ring: only the process that holds the token may
// use the resource.
//
// Source: 000, "Exclusão Mútua", "Anel" (the participant's two steps, the diagram of an
// execution, the remarks below it) and "Lidando com Falhas".
//
// # The algorithm
//
// One process starts with the token. A participant that receives the token uses the resource if it wants to, and then
// sends the token to the next participant in the ring.
//
// # Assumptions
//
// A unidirectional ring of reliable channels, no failures. No participant keeps the resource for ever: leaving is owed,
// wanting is not. It makes no difference whether channels are FIFO, since there is only one message.
//
// # Variants
//
//   - protocol: the two numbered steps. When the token arrives, a participant that wants the resource uses it once;
//     then it passes the token on.
//
//   - possession: the sentence before them, "whenever it has the token the process may access the resource". A
//     participant that has the token may begin to want the resource, and use it, as often as it likes before it passes
//     the token on. It passes the token on only while it does not want the resource, and passing is then owed. The two
//     texts do not say the same: with this one, others starve. If a participant wants the resource again and again,
//     passing is never continuously enabled, so weak fairness does not force it.
//
//   - timeout: the protocol with what "Lidando com Falhas" expects everybody to propose: "if the process does not give
//     the permission back in time, assume that it has stopped and will not return, and make a new permission". In the
//     ring the permission should come back to P1, which makes at most made new tokens (a parameter). A participant uses
//     the resource for use ticks (another). The notes draw this timeout for the central coordinator: see the entry
//     central-coordinator.
//
// # Where the text leaves something open
//
//   - Wanting the resource is a step of its own, so that a participant can be waiting for the token. A participant that
//     does not want the resource receives the token and sends it on in one step, and leaving and sending are one step
//     (in protocol).
//   - The starter begins with a token that it has not received. In protocol it sends the token on at once, as Part1
//     does in the diagram. In possession it keeps the token until it passes it on.
//   - A process that recovers from a crash starts again as it did the first time, which for the starter means with a
//     token. The notes say nothing about recovery.
//   - The notes do not say how often a participant uses the resource. Here it is requests times, or without end. Either
//     way the token circulates for ever through a finite number of states: without a failure there is no final state.
//
// # What is asked
//
// The notes claim properties 1 to 4. Property 1 is mutual-exclusion. Property 2 is progress (and no-deadlock: no
// participant waits when nothing more is owed; no-deadlock-all-up is the same when all are up). Property 3 is
// no-starvation for each participant that may want the resource. Property 4 is overtaken: how often others enter while
// one waits, the maximum over all participants. In protocol it is n-1, once for each other participant; in possession
// it is unbounded when requests are without end. one-token, circulates and wasted-message are what the notes say about
// the token: there is one, it goes round for ever, and it travels even when nobody wants it. So there is no maximum
// number of messages per entry. The minimum is 1, when everybody wants the resource (case messages-3: six messages for
// six entries).
//
// If any participant fails, whether it has the token, waits or never wants the resource, the token is eventually lost,
// as "Lidando com Falhas" says.
//
// # Differences from the source
//
// None except the bounds on requests and on new tokens.
//
// # Limitations
//
// The largest instance explored completely is n=8 with requests without end, 3072 states. Without failures the number
// of states is n·2^k + k·2^(k-1), where k participants may want the resource.
package tokenring
