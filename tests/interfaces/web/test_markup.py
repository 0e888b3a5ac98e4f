"""Every kind of page is sound HTML, by html-validate's standard rules."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest
from tests.interfaces.web.phone.phone_user import pair
from tests.interfaces.web.world import make_world
from tests.services.eventlog.table_driver import AtTheTable

pytestmark = [pytest.mark.django_db, pytest.mark.long]
TOOL: Final = Path(__file__).resolve().parents[2] / "html_validate"
PUBLIC: Final = (
    *("/", "/calendar/", "/ratings/", "/seasons/", "/rulebooks/", "/rulebooks/opg-5/"),
    *("/rulebooks/compare/", "/rulebooks/rulings/", "/rulebooks/find/?q=tie"),
    *("/venues/", "/players/", "/department/", "/read/", "/search/?q=a"),
    *("/api/v1/docs",),
)
OF_THE_EVENT: Final = ("", "pairings/", "standings/", "info/", "pairings/1/why/")
OF_THE_CONSOLE: Final = (
    *("", "?open=1", "check-in/", "pairings/", "rounds/", "standings/", "players/"),
    *("penalties/", "log/", "settings/", "finish/"),
)


@pytest.fixture(scope="module")
def html_validate(tmp_path_factory):
    """Return the program, installed as its lock file says."""
    npm = shutil.which("npm")
    assert npm, "npm is needed to check the markup"
    folder = tmp_path_factory.mktemp("html-validate")
    for file in TOOL.iterdir():
        shutil.copy(file, folder)
    command = [npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run(command, cwd=folder, check=True)
    return folder


def pages():
    """Give pages of visitors, of the console and of a phone, with their addresses."""
    world, day = make_world(), AtTheTable()
    day.publish()
    day.enter_all()
    event = f"/events/{day.id}/"
    asked = [("visitor", place) for place in PUBLIC]
    asked += [("visitor", event + place) for place in OF_THE_EVENT]
    asked += [("laptop", f"{event}run/{place}") for place in OF_THE_CONSOLE]
    asked += [("laptop", f"{event}projector/"), ("laptop", "/events/new/")]
    for who, place in asked:
        answer = world.clients[who].get(place, follow=True)
        assert answer.status_code == 200, place
        yield place, answer.content
    phone, _ = pair(day)
    yield "/play/", phone.text().encode()


def test_every_page_is_sound_markup(html_validate):
    places = {}
    for number, (place, content) in enumerate(pages()):
        file = html_validate / f"page-{number}.html"
        file.write_bytes(content)
        places[file.name] = place

    done = subprocess.run(
        [
            str(html_validate / "node_modules" / ".bin" / "html-validate"),
            *("--config", "htmlvalidate.json", "--formatter", "json", *places),
        ],
        cwd=html_validate,
        capture_output=True,
        text=True,
        check=False,
    )

    faults = [
        (places[Path(file["filePath"]).name], one["line"], one["message"])
        for file in json.loads(done.stdout)
        for one in file["messages"]
    ]
    assert faults == []
    assert done.returncode == 0, done.stderr
