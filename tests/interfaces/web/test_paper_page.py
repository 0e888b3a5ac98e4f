"""The papers of an event as pages ask for them: who may, what they get, how fast."""

from __future__ import annotations

import io
import re
import zipfile
from typing import TYPE_CHECKING, Any

import pytest
from django.db import transaction
from tests.interfaces.web.authorization_table import PEOPLE, RUNNERS, STRANGERS
from tests.interfaces.web.world import World, make_world

from padd.interfaces.printing.catalogue import BY_NAME
from padd.interfaces.sheets import read_csv
from padd.interfaces.web.paper.addresses import urlpatterns
from padd.services import paper
from padd.store.models import Event, PlayerPass

if TYPE_CHECKING:
    from pathlib import Path

    from django.http import HttpResponse

pytestmark = pytest.mark.django_db

PLAYERS = "Ada Feld\nBen Roy\nCleo Ito\n=cmd|' /C calc'!A0"
PUBLIC = {name for name, document in BY_NAME.items() if document.public}
ASKED = {
    "paper": ("", "GET"),
    "paper-size": ("size/", "POST"),
    "paper-set": ("set.zip", "GET"),
    "paper-pdf": ("slips.pdf", "GET"),
    "paper-picture": ("slips.png", "GET"),
    "paper-csv": ("pairing-by-hand.csv", "GET"),
}


@pytest.fixture
def world(db: None, settings: Any, tmp_path: Path) -> World:
    """Return a world whose event has its first round published."""
    settings.DATA = tmp_path
    made = make_world()
    made.put("listed")
    run = f"/events/{made.ids['event']}/run/"
    for place, data in (
        ("open", {"key": "open"}),
        ("enter", {"list": PLAYERS, "here": "yes", "key": "list"}),
        ("draw", {"key": "draw"}),
        ("act/round.published", {"key": "publish", "round": "1"}),
    ):
        answer = made.ask("laptop", "POST", f"{run}{place}/", data)
        assert answer.status_code == 302, place
    return made


def at(world: World, place: str = "") -> str:
    return f"/events/{world.ids['event']}/paper/{place}"


def ask(world: World, place: str, who: str = "laptop", **data: str) -> HttpResponse:
    return world.ask(who, "GET", at(world, place), data)


@pytest.mark.req("R11")
@pytest.mark.parametrize("name", sorted(str(one.name) for one in urlpatterns))
def test_only_the_staff_of_an_event_finds_its_papers(name: str, world: World) -> None:
    place, method = ASKED[name]
    found = {}

    for who in PEOPLE:
        with transaction.atomic():
            data = {"size": "a4"} if method == "POST" else {}
            found[who] = world.ask(who, method, at(world, place), data).status_code
            transaction.set_rollback(True)

    for who, status in found.items():
        if who in RUNNERS:
            assert status in {200, 302}, (who, status)
        elif who == "network":
            assert status == 404, "the players' address serves no staff pages"
        elif name in {"paper", "paper-size", "paper-set"} and who in STRANGERS:
            assert status == 403, (who, status)
        else:
            assert status in {403, 404}, (who, status)


@pytest.mark.req("R11")
@pytest.mark.parametrize("document", sorted(BY_NAME))
def test_everybody_has_what_hangs_on_the_wall_and_nothing_else(
    document: str, world: World
) -> None:
    there = ask(world, f"{document}.pdf").status_code

    for who in ("visitor", "member"):
        answer = ask(world, f"{document}.pdf", who)
        expected = {there} if document in PUBLIC else {403, 404}
        assert answer.status_code in expected, (who, answer.status_code)


@pytest.mark.req("R11")
def test_nobody_has_papers_of_a_hidden_event(world: World) -> None:
    Event.objects.filter(public_id=world.ids["event"]).update(state="draft")

    answers = {ask(world, f"{name}.pdf", "visitor").status_code for name in BY_NAME}

    assert answers <= {403, 404}


def test_the_page_shows_every_document_with_its_picture(world: World) -> None:
    page = ask(world, "").content.decode()
    pictures = re.findall(r'<img src="([^"]+)"', page)

    assert "Match slips" in page
    assert "Pod sheets" not in page
    assert len(pictures) >= 10
    for address in pictures:
        answer = world.ask("laptop", "GET", address.replace("&amp;", "&"))
        assert answer.status_code == 200
        assert answer.content.startswith(b"\x89PNG")


def test_pdfs_are_shown_by_the_browser_and_asked_for_once(world: World) -> None:
    answer = ask(world, "standings.pdf")
    client = world.clients["laptop"]
    again = client.get(
        at(world, "standings.pdf"), headers={"if-none-match": answer["ETag"]}
    )

    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"].startswith("inline")
    assert answer.content.startswith(b"%PDF-")
    assert again.status_code == 304


def test_looking_makes_no_pass_and_printing_with_codes_does(world: World) -> None:
    ask(world, "")
    ask(world, "scorecards.png")
    looked = ask(world, "scorecards.pdf")
    before = PlayerPass.objects.count()

    printed = world.ask("laptop", "POST", at(world, "scorecards.pdf"), {})

    assert before == 0
    assert PlayerPass.objects.count() == len(_order(world).state.entrants)
    assert looked.status_code == printed.status_code == 200
    assert "no-store" in printed["Cache-Control"]
    assert len(printed.content) > len(looked.content)


@pytest.mark.req("R22")
def test_a_spreadsheet_of_the_pairings_holds_no_formula(world: World) -> None:
    answer = ask(world, "pairings-by-name.csv", "visitor")
    _, rows = read_csv(answer.content)

    assert "attachment" in answer["Content-Disposition"]
    assert b"\r\n=" not in answer.content
    assert b",=" not in answer.content
    assert {row[0] for row in rows} == set(PLAYERS.splitlines())


def test_the_size_of_paper_is_remembered(world: World) -> None:
    event = world.ids["event"]
    a4 = ask(world, "standings.pdf").content

    world.ask("laptop", "POST", at(world, "size/"), {"size": "us-letter"})
    kept = paper.size_of(event)
    world.ask("laptop", "POST", at(world, "size/"), {"size": "../../poster"})

    assert kept == paper.size_of(event) == "us-letter"
    assert ask(world, "standings.pdf").content != a4


def test_a_document_or_round_that_is_not_there_is_not_found(world: World) -> None:
    assert ask(world, "menu.pdf").status_code == 404
    assert ask(world, "pods.pdf").status_code == 404
    assert ask(world, "slips.csv").status_code == 404
    assert ask(world, "slips.pdf", round="7").status_code == 200


def test_everything_comes_in_one_file(world: World) -> None:
    answer = ask(world, "set.zip")

    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = set(archive.namelist())
    assert {"index.html", "slips.pdf", "pairings-by-table.csv"} <= names


def test_the_director_is_told_what_is_not_on_the_disk(world: World) -> None:
    event = world.ids["event"]
    order = _order(world)

    paper._note(order, paper.Made(files={}, faults=("Match slips: <b>no</b>",)))
    page = ask(world, "").content.decode()

    assert paper.on_disk(event) is not None
    assert "Not everything is on the disk" in page
    assert "Match slips: &lt;b&gt;no&lt;/b&gt;" in page


def _order(world: World) -> paper.Order:
    from padd.services.running import look

    event = world.ids["event"]
    standing = look(event_id=event)
    assert standing.book is not None
    return paper.Order(
        event_id=event,
        state=standing.state,
        book=standing.book,
        sequence=standing.sequence,
        printed="14:05",
        where="Mainz",
        size="a4",
        folders=(paper.folder_of(event),),
    )
