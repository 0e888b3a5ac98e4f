"""Reading of players by the API: paging, rating history, one against the other."""

from datetime import timedelta

import pytest
from django.db import transaction
from tests.services.eventlog.table_driver import AtTheTable, p
from tests.world import NOW

from padd.core.eventlog.actions.finish import EventFinished
from padd.core.model import Player
from padd.interfaces.api.openapi import document
from padd.services import eventlog, reports
from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.eventlog.log_cache import clear_logs
from padd.services.ratings import ratings
from padd.store.queries.ratings.career_results import head_to_head
from padd.store.queries.ratings.careers import rating_changes

pytestmark = pytest.mark.usefixtures("data_folder")

NAMES = ("kirk", "khan", "spock", "gorn")


def played():
    """Play an event to its end; the same handles are the same people every time."""
    players = tuple(Player(id=p(name), name=name.title(), handle=name) for name in NAMES)
    registered = (NOW - timedelta(days=7)).isoformat()
    day = AtTheTable(NAMES, starts=NOW.isoformat(), registered=registered, players=players)
    for _ in range(3):
        day.play_round()
    day.do(EventFinished(), expected=day.sequence)
    return day


def rated(events=1):
    """Have events rated; return the people, the best rating first."""
    for _ in range(events):
        day = played()
        reports.submit_report(event_id=day.id, by=SYSTEM, now=day.now, create=True)
    page = ratings.rating_list(by=VISITOR, now=NOW, edition="2E")
    return [line.person for line in page.lines]


@pytest.mark.req("RATE-24")
def test_the_history_is_what_the_page_of_the_player_says(api):
    person, *_ = rated(2)

    whole = api.read(f"/players/{person}/ratings/history")
    first = api.read(f"/players/{person}/ratings/history?size=1")
    second = api.read(f"/players/{person}/ratings/history?size=1&page=2")
    overall = api.read(f"/players/{person}/ratings/history?edition=2E&list=overall")

    known = rating_changes(person)
    assert [one["after"] for one in whole["changes"]] == [one.after for one in known]
    assert not whole["more"]
    assert (first["more"], second["changes"]) == (True, whole["changes"][1:2])
    assert {one["list"] for one in overall["changes"]} == {"overall"}
    for change in whole["changes"]:
        sums = sum(game["change"] for game in change["games"])
        assert sums == pytest.approx(change["after"] - change["before"])
        assert {game["k"] for game in change["games"]} == {change["k"]}
    now = api.read(f"/players/{person}/ratings")["ratings"]
    # Both events began at the same moment; the one that was rated last comes first.
    latest = overall["changes"][0]["after"]
    assert [one["rating"] for one in now if one["list"] == "overall"] == [latest]


def test_two_players_have_one_record_seen_from_both_sides(api):
    first, second, *_ = rated(2)

    ours = api.read(f"/players/{first}/against/{second}")
    theirs = api.read(f"/players/{second}/against/{first}")

    record = head_to_head(first, second)
    assert (ours["won"], ours["tied"], ours["lost"]) == (record.won, record.tied, record.lost)
    assert (ours["won"], ours["lost"]) == (theirs["lost"], theirs["won"])
    assert [one["score"] for one in ours["games"]] == [1 - one["score"] for one in theirs["games"]]
    assert ours["opponent"] == theirs["player"]
    assert len(ours["games"]) >= 2
    for other in (first, "zzzzzzzzzz"):
        answer = api.ask("GET", f"/players/{first}/against/{other}")
        assert answer.status_code == 404


def test_what_is_read_again_unchanged_is_not_sent_again(api):
    first, second, *_ = rated()
    paths = ("/players", f"/players/{first}/ratings/history", f"/players/{first}/against/{second}")
    for path in paths:
        tag = api.ask("GET", path)["ETag"]
        again = api.ask("GET", path, headers={"If-None-Match": tag})
        assert again.status_code == 304, path
    tag = api.ask("GET", paths[1])["ETag"]
    rated()
    again = api.ask("GET", paths[1], headers={"If-None-Match": tag})
    assert again.status_code == 200


def test_players_are_listed_page_by_page_each_once(api):
    ids = {api.person(f"Handle {number:02}") for number in range(7)}
    api.person("A minor", name="Full Name", birth_year=api.now.year - 12)

    pages = [api.read(f"/players?size=3&page={page}") for page in (1, 2, 3)]
    beyond = api.read("/players?size=3&page=9")

    listed = [one for page in pages for one in page["players"]]
    handles = [one["handle"] for one in listed]
    assert (pages[0]["total"], pages[0]["pages"]) == (8, 3)
    assert len({one["id"] for one in listed}) == len(listed) == 8
    assert ids < {one["id"] for one in listed}
    assert handles == sorted(handles, key=str.casefold)
    assert beyond["players"] == []
    assert "Full Name" not in str(listed)


def test_a_search_is_paged_too(api):
    for number in range(5):
        api.person(f"Jadzia {number}")
    api.person("Worf")

    first = api.read("/players?q=jadzia&size=2")
    last = api.read("/players?q=jadzia&size=2&page=3")

    assert (first["total"], first["pages"], len(first["players"])) == (5, 3, 2)
    assert len(last["players"]) == 1


@pytest.mark.req("RATE-2", "R13")
def test_an_event_file_is_reported_once_and_its_players_are_answered(api):
    with transaction.atomic():
        file = eventlog.export_event_file(event_id=played().id)
        transaction.set_rollback(True)
    clear_logs()
    director, known = api.member("Riker"), api.person("Jim Kirk")
    token = api.token(director, ("report", "read"))

    def send(**more):
        return api.ask("POST", "/reports", raw=file, token=token, **more).json()

    first, again = send(), send()
    assert (first["state"], first["again"], again["again"]) == ("players", False, True)
    assert first["added"] > 0
    asked = {one["player"]: one for one in first["players"]}
    assert [one["id"] for one in asked["kirk"]["close"]] == [known]
    answers = dict.fromkeys(NAMES, "new") | {"kirk": known}
    path = f"/reports/{first['report']}"
    wrong = api.ask("POST", f"{path}/players", {"answers": {"kirk": "nobody"}}, token=token)
    assert wrong.status_code == 422
    done = api.do(f"{path}/players", {"answers": answers}, token=token)
    assert done["state"] == "held"
    assert "not-listed" in {one["code"] for one in done["reasons"]}
    assert api.read(path, token=token)["state"] == "held"
    stranger = api.token(api.member("Q"), ("report",))
    assert api.ask("GET", path, token=stranger).status_code == 404
    broken = api.ask("POST", "/reports", raw=file[:-20], token=token)
    assert broken.status_code == 422


def test_the_document_says_what_parameters_and_fields_mean(api):
    described = document()

    unsaid = {
        parameter["name"]
        for path in described["paths"].values()
        for operation in path.values()
        for parameter in operation["parameters"]
        if not parameter.get("description")
    }
    change = described["components"]["schemas"]["RatedGame"]["properties"]
    page = api.client.get("/api/v1/docs").content.decode()

    assert unsaid == set()
    assert "divided by the number of opponents" in change["k"]["description"]
    assert "divided by the number of opponents" in page
    assert "1E | 2E | TR" in page
