"""Events under way in the made-up community: one of each special format."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

import msgspec

from padd.core.event_file import SCHEMA
from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.clock import ClockStarted
from padd.core.eventlog.actions.players import CheckedIn
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.scenarios.lots import RuleRejected
from padd.core.eventlog.actions.scenarios.notes import (
    AgeConfirmed,
    AwardGiven,
    CardNoted,
    ItemsBrought,
    ItemsSpent,
    LinesListed,
    TroubleTurned,
)
from padd.core.eventlog.actions.scenarios.orbit import SeatsMoved, TotalsNoted
from padd.core.eventlog.actions.scenarios.seeding import CardsPlaced, FirstPlayerNoted, StepDone
from padd.core.eventlog.state.pods import last_round_of_match
from padd.core.model import (
    DeckFormat,
    DeckTheme,
    Edition,
    Ending,
    Event,
    Match,
    PairingStyle,
    Player,
    PlayerId,
    Round,
    RulesSet,
)
from padd.core.scenarios.seed_phase import SeededMission
from padd.rulebooks.loader import rulebook
from padd.services import eventlog
from padd.services.access.actors import Actor
from padd.store.models.people import Person

PLAYERS: Final = 6
ROUNDS: Final = 4
SCENARIOS: Final = {
    "deck-lottery": "Deck Lottery night",
    "no-such-thing-as-luck": "No Such Thing as Luck",
    "standard-orbit": "Standard Orbit afternoon",
    "cool-tournament": "The coolest deck",
    "race-to-the-alpha-quadrant": "Race to the Alpha Quadrant",
    "bend-the-rules": "Food bank evening",
    "public-play-testing": "Play test",
    "biermeister": "Biermeister",
}
RULES: Final = (
    "Begin with one more mission",
    "Draw no card on your first turn",
    "Your ships have range +1",
    "Nobody plays events",
    "The first mission counts 5 points more",
    "Keep an eighth card in hand",
)
CARDS: Final = ("Prototype shuttle", "Ensign on probation")
TROUBLES: Final = ("Storage compartment", "Quadrotriticale")
THEME: Final = DeckTheme(text="The crew is Klingon", cards="affiliation:klingon")


class DemoEvent:
    """An event under way that is played on, a minute for each act."""

    def __init__(self, facts: Event, *, by: Actor, now: datetime) -> None:
        self.by, self.now = by, now - timedelta(minutes=40)
        opened = eventlog.open_event(facts=facts, by=by, now=self.now)
        self.id = opened if isinstance(opened, str) else ""
        self.players = tuple(player.id for player in facts.players)
        if not facts.rounds:
            self.do(CheckedIn(players=self.players))

    def do(self, action: Action) -> None:
        """Record an act; what the rules refuse is left out of a demo."""
        self.now += timedelta(minutes=1)
        eventlog.record_action(event_id=self.id, action=action, by=self.by, now=self.now)

    def publish(self, number: int) -> None:
        """Pair the next round, in Tribbles the whole match, and let it begin."""
        eventlog.draw_round(event_id=self.id, by=self.by, now=self.now)
        state = eventlog.event_state(event_id=self.id)
        through = last_round_of_match(state, number, rulebook(state.settings.rulebook))
        self.do(RoundPublished(number=number, through=through))
        self.do(ClockStarted(number=number))


def demo_facts(now: datetime, *, played: bool, **chosen: object) -> Event:
    """Return an event of made-up people, with its first round played or not."""
    people = Person.objects.order_by("pk")[:PLAYERS]
    players = tuple(Player(id=PlayerId(person.public_id), name=person.name) for person in people)
    ids = [player.id for player in players]
    matches = tuple(
        Match(players=pair, table=at, ending=Ending.TIME, scores=(60 + 5 * at, 40))
        for at, pair in enumerate(zip(ids[::2], ids[1::2], strict=True), start=1)
    )
    facts = Event(
        schema=SCHEMA,
        rulebook="opg-5",
        edition=Edition.SECOND,
        starts=(now - timedelta(hours=2)).isoformat(),
        rounds_planned=ROUNDS,
        players=players,
        rounds=(Round(number=1, matches=matches),) if played else (),
    )
    return msgspec.structs.replace(facts, **chosen)


def add_scenarios(*, by: Actor, now: datetime) -> int:
    """Bring an event of each scenario to its second round; return how many."""
    for scenario, name in SCENARIOS.items():
        facts = demo_facts(now, played=True, name=name, scenario=scenario)
        event = DemoEvent(facts, by=by, now=now)
        _prepare(event, scenario)
        event.publish(2)
        _second_round(event, scenario)
    _seeding(by=by, now=now)
    _troubles(by=by, now=now)
    _juniors(by=by, now=now)
    themed = demo_facts(now, played=True, name="Klingon night", edition=Edition.FIRST)
    themed = msgspec.structs.replace(themed, theme=THEME)
    DemoEvent(themed, by=by, now=now).publish(2)
    return len(SCENARIOS) + 4


def _prepare(event: DemoEvent, scenario: str) -> None:
    match scenario:
        case "race-to-the-alpha-quadrant":
            event.do(LinesListed(lines=RULES))
        case "public-play-testing":
            event.do(LinesListed(lines=CARDS))
        case "bend-the-rules":
            for at, player in enumerate(event.players):
                event.do(ItemsBrought(player=player, items=ROUNDS + at))


def _second_round(event: DemoEvent, scenario: str) -> None:
    match scenario:
        case "cool-tournament":
            event.do(AwardGiven(player=event.players[0], what="Best bridge crew"))
        case "race-to-the-alpha-quadrant":
            event.do(RuleRejected(player=event.players[0], number=2))
        case "public-play-testing":
            told = "Strong in the first three turns, idle afterwards."
            event.do(CardNoted(card=CARDS[0], text=told))
        case "biermeister":
            event.do(AgeConfirmed())
        case "bend-the-rules":
            event.do(ItemsSpent(player=event.players[-1], number=2, items=2))
        case "standard-orbit":
            for table in (1, 2, 3):
                totals = (10 * table, 15)
                noted = TotalsNoted(number=2, stretch=0, table=table, totals=totals)
                event.do(noted)
            event.do(SeatsMoved(number=2, move=1))


def _seeding(*, by: Actor, now: datetime) -> None:
    """Bring a table of the Official Tournament Format Beta 1 to its own missions."""
    facts = demo_facts(
        now,
        played=False,
        name="Official Tournament Format, Beta 1",
        edition=Edition.FIRST,
        rules=RulesSet.OTF_BETA_1,
    )
    event = DemoEvent(facts, by=by, now=now)
    event.publish(1)
    table = eventlog.event_state(event_id=event.id).existing(1).tables[1]
    first, second = table.players
    at: dict[str, Any] = {"number": 1, "table": 1}
    event.do(FirstPlayerNoted(first=first, player=first, **at))
    seeded = {first: (1, 3, 5), second: (2, 3, 6)}
    for step in range(4):
        for player, own in seeded.items():
            laid: dict[str, Any] = {"step": step, "player": player, **at}
            event.do(CardsPlaced(**laid, **_laid(step, own)))
            event.do(StepDone(**laid))


def _laid(step: int, own: tuple[int, ...]) -> dict[str, Any]:
    """Return what a player lays in a step; the mission in the middle is shared."""
    match step:
        case 0:
            return {"counts": {0: 2}, "face_down": 1}
        case 1:
            return {"missions": tuple(map(_mission, own))}
        case 2:
            return {"counts": {2: 3, 6: 1} if own[0] == 1 else {1: 2, 5: 2}}
        case _:
            return {"counts": {own[1]: own[0]}}


def _mission(place: int) -> SeededMission:
    planet, points = place % 2 == 1, 30 + 5 * (place % 3)
    return SeededMission(place=place, planet=planet, space=not planet, points=str(points))


def _troubles(*, by: Actor, now: datetime) -> None:
    """Let a pod turn Troubles over."""
    facts = demo_facts(
        now,
        played=False,
        name="Tribbles with Troubles",
        edition=Edition.TRIBBLES,
        pairing_style=PairingStyle.TRIBBLES,
        rules=RulesSet.TROUBLES,
        rounds_planned=5,
    )
    event = DemoEvent(facts, by=by, now=now)
    event.publish(1)
    for title in TROUBLES:
        event.do(TroubleTurned(number=1, table=1, title=title))


def _juniors(*, by: Actor, now: datetime) -> None:
    """Bring a Junior event to its second round, before the director's tick."""
    facts = demo_facts(
        now,
        played=True,
        name="Junior afternoon",
        rulebook="decipher-1998",
        edition=Edition.FIRST,
        format=DeckFormat.JUNIOR,
    )
    DemoEvent(facts, by=by, now=now).publish(2)
