// Keep the staff's list of phones that ask to sign in up to date, without moving what is
// being pressed.

(() => {
  const every = Number(document.getElementById("asking").dataset.again);

  const look = async () => {
    const now = document.getElementById("asking");
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("asking");
      const same = fresh?.querySelector("ul")?.textContent === now.querySelector("ul")?.textContent;
      if (fresh && !same && !now.contains(document.activeElement)) now.replaceWith(fresh);
    } catch {
      // The next poll will bring it.
    }
    setTimeout(look, every);
  };
  setTimeout(look, every);
})();
