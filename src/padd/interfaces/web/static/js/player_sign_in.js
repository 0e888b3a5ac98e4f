// Sign-in by a player's link: its secret is behind the # of the address, is removed from the
// address bar at once, sent a single time, and exchanged for a session.

const form = document.getElementById("token");
const said = document.getElementById("opening");
const secret = location.hash.slice(1);
const SOON = 3000;

function tell(words) {
  said.hidden = false;
  said.textContent = words;
}

async function open() {
  history.replaceState(null, "", location.pathname);
  said.hidden = false;
  form.elements.token.value = secret;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
    const { to, message } = await answer.json();
    if (answer.ok) location.replace(to);
    else tell(message);
  } catch {
    tell("No connection. Trying again.");
    setTimeout(open, SOON);
  }
}

if (form && secret) open();

// While a player waits for the director, ask again automatically; if the connection comes
// and goes, the number stays on the screen.
const collect = document.getElementById("collect");

async function ask() {
  try {
    const answer = await fetch(collect.action, { method: "POST", body: new FormData(collect) });
    if (!answer.ok) {
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      document.querySelector("main").replaceWith(fresh.querySelector("main"));
      return;
    }
    if (!answer.url.endsWith(collect.dataset.waiting)) {
      location.replace(answer.url);
      return;
    }
    said.hidden = true;
  } catch {
    tell("No connection. Trying again.");
  }
  setTimeout(ask, SOON);
}

if (collect) setTimeout(ask, SOON);
