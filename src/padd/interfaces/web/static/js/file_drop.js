// Accept a file dropped on the form, and refuse one that is too large before it is sent.

const form = document.querySelector("form.drop");
const input = form.querySelector("input[type=file]");
const told = form.querySelector("[data-told]");
const limit = Number(form.dataset.limit);

function look() {
  const file = input.files[0];
  const large = file && file.size > limit;
  told.textContent = large
    ? `${file.name} is ${Math.ceil(file.size / 1e6)} MB; the limit is ${limit / 1e6} MB.`
    : told.dataset.told;
  input.setAttribute("aria-invalid", String(Boolean(large)));
  return Boolean(file) && !large;
}

for (const kind of ["dragenter", "dragover"]) {
  form.addEventListener(kind, (drag) => {
    drag.preventDefault();
    form.classList.add("over");
  });
}
for (const kind of ["dragleave", "drop"]) {
  form.addEventListener(kind, () => form.classList.remove("over"));
}
form.addEventListener("drop", (drop) => {
  drop.preventDefault();
  if (!drop.dataTransfer.files.length) return;
  input.files = drop.dataTransfer.files;
  if (look()) form.requestSubmit();
});
input.addEventListener("change", look);
form.addEventListener("submit", (sending) => {
  if (input.files.length && !look()) sending.preventDefault();
});
