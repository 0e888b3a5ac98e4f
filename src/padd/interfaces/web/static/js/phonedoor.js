// The door: the secret of a pass stands behind the # of the address, is taken out of
// sight at once, sent a single time, and answered with a session.

const form = document.getElementById("token");
const secret = location.hash.slice(1);

async function open() {
  const status = document.getElementById("opening");
  history.replaceState(null, "", location.pathname);
  status.hidden = false;
  form.elements.token.value = secret;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
    const said = await answer.json();
    if (answer.ok) location.replace(said.to);
    else status.textContent = said.message;
  } catch {
    status.textContent = "No connection. Scan the code again in a moment.";
  }
}

if (form && secret) open();

// Whoever waits for the director asks again by itself.
const again = document.querySelector("form[data-again]");
if (again) setTimeout(() => again.submit(), Number(again.dataset.again));
