// Follow an event: by its stream, by polling if the stream fails, and at once when the
// page wakes up or the network is back.
// Scripts find it on `padd` instead of importing it: addresses contain the version of a
// file, which an import would lose.

globalThis.padd ??= {};

const SLOWLY = 2500;
const PATIENCE = 5000;
const LATER = 3000;

// `moved` gets the number of the last action, `away` whether the server is unreachable.
// Many pages hear of a change at once, so each waits for a random moment.
padd.follow = function follow({ stream, poll, moved, away = () => {}, spread = 600 }) {
  let source = null;
  let timer = 0;
  let lost = 0;
  let waiting = 0;
  let latest = 0;

  const here = () => {
    lost = 0;
    away(false);
  };
  const gone = () => {
    lost ||= Date.now();
    if (Date.now() - lost >= PATIENCE) away(true);
  };
  const soon = (number) => {
    latest = Math.max(latest, number);
    clearTimeout(waiting);
    waiting = setTimeout(() => moved(latest), Math.random() * spread);
  };

  async function ask() {
    try {
      const answer = await fetch(poll, { cache: "no-store" });
      if (!answer.ok) throw new Error(String(answer.status));
      const said = await answer.json();
      here();
      padd.setOffset(said.now);
      soon(said.sequence);
    } catch {
      gone();
    }
  }

  function open() {
    close();
    source = new EventSource(stream);
    source.addEventListener("moved", (news) => {
      here();
      soon(Number(news.data));
    });
    source.addEventListener("open", () => {
      here();
      clearInterval(timer);
      timer = 0;
    });
    source.addEventListener("error", () => {
      gone();
      timer ||= setInterval(ask, SLOWLY);
      // Browsers give up after some responses; open a new stream then.
      if (source?.readyState === EventSource.CLOSED) setTimeout(open, SLOWLY);
    });
  }

  function close() {
    source?.close();
    source = null;
  }

  document.addEventListener("visibilitychange", () => document.hidden || ask());
  addEventListener("online", ask);
  addEventListener("offline", gone);
  addEventListener("pagehide", close);
  addEventListener("pageshow", (came) => {
    if (!came.persisted) return;
    open();
    ask();
  });
  // The stream begins with the current number. Ask for the server's time later, so that a
  // whole room loading a page at once makes few requests.
  if (stream) open();
  setTimeout(ask, stream ? LATER + Math.random() * 5 * LATER : 0);
  return { ask };
};

// The server's time, as an offset from the device's.
let offset = 0;
const NEAR = 1500;

padd.setOffset = function setOffset(written) {
  const found = Date.parse(written) - Date.now();
  if (!Number.isNaN(found)) offset = Math.abs(found) > NEAR ? found : 0;
};

padd.serverNow = () => Date.now() + offset;
