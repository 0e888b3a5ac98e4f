"""Recalculate ratings: the next generation from all events on record, in order.

Ratings follow from the record alone. A run finds which parts of the record have changed
since the last one, goes back to before the first of them and rates everything from
there on again; a full run goes back to the beginning. Both write the same numbers to
the last digit, and only where they differ from the existing ones. A killed run has
changed nothing that anyone reads.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from typing import Final

from django.db.models import Q

from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.access.actors import Actor
from padd.services.ratings.fingerprint import fingerprint_of_tables
from padd.services.ratings.rating_pass import NEVER, Plan, RatingPass
from padd.store.columns.packed_ratings import PackedChanges, PackedSheet, decode_changes
from padd.store.models.ratings import FOREVER, EventRecord, RatedEvent, RatingRun
from padd.store.queries.reports import last_refresh
from padd.store.writes import rating_generations
from padd.store.writes.rating_generations import Lease, LeaseLost, RecordKey

AT_ONCE: Final = 1000
"""How many events are rated between two signs of life."""

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshResult:
    """What a run did."""

    generation: int
    events: int
    """How many parts of events were rated again, or found as they were rated."""
    changed: int
    """How many ratings are not what they were."""


def refresh_ratings(
    *, by: Actor, clock: Clock, cause: str = "report", full: bool = False
) -> RefreshResult | None:
    """Let the ratings follow the record; None while somebody else is at it.

    Whoever is at it looks again at the end, so that nothing is left out.
    """
    done: RefreshResult | None = None
    while True:
        work = rating_generations.take_lease(token=secrets.token_hex(16), now=clock())
        if work is None:
            return done
        if work.wanted == work.covered and not full:
            rating_generations.release_lease(work)
            return done or RefreshResult(generation=work.generation, events=0, changed=0)
        run = RatingRun.objects.create(
            generation=work.next, cause=cause, by=by.label, started_at=clock()
        )
        try:
            done = _run(work, run, clock=clock, full=full)
        except LeaseLost:
            return done
        except BaseException:
            rating_generations.release_lease(work)
            raise
        full = False


def _run(work: Lease, run: RatingRun, *, clock: Clock, full: bool) -> RefreshResult:
    rating_generations.delete_old_generations(work)
    if full and work.fingerprint and work.wanted == work.covered:
        fingerprint, events = fingerprint_of_tables()
        if fingerprint == work.fingerprint:
            rating_generations.publish_generation(work, now=clock(), fingerprint=fingerprint)
            _set(run, events=events, done=events, ended_at=clock(), ended_well=True)
            return RefreshResult(generation=work.next, events=events, changed=0)
    plan = _plan(work, full=full)
    _set(run, events=len(plan.order))
    pass_ = RatingPass(plan)
    for start in range(0, len(plan.order), AT_ONCE):
        some = plan.order[start : start + AT_ONCE]
        new, dead = pass_.rate(some)
        rating_generations.write_events(work, now=clock(), new=new, dead=dead)
        rating_generations.count_rated_events(run.pk, len(some))
    rating_generations.write_events(work, now=clock(), new={}, dead=plan.gone)
    new_ratings, dead_ratings = pass_.differences()
    rating_generations.write_ratings(work, now=clock(), new=new_ratings, dead=dead_ratings)
    rating_generations.publish_generation(
        work, now=clock(), fingerprint=pass_.fingerprint() if full else ""
    )
    changed = max(len(new_ratings), len(dead_ratings))
    _set(run, ended_at=clock(), ended_well=True, changed=changed)
    return RefreshResult(generation=work.next, events=len(plan.order), changed=changed)


def _set(run: RatingRun, **values: object) -> None:
    RatingRun.objects.filter(pk=run.pk).update(**values)


def _plan(work: Lease, *, full: bool) -> Plan:
    """Look what has changed since the last run, and go back to before it."""
    if full or work.generation == 0:
        return _plan_from(None)
    dirty = rating_generations.record_keys(Q(stamp__gt=work.covered))
    starts = [key for key, _, _ in dirty.values()]
    was = RatedEvent.objects.filter(record__in=list(dirty), died=FOREVER).values_list(
        "starts_at", "record__event__public_id", "record__part"
    )
    starts += [RecordKey(*row) for row in was]
    if starts:
        return _plan_from(min(starts))
    return Plan(first=NEVER, order=(), keys={}, gone=(), undone=())


def _plan_from(first: RecordKey | None) -> Plan:
    """Plan to rate everything from a place on; None means from the beginning."""
    later = Q() if first is None else Q(starts_at__gte=first.starts_at)
    places = rating_generations.record_keys(later)
    keys = {
        pk: key
        for pk, (key, rated, _) in places.items()
        if rated and (first is None or key >= first)
    }
    order = tuple(sorted(keys, key=keys.__getitem__))
    if first is None:
        old = RatedEvent.objects.filter(died=FOREVER)
        rated = EventRecord.objects.filter(counts=True, sheet__isnull=False)
        gone = old.exclude(record__in=rated).values_list("pk", flat=True)
        return Plan(first=None, order=order, keys=keys, gone=tuple(gone), undone=())
    rows = RatedEvent.objects.filter(died=FOREVER, starts_at__gte=first.starts_at).values_list(
        *("starts_at", "record__event__public_id", "record__part"), *("pk", "record", "changes")
    )
    undone = sorted(
        (
            (RecordKey(*row[:3]), row[3], row[4], bytes(row[5]))
            for row in rows
            if RecordKey(*row[:3]) >= first
        ),
        reverse=True,
    )
    return Plan(
        first=first,
        order=order,
        keys=keys,
        gone=tuple(pk for _, pk, record, _ in undone if record not in keys),
        undone=tuple(decode_changes(data) for *_, data in undone),
    )


def changes_with(
    sheets: Mapping[RecordKey, PackedSheet], *, event: str, first: datetime
) -> dict[RecordKey, PackedChanges]:
    """Return what every event from a moment on does to ratings, were one another.

    The sheets are those of one event, instead of what is on record for it. Nothing
    is written: two answers compared say what a correction changes.
    """
    plan = _plan_from(RecordKey(first, "", 0))
    keys = {pk: key for pk, key in plan.keys.items() if key.event != event}
    keys |= {-number: key for number, key in enumerate(sheets, start=1)}
    order = tuple(sorted(keys, key=keys.__getitem__))
    others = {-number: sheet for number, sheet in enumerate(sheets.values(), start=1)}
    pass_ = RatingPass(replace(plan, order=order, keys=keys), others)
    return {keys[pk]: changes for pk, changes in pass_.changes(order).items()}


LATE: Final = timedelta(hours=6)
"""How long after its hour a refresh that has not come is worth a warning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timetable:
    """When the ratings were last refreshed, and when they are next."""

    last: datetime | None
    next: datetime | None
    """None where the servers leave it to somebody else's timer."""
    due: bool
    late: bool


def refresh_days() -> int:
    """Return after how many days a refresh is due, by the newest rulebook (AMB-60)."""
    rules = rulebook(rulebook_ids()[0]).ratings
    return (rules and rules.report.refresh_days) or 1


def hour_before(now: datetime, at: time) -> datetime:
    """Return the last moment, not after now, at which it was that time of day."""
    here = now.astimezone(UTC)
    today = here.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
    return today if today <= here else today - timedelta(days=1)


def next_refresh(last: datetime | None, now: datetime, at: time) -> datetime:
    """Return the hour of the next refresh; one that has passed is due."""
    if last is None:
        return hour_before(now, at)
    return hour_before(last, at) + timedelta(days=refresh_days())


def refresh_timetable(*, now: datetime, at: time | None) -> Timetable:
    """Return when the ratings were refreshed and will be."""
    last = last_refresh()
    due = None if at is None else next_refresh(last, now, at)
    limit = timedelta(days=refresh_days()) + LATE
    late = last is not None and now - last > limit
    return Timetable(last=last, next=due, due=due is not None and due <= now, late=late)
