"""Find words that a narrow screen breaks in two, in a page of a real browser."""

LABELS = (".chip", ".button", ".segment", ".phone-bar li", ".rail a", "thead th")
"""Words of the page itself; a name of any length breaks where it must."""
BROKEN = """(selectors) => {
  const found = [];
  for (const part of document.querySelectorAll(selectors)) {
    if (!part.checkVisibility() || part.closest("bdi, .unseen")) continue;
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (text.parentElement.closest("bdi, .unseen")) continue;
      for (const word of text.data.matchAll(/[^\\s\\-–]+/g)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = [...range.getClientRects()].map((one) => Math.round(one.top));
        if (new Set(lines).size > 1) found.push(word[0]);
      }
    }
  }
  return found;
}"""


def broken_words(page, selectors=LABELS):
    """Return the words of labels that stand in two lines."""
    return list(page.evaluate(BROKEN, ", ".join(selectors)))
