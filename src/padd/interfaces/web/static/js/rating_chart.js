// Read the points of a rating chart: under the pointer, or one by one with the arrow keys.
// Without this file every point has a tooltip, and the table has them all.

for (const box of document.querySelectorAll("[data-chart]")) {
  const words = box.querySelector("[data-chart-words]");
  const before = words.textContent;
  let at = -1;

  const dots = () => [...box.querySelectorAll("svg")]
    .find((one) => one.getBoundingClientRect().width > 0)
    ?.querySelectorAll(".dot") ?? [];

  function show(index) {
    const all = [...dots()];
    for (const dot of box.querySelectorAll(".dot.here")) dot.classList.remove("here");
    at = Math.max(-1, Math.min(index, all.length - 1));
    if (at >= 0) all[at].classList.add("here");
    words.textContent = at >= 0 ? all[at].querySelector("title").textContent : before;
  }

  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "Chart. Use the arrow keys to move from event to event.");
  words.setAttribute("aria-live", "polite");

  box.addEventListener("pointermove", (move) => {
    const svg = move.target.closest("svg");
    if (!svg) return;
    const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
    const x = (move.clientX - svg.getBoundingClientRect().left) * scale;
    const gaps = [...dots()].map((dot) => Math.abs(Number(dot.dataset.x) - x));
    const nearest = gaps.indexOf(Math.min(...gaps));
    if (nearest !== at) show(nearest);
  });
  box.addEventListener("pointerleave", () => show(-1));
  box.addEventListener("blur", () => show(-1));
  box.addEventListener("keydown", (press) => {
    const last = dots().length - 1;
    const next = { ArrowRight: at + 1, ArrowLeft: at < 0 ? last : at - 1, Home: 0, End: last }[press.key];
    if (next === undefined) return;
    press.preventDefault();
    show(Math.max(0, next));
  });
}
