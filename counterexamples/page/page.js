(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const get = (id) => document.getElementById(id);
  const { middle } = parts, drawing = parts.drawing(document), last = data.steps.length - 1;
  const rows = [...document.querySelectorAll("#steps tbody tr")];

  function shown(now, went, round) {
    rows.forEach((r, i) => (i === now ? r.setAttribute("aria-current", "step") : r.removeAttribute("aria-current")));
    if (went) {
      // Neither the names above nor the states below may cover the row.
      const box = get("now"), below = getComputedStyle(box).bottom !== "auto" && getComputedStyle(box).position === "sticky";
      document.documentElement.style.scrollPaddingBottom = below ? box.offsetHeight + 12 + "px" : "";
      drawing.bands[now].scrollIntoView({ block: "nearest", inline: "nearest" });
      const actor = data.steps[now].actor, sideways = get("diagram").parentNode, acts = document.querySelector("#state .acts");
      if (actor >= 0) middle(sideways, data.lanes[actor] / get("diagram").viewBox.baseVal.width * sideways.scrollWidth, 0.5);
      if (acts) middle(get("state").parentNode, acts.offsetLeft + acts.offsetWidth / 2, 0.4);
    }
    document.body.dataset.step = now;
    document.body.dataset.round = round;
    try {
      history.replaceState(null, "", now ? "#" + now : location.pathname + location.search);
    } catch (e) { /* a page without an address: nothing to remember */ }
  }

  const stepper = parts.stepper(get, drawing, data, shown);
  const keys = { ...stepper.keys,
    f: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen && document.documentElement.requestFullscreen()) };
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey || e.shiftKey || !Object.hasOwn(keys, e.key)) return;
    e.preventDefault();
    keys[e.key]();
  });
  for (const x of rows) x.addEventListener("click", () => stepper.go(Number(x.dataset.row)));
  let touch = null;
  get("now").addEventListener("touchstart", (e) => { touch = e.touches.length === 1 ? e.touches[0] : null; }, { passive: true });
  get("now").addEventListener("touchend", (e) => {
    if (!touch) return;
    const dx = e.changedTouches[0].clientX - touch.clientX, dy = e.changedTouches[0].clientY - touch.clientY;
    if (Math.abs(dx) > 60 && Math.abs(dx) > 2 * Math.abs(dy)) (dx < 0 ? stepper.forward : stepper.back)();
    touch = null;
  }, { passive: true });

  const wanted = () => Number((location.hash || "").slice(1)), is = () => Number.isInteger(wanted()) && wanted() <= last && wanted() >= 0;
  addEventListener("hashchange", () => { if (is()) stepper.go(wanted()); });
  if (is() && wanted() > 0) stepper.go(wanted());
  else stepper.show();
})();
