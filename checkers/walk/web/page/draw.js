"use strict";
// What the panel shows: each function fills a part of the page with what the server says of a place. What comes from
// the model is only ever the text of an element.
const draw = (function () {
  const { make } = parts;
  const get = (id) => document.getElementById(id);
  const button = (text, className, action) => {
    const b = make("button", text, className);
    b.type = "button";
    b.addEventListener("click", action);
    return b;
  };

  // replace gives a part of the page new children. If the keyboard was at a button there, it is at the first then, or
  // at the one in the same place.
  function replace(id, children, first) {
    const box = get(id), at = [...box.querySelectorAll("button")].findIndex((b) => b.matches(":focus-visible"));
    box.replaceChildren(...children);
    if (at < 0) return;
    const all = box.querySelectorAll("button");
    (all[first ? 0 : Math.min(at, all.length - 1)] || get("next-title")).focus();
  }

  let wanted = new Set(); // properties that want something to be reached
  let taken; // the event that came next, if people have gone back

  // event is a button that takes an event; numbers counts those that have a key.
  function event(e, take, numbers) {
    const b = button(undefined, "event" + (e.fault ? " fault" : ""), () => take(e.name));
    if (!e.fault && numbers.length < 9) {
      numbers.push(e.name);
      b.append(make("kbd", String(numbers.length)));
    }
    b.append(make("b", e.label));
    const does = e.words.slice(1).join(" ");
    if (!e.fault && does) b.append(make("small", does));
    for (const name of e.shows || []) {
      const good = wanted.has(name);
      b.append(make("small", (good ? "✓ reaches " : "✗ violates ") + name, "reveals" + (good ? " good" : "")));
    }
    if (e.name === taken) b.append(make("small", "↓ the way that was taken", "taken"));
    if (e.fault) b.title = e.words.join(" ");
    return b;
  }

  // Of so many events of one sort, the others are put away.
  const many = 12;

  function events(card, list, take, numbers) {
    const shown = list.slice(0, many).map((e) => event(e, take, numbers));
    card.append(...shown);
    if (list.length <= many) return;
    const rest = make("details");
    rest.append(make("summary", list.length - many + " more"), ...list.slice(many).map((e) => event(e, take, numbers)));
    card.append(rest);
  }

  // unlisted says how many more events of a process there are than the page lists.
  function unlisted(card, more, process) {
    for (const m of more.filter((m) => m.process === process)) card.append(make("p", (m.atLeast ? "at least " : "") + m.count.toLocaleString("en") + " more can happen, not listed here", "soft"));
  }

  function refused(card, list) {
    if (list.length === 0) return;
    const ul = make("ul", undefined, "refused"), why = new Map();
    for (const r of list) why.set(r.why, (why.get(r.why) || []).concat([r.what]));
    for (const [reason, all] of why) {
      const li = make("li", "cannot ");
      all.forEach((what, i) => li.append(i === 0 ? "" : i === all.length - 1 ? " or " : ", ", make("b", what)));
      li.append(": " + reason);
      ul.append(li);
    }
    card.append(ul);
  }

  // offers are buttons for what can be done with a message.
  function offers(m, columns, take) {
    return [["receive", m.deliver], ["lose", m.lose], ["duplicate", m.duplicate]].filter(([, name]) => name).map(([what, name]) => {
      const b = button(what, "plain" + (what === "receive" ? "" : " fault"), () => take(name));
      b.setAttribute("aria-label", what + " " + m.text + " from " + columns[m.from] + " to " + columns[m.to]);
      return b;
    });
  }

  // menu offers what can be done with a message where it was clicked; if that is one thing, it is done.
  function menu(m, columns, take, e) {
    const box = get("menu"), done = (name) => { box.hidePopover(); take(name); };
    const all = offers(m, columns, done);
    if (all.length === 1 && m.deliver) return take(m.deliver);
    const li = make("li");
    li.append(make("code", m.text), columns[m.from] + " → " + columns[m.to], ...all);
    if (m.why) li.append(make("span", m.why, "soft"));
    box.firstElementChild.replaceChildren(li);
    box.showPopover();
    box.style.left = Math.max(8, Math.min(e.clientX, innerWidth - box.offsetWidth - 8)) + "px";
    box.style.top = Math.max(8, Math.min(e.clientY + 12, innerHeight - box.offsetHeight - 8)) + "px";
    if (all.length > 0) all[0].focus();
  }

  function messages(card, list, columns, take) {
    if (list.length === 0) return;
    const ul = make("ul", undefined, "messages");
    for (const m of list) {
      const li = make("li"), way = columns[m.from] + " → " + columns[m.to];
      li.append(make("code", m.text), way);
      li.append(...offers(m, columns, take));
      if (m.why) li.append(make("span", m.why, "soft"));
      ul.append(li);
    }
    card.append(ul);
  }

  // next shows what can happen, process by process, and what cannot; it returns the events that have a number.
  function next(place, view, at, take, was) {
    if (place.fault) {
      const card = make("section", undefined, "card wide wrong");
      card.append(make("h3", "What can happen here is not known"), make("p", place.fault), make("p", "Go back, and choose something else.", "soft"));
      replace("next", [card]);
      return [];
    }
    taken = was;
    wanted = new Set(place.truths.filter((t) => t.wanted).map((t) => t.name));
    const beside = new Set(place.messages.flatMap((m) => [m.lose, m.duplicate]));
    const listed = place.events.filter((e) => !beside.has(e.name)); // the others stand with their messages
    const numbers = [], cards = [], machine = view.columns.length === 1 && place.budgets.length === 0;
    const processes = machine ? 0 : view.columns.length - (view.shared ? 1 : 0);
    const local = (j) => view.states[view.steps[at].state[j]];
    for (let p = 0; p < processes; p++) {
      const card = make("section", undefined, "card"), head = make("h3", view.columns[p]);
      const state = local(p).map((f) => (f[0] ? f[0] + " = " : "") + f[1]).join(", ");
      if (state.length <= 60) head.append(make("span", state, "local"));
      card.append(head);
      const mine = listed.filter((e) => e.process === p);
      events(card, mine.filter((e) => !e.fault), take, numbers);
      refused(card, place.refusals.filter((r) => r.process === p));
      events(card, mine.filter((e) => e.fault), take, numbers);
      unlisted(card, place.more, p);
      cards.push(card);
    }
    const others = listed.filter((e) => e.process < 0);
    if (place.messages.length > 0 || others.length > 0) {
      const card = make("section", undefined, "card wide");
      card.append(make("h3", machine ? "Actions" : others.length === 0 ? "Messages on their way" : "Network"));
      messages(card, place.messages, view.columns, take);
      events(card, others.filter((e) => !e.fault), take, numbers);
      events(card, others.filter((e) => e.fault), take, numbers);
      unlisted(card, place.more, -1);
      cards.push(card);
    }
    if (place.events.length === 0) {
      const card = make("section", undefined, "card wide");
      card.append(make("h3", "Nothing more can happen"));
      card.append(make("p", machine ? "No action's guard says yes." : "This execution has ended here. Go back, and choose something else.", "soft"));
      cards.unshift(card);
    }
    replace("next", cards, true);
    return numbers;
  }

  const steps = (n) => n + (n === 1 ? " step" : " steps");
  // inSteps says how far away something is: of what goes on for ever, the last loop steps of so many are repeated.
  const inSteps = (n, loop) => (!loop ? "in " + steps(n) : n === loop ? "by repeating " + steps(loop) + " for ever" : "in " + steps(n - loop) + " and then by repeating " + steps(loop) + " for ever");
  const list = (all) => (all.length > 6 ? all.slice(0, 6).join(", ") + " …" : all.join(", "));

  // supposing says under which condition a walk shows what it shows of a property.
  const supposing = (t) => (t.loop !== undefined ? " (if it goes round like that)" : t.kind === "invariant" || t.kind === "step" ? "" : " (if the execution ends here)");

  // demands are what properties of a kind ask for.
  const demands = {
    invariant: "must hold in every state", step: "must hold for every step", reachable: "must be possible",
    deadlock: "nobody may wait when the system is at rest",
    eventually: "must eventually happen", "always-eventually": "must happen again and again", "eventually-always": "must eventually hold for good", "leads-to": "one thing must follow another",
    linearizable: "as if operations were done one at a time, each between its call and return", "sequentially-consistent": "as if operations were done one at a time, in the order of each process",
    "never-all": "some things may not all have happened", cost: "what an execution costs",
  };

  // now says of a property how it stands: a sign, a class and words.
  function now(t, at) {
    const done = t.wanted ? "reached" : "violated", here = t.text ? done + ": " + t.text : done;
    if (t.shown && t.wanted) return ["✓", "good", "reached here"];
    if (t.shown) return ["✗", "bad", here + supposing(t)];
    const before = t.steps.filter((n) => n <= at);
    if (before.length > 0) return [t.wanted ? "✓" : "✗", t.wanted ? "good" : "bad", done + " after step " + list(before)];
    if (t.kind === "cost") return ["·", "", t.text];
    return ["·", "", t.wanted ? "not reached so far" : "not violated so far"];
  }

  // properties shows each with what can still come of it, as far as ahead knows; if nothing can, how it has ended.
  function properties({ truths, events, fault }, ahead, at, find) {
    const over = events.length === 0 && !fault;
    get("properties").replaceChildren(...truths.map((t, i) => {
      const o = ahead && ahead.outlooks[i], p = make("p"), done = t.wanted ? "reached" : "violated";
      const certain = over && o && o.never && !t.steps.some((n) => n <= at) && !t.shown;
      const [sign, className, text] = fault ? ["·", "", "not known here"] : !certain ? now(t, at) : t.wanted ? ["✗", "bad", "not reached"] : ["✓", "good", "holds in this execution"];
      const li = make("li", undefined, className), box = make("div");
      box.append(make("span", t.name, "name"), " ", make("span", t.kind + ": " + demands[t.kind], "soft"));
      if (text) box.append(make("p", text, "stands"));
      if (!o || t.shown || certain) p.textContent = "";
      else if (o.found) {
        p.textContent = (o.always ? "will be " + done + " whatever happens, at the earliest " : "can be " + done + " ") + inSteps(o.steps, o.loop);
        const b = button("Show", "plain", () => find({ property: t.name }));
        b.setAttribute("aria-label", "Show the shortest way to where " + t.name + " is " + done);
        p.append(b);
      } else if (o.never) p.textContent = "can no longer be " + done + ", whatever happens";
      else if (o.cost) p.textContent = "can come to, in all: " + o.cost;
      else if (o.why) p.textContent = t.kind === "cost" ? "" : o.why;
      else p.textContent = "searching …";
      if (p.textContent) box.append(p);
      li.append(make("span", sign, "sign"), box);
      return li;
    }));
  }

  // budgets shows how many failures are left, and raises them.
  function budgets(list, raise, go) {
    get("failures").hidden = list.length === 0;
    replace("budgets", list.map((b) => {
      const li = make("li", b.kind + ": ");
      li.append(b.of < 0 ? "without limit" : b.used + " of " + b.of + " used");
      if (raise[b.kind] !== undefined) {
        const more = button("+1", "plain", () => go(raise[b.kind]));
        more.setAttribute("aria-label", "+1 " + b.kind);
        li.append(more);
      }
      return li;
    }));
  }

  const svg = (tag, attributes, ...children) => {
    const x = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) x.setAttribute(name, value);
    x.append(...children);
    return x;
  };

  // elements parses those that the server has written, in which what comes from the model is escaped.
  const elements = (texts) => [...new DOMParser().parseFromString("<svg>" + texts.join("") + "</svg>", "text/html").body.firstChild.children];

  // patch makes the elements of a group those of a list, and keeps those that are in the list that it has.
  function patch(group, was, is) {
    const kept = new Map();
    [...group.children].forEach((x, i) => kept.set(was[i], (kept.get(was[i]) || []).concat([x])));
    const list = is.map((text) => (kept.get(text) || []).shift() || text);
    const made = elements(list.filter((x) => typeof x === "string"));
    for (const all of kept.values()) for (const x of all) x.remove();
    let at = group.firstChild;
    for (const x of list) {
      const is = typeof x === "string" ? made.shift() : x;
      if (is === at) at = at.nextSibling;
      else group.insertBefore(is, at);
    }
  }

  // canvas makes a diagram in a box that can be drawn again and again; go is called with the row of a click.
  function canvas(box, go) {
    const reached = svg("g", {});
    const groups = { bands: svg("g", {}), under: svg("g", { class: "under" }), over: svg("g", { class: "over" }), texts: svg("g", { class: "texts" }) };
    const names = svg("svg", { class: "diagram heads", "aria-hidden": "true" });
    const all = svg("g", { class: "diagram" }, groups.bands, svg("rect", { class: "here", x: 0 }), groups.under, groups.over, groups.texts, reached);
    const body = svg("svg", { class: "diagram body", role: "img" }, all, svg("rect", { class: "veil", x: 0 }));
    const sheets = make("div", undefined, "sheets"); // for paper
    sheets.setAttribute("aria-hidden", "true");
    all.id = box.id + "-all";
    let drawn = { names: [], bands: [], under: [], over: [], texts: [] }, marks = null, shown = null;
    const head = make("div", undefined, "top"), which = make("p", undefined, "which");
    head.append(which, names);
    box.replaceChildren(head, body, sheets);
    parts.rows(body, go);
    function size(x, width, height, top) {
      for (const [name, value] of [["width", width], ["height", height], ["viewBox", "0 " + top + " " + width + " " + height]]) x.setAttribute(name, value);
    }
    // draw draws a view, and marks the row of the first difference, if there is one.
    function draw(view, differs) {
      const d = view.drawing;
      shown = view;
      patch(names, drawn.names, d.names);
      for (const [name, group] of Object.entries(groups)) patch(group, drawn[name], d[name]);
      drawn = d;
      size(names, d.width, d.head, 0);
      size(body, d.width, d.height, d.head);
      body.setAttribute("aria-label", d.label);
      sheets.replaceChildren(...d.sheets.map((s) => {
        const sheet = make("div"), part = svg("svg", { class: "diagram" }, svg("use", { href: "#" + all.id }));
        size(part, d.width, s.height, s.y);
        sheet.append(names.cloneNode(true), part);
        return sheet;
      }));
      for (const x of body.querySelectorAll(".here, .veil")) x.setAttribute("width", d.width);
      for (const x of body.querySelectorAll(".differs")) x.classList.remove("differs");
      if (differs !== undefined && groups.bands.children[differs]) groups.bands.children[differs].classList.add("differs");
      marks = parts.drawing(box);
    }
    // reach lets people click on the arrows of messages on their way; act is called with the message.
    function reach(messages, columns, act) {
      const seen = new Map();
      reached.replaceChildren(...[...groups.under.querySelectorAll(".arrow.going")].flatMap((arrow) => {
        const title = arrow.textContent, of = (m) => m.text + ", " + columns[m.from] + " → " + columns[m.to] + ", sent ";
        const alike = messages.filter((m) => title.startsWith(of(m)));
        if (alike.length === 0) return [];
        const key = of(alike[0]), n = seen.get(key) || 0, message = alike[n];
        seen.set(key, n + 1);
        if (!message) return [];
        const place = arrow.cloneNode(true);
        place.setAttribute("class", "reach");
        place.addEventListener("click", (e) => act(message, e));
        return [place];
      }));
    }
    // title says which branch it is, and what it comes to.
    function title(name, on, end, outcomes) {
      which.hidden = !name;
      which.classList.toggle("on", on);
      const all = outcomes.flatMap((t) => [make("span", (t.wanted ? "✓ " : "✗ ") + t.name, t.wanted ? "good" : "bad"), " "]);
      if (end && end.fault) which.replaceChildren(make("b", name), ": what it shows is not known");
      else which.replaceChildren(make("b", name), end && end.over ? " ends with " : " so far: ", ...(all.length > 0 ? all : ["nothing violated"]));
    }
    return { draw, reach, title, body, head, show: (row, veiled) => marks.show(row, veiled), band: (row) => groups.bands.children[row], width: () => drawn.width, view: () => shown };
  }

  return { get, button, replace, supposing, menu, next, properties, budgets, canvas, steps };
})();
