// The console with scripts: keyboard shortcuts, the clock, previews of results as they are
// typed, and live updates of what others did. Every page works without this file.

const root = document.documentElement;
root.classList.add("scripted");
const page = document.querySelector(".console-page");
const inField = (one) => one.closest("input, select, textarea, [contenteditable]");

// A form is sent once; a second press does nothing. Nothing else changes meanwhile.
let leaving = false;
const sent = new Set();
document.addEventListener("submit", (sending) => {
  const form = sending.target;
  if (!form.matches("[data-once]") || sending.defaultPrevented) return;
  if (sent.has(form)) {
    sending.preventDefault();
    return;
  }
  sent.add(form);
  leaving = true;
  const pressed = sending.submitter;
  const words = pressed && [...pressed.childNodes];
  if (pressed) {
    pressed.setAttribute("aria-busy", "true");
    pressed.style.minWidth = `${pressed.offsetWidth}px`;
    pressed.replaceChildren("Saving…");
  }
  setTimeout(() => {
    sent.delete(form);
    leaving = false;
    pressed?.removeAttribute("aria-busy");
    pressed?.replaceChildren(...words);
  }, 4000);
});

// Reload after the back button, so the page is up to date.
const [came] = performance.getEntriesByType("navigation");
if (came?.type === "back_forward") location.reload();
addEventListener("pageshow", (shown) => {
  if (shown.persisted) location.reload();
});

// Filter long lists as you type.
for (const field of document.querySelectorAll("[data-find]")) {
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLocaleLowerCase();
    for (const one of document.querySelectorAll(field.dataset.find)) {
      one.hidden = Boolean(wanted) && !one.textContent.toLocaleLowerCase().includes(wanted);
    }
  });
}

// Preview a result as it is typed.
const output = document.querySelector("[data-derived]");
const entry = output?.closest("form");
let asked = 0;

async function derive() {
  const said = new FormData(entry);
  for (const name of ["csrfmiddlewaretoken", "key", "back"]) said.delete(name);
  const mine = ++asked;
  const answer = await fetch(`${output.dataset.derived}?${new URLSearchParams(said)}`);
  if (mine !== asked || !answer.ok) return;
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  output.replaceChildren(...found.body.childNodes);
}

if (entry) {
  entry.addEventListener("input", derive);
  if (entry.elements.a?.value) derive();
  const first = entry.querySelector("[autofocus]");
  first?.focus({ preventScroll: true });
  const row = entry.closest("tr.open");
  if (row && row.getBoundingClientRect().bottom > innerHeight - 80) row.scrollIntoView();
  first?.select();
}

// The usual result: one press fills in the winning score, and only the other is typed.
for (const quick of document.querySelectorAll("[data-quick]")) {
  quick.hidden = false;
  quick.addEventListener("click", (pressed) => {
    const button = pressed.target.closest("button");
    if (!button) return;
    const other = entry.elements[button.dataset.side === "a" ? "b" : "a"];
    entry.elements[button.dataset.side].value = button.dataset.score;
    if (other.value === button.dataset.score) other.value = "";
    const played = entry.querySelector('[name="ending"][value="complete"]');
    if (played) played.checked = true;
    other.focus();
    other.select();
    derive();
  });
}

// Keep what was typed if the server dies, and restore it when the form is opened again.
const DRAFT = "padd-typed";
const draftOf = (form) => `${form.action} ${form.elements.number?.value} ${form.elements.table?.value}`;
const kept = ["a", "b", "ending", "winner", "conceded", "bonus-a", "bonus-b", "reason", "planet-a", "space-a", "planet-b", "space-b"];

function restore(form) {
  const draft = JSON.parse(sessionStorage.getItem(DRAFT) ?? "null");
  if (draft?.form !== draftOf(form) || form.querySelector(".refused")) return;
  for (const [name, value] of draft.typed) {
    const field = form.elements[name];
    if (field?.type === "checkbox") field.checked = true;
    else if (field) field.value = value;
  }
  derive();
}

if (new URLSearchParams(location.search).has("done")) sessionStorage.removeItem(DRAFT);
if (entry) {
  if (entry.elements.a) restore(entry);
  entry.addEventListener("input", () => {
    const typed = [...new FormData(entry)].filter(([name]) => kept.includes(name));
    sessionStorage.setItem(DRAFT, JSON.stringify({ form: draftOf(entry), typed }));
  });
  entry.querySelector("[data-close]")?.addEventListener("click", () => sessionStorage.removeItem(DRAFT));
}

// Show the position of the log's slider.
const slider = document.querySelector(".slider input[type=range]");
slider?.addEventListener("input", () => {
  slider.form.querySelector("output").value = slider.value;
});

// The clock.
const calls = document.getElementById("calls");
const told = new Set();

function shown(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

// Browsers allow sound only after a press on the page.
const SOUND = "padd-sound-off";
let loud = localStorage.getItem(SOUND) !== "yes";
let speaker = null;
document.addEventListener("pointerdown", () => {
  speaker ??= new AudioContext();
  speaker.resume();
});

function beep(times, seconds) {
  if (!loud) return;
  try {
    speaker ??= new AudioContext();
    for (let at = 0; at < times; at += 1) {
      const tone = speaker.createOscillator();
      const volume = speaker.createGain();
      const begin = speaker.currentTime + at * (seconds + 0.15);
      tone.frequency.value = 880;
      volume.gain.setValueAtTime(0.25, begin);
      volume.gain.setTargetAtTime(0, begin + seconds - 0.05, 0.02);
      tone.connect(volume).connect(speaker.destination);
      tone.start(begin);
      tone.stop(begin + seconds);
    }
  } catch {
    speaker = null; // Without sound, the announcement is still shown.
  }
}

function call(name, words, times, seconds) {
  if (told.has(name)) return;
  told.add(name);
  if (!ticking) return; // It was announced before this page was opened.
  if (calls) calls.textContent = words;
  beep(times, seconds);
}

// The rulebook's warnings: minutes before the end; `h` marks half-time.
const marksOf = (panel) =>
  (panel.dataset.marks ?? "").split(" ").filter(Boolean).map((mark) => ({
    minutes: parseInt(mark, 10),
    half: mark.endsWith("h"),
  }));

let ticking = false;

function tick() {
  const panel = document.getElementById("clock");
  const face = panel?.querySelector("[data-clock]");
  if (!face) return;
  const switching = panel.querySelector("[data-sound]");
  if (switching?.hidden) {
    switching.hidden = false;
    switching.firstElementChild.checked = loud;
  }
  if (!panel.dataset.ends || panel.dataset.paused) return;
  const left = Math.max(0, Math.round((Date.parse(panel.dataset.ends) - padd.serverNow()) / 1000));
  const total = Number(panel.dataset.minutes) * 60;
  const marks = marksOf(panel);
  const last = Math.min(...marks.filter((mark) => !mark.half).map((mark) => mark.minutes), 5);
  face.textContent = shown(left);
  face.classList.toggle("long", left >= 3600);
  panel.querySelector("progress").value = total - left;
  panel.classList.toggle("soon", left > 0 && left <= last * 60);
  panel.classList.toggle("over", left === 0);
  for (const mark of marks) {
    if (left === 0 || left > mark.minutes * 60) continue;
    call(`${panel.dataset.ends} ${mark.minutes}`, mark.half ? "Half-time." : `${mark.minutes} minutes left.`, 2, 0.3);
  }
  if (left === 0) call(`${panel.dataset.ends} time`, "Time.", 3, 0.7);
}
tick();
ticking = true;
setInterval(tick, 500);
document.addEventListener("change", (changed) => {
  if (!changed.target.closest("[data-sound]")) return;
  loud = changed.target.checked;
  localStorage.setItem(SOUND, loud ? "no" : "yes");
  beep(1, 0.2);
});

// Show whether the server answers; the clock keeps running without it.
let away = false;

function reached(well) {
  away = !well;
  for (const note of document.querySelectorAll("[data-away]")) note.hidden = well;
}

// Show what others did, without touching an open row or a field in use.
const live = "[data-live][id]";
let seen = Number(page?.dataset.sequence ?? 0);
let looking = false;
let wanted = 0;

function inUse(one) {
  return one.contains(document.activeElement) && inField(document.activeElement);
}

async function catchUp(number) {
  wanted = Math.max(wanted, number);
  if (looking || leaving || wanted <= seen) return;
  looking = true;
  try {
    const address = new URL(location.href);
    address.searchParams.delete("done");
    const answer = await fetch(address, { headers: { "X-Live": "1" } });
    if (!answer.ok || leaving) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (leaving) return;
    const theirs = fresh.querySelector(".console-page");
    seen = Math.max(seen, Number(theirs?.dataset.sequence ?? wanted));
    if (theirs?.dataset.round === page.dataset.round) put(fresh);
    else if (!document.querySelector("form.entry")) location.replace(address);
  } catch {
    // The stream or the next poll will bring it.
  } finally {
    looking = false;
  }
  if (wanted > seen) setTimeout(() => catchUp(wanted), 300);
}

const keyless = (one) => one.outerHTML.replace(/name="(key|csrfmiddlewaretoken|expected|back)" value="[^"]*"/g, "");

function put(fresh) {
  for (const now of fresh.querySelectorAll(live)) {
    const old = document.getElementById(now.id);
    if (!old) {
      const list = now.parentElement.id && document.getElementById(now.parentElement.id);
      if (list) list.append(now);
      continue;
    }
    if (inUse(old) || keyless(old) === keyless(now)) continue;
    if (now.classList.contains("table-row")) now.classList.add("just-changed");
    const held = old.contains(document.activeElement) ? document.activeElement.className : "";
    old.replaceWith(now);
    if (held) now.querySelector("a, button")?.focus({ preventScroll: true });
  }
  for (const field of document.querySelectorAll("input[name=expected]")) {
    if (!field.closest(live)) continue;
    field.value = String(seen);
  }
  tick();
  reached(!away);
}

// As on the players' pages; there are few consoles, so they need not spread their requests.
if (page?.dataset.liveAt) {
  padd.follow({
    stream: page.dataset.liveAt,
    poll: page.dataset.poll,
    moved: catchUp,
    away: (is) => reached(!is),
    spread: 100,
  });
}

// A toast disappears on its own, unless someone is using it.
const toast = document.querySelector("[data-toast]");
if (toast) {
  const busy = () => toast.matches(":hover") || toast.contains(document.activeElement);
  const leave = () => (busy() ? setTimeout(leave, 2000) : (toast.hidden = true));
  setTimeout(leave, 8000);
  const address = new URL(location.href);
  address.searchParams.delete("done");
  history.replaceState(null, "", address);
}

// Keyboard shortcuts, unless they are turned off on this device.
const off = document.querySelector("[data-keys-off]");
const OFF = "padd-keys-off";
let silent = localStorage.getItem(OFF) === "yes";
if (off) {
  off.checked = silent;
  off.addEventListener("change", () => {
    silent = off.checked;
    localStorage.setItem(OFF, silent ? "yes" : "no");
  });
}

const rows = () => [...document.querySelectorAll("tr.table-row:not([hidden])")].filter((row) => row.querySelector("[data-enter]"));

function go(step) {
  const all = rows();
  const at = all.findIndex((row) => row.contains(document.activeElement));
  const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step];
  next?.querySelector("[data-enter]").focus();
}

document.addEventListener("focusin", (came) => {
  for (const row of document.querySelectorAll("tr.focused")) row.classList.remove("focused");
  came.target.closest("tr.table-row")?.classList.add("focused");
});

const acts = {
  n: () => document.querySelector("tr.table-row:not(.confirmed):not(.open):not([hidden]) [data-enter]"),
  d: () => document.querySelector("[data-decide]"),
  z: () => document.querySelector("[data-undo]"),
};

function inOpenRow(press) {
  const key = press.key.toUpperCase();
  const choice = entry?.querySelector(`input[data-key="${key}"]`);
  const field = press.target.closest?.("input:not([inputmode]):not([type=radio]):not([type=checkbox]), textarea, select");
  if (!choice || field) return false;
  press.preventDefault();
  choice.checked = true;
  choice.dispatchEvent(new Event("input", { bubbles: true }));
  choice.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

document.addEventListener("keydown", (press) => {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return;
  if (press.key === "Escape") {
    document.querySelector("[data-close]")?.click();
    return;
  }
  if (entry && /^[ftcex]$/i.test(press.key) && inOpenRow(press)) return;
  if (silent || inField(press.target)) return;
  const key = press.key.toLowerCase();
  if (key === "/") {
    press.preventDefault();
    document.querySelector("[data-find]")?.focus();
  } else if (key === "?") {
    const keys = document.getElementById("keys");
    if (keys) {
      keys.open = !keys.open;
      keys.scrollIntoView({ block: "nearest" });
    }
  } else if (key === "arrowdown" || key === "arrowup") {
    if (rows().length) {
      press.preventDefault();
      go(key === "arrowdown" ? 1 : -1);
    }
  } else if (acts[key]) {
    const found = acts[key]();
    if (found) {
      press.preventDefault();
      found.click();
    }
  }
});
