"""One Chromium for all tests of a process that look at pages in a real browser.

While it is open an event loop runs in this thread, and Django refuses to touch a
database; so it is closed before the first test of a file that needs no browser.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import Any, Final

import pytest
from tests.wait_limits import PATIENCE

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
UNUSED_FEATURES: Final = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    *("SpareRendererForSitePerProcess", "PaintHolding", "Translate", "MediaRouter"),
    *("OptimizationHints", "HttpsUpgrades", "LensOverlay", "GlobalMediaControls"),
)
"""What a browser prepares for every new window, and no test looks at."""
OPTIONS: Final = [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(UNUSED_FEATURES)}",
]


class Chromium:
    """A browser whose every context is fresh, and waits as long as tests do."""

    def __init__(self) -> None:
        self._playwright: Any = None
        self._browser: Any = None

    def open(self) -> None:
        """Start it, unless it runs; skip the test where there is none."""
        if self._browser is not None:
            return
        program = next(filter(None, map(shutil.which, NAMES)), None)
        if program is None:
            if os.environ.get("PADD_BROWSER_REQUIRED"):
                pytest.fail("PADD_BROWSER_REQUIRED is set and no Chromium is there")
            pytest.skip("no Chromium on the PATH; pages are not tried in a browser")
        from playwright.sync_api import sync_playwright

        self._playwright = sync_playwright().start()
        self._browser = self._playwright.chromium.launch(
            executable_path=program, args=OPTIONS
        )

    def new_context(self, **options: Any) -> Any:
        """Return windows that know nothing of any others.

        A test that was stopped while it waited leaves a browser that answers nobody;
        the next one begins with another.
        """
        from playwright.sync_api import Error

        self.open()  # a test that needs no browser may have come between
        try:
            context = self._browser.new_context(**options)
        except Error:
            self._browser = self._playwright = None
            self.open()
            context = self._browser.new_context(**options)
        context.set_default_timeout(PATIENCE * 1000)
        return context

    def close(self) -> None:
        """End it, if it runs."""
        if self._browser is not None:
            from playwright.sync_api import Error

            with suppress(Error):  # it was left by a test that was stopped
                self._browser.close()
                self._playwright.stop()
            self._browser = self._playwright = None


CHROMIUM: Final = Chromium()
