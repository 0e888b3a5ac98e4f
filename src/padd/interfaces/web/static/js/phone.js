// My match with scripts: the clock, a preview of the result, live updates, and reports
// that stay on the phone until the server has them. Every page works without this file.

document.documentElement.classList.add("scripted");
const body = document.body;
const event = body.dataset.event;
// A phone may change hands: one player's unsent reports are never sent as another's.
const box = `padd-unsent-${event}-${body.dataset.me}`;

// The phone's clock may be wrong; use the server's time.
let ahead = Date.parse(body.dataset.now) - Date.now();
const present = () => Date.now() + ahead;

// ---- The clock keeps running without the server.
const told = new Set();

function shown(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function call(words) {
  if (told.has(words)) return;
  told.add(words);
  document.getElementById("calls").textContent = words;
}

function tick() {
  const clock = document.getElementById("clock");
  if (!clock?.dataset.ends) return;
  const ends = Date.parse(clock.dataset.ends) + Number(clock.dataset.extra) * 60000;
  const left = Math.max(0, Math.round((ends - present()) / 1000));
  clock.querySelector("[data-face]").textContent = shown(left);
  clock.classList.toggle("soon", left > 0 && left <= 300);
  clock.classList.toggle("over", left === 0);
  clock.querySelector("[data-at-time]").hidden = left > 0;
  if (left === 0) clock.querySelector("[data-says]").textContent = "Time";
  if (left === 0) call("Time.");
  else if (left <= 300) call("Five minutes left.");
}
tick();
setInterval(tick, 500);

// After sleep, or if the phone's clock was changed, the page's two clocks differ.
let apart = Date.now() - performance.now();
setInterval(() => {
  const now = Date.now() - performance.now();
  if (Math.abs(now - apart) < 3000) return;
  apart = now;
  sendAll();
  catchUp(Infinity);
}, 1000);

// ---- Preview a result as it is typed.
let asked = 0;

async function derive(form) {
  const output = form.querySelector("[data-derived]");
  if (!output) return;
  const said = new FormData(form);
  for (const name of ["csrfmiddlewaretoken", "key", "seen"]) said.delete(name);
  const mine = ++asked;
  try {
    const answer = await fetch(`${output.dataset.derived}?${new URLSearchParams(said)}`);
    if (mine !== asked || !answer.ok || answer.redirected) return;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    output.replaceChildren(...found.body.childNodes);
    askWhoWon(form);
  } catch {
    // The server calculates it again when the report arrives.
  }
}

// Ask who won only if the scores do not show it.
function askWhoWon(form) {
  const asked = form.querySelector("[data-winner]");
  if (!asked) return;
  const open = Boolean(form.querySelector("[data-needs-winner]"));
  asked.classList.toggle("needed", open || Boolean(form.elements.winner?.value));
}
for (const form of document.querySelectorAll("form.report")) askWhoWon(form);

document.addEventListener("input", (typed) => {
  const form = typed.target.closest("form.report");
  if (form) derive(form);
});

document.addEventListener("click", (pressed) => {
  const button = pressed.target.closest("[data-by]");
  if (!button) return;
  const field = document.getElementById(button.dataset.for);
  const next = (Number(field.value.replace("−", "-")) || 0) + Number(button.dataset.by);
  field.value = Math.max(next, Number(button.dataset.least ?? -Infinity));
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

// The usual result: one press fills in the winning score, and only the other is typed.
for (const quick of document.querySelectorAll("[data-quick]")) {
  quick.hidden = false;
  quick.addEventListener("click", (pressed) => {
    const button = pressed.target.closest("[data-set]");
    if (!button) return;
    const form = button.form;
    const field = document.getElementById(button.dataset.for);
    field.value = button.dataset.set;
    const played = form.querySelector('[name="ending"][value="complete"]');
    if (played) played.checked = true;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    const other = form.elements[field.name === "a" ? "b" : "a"];
    other.focus();
    other.select();
  });
}

// ---- Reports stay on the phone until the server has answered.
// If the browser stores nothing, they last as long as the page is open.
let memory = null;

function kept() {
  if (memory) return memory;
  try {
    const found = JSON.parse(localStorage.getItem(box) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

function keep(all) {
  try {
    localStorage.setItem(box, JSON.stringify(all));
    memory = null;
  } catch {
    memory = all;
  }
}

function fill(area, ...parts) {
  area.replaceChildren(...parts);
  area.hidden = parts.length === 0;
}

function say(words, className = "") {
  const area = document.getElementById("unsent");
  const line = document.createElement("p");
  line.textContent = words;
  line.className = className;
  fill(area, line);
}

function showUnsent() {
  const all = kept();
  const area = document.getElementById("unsent");
  if (!all.length) return;
  const lines = all.map((one) => {
    const line = document.createElement("p");
    line.className = "not-sent";
    line.textContent = `Not sent yet: ${one.words}. It is saved on this phone and sent automatically.`;
    return line;
  });
  fill(area, ...lines);
}

function token() {
  return document.querySelector("[name=csrfmiddlewaretoken]")?.value;
}

async function post(one) {
  const said = new URLSearchParams(one.body);
  if (token()) said.set("csrfmiddlewaretoken", token());
  if (one.tries) said.set("kept", "1");
  return fetch(one.to, { method: "POST", body: said, headers: { "X-Phone": "1" } });
}

let sending = false;
let next = 0;

async function sendAll() {
  if (sending || !kept().length) return;
  sending = true;
  try {
    while (kept().length) {
      const [one] = kept();
      if (!(await settle(one))) return;
      keep(kept().filter((other) => other.key !== one.key));
    }
  } finally {
    sending = false;
  }
}

// Return whether the server's answer is final: done, or refused with a reason.
async function settle(one) {
  let answer;
  try {
    answer = await post(one);
  } catch {
    return later(one);
  }
  if (answer.status >= 500 || answer.status === 429) return later(one);
  let said;
  try {
    said = await answer.json();
  } catch {
    said = { out: true, message: "This page is out of date. Reload it: what you sent is saved on this phone." };
  }
  if (said.out) {
    say(said.message, "not-sent");
    allow(one);
    return false;
  }
  away(false);
  release(one, said);
  return true;
}

function later(one) {
  keep(kept().map((other) => (other.key === one.key ? { ...other, tries: (other.tries ?? 0) + 1 } : other)));
  away(true);
  showUnsent();
  clearTimeout(next);
  next = setTimeout(sendAll, Math.min(30000, 1000 * 2 ** Math.min(5, one.tries ?? 0)));
  return false;
}

// The form can be used again.
function allow(one) {
  const form = [...document.querySelectorAll("form[data-send]")].find((form) => form.elements.key?.value === one.key);
  if (form) {
    delete form.dataset.sent;
    form.querySelector("[data-press]")?.removeAttribute("aria-busy");
  }
  return form;
}

function release(one, said) {
  const form = allow(one);
  if (said.done) {
    fill(document.getElementById("unsent"));
    if (said.message) say(said.message);
    touched = false;
    if (form?.dataset.send === "drop") location.assign(one.back);
    else catchUp(Infinity);
    return;
  }
  say(said.message, "refused");
  document.getElementById("unsent").scrollIntoView({ block: "nearest" });
  if (form?.elements.seen && said.seen) form.elements.seen.value = said.seen;
  if (said.late && form?.dataset.send === "report") offerLate(one);
  catchUp(Infinity);
}

// A report that is too late to count can still be sent to the director.
function offerLate(one) {
  const button = document.createElement("button");
  button.className = "button";
  button.textContent = "Tell the director what I wanted to report";
  button.addEventListener("click", () => {
    const to = one.to.replace(/report\/$/, "late/");
    keep([...kept(), { ...one, key: `${one.key}-l`, to, tries: 0, words: "Your late report" }]);
    fill(document.getElementById("unsent"));
    sendAll();
  });
  document.getElementById("unsent").append(button);
}

document.addEventListener("submit", (sent) => {
  const form = sent.target;
  if (!form.matches("[data-send], [data-once]")) return;
  if (form.dataset.sent) {
    sent.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
  sent.submitter?.setAttribute("aria-busy", "true");
  if (form.matches("[data-once]")) return;
  sent.preventDefault();
  const said = new FormData(form);
  said.delete("csrfmiddlewaretoken");
  const one = {
    key: form.elements.key.value,
    to: form.getAttribute("action"),
    body: new URLSearchParams(said).toString(),
    words: form.dataset.words,
    back: location.pathname.replace(/drop\/$/, ""),
    tries: 0,
  };
  keep([...kept().filter((other) => other.key !== one.key), one]);
  sendAll();
});

// ---- Show what others did, without touching a field in use.
let seen = Number(body.dataset.sequence);
let looking = false;
let wanted = 0;
let again = false;
let touched = false;

document.addEventListener("input", (typed) => {
  if (typed.target.closest("form.report")) touched = true;
});

function inUse(part) {
  return touched && part.querySelector("form.report") !== null;
}

function away(gone) {
  document.getElementById("away").hidden = !gone;
}

async function catchUp(number) {
  wanted = Math.max(wanted, number);
  if (looking) again = true;
  if (looking || wanted <= seen) return;
  looking = true;
  try {
    const answer = await fetch(location.pathname.replace(/(report|late|confirm|dispute|sign)\/$/, ""), { headers: { "X-Live": "1" }, cache: "no-store" });
    if (!answer.ok) return;
    if (answer.redirected) {
      location.assign(answer.url);
      return;
    }
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    ahead = Date.parse(fresh.body.dataset.now) - Date.now();
    put(fresh);
    seen = Number(fresh.body.dataset.sequence);
    away(false);
  } catch {
    away(true);
  } finally {
    looking = false;
    const missed = again;
    again = false;
    wanted = 0;
    if (missed) catchUp(Infinity);
  }
}

function put(fresh) {
  for (const part of document.querySelectorAll("[data-live][id]")) {
    const found = fresh.getElementById(part.id);
    if (!found) part.remove();
    else if (!inUse(part) && found.innerHTML !== part.innerHTML) part.replaceWith(found);
  }
  const main = document.getElementById("content");
  for (const found of fresh.querySelectorAll("main > [data-live][id]")) {
    if (!document.getElementById(found.id)) main.append(found);
  }
  for (const place of [".phone-head", "title"]) {
    const [old, made] = [document.querySelector(place), fresh.querySelector(place)];
    if (old && made && old.innerHTML !== made.innerHTML) old.replaceWith(made);
  }
  body.className = fresh.body.className;
  for (const form of document.querySelectorAll("form.report")) askWhoWon(form);
  tick();
}

let stream;
let soon = 0;

function follow() {
  stream?.close();
  stream = new EventSource(body.dataset.liveAt);
  stream.addEventListener("moved", (news) => {
    catchUp(Number(news.data));
    sendAll();
  });
  stream.addEventListener("open", () => away(false));
  stream.addEventListener("error", () => {
    // If the network blocks the stream, the page polls every few seconds.
    if (soon) return;
    soon = setTimeout(() => {
      soon = 0;
      if (stream.readyState === EventSource.CLOSED) follow();
      if (stream.readyState !== EventSource.OPEN) catchUp(Infinity);
    }, 5000);
  });
}

follow();
showUnsent();
sendAll();
addEventListener("online", () => {
  sendAll();
  catchUp(Infinity);
});
addEventListener("offline", () => away(true));
// Without a network, a link would lead to the browser's error page; stay here.
document.addEventListener("click", (pressed) => {
  const link = pressed.target.closest("a[href]");
  if (navigator.onLine || !link || link.hash) return;
  pressed.preventDefault();
  away(true);
  document.getElementById("away").scrollIntoView({ block: "center" });
});
// The back button may show a page as it was: outdated, with an outdated clock.
if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") catchUp(Infinity);
addEventListener("pageshow", (shownAgain) => {
  if (!shownAgain.persisted) return;
  for (const form of document.querySelectorAll("[data-sent]")) delete form.dataset.sent;
  follow();
  catchUp(Infinity);
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  if (stream.readyState === EventSource.CLOSED) follow();
  sendAll();
  catchUp(Infinity);
});
