// The clock of the venue: the zone of the computer that the event is started on.
for (const field of document.querySelectorAll("[data-zone]")) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

// A form is sent once; a second press does nothing.
document.addEventListener("submit", (sending) => {
  const form = sending.target;
  if (!form.matches("[data-once]")) return;
  if (form.dataset.sent) sending.preventDefault();
  form.dataset.sent = "yes";
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("[data-sent]")) delete form.dataset.sent;
});
