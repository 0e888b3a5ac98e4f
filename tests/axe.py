"""What axe-core finds on a page that stands in a browser.

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


def barriers(
    page: Any,
    options: dict[str, Any] | None = None,
    exclude: list[list[str]] | None = None,
) -> list[str]:
    """Return what axe finds, by the standards unless other options are given."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    asked = TO_STANDARDS if options is None else options
    context = {"include": [["html"]], "exclude": exclude or []}
    found = page.evaluate(
        RUN, {"context": context, "options": {"resultTypes": ["violations"], **asked}}
    )
    return [
        f"{one['id']}: {node['html'][:120]} {node['failureSummary'][:300]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def faint(page: Any, theme: str, **more: Any) -> list[str]:
    """Return what is hard to read in the other theme."""
    before = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.emulate_media(color_scheme=theme)
    assert page.evaluate(
        "(theme) => getComputedStyle(document.documentElement).colorScheme === theme",
        theme,
    ), "the page has not taken the theme"
    found = barriers(page, CONTRAST, **more)
    page.emulate_media(color_scheme="dark" if before else "light")
    return [f"{theme} {one}" for one in found]
