"""One Chromium for all tests of a process that look at pages in a real browser.

While it is open an event loop runs in this thread, and Django refuses to touch a
database; so it is closed before the first test of a file that needs no browser.
"""

from __future__ import annotations

import os
import shutil
import threading
from contextlib import contextmanager, suppress
from typing import Any, Final

import psutil
import pytest
from tests.wait_limits import PATIENCE

NAMES: Final = (
    "chromium-headless-shell",  # the same engine without windows: begins and ends fast
    *("chromium", "chromium-browser", "google-chrome", "chrome"),
)
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

    def __init__(self, patience=PATIENCE):
        self._playwright: Any = None
        self._browser: Any = None
        self._patience = patience

    def open(self):
        """Start it, unless it runs; skip the test where there is none."""
        if self._browser is not None and self._browser.is_connected():
            return
        program = next(filter(None, map(shutil.which, NAMES)), None)
        if program is None:
            if os.environ.get("PADD_BROWSER_REQUIRED"):
                pytest.fail("PADD_BROWSER_REQUIRED is set and no Chromium is there")
            pytest.skip("no Chromium on the PATH; pages are not tried in a browser")
        from playwright.sync_api import sync_playwright

        self._playwright = self._playwright or sync_playwright().start()
        self._browser = self._playwright.chromium.launch(executable_path=program, args=OPTIONS)

    def new_context(self, **options):
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
        context.set_default_timeout(self._patience * 1000)
        return context

    def end(self, context):
        """Close the windows of a context, with the browser if it does not answer.

        Closing has no time limit of its own, and a browser that hangs there would
        fail a test that has passed.
        """
        from playwright.sync_api import Error

        with self._killed_when_stuck(), suppress(Error):
            context.close()

    @contextmanager
    def _killed_when_stuck(self):
        timer = threading.Timer(self._patience, _kill_browsers)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def close(self):
        """End it, if it runs."""
        if self._browser is not None:
            from playwright.sync_api import Error

            # A test that was stopped may have left it without an answer.
            with self._killed_when_stuck(), suppress(Error):
                self._browser.close()
                self._playwright.stop()
            self._browser = self._playwright = None


def _kill_browsers():
    """End every browser that this process has started."""
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if "chrom" in process.name():
                process.kill()


CHROMIUM: Final = Chromium()
