// Package chainreplication is chain replication: updates go down a chain of servers from its head to its tail, which
// answers them, and all queries.
//
// Source: R. van Renesse, F. B. Schneider, Chain Replication for Supporting High Throughput and Availability, OSDI
// 2004, section 3. The paper was not at hand; the protocol is written from memory.
//
// # The algorithm
//
// The head numbers an update, appends it to its history and forwards it; each server does the same, and the tail
// answers the client. Queries go to the tail. A server keeps in Sent what it has forwarded until the tail
// acknowledges it, from server to server upwards. If the head fails, its successor becomes the head; if the tail
// fails, its predecessor becomes the tail, and what it has in Sent is processed; if a server in between fails, its
// predecessor sends all of Sent to its successor, which takes what it has not got yet.
//
// # Assumptions
//
// Servers fail by stopping, and all learn of it, at different times: the source's master is a perfect failure
// detector here. Links are reliable and FIFO.
//
// # Variants
//
//   - as-written.
//   - reads-anywhere: queries go to any server.
//   - head-replies: the head answers an append at once.
//   - no-resend: the predecessor of a server that fails in between sends nothing again.
//   - takes-late: a server takes what is still on its way from a predecessor that it knows to have failed.
//
// # Properties
//
// linearizable, of a log to which clients append and which they read as a whole; update-propagation: what a server
// has is the beginning of what every server above it has; in-process-requests: what a server below has not got is in
// Sent. converges: in the end all have the same. all-answered holds as long as neither the head nor the tail fails.
// Requests to them may be lost, as the source says of its clients' view; then clients do not ask again, and wait.
//
// # What exploration shows
//
// Everything that is promised holds, with one and with two failures. no-resend is found by update-propagation in 7
// steps; to clients it shows only if the tail fails, too: mc check chain-replication:no-resend -p appenders=2 --crash
// 2 --crash-only s2 --crash-only s3 --property linearizable, 17 steps. takes-late breaks in-process-requests: a new
// head gives an update the number of one that its predecessor had sent, which then acknowledges the wrong one.
//
// # Where the text leaves something open
//
// Which servers a server and a client believe to be up is their own affair. A server to which a request comes before
// it knows that it is the head, or the tail, leaves it waiting.
//
// # Differences from the source
//
// One object. A server that is repaired is not added again.
package chainreplication
