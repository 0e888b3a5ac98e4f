// The wall: turns pages to fit the screen, runs the clock, sounds the announcements, and
// follows the events. It keeps running while the server is away.

document.documentElement.classList.add("scripted");
const wall = document.getElementById("wall");
const A_TURN = 12000;
const LOOK = 2000;
const PATIENCE = 8000;
const MOST_STREAMS = 3;
const FEWEST = 0.66;
const ROOMY = 0.6;

const shows = () => [...wall.querySelectorAll(".show[id]")];
let at = 0;
let page = 0;

// What the wall shows of an event: the director's choice, or what fits its progress.
function viewOf(show) {
  const data = show.dataset;
  if (data.shows !== "auto") return data.shows;
  const kind = data.kind;
  if (data.stage === "before") return data.before;
  if (data.stage === "published") return "names";
  if (data.stage !== "playing") return kind === "bracket" ? "bracket" : "standings";
  if (kind === "tribbles") return "pods";
  const until = Date.parse(data.started) + Number(data.settling) * 60000;
  return padd.serverNow() < until ? "names" : "clock";
}

// Which rows go on which page. Lists by name break between letters if possible.
function pagesOf(view) {
  const rows = [...view.querySelectorAll(":scope > .rows > li, :scope > .cards > li")];
  const list = view.querySelector(".rows, .cards");
  if (!list || !("turns" in view.dataset)) return [rows];
  if (matchMedia("(max-aspect-ratio: 1/1)").matches) return [rows];
  const unit = innerHeight / 1080;
  const box = list.getBoundingClientRect();
  let fits;
  if (view.dataset.turns === "cards") {
    for (const row of rows) row.hidden = false;
    fit(list);
    const across = Math.max(1, Math.floor((box.width + 24 * unit) / (584 * unit)));
    const tall = Math.max(...rows.map((row) => row.offsetHeight), 1);
    fits = across * Math.max(1, Math.floor((box.height + 24 * unit) / (tall + 24 * unit)));
  } else {
    const columns = Math.max(1, Math.floor((box.width + 40 * unit) / (540 * unit)));
    const deep = Math.max(1, Math.floor(box.height / (76 * unit)));
    const across = Math.max(Math.min(columns, 2), Math.min(columns, Math.ceil(rows.length / deep)));
    fits = across * deep;
    // A short list fills the whole wall, in larger type.
    const even = Math.max(5, Math.ceil(rows.length / across));
    const tall = rows.length > fits ? deep : Math.min(deep, even);
    list.classList.toggle("roomy", tall <= deep * ROOMY);
    list.style.setProperty("--rows", tall);
    // A list that fits one column has the whole width.
    list.style.setProperty("--columns", rows.length > tall ? across : 1);
  }
  const found = [];
  for (let from = 0; from < rows.length; ) {
    let to = Math.min(rows.length, from + fits);
    if (to < rows.length && rows[to].dataset.letter) {
      let back = to;
      while (back > from && rows[back].dataset.letter === rows[back - 1].dataset.letter) back -= 1;
      if (back - from >= fits * FEWEST) to = back;
    }
    found.push(rows.slice(from, to));
    from = to;
  }
  return found.length ? found : [[]];
}

// Names are never cut off: if one does not fit, the given name becomes an initial.
function fit(list) {
  for (const part of list.querySelectorAll("li:not([hidden]) [data-short]")) {
    part.dataset.whole ??= part.textContent;
    part.textContent = part.dataset.whole;
    const line = part.closest(".name, .under");
    if (line.offsetHeight > 1.6 * parseFloat(getComputedStyle(line).fontSize)) part.textContent = part.dataset.short;
  }
  for (const row of list.querySelectorAll(":scope > li:not([hidden])")) {
    row.classList.remove("tight");
    row.classList.toggle("tight", row.scrollHeight > row.clientHeight + 2);
  }
}

function draw() {
  const all = shows();
  if (!all.length) return 1;
  at %= all.length;
  let count = 1;
  all.forEach((show, index) => {
    show.hidden = index !== at;
    if (show.hidden) return;
    const wanted = viewOf(show);
    const views = [...show.querySelectorAll(".view")];
    const view = views.find((one) => one.dataset.view === wanted) ?? views[0];
    if (show.dataset.now !== view.dataset.view) page = 0;
    show.dataset.now = view.dataset.view;
    show.querySelector(".wall-side").hidden = false;
    for (const one of views) one.hidden = one !== view;
    const pages = pagesOf(view);
    count = pages.length;
    page = Math.min(page, count - 1);
    pages.forEach((rows, number) => rows.forEach((row) => (row.hidden = number !== page)));
    const list = view.querySelector(".rows, .cards");
    if (list) fit(list);
    show.querySelector("[data-page]").textContent = count > 1 ? `${page + 1} of ${count}` : "";
  });
  tick();
  return count;
}

function turn(step = 1) {
  const count = draw();
  page += step;
  if (page >= count || page < 0) {
    const all = Math.max(1, shows().length);
    at = (at + step + all) % all;
    page = 0;
  }
  draw();
}
let turning = setInterval(turn, A_TURN);

// The clocks of all events, shown or not.
const called = new Map();
let begun = false;

function ring(key, words, tones) {
  if (called.has(key)) return;
  called.set(key, true);
  if (!begun) return;
  document.getElementById("calls").textContent = words;
  sound(tones);
}

function tick() {
  for (const show of shows()) {
    const name = show.querySelector(".event")?.textContent ?? "";
    for (const panel of show.querySelectorAll("[data-clock]")) {
      const now = padd.reading(panel);
      if (!now) continue;
      const face = panel.querySelector("[data-left]");
      if (face) {
        face.textContent = now.text;
        face.classList.toggle("long", now.left >= 3600);
      }
      panel.querySelector("[data-gone]")?.setAttribute("width", String(1000 * (1 - now.left / now.total)));
      panel.classList.toggle("soon", now.soon);
      panel.classList.toggle("late", now.over);
      const key = `${show.id} ${panel.dataset.ends}`;
      if (now.call) ring(`${key} ${now.call.words}`, `${name}: ${now.call.words}.`, now.over ? 4 : now.soon ? 3 : 2);
      if (!now.call && !called.has(key)) called.set(key, true);
    }
    const ends = Date.parse(show.querySelector("[data-clock]")?.dataset.ends ?? "");
    for (const one of show.querySelectorAll("[data-extra]")) {
      const left = Math.ceil((ends + Number(one.dataset.extra) * 60000 - padd.serverNow()) / 1000);
      if (Number.isNaN(left) || left > Number(one.dataset.extra) * 60) continue;
      one.textContent = left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")} left` : "Time";
      if (left <= 0) ring(`${show.id} ${one.dataset.table} ${ends} ${one.dataset.extra}`, `${name}: time at table ${one.dataset.table}.`, 4);
    }
    for (const one of show.querySelectorAll("[data-until]")) one.hidden = Date.parse(one.dataset.until) < padd.serverNow();
  }
  begun = true;
}

setInterval(() => {
  const show = shows()[at];
  if (show && viewOf(show) !== show.dataset.now && show.querySelector(`[data-view="${viewOf(show)}"]`)) draw();
  else tick();
}, 250);

// Replace what changed; page and view stay where they are.
let lastHeard = Date.now();
let looking = false;
let again = false;

async function look() {
  if (looking) {
    again = true;
    return;
  }
  looking = true;
  try {
    // A request that never returns, as after sleep, must not keep the wall waiting.
    const answer = await fetch(wall.dataset.poll, {
      headers: { "X-Live": "1" },
      cache: "no-cache",
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (!answer.ok) throw new Error(String(answer.status));
    padd.setOffset(answer.headers.get("Date"));
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    lastHeard = Date.now();
    put(fresh.getElementById("wall"));
  } catch {
    // The page shows it; the next poll may succeed.
  } finally {
    looking = false;
  }
  if (again) {
    again = false;
    look();
  }
}

const stateOf = (show) => show.id + show.dataset.state + show.dataset.stage + show.dataset.shows;

function put(theirs) {
  if (!theirs) return;
  const now = shows().map(stateOf).join();
  const then = [...theirs.querySelectorAll(".show[id]")].map(stateOf).join();
  if (now === then) return;
  const before = shows()[at]?.id;
  const was = shows()[at]?.dataset;
  const rounds = was ? was.stage : "";
  wall.replaceChildren(...theirs.childNodes);
  const found = shows().findIndex((show) => show.id === before);
  at = Math.max(0, found);
  if (shows()[at]?.dataset.stage !== rounds) page = 0;
  listen();
  draw();
}

const streams = new Map();

function listen() {
  const wanted = shows().map((show) => show.dataset.stream).filter(Boolean).slice(0, MOST_STREAMS);
  for (const [place, stream] of streams) {
    if (!wanted.includes(place) || stream.readyState === EventSource.CLOSED) {
      stream.close();
      streams.delete(place);
    }
  }
  for (const place of wanted) {
    if (streams.has(place)) continue;
    const stream = new EventSource(place);
    stream.addEventListener("moved", look);
    streams.set(place, stream);
  }
}

setInterval(() => {
  look();
  listen();
  document.getElementById("away").hidden = Date.now() - lastHeard < 5000;
}, LOOK);
addEventListener("online", look);
document.addEventListener("visibilitychange", () => document.hidden || look());

// Sound, once someone has allowed it.
let audio = null;
const bell = document.getElementById("sound");

function allow() {
  audio ??= new AudioContext();
  audio.resume().then(() => {
    bell.hidden = audio.state === "running";
  });
}
bell.hidden = false;
setTimeout(() => (bell.hidden = true), 60000);
bell.addEventListener("click", () => setTimeout(() => sound(1), 200));
addEventListener("pointerdown", allow);
addEventListener("keydown", allow);

function sound(tones) {
  if (audio?.state !== "running") return;
  for (let number = 0; number < tones; number += 1) {
    const start = audio.currentTime + number * 0.55;
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    tone.frequency.value = tones > 3 ? 587 : 784;
    loud.gain.setValueAtTime(0.0001, start);
    loud.gain.exponentialRampToValueAtTime(0.5, start + 0.03);
    loud.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
    tone.connect(loud).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.52);
  }
}

// Keep the screen on. If the browser offers no wake lock (plain HTTP), a tiny video keeps
// most screens awake.
let lock = null;
let film = null;

async function stayAwake() {
  if (document.hidden) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    keepMoving();
  }
}

function keepMoving() {
  if (film) return;
  const sheet = document.createElement("canvas");
  sheet.width = sheet.height = 2;
  const pen = sheet.getContext("2d");
  film = document.createElement("video");
  film.muted = true;
  film.playsInline = true;
  film.className = "unseen";
  film.setAttribute("aria-hidden", "true");
  if (!sheet.captureStream) return;
  film.srcObject = sheet.captureStream(1);
  document.body.append(film);
  setInterval(() => {
    pen.fillStyle = Math.random() < 0.5 ? "#000" : "#111";
    pen.fillRect(0, 0, 2, 2);
  }, 1000);
  film.play().catch(() => {});
}
stayAwake();
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && (lock === null || lock.released)) stayAwake();
});

// Keys for the person at the computer; the pointer hides when it is not moved.
let resting = 0;
addEventListener("pointermove", () => {
  document.body.classList.remove("idle");
  clearTimeout(resting);
  resting = setTimeout(() => document.body.classList.add("idle"), 3000);
});
addEventListener("keydown", (press) => {
  if (press.ctrlKey || press.metaKey || press.altKey) return;
  if (press.key === "f" || press.key === "F") {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {});
  } else if (press.key === "ArrowRight" || press.key === "ArrowLeft") {
    clearInterval(turning);
    turning = setInterval(turn, A_TURN);
    turn(press.key === "ArrowRight" ? 1 : -1);
  }
});
addEventListener("resize", draw);
document.fonts?.ready.then(draw);

listen();
draw();
