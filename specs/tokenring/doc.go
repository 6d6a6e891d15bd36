// Package tokenring is mutual exclusion by a token that circulates in a ring: the process that has it may use the
// resource.
//
// Source: 000, "Exclusão Mútua", "Anel" (the participant's two steps, the diagram of an
// execution, the remarks below it) and "Lidando com Falhas".
//
// # The algorithm
//
// One process is started with the token. On receiving it a participant uses the
// resource if it wants to, and then sends the token to the next in the ring.
//
// # Assumptions
//
// A unidirectional ring of reliable channels, no failures. Nobody keeps the resource for
// ever: leaving is owed, wanting is not. The order of channels makes no difference, since
// there is one message.
//
// # Variants
//
//   - protocol: the two numbered steps. When the token comes, a participant is asked whether it wants the resource;
//     if so, it uses it once, and then passes the token on.
//
//   - possession: the sentence before them, "whenever it has the token the process may access the resource". One that
//     has it may begin to want the resource, and use it, as often as it likes before it passes the token on. It
//     passes it on only while it does not want the resource, and passing is then owed. The two texts are not the
//     same: here others starve. If a participant wants the resource again and again, passing is never enabled for
//     good, and weak fairness demands no more.
//
//   - timeout: the protocol with what "Lidando com Falhas" expects everybody to propose: "if the process does not
//     give the permission back in time, assume that it has stopped and will not return, and make a new permission".
//     In the ring it comes back to P1, which makes at most made new tokens. A participant uses the resource for use
//     ticks. (The notes draw the timeout of the coordinator: see central-coordinator.)
//
// # Where the text leaves something open
//
//   - Wanting is a step of its own, so that somebody can be waiting. A participant that does not want the resource
//     receives the token and sends it on in one step, and leaving and sending are one step (in protocol).
//   - The starter has not received the token when it starts: in protocol it sends it on
//     at once, as Part1 does in the diagram. In possession it keeps it until it passes it
//     on.
//   - A process that comes back from a crash is started again as it was the first time. If it
//     is the starter, that is with a token. The notes say nothing about it.
//   - How often a participant uses the resource is not said: requests times here, or without end. The token
//     circulates for ever in both, in a finite number of states: without a failure there is no final state.
//
// # What is asked
//
// The notes claim their properties 1 to 4, of which 1 is mutual-exclusion, 2 is progress (and no-deadlock: nobody
// waits when nothing more is owed; no-deadlock-all-up says so with everybody up), 3 is no-starvation for each
// participant that may want the resource, and 4 is overtaken: how often others enter while one waits, the maximum
// over all participants. In protocol it is n-1, once by each other; in possession there is no bound without end.
// one-token, circulates and wasted-message are what the notes say about the token: there is one, it goes round for
// ever, and it travels when nobody wants it. So there is no maximum number of messages per entry. The minimum is 1,
// when everybody wants the resource (case messages-3: six for six entries).
//
// A failure of any participant, whether it has the token, waits or never wants the resource, eventually costs the
// token, as "Lidando com Falhas" says.
//
// # Differences from the source
//
// None but for the bounds on requests and on new tokens.
//
// # Limitations
//
// The largest instance explored completely is n=8 without end, 3072 states. Without
// failures the number of states is n·2^k + k·2^(k-1) for k that may want the resource.
package tokenring
