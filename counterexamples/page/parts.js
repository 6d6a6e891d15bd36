"use strict";
// Shared by the pages that show the steps of an execution: view is a View, as data.
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

  // states fills the tables of processes and shared variables. What differs from row before is marked.
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

  // words returns the description of a row.
  const words = (view, row) => view.steps[row].words.map((w) => make("p", w));

  // drawing returns the diagram below root.
  function drawing(root) {
    const body = root.querySelector(".diagram.body"), all = (what) => [...body.querySelectorAll(what)];
    const bands = all(".band"), texts = all(".texts text"), arrows = all(".arrow");
    const here = body.querySelector(".here"), veil = body.querySelector(".veil");
    // show marks a row, and veils what comes after it, if that is wanted.
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

  // rows calls go with the row of each click on a diagram, whatever element is hit.
  function rows(body, go) {
    body.addEventListener("click", (e) => {
      if (e.target.closest(".reach")) return;
      const row = [...body.querySelectorAll(".band")].findIndex((b) => e.clientY < b.getBoundingClientRect().bottom);
      if (row >= 0) go(row);
    });
  }

  // middle scrolls a box sideways if a place in it is not well inside the visible part.
  function middle(box, x, margin) {
    const room = box.clientWidth;
    if (box.scrollWidth > room && Math.abs(x - box.scrollLeft - room / 2) > room * margin * 0.6) box.scrollLeft = x - room / 2;
  }

  // stepper steps through a View: get returns a part of the page by name, drawing is its diagram, and shown is called with
  // each row, and with whether the user went there.
  function stepper(get, drawing, view, shown) {
    const last = view.steps.length - 1;
    let now = 0, round = 1, stepped = false;

    function network() {
      const lists = [];
      const list = (title, items, isNew) => {
        if (items.length === 0) return;
        const ul = make("ul");
        for (const i of items) ul.append(make("li", i.text, isNew(i) ? "changed" : ""));
        lists.push(make("div", title), ul);
      };
      list("On the way", view.flights.filter((f) => f.sent <= now && now < f.ended), (f) => now > 0 && f.sent === now);
      list("Cut off from each other", (view.steps[now].cut || []).map((text) => ({ text })), () => false);
      get("network").replaceChildren(...lists);
    }

    function said() {
      const all = words(view, now);
      if (now === last && view.loop !== undefined) all.push(make("p", "⟳ From here it goes on with step " + (view.loop + 1) + ", and so on for ever.", "looping"));
      if (now === last) for (const v of view.verdict) all.push(make("p", v, "outcome " + view.class));
      get("words").replaceChildren(...all);
    }

    function show(went) {
      get("count").textContent = (now === 0 ? "Start · " + last + (last === 1 ? " step" : " steps") : "Step " + now + " of " + last) + (round > 1 ? " · round " + round : "");
      get("first").setAttribute("aria-disabled", now === 0 && round === 1);
      get("back").setAttribute("aria-disabled", now === 0 && round === 1);
      get("forward").setAttribute("aria-disabled", now === last && view.loop === undefined);
      get("last").setAttribute("aria-disabled", now === last && view.loop === undefined);
      drawing.show(now, stepped && now < last);
      said();
      states(view, now, Math.max(now - 1, 0), get("state"), get("shared")); // in the first step of another round, the row before is the end
      network();
      shown(now, went, round);
    }

    function to(row) {
      stepped = row > 0;
      now = Math.min(Math.max(row, 0), last);
      show(true);
    }
    function forward() {
      if (now < last) return to(now + 1);
      if (view.loop === undefined) return;
      round++;
      to(view.loop + 1);
    }
    function back() {
      if (round > 1 && now === view.loop + 1) {
        round--;
        return to(last);
      }
      if (now > 0) to(now - 1);
    }
    const go = (row) => { round = 1; to(row); };
    const start = () => go(0), end = () => to(last);
    for (const [name, move] of [["first", start], ["back", back], ["forward", forward], ["last", end]]) get(name).addEventListener("click", move);
    rows(drawing.body, go);
    get("now").hidden = false;
    const keys = { ArrowRight: forward, ArrowDown: forward, PageDown: forward, ArrowLeft: back, ArrowUp: back, PageUp: back, Home: start, End: end };
    return { go, forward, back, keys, show: () => show(false) };
  }

  return { make, states, words, drawing, rows, middle, stepper };
})();
