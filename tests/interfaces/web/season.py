"""A season for tests: events as files, played by people of different strength."""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

from padd.core.rng import Rng

NAMES = (
    "Noor Haddad",
    "Ivo Marušić",
    "Falk Eisenreich",
    "Wenzel Hrubý",
    "Anneke de Groot",
    "Tomasz Wrzesień",
    "Maximiliane Oberdorfer-Lindqvist",
    "Ilse Brandvold",
    "Greta Sandoval",
    "Lucien Perrault",
    "Samira Okonjo",
    "Hanna Kowalczyk",
    "Ruben Castellanos",
    "Bartholomew Featherstone-Achterberg",
    "Priya Venkataraman",
    "Dafydd Prosser",
)
HANDLES = tuple(name.split()[0].lower() + "_" + name.split()[-1][0].lower() for name in NAMES)
PLACES = ("Rhine Valley", "Antwerp", "Spielwiese", "Mainz", "Lantern", "Station K-9")
FIRST = datetime(2024, 2, 3, 10, tzinfo=UTC)


def event_files(count, *, seed=7, names=NAMES, days=23):
    """Return events of a season or more as files, one every few weeks."""
    chance = Rng(seed, "season")
    return [json.dumps(_event(number, chance, names, days)).encode() for number in range(count)]


def _event(number, chance, names, days):
    starts = FIRST + timedelta(days=days * number)
    level = {5: 2, 11: 3}.get(number % 12, 1)
    kind = {1: "Open", 2: "Regional", 3: "Nationals"}[level]
    sealed = number % 7 == 3
    field = chance.shuffled(range(len(names)))[: min(len(names), 8 + 2 * (number % 4))]
    if 0 not in field:
        field = [0, *field[1:]]
    return {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "name": f"{PLACES[number % len(PLACES)]} {kind} {starts.year}",
        "edition": "1E" if number % 9 == 8 else "2E",
        "format": "sealed" if sealed else "constructed",
        "level": level,
        "rounds_planned": 4,
        "starts": starts.isoformat(),
        "registered": (starts - timedelta(days=20)).isoformat(),
        "players": [
            {"id": f"p{one}", "name": names[one], "handle": _handle(one, names)} for one in field
        ],
        "rounds": list(_rounds(field, chance)),
    }


def _handle(one, names):
    return HANDLES[one] if names is NAMES else f"handle-{one}"


def _rounds(field, chance):
    """Pair like a round robin, so nobody meets twice; the stronger win more often."""
    ring = list(field)
    for number in range(1, 5):
        half = len(ring) // 2
        yield {
            "number": number,
            "matches": [
                _match(one, other, chance, table)
                for table, (one, other) in enumerate(
                    zip(ring[:half], reversed(ring[half:]), strict=True), start=1
                )
            ],
        }
        ring = [ring[0], ring[-1], *ring[1:-1]]


def _match(one, other, chance, table):
    edge = 50 + 3 * (other - one)
    rolled = chance.below(100)
    if rolled == 99:
        return {
            "players": [f"p{one}", f"p{other}"],
            "table": table,
            "ending": "time",
            "scores": [50, 50],
        }
    won = rolled < max(15, min(85, edge))
    lost = 5 * chance.below(18)
    return {
        "players": [f"p{one}", f"p{other}"],
        "table": table,
        "ending": "complete",
        "winner": f"p{one if won else other}",
        "scores": [100, lost] if won else [lost, 100],
    }


def fill_season(count, *, names=NAMES, now=None):
    """Take in a season, rate it, and return the public ids of its events."""
    from padd.services import reports
    from padd.services.access.actors import SYSTEM
    from padd.services.reports import finished_event_import

    at = now or datetime.now(UTC)
    files = event_files(count, names=names)
    done = finished_event_import.import_events(
        files=[
            finished_event_import.EventUpload(name=f"{number}.json", data=data)
            for number, data in enumerate(files)
        ],
        by=SYSTEM,
        now=at,
    )
    assert {one.fate for one in done} == {finished_event_import.ImportFate.TAKEN}, done
    reports.refresh(by=SYSTEM, clock=lambda: at)
    return [one.event for one in done]


def fill_folder(count):
    """Fill the data folder of a server, and print whom and what it holds."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
    django.setup()
    from django.conf import settings

    from padd.services.installation import installation
    from padd.store.models.people import Person

    installation.open_up(folder=settings.DATA, now=datetime.now(UTC))
    events = fill_season(count)
    people = Person.objects.filter(name__in=NAMES[:2]).order_by("-name")
    ids = {"event": events[-1], "noor": people[0].public_id, "ivo": people[1].public_id}
    ids["league"] = add_league(events[-2:])
    sys.stdout.write(json.dumps(ids))


def add_league(events):
    """Found a league that has played these events, one deck known; return its id."""
    from padd.core.leagues.bonus_schemes import DeckFacts, MissionDone, Scheme
    from padd.core.leagues.qualification import QualifyingPlan
    from padd.services.access.actors import SYSTEM
    from padd.services.leagues import bonus, league_requests, season_events, seasons
    from padd.store.models.leagues import PointsWon

    by: dict[str, Any] = {"by": SYSTEM, "now": datetime.now(UTC)}
    league = league_requests.request_league(
        **by, name="Lantern League", director=HANDLES[0], committed=8, edition="2E"
    )
    league_requests.decide_league(**by, league=league, approve=True)
    plan = seasons.AnnouncedSeason(
        year=FIRST.year,
        short=False,
        qualifying=QualifyingPlan(first_half=4, second_half=4),
        schemes=(Scheme.HEADQUARTERS, Scheme.PARTICIPATION, Scheme.NEW_MISSION),
    )
    seasons.announce_season(**by, league=league, plan=plan)
    for number, event in enumerate(events, start=1):
        place = {"league": league, "year": FIRST.year, "event": event}
        season_events.place_event(**by, **place, number=number)
    first = PointsWon.objects.select_related("person").first()
    assert first is not None
    told = {"league": league, "event": events[0], "person": first.person.public_id}
    deck = DeckFacts(headquarters="Bajor", personnel=20, non_aligned=4, fitting=9)
    done = [MissionDone(title="Evacuate Colony"), MissionDone(title="Cure Plague")]
    bonus.enter_deck(**by, **told, deck=deck, reason="Counted")
    bonus.enter_missions(**by, **told, missions=done, reason="Counted")
    return league


if __name__ == "__main__":
    fill_folder(int(sys.argv[1]))
