"""What does not fit on a page: measured in the browser."""

from __future__ import annotations

from typing import Final

LONG_NAMES: Final = (
    "Maximiliane Oberdorfer-Lindqvist von Hohenzollern-Sigmaringen",
    "Wolfeschlegelsteinhausenbergerdorff Llanfairpwllgwyngyllgogerychwyrndrobwll",
    "محمد عبد الرحمن الصيرفي",
    "Αλέξανδρος Παπαδιαμαντόπουλος",
)
ENLARGED: Final = "html { font-size: 200% !important; }"
SIZES: Final = {
    "320 px": ((320, 568), False),
    "200 % zoom of a laptop": ((640, 400), False),
    "text of 200 % on a phone": ((390, 844), True),
}
OUTSIDE: Final = """() => {
  const wide = document.documentElement.clientWidth;
  const found = [];
  if (document.documentElement.scrollWidth > wide)
    found.push(`the page has ${document.documentElement.scrollWidth} of ${wide}`);
  const scrolls = (one) => {
    for (let up = one.parentElement; up; up = up.parentElement)
      if (/auto|scroll/.test(getComputedStyle(up).overflowX)) return true;
    return false;
  };
  for (const one of document.body.querySelectorAll("*")) {
    const box = one.getBoundingClientRect();
    const style = getComputedStyle(one);
    if (box.width < 2 || box.height < 2 || one.closest(".unseen, .skip, svg")) continue;
    const words = one.textContent.trim().slice(0, 40);
    if ((box.right > wide + 1 || box.left < -1) && !scrolls(one))
      found.push(`outside: ${one.tagName}.${one.className} ${words}`);
    if (/hidden|clip/.test(style.overflowX) && words
        && one.scrollWidth > one.clientWidth + 1)
      found.push(`cut off: ${one.tagName}.${one.className} ${words}`);
  }
  return found.slice(0, 4);
}"""


def misfits(page, name):
    """Return what is outside the screen or cut off, in every size."""
    found = []
    for size, ((width, height), enlarged) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        if enlarged:
            page.add_style_tag(content=ENLARGED)
        found += [f"{name}, {size}: {one}" for one in page.evaluate(OUTSIDE)]
    return found
