// Open the reason of a row in the table, and mark the current part of a page.
// A reason is in the table already, or fetched from the page that its link leads to.
// Without this file the same links work by their address.

const root = document.documentElement;
root.classList.add("scripted");

const ASKERS = ".standings .ask a";
const askers = () => [...document.querySelectorAll(ASKERS)];
const nameOf = (link) => link.dataset.why ?? decodeURIComponent(link.hash.slice(1));
const rowOf = (link) => document.getElementById(nameOf(link));

function setOpen(link, open) {
  rowOf(link)?.classList.toggle("open", open);
  link.closest("tr").classList.toggle("open", open);
  link.setAttribute("aria-expanded", String(open));
  link.querySelector(".word").textContent = open ? "Hide" : "Why";
}

// Put the reason into a row of its own below the place.
async function fetchReason(link) {
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const panel = page.querySelector(".why-panel");
  if (!panel) throw new Error("no reason");
  if (rowOf(link)) return;
  const row = document.createElement("tr");
  row.className = "why";
  row.id = nameOf(link);
  const cell = row.insertCell();
  cell.colSpan = link.closest("tr").cells.length;
  cell.append(document.adoptNode(panel));
  link.closest("tr").after(row);
  link.setAttribute("aria-controls", row.id);
}

async function toggle(link, open) {
  if (open && !rowOf(link)) {
    link.setAttribute("aria-busy", "true");
    try {
      await fetchReason(link);
    } catch {
      location.assign(link.href);
      return;
    } finally {
      link.removeAttribute("aria-busy");
    }
  }
  setOpen(link, open);
}

function prepare() {
  for (const link of askers()) {
    if (link.hasAttribute("aria-expanded")) continue;
    link.setAttribute("role", "button");
    setOpen(link, false);
  }
}

document.addEventListener("click", (press) => {
  const link = press.target.closest?.(ASKERS);
  if (!link || press.ctrlKey || press.metaKey || press.shiftKey) return;
  press.preventDefault();
  const open = link.getAttribute("aria-expanded") !== "true";
  history.replaceState(null, "", open ? `#${nameOf(link)}` : "#standings");
  toggle(link, open);
});

document.addEventListener("keydown", (press) => {
  const link = press.target.closest?.(ASKERS);
  if (!link) return;
  if (press.key === " ") {
    press.preventDefault();
    link.click();
  } else if (press.key === "ArrowDown" || press.key === "ArrowUp") {
    press.preventDefault();
    const all = askers();
    all[all.indexOf(link) + (press.key === "ArrowDown" ? 1 : -1)]?.focus();
  }
});

const pills = [...document.querySelectorAll(".pills a[href^='#']")];

async function followAddress() {
  const name = decodeURIComponent(location.hash.slice(1));
  const asked = askers().find((link) => nameOf(link) === name);
  if (asked) {
    await toggle(asked, true);
    asked.closest("tr").scrollIntoView({ block: "nearest" });
  }
  const target = document.getElementById(name);
  const part = target?.closest(".parts > section") ?? document.querySelector(".parts > section");
  for (const pill of pills) {
    if (pill.hash === `#${part?.id}`) pill.setAttribute("aria-current", "true");
    else pill.removeAttribute("aria-current");
  }
}

window.addEventListener("hashchange", followAddress);
window.addEventListener("padd:fresh", prepare);
prepare();
followAddress();

const print = document.querySelector("[data-print]");
if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}
