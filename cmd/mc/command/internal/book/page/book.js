"use strict";
// Steps through each counterexample of a page, and shows the lines of the source text that links lead to.
for (const figure of document.querySelectorAll(".trace")) {
  const get = (part) => figure.querySelector('[data-part="' + part + '"]');
  if (!get("data")) continue;
  const data = JSON.parse(get("data").textContent), drawing = parts.drawing(figure), box = figure.querySelector(".drawn");

  // shown links to the line that a step runs, and scrolls the diagram, but not the page, to the step.
  const shown = (row, went) => {
    const at = data.lines[row], line = get("line");
    line.hidden = !at;
    if (at) {
      const link = parts.make("a", at.replace(/^.*#/, "").replace(/-(\d+)$/, ", line $1"));
      link.href = at.includes("#") ? at : "#" + at;
      line.replaceChildren("In the text: ", link);
    }
    if (!went) return;
    const inside = drawing.bands[row].getBoundingClientRect(), outside = box.getBoundingClientRect();
    const head = figure.querySelector(".heads").getBoundingClientRect().height;
    if (inside.bottom > outside.bottom - 8) box.scrollTop += inside.bottom - outside.bottom + 24;
    else if (inside.top < outside.top + head) box.scrollTop -= outside.top + head - inside.top + 8;
    const actor = data.steps[row].actor;
    if (actor >= 0) parts.middle(box, data.lanes[actor], 0.5);
  };
  const stepper = parts.stepper(get, drawing, data, shown);
  figure.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey || e.shiftKey || e.target.closest("a") || !Object.hasOwn(stepper.keys, e.key)) return;
    if (e.key.startsWith("Page")) return; // these keys scroll the page
    e.preventDefault();
    stepper.keys[e.key]();
  });
  stepper.show();
}

// Unfolds the part that contains the line of a link.
function unfold() {
  const line = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = line && line.closest("details");
  if (!folded || folded.open) return;
  folded.open = true;
  line.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();
