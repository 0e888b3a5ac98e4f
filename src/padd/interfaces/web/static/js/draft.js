// Picking a card in a draft: the clock, the name on the button, and news of the table.

const EVERY = 2000;
const SECOND = 1000;

function tick() {
  for (const clock of document.querySelectorAll("[data-due]")) {
    const left = Math.max(0, Math.round((new Date(clock.dataset.due) - Date.now()) / SECOND));
    const seconds = String(left % 60).padStart(2, "0");
    clock.textContent = `${Math.floor(left / 60)}:${seconds}`;
    (clock.closest(".pick-clock") ?? clock).classList.toggle("late", left === 0);
  }
}

function named(event) {
  const button = document.querySelector("[data-take]");
  const chosen = document.querySelectorAll(".cards-to-take input:checked");
  if (button && chosen.length === 1 && event.target.closest(".cards-to-take")) {
    button.textContent = `Take ${chosen[0].dataset.title}`;
  }
}

async function look() {
  const part = document.getElementById("draft");
  if (!part?.dataset.stateAt || document.hidden) return;
  if (document.activeElement?.matches("#draft input:not([type=radio], [type=checkbox]), #draft select")) return;
  try {
    const told = await fetch(part.dataset.stateAt);
    if (!told.ok || (await told.text()) === part.dataset.version) return;
    const page = await fetch(location.href);
    if (!page.ok) return;
    const fresh = new DOMParser().parseFromString(await page.text(), "text/html");
    for (const one of part.querySelectorAll("details[open][id]")) {
      fresh.getElementById(one.id)?.setAttribute("open", "");
    }
    for (const place of ["#draft", ".phone-who", ".phone-bar"]) {
      const [old, now] = [document.querySelector(place), fresh.querySelector(place)];
      if (old && now) old.replaceWith(now);
    }
    tick();
  } catch {
    // No connection: the next poll tries again.
  }
}

document.addEventListener("change", named);
setInterval(tick, SECOND);
setInterval(look, EVERY);
tick();
