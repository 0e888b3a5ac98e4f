"""Random events of all kinds among the same people, for the tests of ratings."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from padd.core.event_file import read_event
from padd.core.formats.bracket.event import bracket_of_event
from padd.core.formats.bracket.outcome import round_to_play
from padd.core.ratings.sheet import RatingSheet, rating_sheet
from padd.rulebooks.loader import rulebook
from padd_oracle.generate import random_facts

Facts = dict[str, Any]
PEOPLE = 40
LONG_AGO = datetime(2016, 1, 1, 10, tzinfo=UTC)


def read(facts):
    return read_event(json.dumps(facts).encode(), book_of=rulebook)


def sheet_or_not(facts, id_=None):
    event = read(facts)
    return rating_sheet(event, rulebook(event.rulebook), id_=id_ or event.name)


def sheet_of(facts, id_=None):
    made = sheet_or_not(facts, id_)
    assert isinstance(made, RatingSheet)
    return made


def world(rng, events, **settings):
    """Return some years of events, each with its own name."""
    return [any_event(rng, f"Event {n:03}", **settings) for n in range(events)]


def any_event(rng, name, *, book=None):
    book = book or rng.choice(["opg-5", "opg-5", "opg-4.1"])
    kinds = [swiss_event, swiss_event, swiss_event, tribbles_event, bracket_event]
    if book.startswith("decipher"):
        kinds = [swiss_event]
    facts = rng.choice(kinds)(rng, book)
    people = rng.sample(range(PEOPLE), len(facts["players"]))
    for player, person in zip(facts["players"], people, strict=True):
        player["handle"] = f"person{person:02}"
    starts = LONG_AGO + timedelta(hours=rng.randrange(10 * 365 * 24))
    notice = rng.choice([1, 100, *[200] * 18])
    return facts | {
        "name": name,
        "level": rng.choice([1, 1, 1, 2, 3, 4, 5]),
        "starts": starts.isoformat(),
        "registered": (starts - timedelta(hours=notice)).isoformat(),
        "scenario": rng.choice([None] * 19 + ["deck-lottery"]) if book.startswith("opg") else None,
    }


def swiss_event(rng, book):
    edition = rng.choice(["1E", "2E"]) if book.startswith("opg") else "1E"
    facts = random_facts(
        rng,
        players=rng.randint(3, 14),
        rounds=rng.choice([2, 3, 3, 4, 5]),
        rulebook=book,
        edition=edition,
    )
    if book.startswith("opg") and facts["rules"] in {"otf", "standard", "open"}:
        facts["format"] = rng.choice(["constructed", "sealed", "draft"])
    return facts


def tribbles_event(rng, book):
    players = [f"t{n:02}" for n in range(rng.randint(3, 12))]
    rounds: list[Facts] = []
    for number in range(1, rng.choice([5, 5, 10]) + 1):
        if number % 5 == 1:
            rng.shuffle(players)
            half = len(players) // 2 if len(players) > 8 else len(players)
            tables = [players[:half], players[half:]]
        pods = [
            {
                "table": table,
                "players": seated,
                "scores": {one: 1000 * rng.randrange(4) for one in seated},
                "conceded": [rng.choice(seated)] if rng.random() < 0.03 else [],
            }
            for table, seated in enumerate(tables, start=1)
            if seated
        ]
        rounds.append({"number": number, "pods": pods})
    conceded = {p for r in rounds for pod in r["pods"] for p in pod["conceded"]}
    return {
        "schema": "padd-event/1",
        "rulebook": book,
        "edition": "TR",
        "format": rng.choice(["constructed", "sealed", "draft"]),
        "pairing_style": "tribbles",
        "rounds_planned": len(rounds),
        "readmitted": sorted(conceded),
        "players": [
            {"id": one, "head_start": rng.choice([0, 0, 0, 2000])} for one in sorted(players)
        ],
        "rounds": rounds,
    }


def bracket_event(rng, book):
    size = rng.choice([4, 8, 8, 8])
    facts: Facts = {
        "schema": "padd-event/1",
        "rulebook": book,
        "edition": "2E",
        "pairing_style": "single-elimination",
        "rounds_planned": 3,
        "players": [{"id": f"b{n}", "seed": n} for n in range(1, size + 1)],
        "rounds": [],
    }
    while coming := round_to_play(bracket_of_event(read(facts), rulebook(book))):
        matches = [bracket_match(rng, list(p.players)) for p in coming.matches]
        facts["rounds"].append({"number": coming.number, "matches": matches})
    return facts


def bracket_match(rng, players):
    match: Facts = {"players": players}
    if rng.random() < 0.4:
        games = [{"winner": rng.choice([*players, None])}]
        return match | {"games": games}
    if rng.random() < 0.1:
        return match | {"ending": "missed", "absent": [players[0]]}
    if rng.random() < 0.3:
        return match | {"ending": "time", "scores": [rng.choice([40, 60]), 40]}
    return match | {"ending": "complete", "winner": players[1], "scores": [40, 100]}
