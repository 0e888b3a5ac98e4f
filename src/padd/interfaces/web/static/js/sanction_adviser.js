// Update the adviser while the form is filled in. Without this file, the button "Check"
// does the same.

const form = document.querySelector("form[data-advice]");
const wait = 400;
let timer = 0;
let asked = 0;

form.querySelector("[data-check]").hidden = true;
form.classList.add("followed");

// On a phone only the verdict is visible; its button opens the reasons.
const adviser = document.getElementById("adviser");
const guidance = document.getElementById("guidance");

function foldReasons() {
  const button = adviser.querySelector("[data-reasons]");
  button.setAttribute("aria-expanded", String(adviser.classList.contains("open")));
  button.addEventListener("click", () => {
    const open = adviser.classList.toggle("open");
    button.setAttribute("aria-expanded", String(open));
  });
}

function offerRounds() {
  for (const button of form.querySelectorAll("[data-set-rounds]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      form.elements.rounds.value = button.dataset.setRounds;
      form.elements.rounds.focus();
      ask(false);
    });
  }
}

async function ask(gameChanged) {
  const number = ++asked;
  const answer = await fetch(form.dataset.advice, { method: "POST", body: new FormData(form) });
  if (!answer.ok || number !== asked) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  adviser.replaceChildren(...page.getElementById("verdict-part").childNodes);
  guidance.replaceChildren(...page.getElementById("guidance-part").childNodes);
  guidance.parentElement.hidden = !guidance.querySelector("li");
  if (gameChanged) {
    document.getElementById("combination").replaceChildren(...page.getElementById("combination-part").childNodes);
  }
  offerRounds();
  foldReasons();
}

form.addEventListener("input", (typing) => {
  const gameChanged = ["edition", "rulebook"].includes(typing.target.name);
  clearTimeout(timer);
  timer = setTimeout(() => ask(gameChanged), gameChanged ? 0 : wait);
});
offerRounds();
foldReasons();
