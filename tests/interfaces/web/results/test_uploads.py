"""Event files from strangers: shown, or refused with place and rule."""

import json
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

Maker = Callable[..., bytes]


def send(client, data, **fields):
    file = SimpleUploadedFile("my.event.json", data, "application/json")
    return client.post("/event/", {"event": file, **fields})


def told(response):
    assert response.status_code == 422
    page = response.content.decode()
    assert "This event can’t be shown" in page
    assert "Traceback" not in page
    return page


def test_an_event_file_is_shown_with_all_its_parts(client, event_file):
    response = send(client, event_file())
    page = response.content.decode()

    assert response.status_code == 200
    for part in ("standings", "rounds", "players", "again"):
        assert f'<section id="{part}"' in page
    assert "Kitchen Table Open" in page
    assert 'id="why-ada"' in page


def test_nothing_of_an_upload_is_kept(client, event_file):
    send(client, event_file())

    assert "Kitchen Table Open" not in client.get("/read/").content.decode()
    assert set(client.cookies) <= {"csrftoken"}


def test_an_upload_may_be_read_under_another_rulebook(client, event_file):
    page = send(client, event_file(), rulebook="opg-4.1").content.decode()

    assert "Organized Play Guide 4.1</a></dd>" in page


def test_a_rulebook_that_cannot_read_the_event_says_why(client, event_file):
    page = told(send(client, event_file(), rulebook="decipher-1998"))

    assert "2E" in page
    assert "my.event.json" in page


def test_the_event_file_can_be_saved_from_the_page(client, event_file):
    response = client.post("/event/file/", {"event": event_file().decode()})

    assert response["Content-Disposition"].startswith("attachment")
    assert json.loads(response.content)["name"] == "Kitchen Table Open"


def test_sending_no_file_leads_back_to_the_form(client):
    assert client.post("/event/")["Location"] == "/read/"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "JSON"),
        (b"Dear director,", "JSON"),
        (b'{"schema": "padd-event/9"}', "padd-event/1"),
        (b"[1, 2]", "padd-event/1"),
        (b'{"schema": "padd-event/1", "rulebook": "opg-9"}', "opg-9"),
        (b"[" * 200_000, "padd-event/1"),
        (b'{"a":' * 50_000, "padd-event/1"),
        (b'{"schema": "\xff\xfe"}', "padd-event/1"),
        (b"\x00" * 1000, "padd-event/1"),
    ],
    ids=[
        "empty",
        "not JSON",
        "another schema",
        "a list",
        "unknown rulebook",
        "deep lists",
        "deep objects",
        "not UTF-8",
        "zeros",
    ],
)
def test_what_is_no_event_file_is_refused_with_a_reason(client, data, expected):
    assert expected in told(send(client, data))


def test_a_refusal_names_the_place_in_the_file(client, event_file):
    page = told(send(client, event_file(players=[{"id": "ada", "nmae": "Ada"}])))

    assert "players[0]" in page
    assert "nmae" in page


@pytest.mark.parametrize("mark", ["\u202e", "\u0007", "\u2066"])
def test_control_and_direction_marks_in_a_name_are_refused(client, event_file, mark):
    page = told(send(client, event_file(name=f"Open{mark}Event")))

    assert f"U+{ord(mark):04X}" in page
    assert mark not in page


NASTY = '<script>alert("x")</script><img src=x onerror=alert(1)>'


def test_markup_in_names_is_shown_as_text(client, event_file):
    document = json.loads(event_file(name=NASTY, directors=[NASTY]))
    document["players"][0] |= {"name": NASTY, "handle": NASTY}
    document["rounds"][0]["matches"][0]["note"] = NASTY

    page = send(client, json.dumps(document).encode()).content.decode()

    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "&lt;script&gt;" in page


def test_markup_in_a_refusal_is_shown_as_text(client, event_file):
    page = told(send(client, event_file(rulebook=NASTY)))

    assert "<script>alert" not in page


def test_a_player_id_that_is_no_plain_word_gets_an_address_all_the_same(client, event_file):
    data = event_file().replace(b'"ada"', b'"a d\\"a"')

    page = send(client, data).content.decode()

    assert 'id="why-line-1"' in page


def test_a_file_beyond_the_limit_is_refused(client, event_file, settings):
    settings.UPLOAD_LIMIT = 100

    response = send(client, event_file())

    assert response.status_code == 413
    assert "The limit is 50 MB" in response.content.decode()


def test_a_form_from_elsewhere_is_refused(event_file):
    response = send(Client(enforce_csrf_checks=True), event_file())

    assert response.status_code == 403
    assert "This form has expired" in response.content.decode()


def test_a_large_event_is_shown_without_reasons(client):
    players = [{"id": f"p{n}", "name": f"Player {n}"} for n in range(600)]
    matches = [
        {
            "players": [f"p{n}", f"p{n + 1}"],
            "ending": "complete",
            "winner": f"p{n}",
            "scores": [100, n % 90],
        }
        for n in range(0, 600, 2)
    ]
    document = {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "edition": "1E",
        "rounds_planned": 1,
        "players": players,
        "rounds": [{"number": 1, "matches": matches}],
    }

    page = send(client, json.dumps(document).encode()).content.decode()

    assert "padd explain FILE PLAYER" in page
    assert "why-p0" not in page
    assert "Player 599" in page


def test_a_tribbles_event_is_shown_with_its_reasons(client):
    pods = [
        {
            "table": 1,
            "players": ["a", "b", "c"],
            "scores": {"a": 101_000, "b": 0, "c": 5},
            "went_out": ["a"],
        }
    ]
    document = {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "edition": "TR",
        "pairing_style": "tribbles",
        "rounds_planned": 1,
        "players": [{"id": key, "name": f"Captain {key}"} for key in "abc"],
        "rounds": [{"number": 1, "pods": pods}],
    }

    response = send(client, json.dumps(document).encode())
    page = response.content.decode()

    assert response.status_code == 200
    assert "101,000" in page
    assert 'id="why-a"' in page


def test_a_bracket_is_shown_with_its_reasons(client):
    def match(winner, loser):
        return {"players": [winner, loser], "games": [{"winner": winner}]}

    document = {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "edition": "2E",
        "pairing_style": "single-elimination",
        "rounds_planned": 2,
        "players": [{"id": f"p{n}", "seed": n} for n in (1, 2, 3, 4)],
        "rounds": [
            {"number": 1, "matches": [match("p1", "p4"), match("p2", "p3")]},
            {"number": 2, "matches": [match("p1", "p2")]},
        ],
    }

    response = send(client, json.dumps(document).encode())

    assert response.status_code == 200
    assert 'id="why-p1"' in response.content.decode()


def test_an_event_before_its_first_round_is_planned(client, event_file):
    page = send(client, event_file(rounds=[])).content.decode()

    assert "frame-lavender" in page
    assert "No round has been played" in page


def test_an_event_with_an_open_game_is_under_way(client, event_file):
    document = json.loads(event_file())
    document["rounds"][1]["matches"][0] = {"players": ["ada", "cleo"], "ending": "delayed"}

    page = send(client, json.dumps(document).encode()).content.decode()

    assert "frame-orange" in page
    assert 'aria-current="step"' in page
