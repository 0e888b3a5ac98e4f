// The venue's time zone: that of the computer on which the event is started.
for (const field of document.querySelectorAll("[data-zone]")) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

// Send a form once; a second press does nothing.
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
