// The door: the secret of a pass stands behind the # of the address, is taken out of
// sight at once, sent a single time, and answered with a session.

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

// Whoever waits for the director asks again by itself; a network that comes and goes
// does not lead away from the number.
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
