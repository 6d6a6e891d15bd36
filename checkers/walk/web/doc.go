// Package web makes a page for the browser of package walk: a server on the local machine that draws where a walk
// stands, takes the step that was clicked, and searches from there in the background.
//
// The server keeps nothing between two requests but a key: each request names the system, the initial state and the
// events of the walk, and is answered from there on. So any number of browsers can be used at once, going back and
// branching cost nothing, and the address of the page is all that there is to a walk: see Link.
//
// # What keeps it safe
//
//   - Requests need a key, which is part of the address that is opened first. It is sent in a header of its own, which
//     no page of another origin can set.
//   - The Host of a request must be an address, localhost or the name that was asked for, so that no other name can be
//     made to point here.
//   - Nothing is served but the embedded files of the page. Names and values of the model reach the page as text, and
//     the diagram as a drawing in which they are escaped; a policy lets no other script run than that of the page.
//   - A walk has a limited number of steps, and a request a limited size. Searches have the bounds of a check, end when
//     the browser goes away, and only some run at once.
package web
