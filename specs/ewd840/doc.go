// Package ewd840 detects termination in a ring: a token goes round, and if it comes back white to a machine 0 that is
// white and passive, all machines are passive and will stay so.
//
// Source: E. W. Dijkstra, W. H. J. Feijen, A. J. M. van Gasteren, Derivation of a Termination Detection Algorithm for
// Distributed Computations, EWD840 (Information Processing Letters 16, 1983), Rules 0 to 5. Rules 0 and 1 were compared
// with their words as the sources of HPX quote them ("A machine sending a message makes itself black"), the others with
// the module EWD840 of TLA+ Examples.
//
// # The algorithm
//
// Machines are active or passive. Active ones send messages, which make their receivers active, and become passive by
// themselves. Rule 0: a passive machine that has the token hands it over to the one below; an active one keeps it.
// Rule 1: a machine that sends a message makes itself black. Rule 2: a black machine hands over a black token, a white
// one leaves the token's colour unchanged. Rule 5: the machine then becomes white. Rule 3: machine 0 begins another
// probe if a probe was unsuccessful. Rule 4: it begins by making itself white and sending a white token to the last
// machine. If the token is back and white, and machine 0 is white and passive, it concludes that all are passive.
//
// # Assumptions
//
// A message takes no time: sending it and making its receiver active are one step. The system begins with any machines
// active, any of them black, and a black token anywhere, so it need not be initialised.
//
// # Variants
//
//   - as-written.
//   - tla-examples: the module EWD840 of TLA+ Examples, which differs in two rules. A machine makes itself black only
//     if it sends to a machine with a higher number, and an active machine hands over the token nevertheless if it is
//     black or the token is, since the probe has failed anyway.
//   - never-black, token-stays-white, machine-stays-black: without Rule 1, without Rule 2, without Rule 5.
//
// # Properties
//
// detection-is-right is the purpose: machine 0 does not conclude too early. derivation is the invariant
// from which the source derives the algorithm: all machines that the token has visited are passive, or one that it has
// still to visit is black, or the token is. termination-is-detected: if all are passive, machine 0 concludes so,
// provided that tokens are passed on and probes begun (these steps must happen; sending and becoming passive need not).
//
// # Other people's numbers
//
// The manifest of TLA+ Examples has 302 distinct states for EWD840.cfg and 1,566 for EWD840_json.cfg. These are exactly
// the states of the variant tla-examples with three and with four nodes.
//
// # Differences from the source
//
// The source leaves open how the ring is initialised, except for "a black token"; see the assumptions. The system is a
// model.Machine, so no failures can be added.
package ewd840
