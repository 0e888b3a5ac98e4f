"""The papers of an event as pages ask for them: who may, what they get, how fast."""

import io
import re
import zipfile

import pytest
from django.db import transaction
from tests.interfaces.printing.qrcodes import read_svg
from tests.interfaces.web.authorization_table import PEOPLE, RUNNERS, STRANGERS
from tests.services.eventlog.table_driver import AtTheTable, entered

from padd.core.eventlog.actions.players import CheckedIn
from padd.core.model import Player, PlayerId
from padd.interfaces.printing.catalogue import BY_NAME
from padd.interfaces.printing.lists import name_for_list
from padd.interfaces.web.printing import public
from padd.interfaces.web.printing.urls import urlpatterns
from padd.presentation.spreadsheet.csv_text import read_csv
from padd.services.access.actors import SYSTEM
from padd.services.delivery import printouts
from padd.services.people import people
from padd.store.models.access import PlayerPass
from padd.store.models.events import Event

pytestmark = pytest.mark.django_db

PLAYERS = "Ada Feld\nBen Roy\nCleo Ito\n=cmd|' /C calc'!A0"
PUBLIC = {name for name, document in BY_NAME.items() if document.public}
ASKED = {
    "paper": ("", "GET"),
    "paper-size": ("size/", "POST"),
    "paper-again": ("again/", "POST"),
    "paper-set": ("set.zip", "GET"),
    "paper-pdf": ("slips.pdf", "GET"),
    "paper-picture": ("slips.png", "GET"),
    "paper-csv": ("pairing-by-hand.csv", "GET"),
}
FOR_ALL = {"sheet-pdf", "sheet-csv"}
KNOWN_FIRST = {"paper", "paper-size", "paper-again", "paper-set"}


def test_every_address_is_of_the_staff_or_for_all():
    assert {str(one.name) for one in urlpatterns} == {*ASKED, *FOR_ALL}


@pytest.fixture(scope="module")
def round_published(shared_world, django_db_blocker):
    """Publish the first round of the event once for all tests."""
    with django_db_blocker.unblock():
        return _published(shared_world)


@pytest.fixture
def world(db, round_published, settings, tmp_path):
    """Return a world whose event has its first round published."""
    settings.DATA = tmp_path
    return round_published.as_made()


def _published(made):
    made.put("listed")
    run = f"/events/{made.ids['event']}/run/"
    for place, data in (
        ("open", {"key": "open"}),
        ("enter", {"list": PLAYERS, "here": "yes", "key": "list"}),
        ("draw", {"key": "draw"}),
        ("act/round.published", {"key": "publish", "number": "1"}),
    ):
        answer = made.ask("laptop", "POST", f"{run}{place}/", data)
        assert answer.status_code == 302, place
    return made


def at(world, place=""):
    return f"/events/{world.ids['event']}/paper/{place}"


def ask(world, place, who="laptop", **data):
    return world.ask(who, "GET", at(world, place), data)


@pytest.mark.req("R11")
def test_only_the_staff_of_an_event_finds_its_papers(world):
    found = {}

    for name, (place, method) in ASKED.items():
        for who in PEOPLE:
            with transaction.atomic():
                data = {"size": "a4"} if method == "POST" else {}
                answer = world.ask(who, method, at(world, place), data)
                found[name, who] = answer.status_code
                transaction.set_rollback(True)

    for (name, who), status in found.items():
        if who in RUNNERS:
            assert status in {200, 302}, (name, who, status)
        elif who == "network":
            assert status == 404, "the players' address serves no staff pages"
        elif name in KNOWN_FIRST and who in STRANGERS:
            assert status == 403, (name, who, status)
        else:
            assert status in {403, 404}, (name, who, status)


@pytest.mark.req("R11")
def test_everybody_has_what_hangs_on_the_wall_and_nothing_else(world):
    for document in BY_NAME:
        there = ask(world, f"{document}.pdf").status_code
        shown = f"public/{document}.pdf"
        for who in ("visitor", "network", "member"):
            answer = ask(world, shown, who)
            posted = world.ask(who, "POST", at(world, shown)).status_code
            assert answer.status_code == (there if document in PUBLIC else 404), who
            assert ask(world, f"{document}.pdf", who).status_code in {403, 404}, who
            assert posted in {404, 405}, (document, who)
            if answer.status_code == 200:
                assert answer.content.startswith(b"%PDF-")


@pytest.mark.req("R11", "R23")
def test_paper_for_all_names_nobody_whom_the_room_does_not(world):
    young = people.add_person(
        by=SYSTEM,
        now=world.now,
        details=people.PersonDetails(
            handle="starling", name="Junia Minor", birth_year=world.now.year - 12
        ),
    )
    event = AtTheTable(
        (), players=(Player(id=PlayerId(young), name="Junia Minor"), *entered("kirk"))
    )
    event.do(CheckedIn(players=(PlayerId(young), PlayerId("kirk"))))
    event.publish()
    Event.objects.filter(public_id=event.id).update(state="running")
    place = f"/events/{event.id}/paper"

    seen = world.ask("network", "GET", f"{place}/public/pairings-by-table.csv")
    staff = world.ask("laptop", "GET", f"{place}/pairings-by-table.csv")

    assert seen.status_code == staff.status_code == 200
    assert b"starling" in seen.content
    assert b"Junia" not in seen.content
    assert b"Junia Minor" in staff.content


def test_a_public_sheet_is_set_once_for_all_who_ask(world, monkeypatch):
    public._typeset.cache_clear()
    first = ask(world, "public/standings.pdf", "network")

    def no_more(*_, **__):
        raise AssertionError

    monkeypatch.setattr(public, "render_pdf", no_more)
    second = ask(world, "public/standings.pdf", "visitor")
    again = world.clients["visitor"].get(
        at(world, "public/standings.pdf"), headers={"if-none-match": first["ETag"]}
    )

    assert second.content == first.content
    assert again.status_code == 304


def test_the_code_of_the_wall_leads_to_the_way_in(world):
    event = world.ids["event"]
    page = world.ask("network", "GET", f"/wall/?event={event}").content.decode()
    codes = re.findall(r"<svg[^>]*crispEdges.*?</svg>", page)
    said = re.search(r"on your phone</b><br>([^<]+)<", page)

    assert said is not None
    read = {read_svg(code).text for code in codes}
    assert read == {f"http://{said[1]}"}
    assert world.ask("network", "GET", f"/play/{event}/join/").status_code == 200
    assert said[1].endswith(f"/play/{event}/join/")


@pytest.mark.req("R11")
def test_nobody_has_papers_of_a_hidden_event(world):
    Event.objects.filter(public_id=world.ids["event"]).update(state="draft")

    answers = {
        ask(world, f"{folder}{name}.pdf", "visitor").status_code
        for name in BY_NAME
        for folder in ("", "public/")
    }

    assert answers <= {403, 404}


def test_the_page_shows_every_document_with_its_picture(world):
    page = ask(world, "").content.decode()
    pictures = re.findall(r'<img\s+src="([^"]+)"', page)

    assert "Match slips" in page
    assert "Pod sheets" not in page
    assert len(pictures) >= 10
    for address in pictures:
        answer = world.ask("laptop", "GET", address.replace("&amp;", "&"))
        assert answer.status_code == 200
        assert answer.content.startswith(b"\x89PNG")


def test_pdfs_are_shown_by_the_browser_and_asked_for_once(world):
    answer = ask(world, "standings.pdf")
    client = world.clients["laptop"]
    again = client.get(at(world, "standings.pdf"), headers={"if-none-match": answer["ETag"]})

    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"].startswith("inline")
    assert answer.content.startswith(b"%PDF-")
    assert again.status_code == 304


def test_looking_makes_no_pass_and_printing_with_codes_does(world):
    ask(world, "")
    ask(world, "scorecards.png")
    looked = ask(world, "scorecards.pdf")
    before = PlayerPass.objects.count()

    printed = world.ask("laptop", "POST", at(world, "scorecards.pdf"), {})

    assert before == 0
    assert PlayerPass.objects.count() == len(_order(world).state.players)
    assert looked.status_code == printed.status_code == 200
    assert "no-store" in printed["Cache-Control"]
    assert len(printed.content) > len(looked.content)


@pytest.mark.req("R22")
def test_a_spreadsheet_of_the_pairings_holds_no_formula(world):
    answer = ask(world, "public/pairings-by-name.csv", "visitor")
    _, rows = read_csv(answer.content)

    assert "attachment" in answer["Content-Disposition"]
    assert b"\r\n=" not in answer.content
    assert b",=" not in answer.content
    assert {row[0] for row in rows} == set(map(name_for_list, PLAYERS.splitlines()))


def test_the_size_of_paper_is_remembered(world):
    event = world.ids["event"]
    a4 = ask(world, "standings.pdf").content

    world.ask("laptop", "POST", at(world, "size/"), {"size": "us-letter"})
    kept = printouts.chosen_paper_size(event)
    world.ask("laptop", "POST", at(world, "size/"), {"size": "../../poster"})

    assert kept == printouts.chosen_paper_size(event) == "us-letter"
    assert ask(world, "standings.pdf").content != a4


def test_a_document_or_round_that_is_not_there_is_not_found(world):
    assert ask(world, "menu.pdf").status_code == 404
    assert ask(world, "pods.pdf").status_code == 404
    assert ask(world, "slips.csv").status_code == 404
    assert ask(world, "slips.pdf", round="7").status_code == 200


def test_everything_comes_in_one_file(world):
    answer = ask(world, "set.zip")

    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = set(archive.namelist())
    assert {"index.html", "slips.pdf", "pairings-by-table.csv"} <= names


def test_the_director_is_told_what_is_not_on_the_disk(world):
    event = world.ids["event"]
    order = _order(world)

    printouts._write_note(order, ("Match slips: <b>no</b>",))
    page = ask(world, "").content.decode()
    console = world.ask("laptop", "GET", f"/events/{event}/run/").content.decode()

    assert printouts.printouts_on_disk(event) is not None
    assert "Some files were not saved to disk" in page
    assert "Match slips: &lt;b&gt;no&lt;/b&gt;" in page
    assert re.search(r'id="count-paper"[^>]*>1<', console)


def test_a_size_that_cannot_be_kept_is_said_on_the_page(world, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(printouts.sqlite_copies, "write_file_atomically", full)
    answer = world.ask("laptop", "POST", at(world, "size/"), {"size": "us-letter"})

    assert answer.status_code == 422
    assert "the disk is full" in answer.content.decode()


def _order(world):
    from padd.services.eventlog import snapshot_event

    event = world.ids["event"]
    standing = snapshot_event(event_id=event)
    assert standing.book is not None
    return printouts.PrintOrder(
        event_id=event,
        state=standing.state,
        book=standing.book,
        sequence=standing.sequence,
        at="2026-05-16T12:05:00+00:00",
        printed="14:05",
        where="Mainz",
        size="a4",
        folders=(printouts.folder_of_printouts(event),),
    )
