// Sign in as soon as the director's link is opened; without this file, use its button.

document.querySelector("form[data-door]").requestSubmit();
