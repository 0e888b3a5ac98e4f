// Swap two players by dragging one onto the other: the same form as two presses.

const seatOf = (drag) => drag.target.closest?.(".pair > span")?.querySelector("[data-swap]");
let held = null;

function mark(seat) {
  document.querySelector(".pair > .over")?.classList.remove("over");
  seat?.parentElement.classList.add("over");
}

document.addEventListener("dragstart", (drag) => {
  held = drag.target.closest?.("[data-swap]") ?? null;
  if (!held) return;
  drag.dataTransfer.setData("text/plain", held.textContent);
  drag.dataTransfer.effectAllowed = "move";
});
document.addEventListener("dragover", (drag) => {
  const seat = held && seatOf(drag);
  mark(seat === held ? null : seat);
  if (seat && seat !== held) drag.preventDefault();
});
document.addEventListener("drop", (drag) => {
  const seat = held && seatOf(drag);
  if (!seat || seat === held) return;
  drag.preventDefault();
  const pair = { change: "yes", swap: held.dataset.swap, with: seat.dataset.swap };
  location.assign(`?${new URLSearchParams(pair)}`);
});
document.addEventListener("dragend", () => {
  held = null;
  mark(null);
});

for (const note of document.querySelectorAll("[data-swap-hint]")) note.hidden = false;
