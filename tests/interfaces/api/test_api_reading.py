"""Reading by the API: the same answers as pages and commands, to those who may."""

import json
import subprocess
import sys

import pytest
from tests.hostile_text import HOSTILE

from padd.core.eventlog.actions.clock import ClockStarted
from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.eventlog.actions.publication import RoundPublished
from padd.interfaces.api.openapi import document
from padd.services import eventlog
from padd.services.people import people
from padd.services.people.people import PersonDetails
from padd.store.models.events import Event

GARBAGE = (
    b"",
    b"{",
    b"\x00",
    b"\xff\xfe\x00",
    b'{"reason": "\\ud800"}',
    b'{"reason": "a\\u0000b"}',
    b'{"expected": ' + b"9" * 400 + b"}",
    b'{"expected": 1e400}',
    b'{"expected": NaN}',
    b'{"expected": -1}',
    b'{"pods": true}',
    b"[" * 30_000,
    b'{"a":' * 30_000,
    b'{"reason": "' + b"x" * 150_000 + b'"}',
    b'{"reason": "x", "reason": 7}',
    b"\xef\xbb\xbf{}x",
    "{}\u2028x".encode(),
)


@pytest.mark.req("R10")
def test_no_garbage_breaks_anything(api):
    director = api.member()
    event = api.directed_by(director)
    api.started(director, event)
    token = api.token(director)

    for raw in GARBAGE:
        for path in ("draw", "actions", "undo", "preview"):
            answer = api.ask("POST", f"/events/{event}/{path}", raw=raw, token=token)
            assert answer.status_code in {400, 415, 422}, (path, raw[:60], answer.content)
            assert set(answer.json()) == {"error", "also"}


def test_reading_an_event_that_is_not_opened_is_answered_as_documented(api):
    director = api.member()
    event, token = api.directed_by(director), api.token(director)
    given = {"event": event, "player": director.person, "code": "A1", "number": "1"}
    asked, undocumented = 0, {}

    for path, operations in document()["paths"].items():
        if "{event}" not in path or "get" not in operations:
            continue
        address = path.removeprefix("/api/v1").format(**given)
        query = [
            f"{one['name']}={given[one['name']]}"
            for one in operations["get"]["parameters"]
            if one["in"] == "query" and one.get("required")
        ]
        answer = api.ask("GET", f"{address}?{'&'.join(query)}", token=token)
        asked += 1
        if str(answer.status_code) not in operations["get"]["responses"]:
            undocumented[path] = answer.status_code

    assert asked > 15
    assert undocumented == {}


@pytest.mark.req("R10")
def test_a_body_beyond_the_limit_or_of_another_type_is_not_read(api):
    token = api.token(api.member())
    large = api.ask("POST", "/webhooks", raw=b" " * 200_001, token=token)
    form = api.ask("POST", "/webhooks", raw=b"{}", token=token, content_type="text/plain")

    assert (large.status_code, form.status_code) == (413, 415)


@pytest.mark.req("R22")
def test_hostile_text_comes_back_as_it_was_kept_or_not_at_all(api):
    director = api.member()
    event = api.directed_by(director)
    eventlog.open_event(listing_id=event, by=director, now=api.now)
    token, taken = api.token(director), 0

    for at, text in enumerate(HOSTILE):
        entering = {"kind": "player.entered", "player": f"p{at}", "name": text}
        body = {"action": entering}
        sent = api.ask("POST", f"/events/{event}/actions", body, token=token)
        assert sent.status_code in {200, 400, 422}, text
        taken += sent.status_code == 200
        answers = [
            api.ask("GET", f"/events/{event}/players"),
            api.client.get("/api/v1/events", {"q": text[:80]}),
            api.client.get("/api/v1/players", {"q": text[:80]}),
        ]
        for answer in answers:
            assert answer.status_code == 200, text
            assert answer["Content-Type"] == "application/json"
            assert answer["X-Content-Type-Options"] == "nosniff"

    assert len(answers[0].json()["players"]) == taken > 20


def test_what_did_not_change_is_not_sent_again(api):
    director = api.member()
    event = api.directed_by(director)
    api.started(director, event)
    at = f"/events/{event}"

    for path in ("/events", at, f"{at}/players", f"{at}/rounds", f"{at}/standings"):
        first = api.ask("GET", path)
        known = {"If-None-Match": first["ETag"]}
        assert api.ask("GET", path, headers=known).status_code == 304, path
    known = {"If-None-Match": api.ask("GET", f"{at}/players")["ETag"]}
    api.act(director, event, PlayerEntered(player="eve", name="Eve"))
    assert api.ask("GET", f"{at}/players", headers=known).status_code == 200


def test_the_head_of_an_answer_can_be_asked_for(api):
    assert api.ask("HEAD", "/rulebooks").status_code == 200


def test_an_unknown_parameter_is_refused_by_name(api):
    answer = api.ask("GET", "/events?regoin=germany")

    assert answer.status_code == 400
    assert answer.json()["error"]["place"] == "regoin"


@pytest.mark.req("R23")
def test_a_minor_is_known_by_handle_alone_but_to_the_staff(api):
    director = api.member()
    event = api.directed_by(director)
    young = api.person("Wes", name="Wesley Somebody", birth_year=api.now.year - 12)
    api.started(director, event, ())
    api.act(director, event, PlayerEntered(player=young, name="Wesley Somebody"))
    api.act(director, event, PlayerEntered(player="ada", name="Ada"))
    api.act(director, event, CheckedIn(players=(young, "ada")))
    eventlog.draw_round(event_id=event, by=director, now=api.now)
    api.act(director, event, RoundPublished(number=1))
    paths = (
        f"/events/{event}/players",
        f"/events/{event}/rounds",
        f"/events/{event}/standings/{young}",
        f"/events/{event}/standings/ada",
        f"/players/{young}",
        "/players?q=wesley",
    )

    for path in paths:
        assert b"Wesley" not in api.ask("GET", path).content, path
    token = api.token(director, ("read",))
    assert b"Wesley" in api.ask("GET", f"{paths[0]}", token=token).content


def test_a_draft_of_a_round_is_for_the_staff_alone(api):
    director = api.member()
    event = api.directed_by(director)
    api.started(director, event)
    eventlog.draw_round(event_id=event, by=director, now=api.now)

    assert api.read(f"/events/{event}/rounds")["rounds"] == []
    assert api.ask("GET", f"/events/{event}/rounds/1").status_code == 404
    token = api.token(director, ("read",))
    assert api.read(f"/events/{event}/run", token=token)["draft"]["number"] == 1


def exported(api, event, token, folder):
    file = folder / f"{event}.event.json"
    file.write_bytes(api.ask("GET", f"/events/{event}/file", token=token).content)
    return str(file)


def printed(*words):
    done = subprocess.run([sys.executable, "-m", "padd", *words], capture_output=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("edition", "style", "extra"),
    [("2E", "single-elimination", ("bracket", "--json")), ("TR", "tribbles", ())],
)
def test_brackets_and_pods_stand_as_on_the_command_line(api, tmp_path, edition, style, extra):
    director = api.member()
    event = api.directed_by(director, rounds_planned=2)
    Event.objects.filter(public_id=event).update(
        edition=edition, pairing_style=style, rules="troubles" if edition == "TR" else "standard"
    )
    eventlog.open_event(listing_id=event, by=director, now=api.now)
    names = ("ada", "ben", "cleo", "dee")
    for seed, name in enumerate(names, start=1):
        entering = PlayerEntered(player=name, name=name.title(), seed=seed)
        api.act(director, event, entering)
    api.act(director, event, CheckedIn(players=names))
    drawn = eventlog.draw_round(event_id=event, by=director, now=api.now)
    assert isinstance(drawn, eventlog.Recorded), drawn
    api.act(director, event, RoundPublished(number=1))
    api.act(director, event, ClockStarted(number=1))

    file = exported(api, event, api.token(director), tmp_path)

    assert api.read(f"/events/{event}/standings") == printed("standings", "--json", file)
    if extra:
        assert api.read(f"/events/{event}/bracket") == printed(*extra, file)
    else:
        table = api.read(f"/events/{event}/rounds/1")["round"]["tables"][0]
        assert len(table["players"]) == 4
        assert api.ask("GET", f"/events/{event}/bracket").status_code == 422


def test_rulebooks_say_what_the_command_line_says(api):
    told = {one["path"]: one for one in api.read("/rulebooks/opg-5")["values"]}
    said = {one["path"]: one for one in printed("rules", "opg-5", "--json")["values"]}

    assert {path: one["value"] for path, one in told.items()} == {
        path: one["value"] for path, one in said.items()
    }
    assert all(one["cite"] for one in told.values())
    compared = api.read("/rulebooks/compare?a=opg-5&b=opg-4.1")["differences"]
    printed_ones = printed("rules", "--compare", "opg-5", "opg-4.1", "--json")
    assert [one["path"] for one in compared] == [one["path"] for one in printed_ones["differences"]]


def test_the_calendar_is_cut_into_pages(api):
    director = api.member()
    events = {api.directed_by(director) for _ in range(5)}

    pages = [api.read(f"/events?page={page}&size=2") for page in (1, 2, 3, 4)]

    assert [len(page["events"]) for page in pages] == [2, 2, 1, 0]
    assert {one["id"] for page in pages for one in page["events"]} == events
    assert api.ask("GET", "/events?size=101").status_code == 400


def test_a_person_found_and_read_has_the_same_id(api):
    person = people.add_person(
        by=api.official("administrator"),
        now=api.now,
        details=PersonDetails(handle="Quark", name="Quark of Ferenginar"),
    )

    found = api.read("/players?q=quark")["players"][0]

    assert found["id"] == person
    assert api.read(f"/players/{person}")["player"] == found
    assert api.read(f"/players/{person}/ratings")["ratings"] == []
    ratings = api.read("/ratings?edition=2E")
    assert (ratings["list"], ratings["total"]) == ("overall", 0)


def test_the_document_is_sound_and_every_reference_is_there():
    described = document()
    text = json.dumps(described)
    schemas = described["components"]["schemas"]

    assert described["openapi"] == "3.1.0"
    wanted = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert wanted <= set(schemas)
    for path in described["paths"].values():
        for operation in path.values():
            assert operation["summary"]
            assert {"400", "401", "429", "503"} <= set(operation["responses"])


@pytest.mark.req("R21")
def test_the_page_of_the_api_needs_nothing_from_elsewhere(api):
    page = api.client.get("/api/v1/docs")
    text = page.content.decode()

    assert page.status_code == 200
    assert "unsafe" not in page["Content-Security-Policy"]
    assert '<script src="http' not in text
    assert "https://cdn" not in text
    for path in document()["paths"]:
        assert path in text


def test_pure_commands_start_without_the_api():
    code = (
        "import sys; from padd.interfaces.cli.main import main\n"
        "import padd.interfaces.cli.formats.standings, padd.interfaces.cli.formats.pair\n"
        "print([m for m in ('padd.interfaces.api', 'django') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("online=true", 200),
        ("online=off", 200),
        ("online=maybe", 400),
        ("page=1.5", 400),
        ("page=on", 400),
        ("when=PAST", 400),
        ("page=1&page=2", 400),
    ],
)
def test_a_parameter_takes_the_values_of_its_type_and_no_others(api, query, status):
    assert api.ask("GET", f"/events?{query}").status_code == status


def test_all_wrong_parameters_are_named_at_once(api):
    answer = api.ask("GET", "/ratings?page=0&size=x").json()

    places = [answer["error"]["place"], *(one["place"] for one in answer["also"])]
    assert places == ["query.page", "query.size"]
