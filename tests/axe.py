"""What bars people from a page that stands in a browser: what axe-core finds, and
controls that lie under something else, so that a press reaches another.

Both themes of a page are the same markup with other colours, so the second theme is
looked at for its contrast alone, without loading the page again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

AXE: Final = Path(__file__).parent / "vendor" / "axe-core" / "axe.min.js"
STANDARDS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
TO_STANDARDS: Final = {"runOnly": {"type": "tag", "values": STANDARDS}}
EVERYTHING: Final[dict[str, Any]] = {}
CONTRAST: Final = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
RUN: Final = "({context, options}) => axe.run(context, options)"
COVERED: Final = """() => {
  const was = [scrollX, scrollY], found = [];
  const words = (one) =>
    `${one.tagName} ${(one.innerText || one.name || "").trim().slice(0, 40)}`;
  const controls = "a[href], button, input, select, textarea, summary";
  const under = (one, block) => {
    one.scrollIntoView({block, inline: "center", behavior: "instant"});
    const box = one.getClientRects()[0];
    if (!box || box.width < 2 || box.height < 2) return null;
    const hit = document.elementFromPoint(
      box.x + box.width / 2, box.y + box.height / 2
    );
    const own = [one, ...(one.labels ?? [])];
    const free = !hit || hit.contains(one) || own.some((part) => part.contains(hit));
    return free || hit.closest(".toast") ? null : hit;  // a toast goes by itself
  };
  for (const one of document.querySelectorAll(controls)) {
    if (one.closest(".skip, [inert]") || !one.checkVisibility()) continue;
    // What stays in view while the page scrolls may cover it for a while.
    const hits = ["center", "end", "start"].map((block) => under(one, block));
    if (hits.every(Boolean))
      found.push(`covered: ${words(one)} by ${words(hits[0])}`);
  }
  scrollTo(...was);
  return found;
}"""


def barriers(page, options=None, exclude=None):
    """Return what axe finds, by the standards unless other options are given.

    Controls that cannot be pressed come with it, unless only contrast is asked for.
    """
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    asked = TO_STANDARDS if options is None else options
    context = {"include": [["html"]], "exclude": exclude or []}
    found = page.evaluate(
        RUN, {"context": context, "options": {"resultTypes": ["violations"], **asked}}
    )
    covered = [] if options is CONTRAST else page.evaluate(COVERED)
    return covered + [
        f"{one['id']}: {node['html'][:120]} {node['failureSummary'][:300]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def faint(page, theme, **more):
    """Return what is hard to read in the other theme."""
    before = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.emulate_media(color_scheme=theme)
    assert page.evaluate(
        "(theme) => getComputedStyle(document.documentElement).colorScheme === theme", theme
    ), "the page has not taken the theme"
    found = barriers(page, CONTRAST, **more)
    page.emulate_media(color_scheme="dark" if before else "light")
    return [f"{theme} {one}" for one in found]
