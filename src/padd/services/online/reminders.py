"""Reminders of online games: each is claimed once, sent, and kept with its outcome.

A row is the claim: `UNIQUE(event, round, table, player, kind, due)` lets one of
several servers write it. Where a mail server is named, the message is a row of the
same transaction, so that a server that dies in between has neither sent it nor
claimed it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction

from padd.core.messages import Message, lines, message
from padd.core.online.open_games import Reminder, ReminderKind, reminders_due
from padd.services.delivery import EmailKind, emails, subscribers
from padd.services.eventlog import cached_log, stored_event
from padd.services.links import page_url
from padd.services.local_time import format_date
from padd.services.local_time import zone as known_zone
from padd.services.online.own_game import OwnGame, player_emails, player_time_zones
from padd.store.models.delivery import QueuedEmail
from padd.store.models.eventlog import FinishedEvent
from padd.store.models.events import Event, EventState
from padd.store.models.online import (
    GameMessage,
    GameProposal,
    OnlinePlayer,
    ReminderOutcome,
    SentReminder,
)
from padd.store.models.people import Account

KEPT_FOR: Final = timedelta(days=30)
SUBJECTS: Final = {
    ReminderKind.PUBLISHED: message("Find a time for your game"),
    ReminderKind.THREE_DAYS: message("Three days left for your game"),
    ReminderKind.ONE_DAY: message("One day left for your game"),
    ReminderKind.APPOINTMENT_DAY: message("You play tomorrow"),
    ReminderKind.APPOINTMENT_HOUR: message("You play in an hour"),
    ReminderKind.OVERDUE: message("A game is overdue"),
    ReminderKind.PROPOSED: message("A time was proposed for your game"),
    ReminderKind.ACCEPTED: message("You have a time for your game"),
}
AT: Final = frozenset(
    {
        ReminderKind.APPOINTMENT_DAY,
        ReminderKind.APPOINTMENT_HOUR,
        ReminderKind.PROPOSED,
        ReminderKind.ACCEPTED,
    }
)
"""Reminders whose moment is a time to play; the others are about a deadline."""


@dataclass(frozen=True, slots=True)
class SentReminders:
    """What became of the reminders of one pass."""

    sent: int = 0
    unreachable: int = 0
    off: int = 0


def send_reminders(*, now: datetime, event_id: str = "") -> SentReminders:
    """Send every reminder that is due and was not sent; of all events, or of one."""
    rows = Event.objects.filter(online=True, state=EventState.RUNNING)
    if event_id:
        stored_event(event_id)
        rows = rows.filter(public_id=event_id)
    total = SentReminders()
    for id_ in rows.values_list("public_id", flat=True):
        done = _remind_event(stored_event(id_), now=now)
        total = SentReminders(
            total.sent + done.sent, total.unreachable + done.unreachable, total.off + done.off
        )
    return total


def delete_old_arrangements(*, now: datetime) -> int:
    """Delete what players arranged, some weeks after their event; return the rows."""
    ended = FinishedEvent.objects.filter(event__online=True, finished_at__lt=now - KEPT_FOR).values(
        "event"
    )
    tables = (OnlinePlayer, GameProposal, GameMessage, SentReminder)
    return sum(table.objects.filter(event__in=ended).delete()[0] for table in tables)


def _remind_event(event: Event, *, now: datetime) -> SentReminders:
    due = reminders_due(cached_log(event).state, now=now)
    known = set(
        SentReminder.objects.filter(event=event).values_list(
            "round", "table", "player", "kind", "due"
        )
    )
    new = [one for one in due if _key(one) not in known]
    if not new:
        return SentReminders()
    try:
        with transaction.atomic():
            return _send(event, new, now=now)
    except IntegrityError:
        # Another server is at it: one by one, so that nothing is left out.
        return _one_by_one(event, new, now=now)


def _one_by_one(event: Event, new: Sequence[Reminder], *, now: datetime) -> SentReminders:
    sent = unreachable = off = 0
    for one in new:
        try:
            with transaction.atomic():
                done = _send(event, [one], now=now)
        except IntegrityError:
            continue
        sent += done.sent
        unreachable += done.unreachable
        off += done.off
    return SentReminders(sent, unreachable, off)


def _key(one: Reminder) -> tuple[int, int, str, str, datetime]:
    due = datetime.fromisoformat(one.due)
    return one.round, one.table, one.player or "", str(one.kind), due


def _send(event: Event, due: Sequence[Reminder], *, now: datetime) -> SentReminders:
    """Claim and send within the transaction of the caller."""
    players = {one.player for one in due if one.player}
    addresses = player_emails(event, players)
    zones = player_time_zones(event, players)
    off = set(
        OnlinePlayer.objects.filter(event=event, reminded=False).values_list("player", flat=True)
    )
    wanted = subscribers(EmailKind.GAMES, list(addresses.values()))
    off |= {player for player, to in addresses.items() if to and to not in wanted}
    directors = _director_addresses(event)
    outcomes: list[ReminderOutcome] = []
    for one in due:
        to = [addresses.get(one.player, "")] if one.player else directors
        outcomes.append(
            ReminderOutcome.OFF
            if one.player in off
            else ReminderOutcome.SENT
            if any(to)
            else ReminderOutcome.NO_ADDRESS
        )
    rows = [_row(event, one, outcome, now) for one, outcome in zip(due, outcomes, strict=True)]
    for row, one in zip(rows, due, strict=True):
        if row.outcome == ReminderOutcome.SENT:
            zone = zones.get(row.player, event.time_zone)
            to = [addresses[row.player]] if row.player else directors
            row.mail = next(iter(_mail(event, one, to, zone)), None)
    SentReminder.objects.bulk_create(rows)
    return SentReminders(
        outcomes.count(ReminderOutcome.SENT),
        outcomes.count(ReminderOutcome.NO_ADDRESS),
        outcomes.count(ReminderOutcome.OFF),
    )


def _row(event: Event, one: Reminder, outcome: ReminderOutcome, now: datetime) -> SentReminder:
    number, table, player, kind, due = _key(one)
    return SentReminder(
        event=event,
        round=number,
        table=table,
        player=player,
        kind=kind,
        due=due,
        outcome=outcome,
        at=now,
    )


def notify_of_proposal(
    game: OwnGame,
    proposal: GameProposal,
    *,
    now: datetime,
    kind: ReminderKind = ReminderKind.PROPOSED,
) -> None:
    """Tell the others of a game what was proposed or accepted."""
    told = [
        Reminder(
            round=proposal.round,
            table=proposal.table,
            player=player,
            kind=kind,
            due=proposal.starts_at.isoformat(),
        )
        for player in game.others
    ]
    known = SentReminder.objects.filter(
        event=game.event, round=proposal.round, table=proposal.table, kind=str(kind)
    ).values_list("round", "table", "player", "kind", "due")
    gone = set(known)
    _send(game.event, [one for one in told if _key(one) not in gone], now=now)


def _director_addresses(event: Event) -> list[str]:
    people = [row.person_id for row in event.directorships.all()]
    accounts = Account.objects.filter(person__in=people, is_active=True)
    return [
        address
        for address in accounts.values_list("email", flat=True)
        if not address.endswith(".invalid")
    ]


def _mail(event: Event, one: Reminder, to: Iterable[str], zone: str) -> Sequence[QueuedEmail]:
    page = "phone-arrange" if one.player else "console-open-games"
    return emails.send_email(
        kind=EmailKind.GAMES if one.player else None,
        to=to,
        subject=message("{what}: {event}", what=str(SUBJECTS[one.kind]), event=event.name),
        body=lines(
            message("Round {round}, table {table}.", round=one.round, table=one.table),
            _moment(one, zone),
            page_url(page, event=event.public_id),
        ),
    )


def _moment(one: Reminder, zone: str) -> Message | None:
    if one.kind is ReminderKind.PUBLISHED:
        return message("Enter when you are free, and PADD will find times that suit you both.")
    at = datetime.fromisoformat(one.due)
    local = at.astimezone(known_zone(zone))
    here = f"{format_date(local, '%a %d %b %Y, %H:%M')} ({zone})"
    utc = format_date(at.astimezone(UTC), "%d %b, %H:%M")
    if one.kind in AT:
        return message("Time: {here}, {utc} UTC.", here=here, utc=utc)
    return message("Deadline: {here}, {utc} UTC.", here=here, utc=utc)
