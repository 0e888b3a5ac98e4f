// Free hours: mark many with one drag, and suggest the browser's time zone.

let stroke = null;

function boxAt(event) {
  const place = document.elementFromPoint(event.clientX, event.clientY);
  return place?.closest("[data-paint] label")?.querySelector("input:not(:disabled)");
}

function begin(event) {
  const box = event.target.closest?.("[data-paint] label") && boxAt(event);
  if (!box || event.pointerType === "touch") return; // a finger scrolls the page
  stroke = !box.checked;
  box.checked = stroke;
  event.preventDefault();
}

function paint(event) {
  if (stroke === null) return;
  const box = boxAt(event);
  if (box) box.checked = stroke;
}

document.addEventListener("pointerdown", begin);
document.addEventListener("pointermove", paint);
document.addEventListener("pointerup", () => {
  stroke = null;
});
document.addEventListener("click", (event) => {
  // The drag has set the box already; the click that follows would reset it.
  if (event.pointerType === "mouse" && event.target.closest?.("[data-paint] label")) event.preventDefault();
});

for (const field of document.querySelectorAll("[data-own-zone]")) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || field.value;
}
