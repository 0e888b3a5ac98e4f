"""A correction waiting at a desk, next to what it corrects: facts and ratings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.db.models import Q

from padd.core.eventlog.log.chain import LogRow
from padd.core.eventlog.state.event_state import LogState
from padd.core.eventlog.state.facts import event_facts
from padd.core.model import Event as Facts
from padd.rulebooks.schema import Rulebook
from padd.services.access import visibility
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, allowed, roles_of
from padd.services.eventlog import HistoryLine, fold_rows, history_of_log, read_file_with_log
from padd.services.ratings import changes_with, matched_people, rating_sheets, with_registration
from padd.services.refusal import ActionRefused, NotFound
from padd.services.reports.status import report_row
from padd.store.columns.packed_ratings import PackedChanges, SeriesName
from padd.store.models.people import Person
from padd.store.models.reports import Report, ReportState
from padd.store.writes.event_log import log_rows
from padd.store.writes.rating_generations import RecordKey


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingEffect:
    """What an event did to one rating of somebody, and what it would do corrected."""

    name: str
    series: SeriesName
    before: float
    """The rating before the event; None on a side means not rated."""
    as_reported: float | None
    corrected: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingEffects:
    """What a correction does to ratings."""

    k: int | None
    lines: tuple[RatingEffect, ...]
    """Whose rating changes; the largest difference first."""
    players: int
    later_events: int
    """How many later events are rated again and come out otherwise."""
    largest_later: float
    """The largest difference in any rating after one of those."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportCorrection:
    """An event as it was reported and as a correction has it."""

    report: Report
    reported: Report
    before: Facts
    after: Facts
    book: Rulebook
    state: LogState
    """The state of the corrected log."""
    entries: tuple[HistoryLine, ...]
    """What was done since the report that it corrects, in order."""
    ratings: RatingEffects | None
    """None while somebody in the correction is not known here."""
    unknown: tuple[str, ...]


def correction_of(*, report: str, by: Actor, now: datetime) -> ReportCorrection:
    """Return a correction beside what it corrects, for those who decide on it."""
    row = report_row(report)
    roles = roles_of(by, event=row.event)
    if not allowed(Permission.REPORT_DECIDE, roles):
        raise NotFound("report")
    reported = _reported(row)
    rows = _rows(row)
    if reported is None or not 0 < reported.sequence <= len(rows):
        raise NotFound("report")
    was = fold_rows("", rows[: reported.sequence])
    log = fold_rows("", rows[: row.sequence])
    if was.book is None or log.book is None:
        raise NotFound("report")
    eyes = visibility.audiences(roles)
    before, after = (with_registration(row.event, event_facts(known.state)) for known in (was, log))
    unknown = _unknown(row, after)
    people = matched_people(row.event, (p.id for p in (*before.players, *after.players)))
    names = {
        player: visibility.name_for_audience(person, eyes, now=now)
        for player, person in people.items()
    }
    return ReportCorrection(
        report=row,
        reported=reported,
        before=_named(before, names),
        after=_named(after, names),
        book=log.book,
        state=log.state,
        entries=history_of_log(log, reported.sequence),
        ratings=None if unknown else _effects(row, before, after, eyes, now=now),
        unknown=unknown,
    )


def _reported(row: Report) -> Report | None:
    """Return the report that counts, or the last that did, before a correction."""
    others = row.event.reports.filter(sequence__lt=row.sequence).exclude(pk=row.pk)
    counts = Q(state__in=(ReportState.PROCESSED, ReportState.AWAITING))
    was = Q(state=ReportState.REPLACED, decided_at__isnull=False)
    return others.filter(counts).first() or others.filter(was).order_by("-sequence").first()


def _rows(row: Report) -> tuple[LogRow, ...]:
    if row.file is None:
        return log_rows(row.event_id)
    try:
        _, log = read_file_with_log(bytes(row.file))
    except ActionRefused:
        raise NotFound("report") from None
    return log.rows


def _unknown(row: Report, after: Facts) -> tuple[str, ...]:
    known = matched_people(row.event, (player.id for player in after.players))
    return tuple(
        player.name or player.handle or player.id
        for player in after.players
        if player.id not in known
    )


def _named(event: Facts, names: Mapping[str, str]) -> Facts:
    players = tuple(
        msgspec.structs.replace(player, name=names.get(player.id, player.name))
        for player in event.players
    )
    return msgspec.structs.replace(event, players=players, log=None)


def _effects(
    row: Report, before: Facts, after: Facts, eyes: frozenset[visibility.Audience], *, now: datetime
) -> RatingEffects:
    event = row.event.public_id
    sides = [rating_sheets(row.event, side) for side in (before, after)]
    first = min((key.starts_at for side in sides for key in side), default=row.event.starts_at)
    was, will = (changes_with(side, event=event, first=first) for side in sides)
    own = {key for key in (*was, *will) if key.event == event}
    lines = sorted(_lines(was, will, own, eyes, now=now), key=_size, reverse=True)
    later = [key for key in will if key.event != event and was.get(key) != will.get(key)]
    return RatingEffects(
        k=next((sheet.k for side in reversed(sides) for sheet in side.values()), None),
        lines=tuple(line for line in lines if _size(line) > 0),
        players=len(lines),
        later_events=len({key.event for key in later}),
        largest_later=max((_difference(was[key], will[key]) for key in later), default=0.0),
    )


def _size(line: RatingEffect) -> float:
    sides = (line.as_reported, line.corrected)
    old, new = (line.before if side is None else side for side in sides)
    return abs(new - old)


def _by_person(
    changes: Mapping[RecordKey, PackedChanges], keys: set[RecordKey]
) -> dict[tuple[SeriesName, int], tuple[float, float]]:
    """Return ratings before and after an event, all its parts together."""
    found: dict[tuple[SeriesName, int], tuple[float, float]] = {}
    for key in sorted(keys & set(changes)):
        change = changes[key]
        for name, before, after in zip(change.series, change.before, change.after, strict=True):
            for person, was, now in zip(change.players, before, after, strict=True):
                start, _ = found.get((name, person), (was, was))
                found[name, person] = start, now
    return found


def _lines(
    was: Mapping[RecordKey, PackedChanges],
    will: Mapping[RecordKey, PackedChanges],
    own: set[RecordKey],
    eyes: frozenset[visibility.Audience],
    *,
    now: datetime,
) -> Iterator[RatingEffect]:
    old, new = _by_person(was, own), _by_person(will, own)
    people = Person.objects.in_bulk({person for _, person in (*old, *new)})
    for name, person in {**old, **new}:
        before, after = old.get((name, person)), new.get((name, person))
        yield RatingEffect(
            name=visibility.name_for_audience(people[person], eyes, now=now),
            series=name,
            before=(before or after or (0.0, 0.0))[0],
            as_reported=None if before is None else before[1],
            corrected=None if after is None else after[1],
        )


def _difference(was: PackedChanges, will: PackedChanges) -> float:
    """Return the largest difference that a later event ends with for anybody."""
    pairs = zip(was.after, will.after, strict=True)
    return max(
        (abs(one - other) for old, new in pairs for one, other in zip(old, new, strict=True)),
        default=0.0,
    )
