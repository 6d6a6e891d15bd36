"use strict";
// What pages have in common that show the steps of an execution: view is a View, as data.
const parts = (function () {
  const make = (tag, text, className) => {
    const x = document.createElement(tag);
    if (text !== undefined) x.textContent = text;
    if (className) x.className = className;
    return x;
  };
  const stateOf = (view, column, row) => view.states[view.steps[row].state[column]];
  const valueOf = (fields, name) => {
    const f = fields.find((f) => f[0] === name);
    return f && f[1];
  };

  function cell(was, is, first) {
    if (is === undefined) return make("td", was === undefined ? "" : "–", was === undefined || first ? "none" : "none changed");
    const td = make("td", is);
    if (!first && was !== is) {
      td.className = "changed";
      td.append(make("span", " (changed)", "unseen"));
      if (was !== undefined && was !== "" && was.length <= 24) {
        const s = make("s", was, "was");
        td.prepend(s);
      }
    }
    return td;
  }

  // states fills the table of the processes and that of the shared variables. What is not as in row before is marked.
  function states(view, row, before, table, shared) {
    const now = (j) => stateOf(view, j, row), then = (j) => stateOf(view, j, before), first = row === 0;
    const n = view.columns.length - (view.shared ? 1 : 0);
    const tr = make("tr");
    tr.append(make("td", ""));
    for (let j = 0; j < n; j++) {
      const th = make("th", view.columns[j], view.steps[row].actor === j ? "acts" : "");
      th.scope = "col";
      const down = valueOf(now(j), "");
      if (down) th.append(" ", make("span", down, "gone"));
      tr.append(th);
    }
    table.tHead.replaceChildren(tr);
    const names = [];
    for (const s of view.states) for (const f of s) if (!names.includes(f[0])) names.push(f[0]);
    const used = names.filter((name) => name !== "" && view.fields.includes(name));
    const lines = used.map((name) => {
      const line = make("tr"), th = make("th", name);
      th.scope = "row";
      line.append(th);
      for (let j = 0; j < n; j++) {
        const down = valueOf(now(j), "") !== undefined;
        if (down && valueOf(now(j), name) === undefined) line.append(make("td", ""));
        else line.append(cell(valueOf(then(j), name), valueOf(now(j), name), first));
      }
      return line;
    });
    table.tBodies[0].replaceChildren(...lines);
    shared.hidden = !view.shared;
    if (!view.shared) return;
    shared.tBodies[0].replaceChildren(...now(n).map(([name, value]) => {
      const line = make("tr"), th = make("th", name);
      th.scope = "row";
      line.append(th, cell(valueOf(then(n), name), value, first));
      return line;
    }));
  }

  // words are what is said of a row.
  const words = (view, row) => view.steps[row].words.map((w) => make("p", w));

  // drawing is the diagram below root.
  function drawing(root) {
    const body = root.querySelector(".diagram.body"), all = (what) => [...body.querySelectorAll(what)];
    const bands = all(".band"), texts = all(".texts text"), arrows = all(".arrow");
    const here = body.querySelector(".here"), veil = body.querySelector(".veil");
    // show marks a row; what comes behind it is behind a veil, if that is wanted.
    function show(row, veiled) {
      const b = bands[row], y = Number(b.getAttribute("y")), h = Number(b.getAttribute("height"));
      const box = body.viewBox.baseVal, bottom = veiled ? y + h : box.y + box.height;
      here.setAttribute("y", y);
      here.setAttribute("height", h);
      veil.setAttribute("y", bottom);
      veil.setAttribute("height", Math.max(0, box.y + box.height - bottom));
      for (const t of texts) {
        const at = Number(t.getAttribute("y"));
        t.classList.toggle("current", at >= y && at <= y + h);
      }
      const now = String(row);
      for (const a of arrows) a.classList.toggle("current", row > 0 && (a.getAttribute("data-to") === now || a.getAttribute("data-from") === now));
    }
    return { body, bands, show };
  }

  // middle moves a box sideways if a place in it is not well inside of what is seen.
  function middle(box, x, margin) {
    const room = box.clientWidth;
    if (box.scrollWidth > room && Math.abs(x - box.scrollLeft - room / 2) > room * margin * 0.6) box.scrollLeft = x - room / 2;
  }

  return { make, states, words, drawing, middle };
})();
