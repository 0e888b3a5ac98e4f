// Open the reasons of a standings row in place, and mark the current part of a page.
// Without this file the same links work by their address.

const root = document.documentElement;
root.classList.add("scripted");

const targetOf = (link) => document.getElementById(decodeURIComponent(link.hash.slice(1)));

function setOpen(link, open) {
  targetOf(link).classList.toggle("open", open);
  link.closest("tr").classList.toggle("open", open);
  link.setAttribute("aria-expanded", String(open));
  link.querySelector(".word").textContent = open ? "Hide" : "Why";
}

const askers = [...document.querySelectorAll(".standings .ask a")];

for (const link of askers) {
  link.setAttribute("role", "button");
  setOpen(link, false);
  link.addEventListener("click", (press) => {
    press.preventDefault();
    const open = link.getAttribute("aria-expanded") !== "true";
    setOpen(link, open);
    history.replaceState(null, "", open ? link.hash : "#standings");
  });
  link.addEventListener("keydown", (press) => {
    if (press.key === " ") {
      press.preventDefault();
      link.click();
    } else if (press.key === "ArrowDown" || press.key === "ArrowUp") {
      press.preventDefault();
      const step = press.key === "ArrowDown" ? 1 : -1;
      askers[askers.indexOf(link) + step]?.focus();
    }
  });
}

const pills = [...document.querySelectorAll(".pills a[href^='#']")];

function followAddress() {
  const asked = askers.find((link) => link.hash === location.hash);
  if (asked) {
    setOpen(asked, true);
    asked.closest("tr").scrollIntoView({ block: "nearest" });
  }
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const part = target?.closest(".parts > section") ?? document.querySelector(".parts > section");
  for (const pill of pills) {
    if (pill.hash === `#${part?.id}`) pill.setAttribute("aria-current", "true");
    else pill.removeAttribute("aria-current");
  }
}

window.addEventListener("hashchange", followAddress);
followAddress();

const print = document.querySelector("[data-print]");
if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}
