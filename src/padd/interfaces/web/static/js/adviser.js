// While the form is filled in, the adviser beside it follows. Without this file the
// button "Check" does the same.

const form = document.querySelector("form[data-advice]");
const wait = 400;
let timer = 0;
let asked = 0;

form.querySelector("[data-check]").hidden = true;

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
  document.getElementById("adviser").replaceChildren(...page.getElementById("verdict-part").childNodes);
  if (gameChanged) {
    document.getElementById("combination").replaceChildren(...page.getElementById("combination-part").childNodes);
  }
  offerRounds();
}

form.addEventListener("input", (typing) => {
  const gameChanged = ["edition", "rulebook"].includes(typing.target.name);
  clearTimeout(timer);
  timer = setTimeout(() => ask(gameChanged), gameChanged ? 0 : wait);
});
offerRounds();
