"""What is known about the open games of an online event, for its staff."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from padd.core.eventlog.actions.clock import GameStarted
from padd.core.eventlog.actions.online import (
    AppointmentSet,
    GamePaused,
    GameRestarted,
    GameResumed,
    PlayerWaiting,
    PlayRecordKept,
    ReplayRefused,
)
from padd.core.messages import Message, message
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.eventlog import cached_log, stored_event
from padd.services.local_time import format_date
from padd.store.models.events import Event
from padd.store.models.online import (
    GameMessage,
    GameProposal,
    OnlinePlayer,
    ProposalState,
    ReminderOutcome,
    SentReminder,
)

Records = dict[tuple[int, int], list["GameRecordLine"]]

KINDS = {
    AppointmentSet: ("calendar", message("Set the time to play")),
    PlayerWaiting: ("hourglass", message("Was present and waited")),
    GameStarted: ("play", message("Started the game")),
    GamePaused: ("pause", message("Paused the game")),
    GameResumed: ("play", message("Resumed the game")),
    GameRestarted: ("redo-2", message("Replayed from the beginning")),
    ReplayRefused: ("octagon-x", message("Declined to replay")),
    PlayRecordKept: ("copy", message("Saved a record of the game")),
}
TOLD = {
    "published": message("E-mail about the round"),
    "deadline-72h": message("Reminder, 72 hours before the deadline"),
    "deadline-24h": message("Reminder, 24 hours before the deadline"),
    "appointment-24h": message("Reminder, 24 hours before the game"),
    "appointment-1h": message("Reminder, 1 hour before the game"),
    "proposed": message("E-mail about a proposal"),
    "accepted": message("E-mail: the proposal was accepted"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecordLine:
    """One thing that is known of a game: when, of whom, what; seen here or said."""

    at: datetime
    player: str
    icon: str
    words: Message
    said: bool = False
    """A player's own word, apart from what PADD saw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReach:
    """How a player of an online event can be reached."""

    zone: str
    hours: bool
    reminded: bool


def game_records(*, event_id: str, by: Actor) -> dict[tuple[int, int], tuple[GameRecordLine, ...]]:
    """Return the record of every table in order, by round and table."""
    event = stored_event(event_id)
    require(Permission.EVENT_RUN, by, event=event)
    found: Records = defaultdict(list)
    _from_log(event, found)
    _from_tables(event, found)
    _reminded(event, found)
    return {place: tuple(sorted(lines, key=lambda line: line.at)) for place, lines in found.items()}


def reach_of_players(*, event_id: str, by: Actor) -> dict[str, PlayerReach]:
    """Return what is known of how players can be reached; never their free hours."""
    event = stored_event(event_id)
    require(Permission.EVENT_RUN, by, event=event)
    return {
        row.player: PlayerReach(zone=row.zone, hours=bool(row.hours), reminded=row.reminded)
        for row in OnlinePlayer.objects.filter(event=event)
    }


def unanswered_proposals(*, event_id: str, by: Actor) -> dict[tuple[int, int], str]:
    """Return the tables with a proposal that waits, and who proposed it."""
    event = stored_event(event_id)
    require(Permission.EVENT_RUN, by, event=event)
    rows = GameProposal.objects.filter(event=event, state=ProposalState.OPEN)
    return {(row.round, row.table): row.player for row in rows}


def _from_log(event: Event, found: Records) -> None:
    log = cached_log(event).log
    for entry in log.since(0):
        known = KINDS.get(type(entry.action))
        if known is None or entry.sequence in log.undone:
            continue
        number = getattr(entry.action, "number", 0)
        table = getattr(entry.action, "table", 0)
        found[number, table].append(
            GameRecordLine(
                at=datetime.fromisoformat(entry.at),
                player=entry.by.player or "",
                icon=known[0],
                words=known[1],
            )
        )


def _from_tables(event: Event, found: Records) -> None:
    for row in GameProposal.objects.filter(event=event):
        found[row.round, row.table].append(
            GameRecordLine(
                at=row.made_at,
                player=row.player,
                icon="calendar",
                words=message(
                    "Proposed {moment} UTC", moment=format_date(row.starts_at, "%a %d %b, %H:%M")
                ),
            )
        )
    for one in GameMessage.objects.filter(event=event):
        delivered = message("Sent a message, delivered")
        kept = message("Sent a message, shown on the page")
        said = message("Says: “{text}”", text=one.text)
        words = said if one.elsewhere else delivered if one.mailed else kept
        found[one.round, one.table].append(
            GameRecordLine(
                at=one.at,
                player=one.player,
                icon="circle-question-mark" if one.elsewhere else "mail",
                words=words,
                said=one.elsewhere,
            )
        )


def _reminded(event: Event, found: Records) -> None:
    for row in SentReminder.objects.filter(event=event).exclude(player=""):
        what = TOLD.get(row.kind)
        if what is None:
            continue
        sent = row.outcome == ReminderOutcome.SENT
        why = row.get_outcome_display().lower()
        words = what if sent else message("{what}: {why}", what=str(what), why=why)
        found[row.round, row.table].append(
            GameRecordLine(
                at=row.at, player=row.player, icon="mail" if sent else "triangle-alert", words=words
            )
        )
