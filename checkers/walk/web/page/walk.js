"use strict";
// A walk in the browser: its branches, where it stands, and what the keys do. The server is asked for everything else.
(function () {
  const { get, steps } = draw, { make } = parts;

  // The key comes with the first address. It is kept for this origin, so that links without it work, too.
  const key = (function () {
    const given = new URLSearchParams(location.search).get("key");
    if (given) history.replaceState(null, "", location.pathname + location.hash);
    try {
      if (given) localStorage.setItem("key", given);
      return given || localStorage.getItem("key") || "";
    } catch (e) {
      return given || "";
    }
  })();

  const maxBranches = 9, rest = 150, soon = 1000; // milliseconds
  let system = "", start = 0, branches = [], current = 0, other = -1; // other is the branch beside, if there is one
  let view = null, place = null, numbers = [], ahead = null, raise = {}, both = false, stale = true; // stale: what is drawn is not the branch
  let busy = null, searching = null, wandering = false, written = "", settled = null; // settled: what the last answer was about
  const branch = () => branches[current];
  // Side by side, the branches stand in the order of their numbers, whichever is the current one.
  const sides = () => (other < 0 ? [current] : [Math.min(current, other), Math.max(current, other)]);
  const canvases = ["first", "second"].map((id, side) => draw.canvas(get(id), (row) => turn(sides()[side], row)));
  const canvas = (i) => canvases[sides().indexOf(i)];

  const silent = (e) => { throw e.name === "AbortError" ? e : new Error("The server does not answer: is it still running?"); };

  async function post(what, body, signal) {
    const r = await fetch("api/" + what, { method: "POST", signal, body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", "X-Walk-Key": key } }).catch(silent);
    if (r.ok) return r;
    let why = r.status + " " + r.statusText;
    try { why = (await r.json()).error; } catch (e) { /* it is no answer of ours */ }
    throw new Error(why);
  }

  // lines reads what comes line by line.
  async function lines(response, each) {
    const reader = response.body.getReader(), decoder = new TextDecoder();
    for (let rest = ""; ;) {
      const { done, value } = await reader.read().catch(silent);
      const all = (rest + decoder.decode(value, { stream: !done })).split("\n");
      rest = all.pop();
      for (const l of all) each(JSON.parse(l));
      if (done) return;
    }
  }

  function notice(text, good) {
    get("notice").hidden = !text;
    get("notice").classList.toggle("good", Boolean(good));
    get("notice").firstElementChild.textContent = text || "";
  }

  // kept is in sessionStorage, for when the page is loaded again.
  const kept = {
    put: (what) => { try { sessionStorage.setItem("walk", JSON.stringify(what)); } catch (e) { /* the address has two branches */ } },
    get: () => { try { return JSON.parse(sessionStorage.getItem("walk")); } catch (e) { return null; } },
  };

  const failed = (e) => { if (e.name !== "AbortError") notice(e.message); };

  function link(b, beside) {
    const all = new URLSearchParams();
    if (start > 0) all.append("start", start);
    if (b.at < b.path.length) all.append("at", b.at);
    const paths = [["do", b], ["or", beside]];
    if (other >= 0 && other < current) paths.reverse();
    for (const [name, x] of paths) if (x) for (const event of x.path) all.append(name, event);
    const text = all.toString();
    return text ? system + (system.includes("?") ? "&" : "?") + text : system;
  }
  const beside = () => (other >= 0 ? branches[other] : null);

  // visit asks where the current branch stands; with fresh, everything is drawn anew, then or by the visit after it.
  async function visit(fresh) {
    if (busy) busy.abort();
    stop();
    stale = stale || fresh;
    const asked = busy = new AbortController();
    document.body.dataset.busy = true;
    remember();
    setTimeout(() => { if (asked === busy) waiting("Waiting for the model …"); }, soon);
    try {
      const r = await post("walk", { link: link(branch(), beside()), keep: !stale }, asked.signal);
      const s = await r.json();
      if (asked !== busy) return;
      rested();
      arrive(s);
    } catch (e) {
      if (asked === busy) restore();
      failed(e);
      throw e;
    }
  }

  function rested() {
    busy = null;
    waiting("");
  }

  function waiting(text) {
    if (!view) notice(text, true);
    else if (!wandering) progress(text);
  }

  function settle() {
    settled = { system, start, current, other, branches: branches.map((b) => ({ ...b })) };
  }

  // restore goes back to what the last answer was about, so that the page shows where it acts.
  function restore() {
    rested();
    document.body.dataset.busy = false;
    if (!settled) return;
    ({ system, start, current, other } = settled);
    branches = settled.branches.map((b) => ({ ...b }));
    stale = false;
    remember();
    show();
    panel();
    halted();
  }

  function remember() {
    written = "#" + link(branch(), beside());
    history.replaceState(null, "", written);
    kept.put({ written, branches, current, other });
  }

  function arrive(s) {
    const began = performance.now();
    place = s.place;
    ahead = null;
    if (stale) {
      stale = false;
      system = s.system;
      start = s.start;
      Object.assign(branch(), { path: s.path, at: s.at, end: s.end });
      view = s.view;
      both = Boolean(s.beside);
      get("second").hidden = !both;
      get("main").classList.toggle("two", both);
      if (both) Object.assign(beside(), { path: s.beside.path, at: Math.min(beside().at, s.beside.path.length), end: s.beside.end });
      const views = sides().map((i) => (i === current ? view : s.beside.view)), differs = compare(views);
      views.forEach((v, side) => canvases[side].draw(v, differs));
      header(s);
      const wrong = [s.misfit, s.beside && s.beside.misfit].filter(Boolean).join("\n");
      if (wrong) notice("The link does not fit any more: " + wrong);
      remember();
    }
    show();
    raise = s.raise;
    settle();
    panel();
    performance.measure("draw", { start: began });
    document.body.dataset.busy = false;
    get("horizon").replaceChildren();
    if (!place.fault) look(false);
  }

  function header(s) {
    get("name").textContent = s.name;
    document.title = s.name + " – mc explore";
    const about = s.about ? [make("span", s.about)] : [];
    for (const f of s.facts || []) about.push(make("span", " · " + f));
    get("facts").replaceChildren(...about);
    get("means").hidden = !s.means;
    get("means").lastChild.textContent = s.means;
    get("main").hidden = false;
    get("start").replaceChildren(...Array.from({ length: s.starts }, (_, i) => new Option(String(i), String(i), i === s.start, i === s.start)));
    get("starts").dataset.many = s.starts > 1;
  }

  // compare says where the branches side by side part, and returns the row.
  function compare(views) {
    get("differs").hidden = !both;
    if (!both) return undefined;
    const paths = sides().map((i) => branches[i].path), [a, b] = paths;
    let same = 0;
    while (same < a.length && same < b.length && a[same] === b[same]) same++;
    const end = same === a.length && same === b.length;
    const then = sides().map((i, side) => [make("b", title(i)), ": " + (views[side].steps[same + 1] || { words: ["nothing."] }).words[0] + " "]);
    get("differs").replaceChildren(...(end ? ["Both branches are the same."] : ["The same for " + steps(same) + ". Then ", ...then.flat()]));
    return end ? undefined : same + 1;
  }

  const title = (i) => "Branch " + (i + 1);

  // outcomes are the properties that the end of a branch violates, or has reached.
  function outcomes({ end }) {
    const so = (t) => t.steps.length > 0 || (t.shown && (t.wanted || end.over));
    return end ? end.truths.filter(so) : [];
  }

  // fit makes diagrams smaller that are not much wider than there is room.
  function fit() {
    const box = get("diagrams"), widths = sides().map((_, side) => canvases[side].width());
    const wide = apart() ? Math.max(...widths) : widths.reduce((a, b) => a + b + 24);
    box.classList.toggle("fits", wide > box.clientWidth && wide < 1.5 * box.clientWidth);
    widths.forEach((w, side) => { canvases[side].body.parentNode.style.width = apart() ? "" : w + "px"; });
    for (const c of canvases) {
      if (apart()) c.body.parentNode.tabIndex = 0; // for the keys that scroll
      else c.body.parentNode.removeAttribute("tabindex");
    }
  }

  // show draws where the cursor is; nothing has to be asked for that.
  function show() {
    const { at, path } = branch();
    get("count").textContent = at === 0 ? "Start" + (path.length > 0 ? " · " + steps(path.length) : "") : "Step " + at + (at < path.length ? " of " + path.length : "");
    for (const [id, off] of [["home", at === 0], ["back", at === 0], ["forward", at === path.length], ["end", at === path.length]]) get(id).setAttribute("aria-disabled", off);
    for (const i of sides()) canvas(i).show(branches[i].at, i === current && at < path.length);
    get("words").replaceChildren(...parts.words(view, at));
    parts.states(view, at, Math.max(at - 1, 0), get("state"), get("shared"));
    get("shared-box").hidden = !view.shared;
    get("starts").hidden = at > 0 || get("starts").dataset.many !== "true";
    tabs();
    requestAnimationFrame(follow);
    document.body.dataset.step = at;
  }

  // follow moves the diagrams to where their cursors are, when the browser is about to paint them.
  function follow() {
    fit();
    if (stale) return;
    if (apart()) sides().filter((i) => i !== current).forEach((i) => reveal(i));
    reveal(current);
  }

  // apart reports whether each diagram scrolls by itself, since the window is narrow.
  const apart = () => both && getComputedStyle(get("diagrams")).flexDirection === "column";

  function reveal(i) {
    const { at } = branches[i], drawn = canvas(i), band = drawn.band(at), box = apart() ? drawn.body.parentNode : get("diagrams");
    if (!band) return;
    const inside = band.getBoundingClientRect(), outside = box.getBoundingClientRect(), head = drawn.head.getBoundingClientRect().height;
    if (inside.bottom > outside.bottom - 8) box.scrollTop += inside.bottom - outside.bottom + 24;
    else if (inside.top < outside.top + head) box.scrollTop -= outside.top + head - inside.top + 8;
    const { steps, lanes } = drawn.view(), actor = steps[at].actor;
    if (actor >= 0) parts.middle(box, drawn.body.getBoundingClientRect().left - outside.left + box.scrollLeft + lanes[actor] / drawn.width() * drawn.body.getBoundingClientRect().width, 0.5);
  }

  function panel() {
    for (const t of place.truths) {
      if (!t.shown || t.kind === "cost") continue;
      const how = t.wanted ? "✓ " + t.name + " is reached" : "✗ " + t.name + " is violated";
      const p = make("p", how + (t.text && !t.wanted ? ": " + t.text : "") + (t.loop === undefined ? "" : draw.supposing(t)), "outcome" + (t.wanted ? " good" : ""));
      if (t.kind !== "deadlock" || place.events.every((e) => e.fault || e.process < 0)) get("words").append(p);
    }
    numbers = draw.next(place, view, branch().at, take, branch().path[branch().at]);
    for (const c of canvases) c.reach(c === canvas(current) && branch().at === branch().path.length ? place.messages : [], view.columns, (m, e) => draw.menu(m, view.columns, take, e));
    draw.properties(place, ahead, branch().at, find);
    draw.budgets(place.budgets, raise, (to) => { system = to; reload(); });
    goals();
    document.body.dataset.ready = Number(document.body.dataset.ready || 0) + 1;
  }

  function tabs() {
    const all = branches.map((b, i) => {
      const box = make("span", undefined, "branch" + (i === current ? " on" : "") + (i === other ? " other" : ""));
      const t = draw.button(title(i) + " · " + steps(b.path.length), "", () => turn(i)), ends = outcomes(b);
      if (i === current) t.setAttribute("aria-current", "true");
      if (ends.some((s) => !s.wanted)) t.append(make("span", " ✗", "ends"));
      else if (ends.length > 0) t.append(make("span", " ✓", "ends good"));
      const x = draw.button("×", "", () => drop(i));
      x.setAttribute("aria-label", "Close branch " + (i + 1));
      box.append(t, x);
      return box;
    });
    if (branches.length > 1) all.push(draw.button(other >= 0 ? "Only one" : "Side by side", "plain", sideBySide));
    draw.replace("branches", branches.length > 1 ? all : []);
    sides().forEach((i, side) => canvases[side].title(both ? title(i) : "", i === current, branches[i].end, outcomes(branches[i])));
  }

  // What the user does.

  function go(row) {
    const b = branch(), to = Math.min(Math.max(row, 0), b.path.length);
    if (to === b.at) return Promise.resolve();
    notice("");
    b.at = to;
    if (!stale) show();
    return visit(false).catch(() => {});
  }

  // take goes on by an event. What came next until now remains, as another branch.
  function take(name) {
    if (busy) return Promise.resolve(false);
    notice("");
    return along(branch().path.slice(0, branch().at).concat([name]));
  }

  // along walks along a path, in a branch of its own unless it goes on where the current one ends.
  function along(path) {
    const b = branch(), same = (n) => b.path.slice(0, n).every((name, i) => name === path[i]);
    if (path.length <= b.path.length && same(path.length)) return go(path.length).then(() => true);
    if (same(b.path.length)) Object.assign(b, { path, at: path.length, end: null });
    else fork(path);
    return visit(true).then(() => true, () => false);
  }

  function fork(path) {
    if (branches.length === maxBranches) {
      const can = [...branches.keys()].filter((i) => i !== current && i !== other), i = can.find((i) => outcomes(branches[i]).length === 0) ?? can[0];
      notice(title(i) + ", of " + steps(branches[i].path.length) + ", was closed: there can be " + maxBranches + " branches.", true);
      drop(i, true);
    }
    branches.push({ path, at: path.length });
    if (other >= 0) other = current;
    current = branches.length - 1;
  }

  // turn makes another branch the current one; with a row, it goes there.
  function turn(i, row) {
    if (i === current && row !== undefined) return go(row);
    if (i === current || i < 0 || i >= branches.length) return;
    if (i === other) other = current;
    current = i;
    if (row !== undefined) branch().at = row;
    visit(true).catch(() => {});
  }

  function drop(i, quietly) {
    if (branches.length === 1) return;
    branches.splice(i, 1);
    const moved = (k) => (k > i ? k - 1 : k);
    other = other === i || branches.length === 1 ? -1 : moved(other);
    current = current === i ? Math.min(i, branches.length - 1) : moved(current);
    if (current === other) other = -1;
    if (!quietly) visit(true).catch(() => {});
  }

  function sideBySide() {
    if (branches.length < 2) return;
    other = other >= 0 ? -1 : current > 0 ? current - 1 : 1;
    visit(true).catch(() => {});
  }

  function reload() {
    notice("");
    return visit(true).catch(() => {});
  }

  async function wander(most) {
    if (wandering) return;
    wandering = true;
    progress("Walking at random …");
    for (let n = 0; n < most && wandering; n++) {
      while (busy) await new Promise((done) => setTimeout(done, 5));
      const can = place.events;
      if (can.length === 0) break;
      if (!(await take(can[Math.floor(Math.random() * can.length)].name))) break;
      const wrong = place.truths.find((t) => t.shown && !t.wanted && t.kind !== "deadlock" && t.loop === undefined);
      if (wrong && most > 1) notice("The random walk stops here: " + wrong.name + " is violated.");
      if (wrong) break;
      if (most > 1) await new Promise((done) => setTimeout(done, 60));
    }
    wandering = false;
    progress("");
  }

  function progress(text) {
    get("search").hidden = !text;
    get("search").firstElementChild.textContent = text;
  }

  const states = (a) => a.states.toLocaleString("en") + (a.states === 1 ? " state, " : " states, ") + steps(a.depth) + " deep";

  // up shows what there is to be told.
  function up() {
    document.querySelector(".panel").scrollTop = 0;
    scrollTo(0, 0);
  }

  // horizon says how far the search ahead has come, and offers to go on if there is more.
  function horizon(text, more) {
    get("horizon").replaceChildren(text);
    if (more) get("horizon").append(" ", draw.button("Search on", "plain", () => look(true)));
  }

  // halted says that the search ahead does not go on, unless it was over.
  function halted() {
    if (place.fault || (ahead && ahead.over)) return;
    if (ahead) ahead.outlooks = ahead.outlooks.map((o) => ({ why: "what can still come is not known", ...o }));
    draw.properties(place, ahead, branch().at, find);
    horizon("The search ahead was stopped.", true);
  }

  // look searches in the background for what can still come, as soon as the walk rests.
  async function look(all) {
    stop();
    const mine = searching = new AbortController();
    try {
      await new Promise((done, stopped) => {
        setTimeout(done, rest);
        mine.signal.addEventListener("abort", () => stopped(mine.signal.reason));
      });
      horizon("Looking ahead …");
      const r = await post("ahead", { link: link(branch()), all }, mine.signal);
      await lines(r, (a) => {
        if (mine !== searching) return;
        ahead = a.error ? { outlooks: place.truths.map(() => ({ why: "what can still come is not known" })) } : a;
        draw.properties(place, ahead, branch().at, find);
        if (a.error) horizon(a.error);
        else if (!a.over) horizon("Looking ahead: " + states(a));
        else if (a.bound) horizon("Looked ahead as far as " + states(a) + ": " + a.bound + ".", a.more);
        else horizon(a.states ? (a.all ? "Looked ahead at everything that can still come: " : "Looked ahead until every property had its answer: ") + states(a) + "." : "");
      });
      document.body.dataset.looked = document.body.dataset.ready;
    } catch (e) {
      if (!busy) halted();
      failed(e);
    }
    if (mine === searching) searching = null;
  }

  // find walks along the shortest way to a goal.
  async function find(goal) {
    stop();
    notice("");
    const mine = searching = new AbortController();
    progress("Searching …");
    try {
      const r = await post("way", { link: link(branch()), goal }, mine.signal);
      let answer = null;
      await lines(r, (a) => {
        if (a.path || a.none || a.error) answer = a;
        else progress("Searching: " + states(a));
      });
      if (mine !== searching) return;
      searching = null;
      progress("");
      up();
      if (!answer) return notice("The search ended without an answer.");
      if (answer.path && answer.path.length > branch().at) return await along(answer.path);
      if (answer.path) notice("That is so already.", true);
      else notice(answer.none || answer.error);
      look(false);
    } catch (e) {
      progress("");
      failed(e);
    }
  }

  // stop ends what goes on in the background.
  function stop() {
    if (searching) searching.abort();
    searching = null;
    if (!wandering) progress("");
  }

  // goals offers what can be looked for.
  function goals() {
    const box = get("goal"), was = box.value;
    box.replaceChildren(new Option("the violation of any property", "any"));
    for (const t of place.truths) {
      if (!t.asked) continue;
      box.append(new Option(t.wanted ? "where " + t.name + " is reached" : "the violation of " + t.name, "of " + t.name));
    }
    box.append(new Option("a state where …", "state"));
    box.value = [...box.options].some((o) => o.value === was) ? was : "any";
    condition();
  }

  function condition() {
    const on = get("goal").value === "state";
    get("condition").hidden = !on;
    if (!on) return;
    refill(get("column"), view.columns.map((c, i) => [c, i]));
    const column = Number(get("column").value), all = new Map();
    for (const s of view.steps) for (const [name, value] of view.states[s.state[column]]) all.set(name, (all.get(name) || new Set()).add(value));
    refill(get("part"), [...all.keys()].map((name) => [name || "the value", name]));
    get("values").replaceChildren(...[...(all.get(get("part").value) || [])].map((v) => new Option(v, v)));
  }

  function refill(box, options) {
    const was = box.value;
    box.replaceChildren(...options.map(([text, value]) => new Option(text, value)));
    if (options.some(([, value]) => String(value) === was)) box.value = was;
  }

  function seek() {
    const goal = get("goal").value;
    if (goal === "any") return find({ violation: true });
    if (goal.startsWith("of ")) return find({ property: goal.slice(3) });
    return find({ column: Number(get("column").value), part: get("part").value, value: get("value").value });
  }

  async function save(form) {
    const suffix = { json: ".json", svg: ".svg", slide: "-slide.svg", mermaid: ".mmd", html: ".html", text: ".txt", go: "_test.go" }[form];
    try {
      const blob = await (await post("export", { link: link(branch()), form })).blob();
      const a = make("a");
      a.href = URL.createObjectURL(blob);
      a.download = get("name").textContent.replace(/[^a-z0-9]+/gi, "-") + suffix;
      a.click();
      setTimeout(() => URL.revokeObjectURL(a.href), 10000);
    } catch (e) {
      failed(e);
    }
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      notice("The link is copied. It is good for as long as the system has these events; mc explore LINK opens it, too.", true);
    } catch (e) {
      notice("The address of this page is the link: copy it from there.", true);
    }
  }

  // load goes where the address says.
  function load() {
    const hash = location.hash.slice(1);
    if (location.hash === written && branches.length > 0) return;
    const [name, query] = hash.split(/\?(.*)/s), all = new URLSearchParams(query || "");
    const path = all.getAll("do"), or = all.getAll("or"), at = all.has("at") ? Number(all.get("at")) : path.length;
    for (const key of ["at", "start"]) if (all.getAll(key).length > 1) return notice("The link is damaged: it gives " + key + " more than once.");
    const left = [...all.keys()].find((key) => key === "do" || key === "or") === "or"; // the other branch is
    start = Number(all.get("start") || 0);
    for (const key of ["do", "or", "at", "start"]) all.delete(key);
    system = all.size ? name + "?" + all : name;
    branches = [{ path, at: Math.min(Math.max(at || 0, 0), path.length) }];
    current = 0;
    other = -1;
    const before = kept.get();
    if (before && before.written === location.hash) ({ branches, current, other } = before);
    else if (or.length > 0) {
      if (left) current = branches.unshift({ path: or, at: or.length }) - 1;
      else branches.push({ path: or, at: or.length });
      other = 1 - current;
    }
    notice("");
    visit(true).catch(() => {});
  }

  const keys = {
    ArrowRight: () => go(branch().at + 1), ArrowLeft: () => go(branch().at - 1),
    Home: () => go(0), End: () => go(branch().path.length),
    "[": () => turn(current - 1), "]": () => turn(current + 1), s: sideBySide,
    r: () => wander(1), R: () => wander(100), v: () => find({ violation: true }),
    g: () => get("goal").focus(), n: () => get("next-title").focus(), l: copy,
    "?": () => get("keys").showModal(),
    Escape: () => { wandering = false; stop(); progress(""); if (busy) busy.abort(); },
  };
  let led = null; // where the keyboard, not a click, has led the focus
  document.addEventListener("focusin", (e) => { led = e.target.matches(":focus-visible") ? e.target : null; });
  const sideways = (e) => /^Arrow(Left|Right)$/.test(e.key) && e.target === led && e.target.matches(".scroll, .diagrams, .drawn") && e.target.scrollWidth > e.target.clientWidth;
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey || get("main").hidden || get("keys").open || sideways(e)) return;
    const typing = e.target.matches && e.target.matches("input, select, textarea");
    if (typing && e.key !== "Escape") return;
    if (/^[1-9]$/.test(e.key)) {
      const name = numbers[Number(e.key) - 1];
      if (name !== undefined) { e.preventDefault(); take(name); }
      return;
    }
    if (!Object.hasOwn(keys, e.key)) return;
    e.preventDefault();
    keys[e.key]();
  });
  const on = (id, what, f) => get(id).addEventListener(what, f);
  on("home", "click", keys.Home);
  on("back", "click", keys.ArrowLeft);
  on("forward", "click", keys.ArrowRight);
  on("end", "click", keys.End);
  on("random", "click", keys.R);
  on("violation", "click", keys.v);
  on("cancel", "click", keys.Escape);
  on("help", "click", keys["?"]);
  on("copy", "click", copy);
  on("dismiss", "click", () => notice(""));
  on("goal", "change", condition);
  on("column", "change", condition);
  on("part", "change", condition);
  on("find", "submit", (e) => { e.preventDefault(); seek(); });
  on("export", "change", () => { if (get("export").value) save(get("export").value); get("export").value = ""; });
  on("start", "change", () => { start = Number(get("start").value); branches = [{ path: [], at: 0 }]; current = 0; other = -1; reload(); });
  addEventListener("hashchange", load);
  addEventListener("resize", () => { if (view) fit(); });
  load();
})();
