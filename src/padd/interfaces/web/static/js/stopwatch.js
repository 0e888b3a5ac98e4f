// Count the seconds the director watches a player, and put them into the form.
const SECOND = 1000;

for (const field of document.querySelectorAll("[data-stopwatch]")) {
  const input = field.querySelector("input");
  const button = field.querySelector("button");
  let started = null;
  let ticking = null;

  const seconds = () => Math.floor((performance.now() - started) / SECOND);

  button.hidden = false;
  button.addEventListener("click", () => {
    if (ticking !== null) {
      clearInterval(ticking);
      ticking = null;
      input.value = String(seconds());
      button.textContent = "Start again";
      return;
    }
    started = performance.now();
    button.textContent = "Stop";
    ticking = setInterval(() => { input.value = String(seconds()); }, SECOND);
  });
}
