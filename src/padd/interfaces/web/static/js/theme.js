// Apply a chosen theme at once and save it, without leaving the page.

const choice = document.querySelector("[data-theme-choice]");
const schemes = { device: "light dark", light: "light", dark: "dark" };

choice?.removeAttribute("hidden");
choice?.addEventListener("submit", (sending) => {
  sending.preventDefault();
  const chosen = sending.submitter;
  const said = new FormData(choice);
  said.set("theme", chosen.value);
  fetch(choice.action, { method: "POST", body: said, redirect: "manual" });
  document.getElementById("dark").media = chosen.dataset.media;
  document.documentElement.dataset.theme = chosen.value;
  document.querySelector("meta[name=color-scheme]").content = schemes[chosen.value];
  for (const button of choice.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button === chosen));
  }
});
