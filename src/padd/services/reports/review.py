"""Review an event report: reasons to hold it for a coordinator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import msgspec
from django.conf import settings

from padd.core.messages import message, plural
from padd.core.model import Ending
from padd.core.validation.sanction import check_sanction, unfinished_reason
from padd.rulebooks.schema import cite
from padd.services.access.actors import Actor, ActorKind
from padd.services.championships import reasons_about_rights
from padd.services.ratings import ReportedEvent
from padd.services.refusal import HOUSE
from padd.store.models.events import Event
from padd.store.models.messages import Reason
from padd.store.models.ratings import Played
from padd.store.models.reports import Contest, Report, ReportState

LOOKED_AT: Final = frozenset({"earned-bye-out-of-place"})
"""Warnings that a coordinator looks at, though they cost no sanction."""
BYES: Final = ("player.earned-bye-declared", "player.entered")
"""The actions whose reason says why an earned bye was allowed."""


def reasons_to_hold(
    reported: ReportedEvent, *, by: Actor, now: datetime, listed: bool, corrects: bool
) -> list[Reason]:
    """Return every reason, with its code and the rule behind it."""
    event = reported.row
    reasons = [*_contested(event), *_unfinished(reported)]
    if by.kind in {ActorKind.LAPTOP, ActorKind.SYSTEM}:
        # On a laptop of their own nobody else looks; what is not sanctioned is
        # taken down as such.
        return reasons
    reasons += [
        *_sanction(reported),
        *_calendar(reported, listed=listed),
        *_dates(event, now),
        *reasons_about_rights(event, reported.facts),
    ]
    if corrects:
        reasons.append(corrects_processed())
    return [*reasons, *_director(event, by), *_outliers(reported, now)]


def corrects_processed() -> Reason:
    """Return why a correction of what is processed is held."""
    words = message("The event is processed. Only the Department can correct results now.")
    return Reason("corrects-processed", words, "AMB-61")


def _sanction(reported: ReportedEvent) -> Iterator[Reason]:
    given = reported.row.actions.filter(kind__in=BYES).values("kind", "payload", "reason")
    facts = msgspec.structs.replace(reported.facts, log={"rows": list(given)})
    for finding in check_sanction(facts, reported.book).problems:
        if finding.severity == "error" or finding.code in LOOKED_AT:
            yield Reason(finding.code, finding.message, finding.rule)


def _unfinished(reported: ReportedEvent) -> Iterator[Reason]:
    """Let an event wait for the rest of its rounds and results (AMB-147)."""
    finding = unfinished_reason(reported.facts, reported.book)
    if finding is not None:
        yield Reason(finding.code, finding.message, finding.rule)


def _contested(event: Event) -> Iterator[Reason]:
    for row in Contest.objects.filter(event=event, settled_at=None):
        words = message("A player has contested the result of round {round}.", round=row.round)
        yield Reason("contested", words, HOUSE)


def _calendar(reported: ReportedEvent, *, listed: bool) -> Iterator[Reason]:
    """Compare the log with the listing: that was public, the log is a claim."""
    if not listed:
        words = message("The event was not listed here, so its notice can’t be checked.")
        rule = cite(reported.book, "sanctioning.listed.sanctioned")
        yield Reason("not-listed", words, rule)
        return
    event, facts = reported.row, reported.facts
    pairs: dict[str, tuple[str | int, str | int]] = {
        "game": (event.edition, str(facts.edition)),
        "format": (event.format, str(facts.format)),
        "level": (event.level, facts.level),
        "rulebook": (event.rulebook, facts.rulebook),
    }
    for name, (ours, theirs) in pairs.items():
        if ours != theirs:
            words = message(
                "The listing says {name} {ours}, the report {theirs}.",
                name=name,
                ours=ours,
                theirs=theirs,
            )
            yield Reason(f"other-{name}", words, HOUSE)


def _dates(event: Event, now: datetime) -> Iterator[Reason]:
    if event.starts_at > now:
        words = message("The event can’t be reported before it starts.")
        yield Reason("not-begun", words, HOUSE)


def _director(event: Event, by: Actor) -> Iterator[Reason]:
    """Look at the first events of whoever has directed few."""
    if by.offices:
        return
    directors = [row.person_id for row in event.directorships.all() if row.rank == 1]
    done = Report.objects.filter(
        state=ReportState.PROCESSED,
        event__directorships__person__in=directors,
        event__directorships__rank=1,
    ).exclude(event=event)
    count = done.count()
    if count < settings.HOLDING.first_events:
        words = plural(
            "The director has {count} processed event so far.",
            "The director has {count} processed events so far.",
            count=count,
        )
        yield Reason("first-events", words, HOUSE)


def _outliers(reported: ReportedEvent, now: datetime) -> Iterator[Reason]:
    yield from _closed_pool(reported, now)
    yield from _winning_run(reported, now)
    limit = settings.HOLDING.concessions
    conceded = Counter(
        game.winner
        for round_ in reported.facts.every_round
        for game in round_.matches
        if game.ending is Ending.CONCESSION and game.winner is not None
    )
    most = max(conceded.values(), default=0)
    if limit and most >= limit:
        words = message("One player was conceded {most} games.", most=most)
        rule = cite(reported.book, "scoring.flat_quit")
        yield Reason("many-concessions", words, rule)


def _closed_pool(reported: ReportedEvent, now: datetime) -> Iterator[Reason]:
    """Look at few players who have met among themselves often."""
    limits = settings.HOLDING
    event = reported.row
    rows = sorted(person.pk for person in reported.people.values())
    if not 0 < len(rows) <= limits.closed_pool or not limits.closed_pool_times:
        return
    games = Played.objects.filter(
        person__in=rows,
        record__counts=True,
        record__starts_at__gte=now - timedelta(days=limits.closed_pool_days),
    ).exclude(record__event=event)
    fields: dict[int, set[int]] = {}
    for record, person, players in games.values_list("record", "person", "players"):
        if players <= len(rows):
            fields.setdefault(record, set()).add(person)
    times = sum(len(field) == len(rows) for field in fields.values())
    if times >= limits.closed_pool_times:
        words = message(
            "The same {players} players met in {times} events within {days} days.",
            players=len(rows),
            times=times,
            days=limits.closed_pool_days,
        )
        yield Reason("closed-pool", words, HOUSE)


def _winning_run(reported: ReportedEvent, now: datetime) -> Iterator[Reason]:
    """Look at one player who wins event after event of the same director.

    Whoever lifts a rating by made-up events changes the losers, not the winner.
    """
    limits = settings.HOLDING
    event = reported.row
    directors = [row.person_id for row in event.directorships.all() if row.rank == 1]
    order = reported.order
    winner = reported.people.get(order[0]) if order else None
    if not limits.winning_run or not directors or winner is None:
        return
    won = Played.objects.filter(
        person=winner,
        place=1,
        lost=0,
        record__counts=True,
        record__starts_at__gte=now - timedelta(days=limits.closed_pool_days),
        record__event__directorships__person__in=directors,
        record__event__directorships__rank=1,
    ).exclude(record__event=event)
    times = 1 + won.values("record__event").distinct().count()
    if times >= limits.winning_run:
        words = message(
            "One player won {times} events of this director within {days} days.",
            times=times,
            days=limits.closed_pool_days,
        )
        yield Reason("winning-run", words, HOUSE)


def within_the_week(reported: ReportedEvent, now: datetime) -> bool:
    """Tell whether a report is early enough to be processed at once (AMB-60)."""
    rules = reported.book.ratings
    if rules is None or rules.report.processed_at_once_days is None:
        return True
    event = reported.row
    zone = ZoneInfo(event.time_zone)
    days = now.astimezone(zone).date() - event.starts_at.astimezone(zone).date()
    return days.days <= rules.report.processed_at_once_days
