// Package chainreplication is chain replication: updates go down a chain of servers from its head to its tail, which
// answers them and all queries.
//
// Source: R. van Renesse, F. B. Schneider, Chain Replication for Supporting High Throughput and Availability, OSDI
// 2004, section 3. The paper was not at hand; the protocol is written from memory.
//
// # The algorithm
//
// The head numbers an update, appends it to its history and forwards it; each server does the same, and the tail
// answers the client. Queries go to the tail. A server keeps in Sent what it has forwarded until the tail's
// acknowledgement, which goes up the chain from server to server. If the head fails, its successor becomes the head; if
// the tail fails, its predecessor becomes the tail, and what it has in Sent counts as processed; if a server in between
// fails, its predecessor sends all of Sent to its successor, which takes what it lacks.
//
// # Assumptions
//
// Servers fail by stopping, and all others learn of it, at different times: here a perfect failure detector plays the
// part of the source's master. Links are reliable and FIFO.
//
// # Variants
//
//   - as-written.
//   - reads-anywhere: queries go to any server.
//   - head-replies: the head answers an append at once.
//   - no-resend: the predecessor of a server that fails in between does not send anything again.
//   - takes-late: a server takes updates that are still in transit from a predecessor that it knows to have failed.
//
// # Properties
//
// linearizable, of a log to which clients append and which they read as a whole; update-propagation: the log of a
// server is a prefix of that of every server above it; in-process-requests: what a server below lacks is in Sent.
// converges: in the end all have the same log. all-answered holds as long as neither the head nor the tail fails.
// Requests to these may be lost, as the source says of the clients' view; clients then do not ask again, and wait.
//
// # What exploration shows
//
// Everything that is promised holds, with one and with two failures. no-resend violates update-propagation in 7
// steps; clients notice it only if the tail fails, too: mc check chain-replication:no-resend -p appenders=2 --crash
// 2 --crash-only s2 --crash-only s3 --property linearizable, 17 steps. takes-late breaks in-process-requests: a new
// head gives an update the number of one that its predecessor had sent, whose acknowledgement then counts for the
// wrong update.
//
// # Where the text leaves something open
//
// Each server and each client has its own view of which servers are up. A server that receives a request before it
// knows that it is the head, or the tail, leaves the request waiting.
//
// # Differences from the source
//
// There is one object. A server that is repaired is not added again.
package chainreplication
