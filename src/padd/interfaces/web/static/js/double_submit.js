// Send a form once: pressing again while it is being sent does nothing.

const patience = 5000; // the answer may be a file, so the page stays open

function release(form) {
  delete form.dataset.sent;
  form.removeAttribute("aria-busy");
}

document.addEventListener("submit", (sending) => {
  const form = sending.target;
  if (sending.defaultPrevented || form.method !== "post") return;
  if (form.dataset.sent) {
    sending.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
  form.setAttribute("aria-busy", "true");
  setTimeout(release, patience, form);
});

// After the back button, the form can be sent again.
addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach(release));
