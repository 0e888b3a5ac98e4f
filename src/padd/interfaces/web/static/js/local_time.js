// Show times of online play in the reader's local time.
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const short = new Intl.DateTimeFormat(undefined, { weekday: "short", hour: "numeric", minute: "2-digit" });
for (const one of document.querySelectorAll("time[data-local]")) {
  const form = one.dataset.local === "short" ? short : whole;
  one.title = one.textContent.trim();
  one.textContent = `${form.format(new Date(one.dateTime))}, your time`;
}
