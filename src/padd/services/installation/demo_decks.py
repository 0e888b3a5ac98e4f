"""Made-up cards of the sample data, and events with decks: one under way, one over."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from padd.core.event_file import SCHEMA
from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.decks import DeckChecksDrawn, draw_players_for_check
from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.players import CheckedIn
from padd.core.model import Edition, Ending, Event, Match, Player, PlayerId, Round
from padd.core.rng import Rng
from padd.services import eventlog
from padd.services.access.actors import SYSTEM, Actor
from padd.services.cards.card_import import activate_card_file, upload_card_file
from padd.services.decks import deck_registration
from padd.store.models.people import Person

IN_A_SET: Final = 60
SETS: Final = (
    # code, name, virtual, years ago
    ("LR", "Lantern Reach", "", 23),
    ("BO", "Broken Orbit", "Y", 14),
    ("TW", "Third Watch", "Y", 2),
    ("FP", "Fresh Paint", "Y", 0),
)
NEW_FOR: Final = timedelta(days=5)
KINDS: Final = (
    # type, how many of sixty
    ("Mission", 8),
    ("Dilemma", 14),
    ("Personnel", 22),
    ("Ship", 6),
    ("Event", 6),
    ("Interrupt", 4),
)
FIRST: Final = (
    "Amber Ashen Bitter Blue Brazen Broken Copper Distant Early Fallen Gilded Grey "
    "Hidden Hollow Iron Long Lost Narrow Patient Quiet Restless Second Silent Sudden "
    "Tidal Uneasy Velvet Waning White Winter"
)
SECOND: Final = {
    "Mission": "Survey Crossing Harvest Parley Rescue Salvage Vigil Escort",
    "Dilemma": "Fever Riddle Storm Ambush Doubt Mirage Verdict Toll",
    "Ship": "Heron Lantern Marrow Plover Ransom Sparrow",
    "Event": "Accord Bounty Curfew Furlough Muster Quarantine",
    "Interrupt": "Feint Gambit Signal Reprieve",
}
GIVEN: Final = (
    "Adra Belis Corvan Dessa Edrik Fenna Goral Halsa Irren Joska Kellin Lorrec Mirsa "
    "Nadek Orla Pellan Quessa Rovan Sella Torvan Ursin Vesna"
)
FAMILY: Final = "Ashgrove Brandt Coyle Dunmore Elwick Farrow Greaves Holt"
SIDES: Final = ("Coalition", "Meridian", "Free Traders", "Old Guard")
COLUMNS: Final = (
    *("title", "set", "number", "rarity", "type", "affiliation", "unique"),
    *("points", "cost", "name_part", "subtitle_part"),
)
BANNED, FORBIDDEN, WATERMARKED = 9, 10, 11
"""Which dilemmas of the oldest set the lists name."""
UNSPLIT: Final = ("Envoy", "Exile", "Elder", "Heir")
UNDER_WAY, OVER = 16, 8
SHOWN: Final = 5
"""How many players of the finished event let everybody see their deck."""


class DemoCards:
    """Two hundred and forty cards in four sets, and what their lists say."""

    def __init__(self, chance: Rng) -> None:
        self.rows: list[dict[str, str]] = []
        self.by_kind: dict[tuple[str, str], list[str]] = {}
        titles = self._titles(chance)
        for code, *_ in SETS:
            number = 0
            for kind, count in KINDS:
                for _ in range(count):
                    number += 1
                    self._add(code, number, kind, next(titles[kind]), chance)

    def _titles(self, chance: Rng) -> dict[str, Iterator[str]]:
        words = {kind: (FIRST, second) for kind, second in SECOND.items()}
        words["Personnel"] = (GIVEN, FAMILY)
        return {
            kind: iter(
                chance.shuffled(f"{one} {two}" for one in first.split() for two in second.split())
            )
            for kind, (first, second) in words.items()
        }

    def _add(self, code: str, number: int, kind: str, title: str, chance: Rng) -> None:
        virtual = code != SETS[0][0]
        person = kind == "Personnel"
        self.by_kind.setdefault((code, kind), []).append(title)
        self.rows.append(
            {
                "title": title,
                "set": code,
                "number": str(number),
                "rarity": "V" if virtual else chance.one_of(("C", "U", "R")),
                "type": kind,
                "affiliation": SIDES[number % len(SIDES)] if person else "",
                "unique": "y" if person and number % 3 else "n",
                "points": str(25 + 5 * chance.below(5)) if kind == "Mission" else "",
                "cost": str(chance.below(7)),
                "name_part": title if person else "",
                "subtitle_part": "of the Watch" if person and number % 3 else "",
            }
        )

    def odd(self) -> list[dict[str, str]]:
        """Return printings that a check has something to say about."""
        old = self.by_kind["LR", "Dilemma"]
        return [
            _row(old[0], "FP", "61", "XR", "Dilemma"),
            _row("Sealed Orders", "VP", "1", "VP", "Event"),
            _row("Harbour Lights", "VP", "2", "VP", "Event"),
            _row("Undated Promise", "XX", "1", "V", "Event"),
            _row("Unread Letter", "XX", "2", "AP", "Event"),
            _row("Twin Names", "BO", "61", "V", "Event"),
            _row("Twin Names", "BO", "62", "V", "Dilemma"),
            *(
                _row(f"Torvan Sel {word}", "TW", str(at), "V", "Personnel", unique="y")
                for at, word in enumerate(UNSPLIT, start=61)
            ),
        ]

    def deck(self, chance: Rng, *changes: str) -> str:
        """Return a list of fifty cards or so, with some more lines."""
        sets = [code for code, *_ in SETS[:3]]

        def some(kind: str, count: int) -> list[str]:
            known = [x for code in sets for x in self.by_kind[code, kind]]
            named = {self.by_kind["LR", "Dilemma"][x] for x in (BANNED, FORBIDDEN)}
            return chance.shuffled(x for x in known if x not in named)[:count]

        lines = ["Missions:", *(f"1 {title}" for title in some("Mission", 5))]
        lines += ["Deck:", *(f"2 {title}" for title in some("Personnel", 12))]
        lines += [f"1 {title}" for kind in ("Ship", "Event") for title in some(kind, 4)]
        lines += ["Dilemmas:", *(f"2 {title}" for title in some("Dilemma", 10))]
        return "\n".join((*lines, *changes)) + "\n"

    def objections(self) -> tuple[tuple[str, ...], ...]:
        """Return lines that make each kind of objection once."""
        old = self.by_kind["LR", "Dilemma"]
        return (
            (f"1 {self.by_kind['FP', 'Dilemma'][0]}",),
            (f"1 {old[BANNED]}",),
            (f"1 {old[FORBIDDEN]}",),
            (f"4 {old[0]}",),
            ("1 Harbour Lights",),
            ("1 Sealed Orders",),
            ("1 Undated Promise",),
            ("1 Unread Letter",),
            ("1 Twin Names",),
            ("1 A Card Nobody Printed",),
            tuple(f"1 Torvan Sel {word}" for word in UNSPLIT),
            ("Sideboard:", f"1 {old[1]}"),
        )


def _row(title: str, code: str, number: str, rarity: str, kind: str, **more: str) -> dict[str, str]:
    named = {"title": title, "set": code, "number": number, "rarity": rarity}
    return {**named, "type": kind, "unique": "n", **more}


def add_decks(*, by: Actor, now: datetime) -> int:
    """Bring the cards, and events in which decks are registered; return how many."""
    chance = Rng(1701, "demo cards")
    cards = DemoCards(chance)
    _bring(cards, now)
    people = list(Person.objects.order_by("pk")[:UNDER_WAY])
    lists = [cards.deck(chance, *lines) for lines in cards.objections()]
    lists += [cards.deck(chance) for _ in range(UNDER_WAY - len(lists))]
    _under_way(people, lists, by=by, now=now)
    _over(people[:OVER], [cards.deck(chance) for _ in range(OVER)], by=by, now=now)
    return UNDER_WAY + OVER


def _bring(cards: DemoCards, now: datetime) -> None:
    today = now.date()
    sets = [
        {
            "edition": "2E",
            "code": code,
            "name": name,
            "virtual": virtual,
            "release": (
                today.replace(year=today.year - years, day=1) if years else today - NEW_FOR
            ).isoformat(),
        }
        for code, name, virtual, years in SETS
    ]
    old = cards.by_kind["LR", "Dilemma"]
    since = {"edition": "2E", "in_force": "2020-01-01"}
    lists = [
        {"list": "banned", "title": old[BANNED], **since},
        {"list": "forbidden", "title": old[FORBIDDEN], **since},
        {"list": "watermarked", "title": "Sealed Orders", **since},
    ]
    for name, rows, columns in (
        ("sample-cards.csv", [*cards.rows, *cards.odd()], COLUMNS),
        ("sample-sets.csv", sets, tuple(sets[0])),
        ("sample-lists.csv", lists, tuple(lists[0])),
    ):
        data = _csv(rows, columns)
        file = upload_card_file(by=SYSTEM, now=now, name=name, data=data, edition="2E")
        activate_card_file(by=SYSTEM, now=now, file=file)


def _csv(rows: list[dict[str, str]], columns: tuple[str, ...]) -> bytes:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


def _under_way(people: list[Person], lists: list[str], *, by: Actor, now: datetime) -> None:
    """Open an event whose decks are locked, with two drawn for a check."""
    facts = Event(
        schema=SCHEMA,
        rulebook="opg-5",
        name="Deck check afternoon",
        edition=Edition.SECOND,
        starts=now.isoformat(),
        rounds_planned=4,
        players=_players(people),
        rounds=(),
    )
    event = eventlog.open_event(facts=facts, by=by, now=now)
    if not isinstance(event, str):
        return
    players = tuple(PlayerId(person.public_id) for person in people)
    _do(event, CheckedIn(players=players), by, now)
    for player, text in zip(players, lists, strict=True):
        deck_registration.register_deck(by=by, now=now, event=event, player=player, text=text)
    deck_registration.lock_decks(by=by, now=now, event=event)
    drawn = draw_players_for_check(eventlog.event_state(event_id=event), 2, 1701)
    _do(event, DeckChecksDrawn(players=drawn, seed=1701), by, now)


def _over(people: list[Person], lists: list[str], *, by: Actor, now: datetime) -> None:
    """Play an event to its end; some of its players let everybody see their deck."""
    players = _players(people)
    ids = [player.id for player in players]
    matches = tuple(
        Match(players=pair, table=at, ending=Ending.TIME, scores=(50 + 5 * at, 35))
        for at, pair in enumerate(zip(ids[::2], ids[1::2], strict=True), start=1)
    )
    facts = Event(
        schema=SCHEMA,
        rulebook="opg-5",
        name="Open deck evening",
        edition=Edition.SECOND,
        starts=(now - timedelta(hours=5)).isoformat(),
        rounds_planned=1,
        players=players,
        rounds=(Round(number=1, matches=matches),),
    )
    event = eventlog.open_event(facts=facts, by=by, now=now - timedelta(hours=5))
    if not isinstance(event, str):
        return
    for at, (player, text) in enumerate(zip(ids, lists, strict=True)):
        deck_registration.register_deck(
            by=by, now=now, event=event, player=player, text=text, for_all=at < SHOWN
        )
    _do(event, EventFinished(), by, now)


def _players(people: list[Person]) -> tuple[Player, ...]:
    return tuple(Player(id=PlayerId(person.public_id), name=person.name) for person in people)


def _do(event: str, action: Action, by: Actor, now: datetime) -> None:
    eventlog.record_action(event_id=event, action=action, by=by, now=now)
