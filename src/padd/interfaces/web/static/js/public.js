// The public pages: they follow the event, find a name, and show the clock.
// Without this file every page is complete, but has to be reloaded.

document.documentElement.classList.add("scripted");
const room = document.getElementById("room");
const NAME = "padd-find";
let seen = Number(room.dataset.sequence);
let looking = false;
let wanted = 0;

// Remember my name on this device for the next round.
function find() {
  const field = document.getElementById("find-me");
  if (!field) return;
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();
  const asked = plain(field.value.trim());
  let hits = 0;
  for (const one of room.querySelectorAll(".look-here")) {
    const hit = asked.length > 1 && plain(one.dataset.find).includes(asked);
    hits += hit;
    one.classList.toggle("found", hit);
    one.hidden = asked.length > 1 && !hit;
  }
  const said = document.getElementById("found");
  if (said) said.textContent = asked.length > 1 ? `${hits} found` : "";
}

function prepare() {
  const field = document.getElementById("find-me");
  if (field && !field.dataset.ready) {
    field.dataset.ready = "yes";
    field.value = sessionStorage.getItem(NAME) ?? "";
    field.addEventListener("input", () => {
      sessionStorage.setItem(NAME, field.value);
      find();
    });
  }
  find();
}

const told = new Set();
function tick() {
  const panel = document.getElementById("clock");
  const face = panel?.querySelector("[data-left]");
  const now = face && padd.reading(panel);
  if (!now) return;
  face.textContent = now.text;
  panel.classList.toggle("soon", now.soon);
  panel.classList.toggle("late", now.over);
  if (now.call && !told.has(now.call.words)) {
    told.add(now.call.words);
    if (tick.begun) document.getElementById("calls").textContent = `${now.call.words}.`;
  }
  tick.begun = true;
}

const busy = () => room.querySelector("tr.why.open") || room.contains(document.activeElement);

function put(fresh) {
  for (const place of ["bar", "clock"]) {
    const now = fresh.getElementById(place);
    const old = document.getElementById(place);
    if (now && old && now.outerHTML !== old.outerHTML) old.replaceWith(now);
  }
  const theirs = fresh.getElementById("room");
  const lists = [room, theirs].map((one) => [...one.querySelectorAll("[data-live][id]")].map((part) => part.id).join());
  if (theirs.dataset.shape === room.dataset.shape && lists[0] && lists[0] === lists[1]) {
    for (const now of theirs.querySelectorAll("[data-live][id]")) {
      const old = document.getElementById(now.id);
      if (old.innerHTML === now.innerHTML) continue;
      now.classList.add("just-changed");
      old.replaceWith(now);
    }
  } else if (busy() && theirs.dataset.shape === room.dataset.shape) {
    offer(theirs);
  } else {
    whole(theirs);
  }
  room.dataset.shape = theirs.dataset.shape;
  prepare();
  tick();
}

function whole(theirs) {
  const field = document.getElementById("find-me");
  const typing = field && field === document.activeElement;
  room.replaceChildren(...theirs.childNodes);
  document.getElementById("news").textContent = "The page was updated.";
  if (typing) document.getElementById("find-me")?.focus({ preventScroll: true });
  dispatchEvent(new CustomEvent("padd:fresh"));
}

// Nothing moves under a finger: if a reason is open, offer the update first.
function offer(theirs) {
  let button = document.getElementById("fresh");
  if (!button) {
    button = document.createElement("button");
    button.id = "fresh";
    button.className = "button primary fresh";
    button.textContent = "Show new results";
    document.body.append(button);
  }
  button.onclick = () => {
    button.remove();
    whole(theirs);
  };
}

async function catchUp(number) {
  wanted = Math.max(wanted, number);
  if (looking || wanted <= seen) return;
  looking = true;
  try {
    const answer = await fetch(location.href, { headers: { "X-Live": "1" }, cache: "no-store" });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const theirs = fresh.getElementById("room");
    if (!theirs) return;
    seen = Math.max(seen, Number(theirs.dataset.sequence));
    put(fresh);
  } catch {
    // The stream or the next poll will bring it.
  } finally {
    looking = false;
  }
  if (wanted > seen) setTimeout(() => catchUp(wanted), 300);
}

padd.follow({
  stream: room.dataset.stream,
  poll: room.dataset.poll,
  moved: catchUp,
  away: (is) => {
    document.getElementById("away").hidden = !is;
  },
});
prepare();
tick();
setInterval(tick, 500);
