// Following an event: by its stream, by asking now and then where the stream fails,
// and at once when a page comes back from sleep or the network returns.
// Scripts that use it find it at `padd`: addresses carry the version of their file,
// which an import between files would lose.

globalThis.padd ??= {};

const SLOWLY = 2500;
const PATIENCE = 5000;
const LATER = 3000;

// `moved` gets the number of the last action, `away` whether the server is out of
// reach. Many pages hear of a change at once, so each waits a moment of its own.
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
      // A browser gives up after some answers; a new stream is opened then.
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
  // The stream begins with where the event stands. What time the server has is asked
  // later, so that a whole room that loads a page at once asks little.
  if (stream) open();
  setTimeout(ask, stream ? LATER + Math.random() * 5 * LATER : 0);
  return { ask };
};

// The time of the server, as far as it differs from that of the device.
let offset = 0;
const NEAR = 1500;

padd.setOffset = function setOffset(written) {
  const found = Date.parse(written) - Date.now();
  if (!Number.isNaN(found)) offset = Math.abs(found) > NEAR ? found : 0;
};

padd.serverNow = () => Date.now() + offset;
