"""Whoever reads a page in a real browser, on which screens, and what is too small."""

from __future__ import annotations

from tests.axe import barriers

SCREENS = {"laptop": (1440, 900), "phone": (390, 844)}
ALIKE = [[".topic ~ .topic"], [".reading-list tr:nth-child(n + 9)"], [".hit ~ .hit"]]
"""More of the same markup, which would only cost time."""
STRICT = {"rules": {"target-size": {"enabled": True}}}

SMALL_TARGETS = """() => [...document.querySelectorAll(
    "a.button, button, .rail a, .pills a, .ask a, .topics a, select, summary, "
    + "input:not([type=hidden])"
  )].filter((one) => one.offsetParent && !one.closest(".find label"))
  .map((one) => [one.textContent.trim().slice(0, 40), one.getBoundingClientRect()])
  .filter(([, box]) => box.height < 43.5 || box.width < 43.5)
  .map(([words, box]) => `${words} ${box.width}x${box.height}`)"""


class Reader:
    """A page of a browser that notes every complaint of its console."""

    def __init__(self, page, address):
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._note)

    def _note(self, message):
        expected = "status of 404" in message.text or "status of 422" in message.text
        if message.type in {"error", "warning"} and not expected:
            self.complaints.append(message.text)

    def open(self, place):
        """Go to a place and wait for its fonts."""
        self.page.goto("about:blank")
        self.page.goto(self.address + place)
        self.page.evaluate("document.fonts.ready.then(() => true)")
        return self.page

    def barriers(self):
        """Return what axe-core finds: WCAG A and AA, and what is good practice."""
        return barriers(self.page, STRICT, ALIKE)
