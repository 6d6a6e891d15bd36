// Package web is the user interface of package walk: a server on the local machine whose page draws where a walk
// stands, takes the step that was clicked, and searches from there in the background.
//
// Between requests the server keeps nothing but a key: each request names the system, the initial state and the events
// of the walk. So any number of browsers can be used at once, going back and branching cost nothing, and the address
// of the page contains the whole walk: see Link.
//
// # Security
//
//   - Requests need a key, which is part of the address that is opened first. It is sent in a header of its own, which
//     no page of another origin can set.
//   - The Host of a request must be an address, localhost or the configured name, so that no other name can be made to
//     point here.
//   - Only the embedded files of the page are served. Names and values of the model reach the page as text, and the
//     diagram as a drawing in which they are escaped. A policy prevents all scripts but that of the page.
//   - The number of steps of a walk and the size of a request are limited. Searches have the bounds of a check, end
//     when the browser goes away, and only a few run at once. A function of the model that does not return is left
//     behind, and what was asked is answered without it.
package web
