"""An online event of the made-up community: round 3, with games in every state."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from padd.core.event_file import SCHEMA
from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.clock import DeadlineExtended, GameStarted
from padd.core.eventlog.actions.director_results import ResultDelayed, ResultEntered
from padd.core.eventlog.actions.online import AppointmentSet, OnlinePlayAnnounced
from padd.core.eventlog.actions.players import CheckedIn
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.state.table import GameOutcome
from padd.core.model import Edition, Ending, Event, Player, PlayerId
from padd.core.online.common_hours import Interval
from padd.core.refusal import Refusal, RefusalError
from padd.services.access.actors import Actor, ActorKind
from padd.services.access.permissions import Permission, require
from padd.services.eventlog import draw_round, event_state, open_event, record_action
from padd.services.online import free_hours, messages, proposals
from padd.store.models.events import Event as EventRow

PEOPLE: Final = (
    ("Leander Kroll", "Europe/Vienna"),
    ("Thandiwe Mokoena", "Africa/Johannesburg"),
    ("Hanna Kowalczyk", "Europe/Warsaw"),
    ("Dafydd Prosser", "Europe/London"),
    ("Ilse Brandvold", "Europe/Oslo"),
    ("Kenji Morikawa", "Asia/Tokyo"),
    ("Pieter van der Meulen", "Europe/Amsterdam"),
    ("Ruben Castellanos", "America/Bogota"),
    ("Aoife Ní Dhomhnaill", "Europe/Dublin"),
    ("Wenzel Hrubý", "Europe/Prague"),
)
PLAYERS: Final = tuple(
    Player(id=PlayerId(f"online-{number}"), name=name)
    for number, (name, _) in enumerate(PEOPLE, start=1)
)
DAY: Final = timedelta(days=1)
HOUR: Final = timedelta(hours=1)


class DemoOnlineEvent:
    """An event to which things happen at moments of the past."""

    def __init__(self, *, by: Actor, now: datetime) -> None:
        self.by, self.now = by, now
        opened = open_event(
            facts=Event(
                schema=SCHEMA,
                name="Subspace Open",
                rulebook="opg-5",
                edition=Edition.SECOND,
                online=True,
                rounds_planned=5,
                players=PLAYERS,
                rounds=(),
            ),
            by=by,
            now=now - 22 * DAY,
        )
        if isinstance(opened, Refusal):
            raise RefusalError(opened)
        self.id = opened
        self.key = EventRow.objects.get(public_id=opened).pk
        EventRow.objects.filter(pk=self.key).update(online=True)

    def do(self, action: Action, ago: timedelta) -> None:
        """Do one thing some time ago."""
        done = record_action(event_id=self.id, action=action, by=self.by, now=self.now - ago)
        if isinstance(done, Refusal):
            raise RefusalError(done)

    def player(self, id_: str) -> Actor:
        """Return a player of the event, as a phone acts."""
        return Actor(kind=ActorKind.PLAYER, public_id=id_, event_id=self.key)


def add_online_event(*, by: Actor, now: datetime) -> int:
    """Add the online event to a demo; return how many events there are."""
    require(Permission.DEMO_FILL, by)
    event = DemoOnlineEvent(by=by, now=now.replace(minute=0, second=0, microsecond=0))
    event.do(CheckedIn(players=tuple(player.id for player in PLAYERS)), 22 * DAY)
    announced = OnlinePlayAnnounced(
        software="LackeyCCG", plugin="startrek2e", version="5.4", voice="Discord", round_days=7
    )
    event.do(announced, 22 * DAY)
    for number, ago in ((1, 21), (2, 14)):
        _played_round(event, number, ago)
    _third_round(event)
    return 1


def _published(event: DemoOnlineEvent, number: int, ago: timedelta, until: str) -> None:
    drawn = draw_round(event_id=event.id, by=event.by, now=event.now - ago)
    if isinstance(drawn, Refusal):
        raise RefusalError(drawn)
    event.do(RoundPublished(number=number, deadline=until), ago - HOUR)


def _played_round(event: DemoOnlineEvent, number: int, days: int) -> None:
    until = (event.now - (days - 7) * DAY).isoformat()
    _published(event, number, days * DAY, until)
    for at, table in event_state(event_id=event.id).existing(number).tables.items():
        if number == 2 and at == 5:  # noqa: PLR2004 -- one game of round 2 is to come
            later = ResultDelayed(number=2, table=5, deadline=(event.now + 4 * DAY).isoformat())
            event.do(later, (days - 6) * DAY)
            continue
        outcome = GameOutcome(
            ending=Ending.COMPLETE, winner=table.players[0], scores=(100, 65 - 5 * at)
        )
        result = ResultEntered(number=number, table=at, outcome=outcome)
        event.do(result, (days - 5) * DAY)
    event.do(RoundClosed(number=number), (days - 7) * DAY + HOUR)


def _third_round(event: DemoOnlineEvent) -> None:
    """Leave one game overdue, the others agreed, proposed, running and silent."""
    _published(event, 3, 7 * DAY - HOUR, (event.now - 10 * HOUR).isoformat())
    tables = event_state(event_id=event.id).existing(3).tables
    for table in (2, 3, 4, 5):
        longer = DeadlineExtended(number=3, table=table, until=(event.now + 2 * DAY).isoformat())
        event.do(longer, 12 * HOUR)
    zones = dict(zip((player.id for player in PLAYERS), PEOPLE, strict=True))
    for seated in tables.values():
        for player in seated.players:
            free_hours.save_time_zone(
                by=event.player(player), now=event.now, event_id=event.id, zone=zones[player][1]
            )
    _overdue(event, *tables[1].players)
    agreed = AppointmentSet(number=3, table=2, at=(event.now + 20 * HOUR).isoformat())
    event.do(agreed, 6 * HOUR)
    _proposed(event, *tables[3].players)
    event.do(GameStarted(number=3, table=4), timedelta(minutes=35))


def _overdue(event: DemoOnlineEvent, one: str, other: str) -> None:
    """Let one player of the overdue game have tried, and the other not."""
    del other
    by = event.player(one)
    proposals.propose_time(
        by=by,
        now=event.now - 5 * DAY,
        event_id=event.id,
        number=3,
        table=1,
        starts_at=event.now - 3 * DAY,
    )
    messages.send_message(
        by=by,
        now=event.now - 2 * DAY,
        event_id=event.id,
        number=3,
        table=1,
        text="Which evening suits you?",
    )
    messages.record_contact_elsewhere(
        by=by,
        now=event.now - 9 * HOUR,
        event_id=event.id,
        number=3,
        table=1,
        text="I also wrote on Discord on Wednesday.",
    )


def _proposed(event: DemoOnlineEvent, one: str, other: str) -> None:
    """Let two have hours in common, and one proposal wait."""
    start = event.now + 24 * HOUR
    for player, late in ((one, 0), (other, 1)):
        free = Interval(start + late * HOUR, start + (5 + late) * HOUR)
        free_hours.save_free_hours(
            by=event.player(player), now=event.now, event_id=event.id, hours=[free]
        )
    proposals.propose_time(
        by=event.player(one),
        now=event.now - 3 * HOUR,
        event_id=event.id,
        number=3,
        table=3,
        starts_at=start + 2 * HOUR,
    )
