// A round clock that runs from its facts alone, even if the server does not answer.

globalThis.padd ??= {};

function shown(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

// "300:5 minutes left;" lists the rulebook's announcements, each after its seconds left.
function callsOf(panel) {
  return (panel.dataset.calls ?? "")
    .split(";")
    .filter(Boolean)
    .map((one) => ({ left: Number(one.slice(0, one.indexOf(":"))), words: one.slice(one.indexOf(":") + 1) }))
    .sort((one, other) => other.left - one.left);
}

// What a clock shows now: seconds left, the share that is gone, and which announcement is due.
padd.reading = function reading(panel) {
  if (!panel?.dataset.ends) return null;
  const total = Number(panel.dataset.minutes) * 60;
  const left = Math.max(0, Math.ceil((Date.parse(panel.dataset.ends) - padd.serverNow()) / 1000));
  const due = callsOf(panel).filter((one) => left <= one.left).at(-1);
  const call = left === 0 ? { left: 0, words: "Time" } : due;
  const last = callsOf(panel).at(-1)?.left ?? 0;
  return { left, total, text: shown(left), call, soon: left > 0 && left <= last, over: left === 0 };
};
