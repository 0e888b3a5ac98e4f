// The clock of the venue: the zone of the computer that the event is started on.
for (const field of document.querySelectorAll("[data-zone]")) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

// A form is sent once; a second press does nothing.
const sent = new Set();
document.addEventListener("submit", (sending) => {
  if (!sending.target.matches("[data-once]") || sending.defaultPrevented) return;
  if (sent.has(sending.target)) sending.preventDefault();
  sent.add(sending.target);
  sending.submitter?.setAttribute("aria-busy", "true");
});
addEventListener("pageshow", () => {
  sent.clear();
  for (const button of document.querySelectorAll("button[aria-busy]")) button.removeAttribute("aria-busy");
});
