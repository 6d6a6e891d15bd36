// Package ewd998 detects termination in a ring whose messages take time: a token adds up the messages that the machines
// have sent, less those that they have received; if it comes back white and the sum is 0, all has ended.
//
// Source: E. W. Dijkstra, Shmuel Safra's Version of Termination Detection, EWD998, 1987, rules 0 to 7. The note was
// not at hand: the rules are those that the module EWD998 of TLA+ Examples names.
//
// # The algorithm
//
// Rule 0: a machine counts up for each message it sends, and down for each it receives. Rule 3: a machine that receives
// a message makes itself black, and becomes active. Rules 2, 4 and 7: a passive machine that has the token adds its
// counter to it, hands it to the one below, black if it is black itself, and makes itself white. Rules 1, 5 and 6:
// after an unsuccessful probe machine 0 begins another, with a white token and sum 0, and makes itself white. It
// concludes that all has ended if the token is back and white, machine 0 is white and passive, and its counter and the
// token's sum add up to 0.
//
// # Assumptions
//
// Messages arrive in any order and are not lost. The token takes no time, as in the module. The system begins with
// any machines active, any of them black, and a black token at machine 0.
//
// # Variants
//
//   - as-written.
//   - no-counters: by colours alone, as if messages took no time.
//   - never-black: without Rule 3.
//   - machine-stays-black: without Rule 7.
//
// # Properties
//
// detection-is-right: machine 0 does not conclude too early. counted (P0): the counters add up to the number of
// messages in transit. derivation: one of P1 to P4 always holds. termination-is-detected: once all has ended, machine 0
// concludes so.
//
// # What exploration shows
//
// Everything holds. By colours alone machine 0 concludes too early in 5 steps, without Rule 3 in 8; without Rule 7 it
// never concludes.
//
// # Other people's numbers
//
// The manifest of TLA+ Examples has 321,370 distinct states for EWD998PCal.cfg, three machines and counters below 3.
// With the same constraint and the same beginning this model has exactly as many (TestTLA).
//
// # Differences from the source
//
// The number of messages is bounded. The system is a model.Machine, so no failures can be added.
package ewd998
