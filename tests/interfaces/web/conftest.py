"""The application for tests: its settings, its server, a browser, event files."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django
import pytest
from served_pages import Served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from headquarters import Headquarters
    from test_browser import Reader

os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
os.environ["PADD_DATA"] = str(Path(tempfile.gettempdir()) / "padd-is-not-written")
django.setup()

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
UNUSED_FEATURES = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    *("SpareRendererForSitePerProcess", "PaintHolding", "Translate", "MediaRouter"),
    *("OptimizationHints", "HttpsUpgrades", "LensOverlay", "GlobalMediaControls"),
)
"""What a browser prepares for every new window, and no test looks at."""
BROWSER_OPTIONS = [
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


@pytest.fixture(autouse=True, scope="session")
def _light_passwords() -> Iterator[None]:
    """Let Argon2 work little in this process; servers do it as they are shipped."""
    from django.contrib.auth.hashers import Argon2PasswordHasher

    with pytest.MonkeyPatch.context() as light:
        for name, cost in (("time_cost", 1), ("memory_cost", 8), ("parallelism", 1)):
            light.setattr(Argon2PasswordHasher, name, cost)
        yield


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Start servers of one's own; all are stopped in the end."""
    started: list[Served] = []

    def start(*options: str, new: bool = False) -> Served:
        started.append(Served(tmp_path / "data", *options, new=new))
        return started[-1]

    yield start
    for server in started:
        if server.process.poll() is None:
            server.stop()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server that runs through all tests."""
    server = Served(tmp_path_factory.mktemp("served"), "--port", "0")
    yield server.address.rstrip("/")
    assert server.stop() == 0


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Return one Chromium for the tests of a file that need a real browser.

    While it is open an event loop runs in this thread, and Django refuses to touch
    a database; so it ends with the file.
    """
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        if os.environ.get("PADD_BROWSER_REQUIRED"):
            pytest.fail("PADD_BROWSER_REQUIRED is set and no Chromium is on the PATH")
        pytest.skip("no Chromium on the PATH; pages are not tried in a real browser")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=found, args=BROWSER_OPTIONS
        )
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def headquarters(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Headquarters]:
    """Return a headquarters for the tests of one file."""
    from headquarters import Headquarters

    server = Headquarters(tmp_path_factory.mktemp("headquarters"))
    yield server
    assert server.stop() == 0


@pytest.fixture
def somebody(
    browser: Any,
    headquarters: Headquarters,
) -> Iterator[Callable[..., Reader]]:
    """Open pages of the headquarters on a screen, with or without scripts."""
    from test_browser import SCREENS, Reader

    contexts = []

    def on(screen: str, *, scripts: bool = True) -> Reader:
        width, height = SCREENS[screen]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            java_script_enabled=scripts,
            reduced_motion="reduce",
            color_scheme="dark" if screen == "phone" else "light",
        )
        contexts.append(context)
        return Reader(context.new_page(), headquarters.address.rstrip("/"))

    yield on
    for context in contexts:
        context.close()


def event_document(**changes: object) -> dict[str, Any]:
    """Return a small event of four players and two rounds as a document."""
    people = (("ada", "Ada Feld"), ("ben", "Ben Roy"), ("cleo", "Cleo Ito"))
    document: dict[str, Any] = {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "name": "Kitchen Table Open",
        "edition": "2E",
        "rounds_planned": 2,
        "players": [
            *({"id": key, "name": name} for key, name in people),
            {"id": "dee", "name": "Dee Marsh", "dropped_after": 1},
        ],
        "rounds": [
            {
                "number": 1,
                "matches": [
                    _match("ada", "ben", 100, 40),
                    _match("cleo", "dee", 100, 70),
                ],
            },
            {
                "number": 2,
                "matches": [_match("ada", "cleo", 120, 55)],
                "byes": ["ben"],
            },
        ],
    }
    return {**document, **changes}


def _match(winner: str, loser: str, won: int, lost: int) -> dict[str, Any]:
    return {
        "players": [winner, loser],
        "ending": "complete",
        "winner": winner,
        "scores": [won, lost],
    }


@pytest.fixture
def event_file() -> Callable[..., bytes]:
    """Return a maker of small event files; keywords change the document."""

    def make(**changes: object) -> bytes:
        return json.dumps(event_document(**changes)).encode()

    return make
