// A form is sent once: pressing again while it is on its way does nothing.

const patience = 5000; // an answer may also be a file, and the page stays

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

// Whoever comes back by the button of the browser may send it again.
addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach(release));
