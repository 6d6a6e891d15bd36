(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const get = (id) => document.getElementById(id);
  const last = data.steps.length - 1;
  const { make, middle } = parts, drawing = parts.drawing(document), bands = drawing.bands;
  const rows = [...document.querySelectorAll("#steps tbody tr")];
  let now = 0, round = 1, stepped = false;

  // What was before: at the first step of another round, the state is that of the end.
  const before = () => (now === 0 ? 0 : now - 1);

  function network() {
    const box = get("network"), lists = [];
    const list = (title, items, isNew) => {
      if (items.length === 0) return;
      const ul = make("ul");
      for (const i of items) ul.append(make("li", i.text, isNew(i) ? "changed" : ""));
      lists.push(make("div", title), ul);
    };
    list("On the way", data.flights.filter((f) => f.sent <= now && now < f.ended), (f) => now > 0 && f.sent === now);
    list("Cut off from each other", (data.steps[now].cut || []).map((text) => ({ text })), () => false);
    box.replaceChildren(...lists);
  }

  function words() {
    const box = get("words");
    const all = parts.words(data, now);
    if (now === last && data.loop !== undefined) all.push(make("p", "⟳ From here it goes on with step " + (data.loop + 1) + ", and so on for ever.", "looping"));
    if (now === last) for (const v of data.verdict) all.push(make("p", v, "outcome " + data.class));
    box.replaceChildren(...all);
  }

  function show(scroll) {
    get("count").textContent = (now === 0 ? "Start · " + last + (last === 1 ? " step" : " steps") : "Step " + now + " of " + last) + (round > 1 ? " · round " + round : "");
    get("first").setAttribute("aria-disabled", now === 0 && round === 1);
    get("back").setAttribute("aria-disabled", now === 0 && round === 1);
    get("forward").setAttribute("aria-disabled", now === last && data.loop === undefined);
    get("last").setAttribute("aria-disabled", now === last && data.loop === undefined);
    rows.forEach((r, i) => (i === now ? r.setAttribute("aria-current", "step") : r.removeAttribute("aria-current")));
    drawing.show(now, stepped && now < last);
    words();
    parts.states(data, now, before(), get("state"), get("shared"));
    network();
    if (scroll) {
      // Neither the names above nor the states below may cover it.
      const box = get("now"), below = getComputedStyle(box).bottom !== "auto" && getComputedStyle(box).position === "sticky";
      document.documentElement.style.scrollPaddingBottom = below ? box.offsetHeight + 12 + "px" : "";
      bands[now].scrollIntoView({ block: "nearest", inline: "nearest" });
      const actor = data.steps[now].actor, drawing = get("diagram").parentNode, acts = document.querySelector("#state .acts");
      if (actor >= 0) middle(drawing, data.lanes[actor] / get("diagram").viewBox.baseVal.width * drawing.scrollWidth, 0.5);
      if (acts) middle(get("state").parentNode, acts.offsetLeft + acts.offsetWidth / 2, 0.4);
    }
    document.body.dataset.step = now;
    document.body.dataset.round = round;
    try {
      history.replaceState(null, "", now ? "#" + now : location.pathname + location.search);
    } catch (e) { /* a page without an address: nothing to remember */ }
  }

  function go(to) {
    stepped = to > 0;
    now = Math.min(Math.max(to, 0), last);
    show(true);
  }
  function forward() {
    if (now < last) return go(now + 1);
    if (data.loop === undefined) return;
    round++;
    go(data.loop + 1);
  }
  function back() {
    if (round > 1 && now === data.loop + 1) {
      round--;
      return go(last);
    }
    if (now > 0) go(now - 1);
  }
  const start = () => { round = 1; go(0); };
  const end = () => go(last);

  const keys = { ArrowRight: forward, ArrowDown: forward, PageDown: forward, ArrowLeft: back, ArrowUp: back, PageUp: back, Home: start, End: end,
    f: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen && document.documentElement.requestFullscreen()) };
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey || e.shiftKey || !Object.hasOwn(keys, e.key)) return;
    e.preventDefault();
    keys[e.key]();
  });
  get("first").addEventListener("click", start);
  get("back").addEventListener("click", back);
  get("forward").addEventListener("click", forward);
  get("last").addEventListener("click", end);
  for (const x of [...bands, ...rows]) x.addEventListener("click", () => { round = 1; go(Number(x.dataset.row)); });
  let touch = null;
  get("now").addEventListener("touchstart", (e) => { touch = e.touches.length === 1 ? e.touches[0] : null; }, { passive: true });
  get("now").addEventListener("touchend", (e) => {
    if (!touch) return;
    const dx = e.changedTouches[0].clientX - touch.clientX, dy = e.changedTouches[0].clientY - touch.clientY;
    if (Math.abs(dx) > 60 && Math.abs(dx) > 2 * Math.abs(dy)) (dx < 0 ? forward : back)();
    touch = null;
  }, { passive: true });

  get("now").hidden = false;
  const wanted = () => Number((location.hash || "").slice(1));
  addEventListener("hashchange", () => { if (Number.isInteger(wanted()) && wanted() <= last && wanted() >= 0) { round = 1; go(wanted()); } });
  if (Number.isInteger(wanted()) && wanted() > 0 && wanted() <= last) go(wanted());
  else show(false);
})();
