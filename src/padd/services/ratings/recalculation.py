"""Recalculate ratings: the next generation from all events on record, in order.

Ratings follow from the record alone. A run finds which parts of the record have changed
since the last one, goes back to before the first of them and rates everything from
there on again; a full run goes back to the beginning. Both write the same numbers to
the last digit, and only where they differ from the existing ones. A killed run has
changed nothing that anyone reads.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import msgspec
from django.db.models import Q

from padd.core.ratings.ledger import Ledger
from padd.core.ratings.ledger import Rating as Rated
from padd.core.ratings.sheet import Series
from padd.services.ratings.codec import packed_changes, unpacked
from padd.services.ratings.fingerprint import Fingerprint, fingerprint_of_tables
from padd.store import rating_generations
from padd.store.models import FOREVER, EventRecord, RatedEvent, RatingRun
from padd.store.rating_generations import (
    LeaseLost,
    RatingRow,
    RecordKey,
    stored_moment,
)
from padd.store.rating_records import (
    PackedChanges,
    SeriesName,
    changes_in,
    pack,
    sheet_in,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from padd.services.access.actors import Actor
    from padd.store.rating_generations import Lease
    from padd.store.rating_records import PackedSheet

AT_ONCE: Final = 1000
"""How many events are rated between two signs of life."""

NEVER: Final = RecordKey(datetime.max.replace(tzinfo=UTC), "", 0)

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refreshed:
    """What a run did."""

    generation: int
    events: int
    """How many parts of events were rated again, or found as they were rated."""
    changed: int
    """How many ratings are not what they were."""


def catch_up(
    *, by: Actor, clock: Clock, cause: str = "report", full: bool = False
) -> Refreshed | None:
    """Let the ratings follow the record; None while somebody else is at it.

    Whoever is at it looks again at the end, so that nothing is left out.
    """
    done: Refreshed | None = None
    while True:
        work = rating_generations.begin(token=secrets.token_hex(16), now=clock())
        if work is None:
            return done
        if work.wanted == work.covered and not full:
            rating_generations.give_up(work)
            return done or Refreshed(generation=work.generation, events=0, changed=0)
        run = RatingRun.objects.create(
            generation=work.next, cause=cause, by=by.label, started_at=clock()
        )
        try:
            done = _run(work, run, clock=clock, full=full)
        except LeaseLost:
            return done
        except BaseException:
            rating_generations.give_up(work)
            raise
        full = False


def _run(work: Lease, run: RatingRun, *, clock: Clock, full: bool) -> Refreshed:
    rating_generations.sweep(work)
    if full and work.fingerprint and work.wanted == work.covered:
        fingerprint, events = fingerprint_of_tables()
        if fingerprint == work.fingerprint:
            rating_generations.publish(work, now=clock(), fingerprint=fingerprint)
            _set(run, events=events, done=events, ended_at=clock(), ended_well=True)
            return Refreshed(generation=work.next, events=events, changed=0)
    plan = _plan(work, full=full)
    _set(run, events=len(plan.order))
    pass_ = _Pass(plan)
    for start in range(0, len(plan.order), AT_ONCE):
        some = plan.order[start : start + AT_ONCE]
        new, dead = pass_.rate(some)
        rating_generations.write_events(work, now=clock(), new=new, dead=dead)
        rating_generations.raise_done(run.pk, len(some))
    rating_generations.write_events(work, now=clock(), new={}, dead=plan.gone)
    new_ratings, dead_ratings = pass_.differences()
    rating_generations.write_ratings(
        work, now=clock(), new=new_ratings, dead=dead_ratings
    )
    rating_generations.publish(
        work, now=clock(), fingerprint=pass_.fingerprint() if full else ""
    )
    changed = max(len(new_ratings), len(dead_ratings))
    _set(run, ended_at=clock(), ended_well=True, changed=changed)
    return Refreshed(generation=work.next, events=len(plan.order), changed=changed)


def _set(run: RatingRun, **values: object) -> None:
    RatingRun.objects.filter(pk=run.pk).update(**values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is rated again, and how ratings were before it."""

    first: RecordKey | None
    """The place from which on it is; None means from the beginning."""
    order: tuple[int, ...]
    """The records to rate, the earliest first."""
    keys: Mapping[int, RecordKey]
    gone: tuple[int, ...]
    """Rows of events that are no longer rated."""
    undone: tuple[PackedChanges, ...]
    """What is taken back, the latest first."""


def _plan(work: Lease, *, full: bool) -> Plan:
    """Look what has changed since the last run, and go back to before it."""
    if full or work.generation == 0:
        return _plan_from(None)
    dirty = rating_generations.keys_of(Q(stamp__gt=work.covered))
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
    places = rating_generations.keys_of(later)
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
    rows = RatedEvent.objects.filter(
        died=FOREVER, starts_at__gte=first.starts_at
    ).values_list(
        *("starts_at", "record__event__public_id", "record__part"),
        *("pk", "record", "changes"),
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
        undone=tuple(changes_in(data) for *_, data in undone),
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
    pass_ = _Pass(replace(plan, order=order, keys=keys), others)
    return {keys[pk]: changes for pk, changes in pass_.changes(order).items()}


class _Pass:
    """One way through the events, with the ratings as they come to stand."""

    def __init__(
        self, plan: Plan, others: dict[int, PackedSheet] | None = None
    ) -> None:
        self._plan = plan
        self._others = others or {}
        """Sheets that are not on record, by numbers that no row has."""
        self._merged = rating_generations.merged()
        self._series: dict[SeriesName, int] = {}
        self._sheets: dict[int, PackedSheet] = {}
        self._before: dict[tuple[int, int], tuple[int, RatingRow]] = {}
        self._held: defaultdict[SeriesName, dict[int, RatingRow]] = defaultdict(dict)
        self._lost: set[tuple[SeriesName, int]] = set()
        """Ratings whose last event was taken back, and no other has come since."""
        self._ledger = Ledger()
        self._fingerprint = Fingerprint()
        self._prepare()

    def _prepare(self) -> None:
        """Load how ratings were before the first event that is rated again."""
        plan = self._plan
        if plan.first is None:
            self._before = rating_generations.ratings_now(None)
            return
        self._sheets = self._read(plan.order)
        people = {player for sheet in self._sheets.values() for player in sheet.players}
        people |= {player for changes in plan.undone for player in changes.players}
        self._before = rating_generations.ratings_now(sorted(people))
        names = rating_generations.series_names()
        for (series, person), (_, rating) in self._before.items():
            self._held[names[series]][person] = rating
        self._take_back()
        books = {
            Series(*name): {
                str(person): Rated(rating.rating, rating.games)
                for person, rating in book.items()
            }
            for name, book in self._held.items()
        }
        self._ledger = Ledger(books)

    def _take_back(self) -> None:
        """Put ratings back to what they were before the events that are undone."""
        lost = self._lost
        for changes in self._plan.undone:
            for number, name in enumerate(changes.series):
                book = self._held[name]
                for at, person in enumerate(changes.players):
                    rating = book[person]
                    if rating.events == 1:
                        del book[person]
                        lost.discard((name, person))
                        continue
                    book[person] = msgspec.structs.replace(
                        rating,
                        rating=changes.before[number][at],
                        games=rating.games - changes.counts[at],
                        events=rating.events - 1,
                    )
                    lost.add((name, person))

    def _with_last(self, name: SeriesName, person: int) -> RatingRow:
        """Return a rating with the last event before those that are taken back."""
        rating = self._held[name][person]
        first = self._plan.first or NEVER
        rows = (
            RatedEvent.objects.filter(
                died=FOREVER,
                starts_at__lte=first.starts_at,
                record__event__edition=name.edition,
                record__played__person__in=self._own(person),
            )
            .order_by("-starts_at", "-record__event__public_id", "-record__part")
            .values_list(
                *("starts_at", "record__event__public_id", "record__part", "changes")
            )
        )
        for *key, data in rows.iterator(20):
            changes = changes_in(data)
            if (
                RecordKey(*key) < first
                and name in changes.series
                and person in changes.players
            ):
                number, at = changes.series.index(name), changes.players.index(person)
                change = changes.after[number][at] - changes.before[number][at]
                return msgspec.structs.replace(
                    rating, last_at=key[0], last_change=change
                )
        return rating

    def _own(self, person: int) -> list[int]:
        return [
            person,
            *(other for other, into in self._merged.items() if into == person),
        ]

    def _read(self, records: Sequence[int]) -> dict[int, PackedSheet]:
        stored = rating_generations.sheets(records)
        for pk, data in stored.items():
            starts_at, event, part = self._plan.keys[pk]
            self._fingerprint.add_record(
                pk, stored_moment(starts_at), event, part, data
            )
        sheets = {pk: sheet_in(data) for pk, data in stored.items()} | self._others
        return {pk: self._as_merged(sheet) for pk, sheet in sheets.items()}

    def _as_merged(self, sheet: PackedSheet) -> PackedSheet:
        """Let a duplicate count as whom it was merged into, unless both played."""
        if not any(player in self._merged for player in sheet.players):
            return sheet
        sheet_players = set(sheet.players)
        players = []
        for player in sheet.players:
            into = self._merged.get(player, player)
            players.append(player if into != player and into in sheet_players else into)
            sheet_players.add(players[-1])
        return msgspec.structs.replace(sheet, players=tuple(players))

    def rate(
        self, records: Sequence[int]
    ) -> tuple[dict[int, tuple[datetime, bytes]], list[int]]:
        """Rate some events; return what is new, and the rows that it replaces."""
        keys = self._plan.keys
        old = rating_generations.rated(records)
        new: dict[int, tuple[datetime, bytes]] = {}
        dead: list[int] = []
        for pk, changes in self.changes(records).items():
            self._follow(keys[pk].starts_at, changes)
            row, starts_at, packed = old.get(pk), keys[pk].starts_at, pack(changes)
            self._fingerprint.add_changes(pk, stored_moment(starts_at), packed)
            if row and (row.starts_at, row.changes) == (starts_at, packed):
                continue
            new[pk] = starts_at, packed
            if row is not None:
                dead.append(row.pk)
        return new, dead

    def changes(self, records: Sequence[int]) -> dict[int, PackedChanges]:
        """Rate some events; return what each did to ratings, in their order."""
        known = self._sheets or self._read(records)
        keys = self._plan.keys
        sheets = [unpacked(known[pk], keys[pk]) for pk in records]
        self._ledger, ledger_entries = self._ledger.take_all(sheets)
        return {
            pk: packed_changes(known[pk], ledger_entry)
            for pk, ledger_entry in zip(records, ledger_entries, strict=True)
        }

    def _follow(self, starts_at: datetime, changes: PackedChanges) -> None:
        """Let the ratings be what an event made of them; runs for a million games."""
        lost = self._lost
        for name, before, after in zip(
            changes.series, changes.before, changes.after, strict=True
        ):
            book = self._held[name]
            if lost:
                lost.difference_update((name, person) for person in changes.players)
            for person, count, was, now in zip(
                changes.players, changes.counts, before, after, strict=True
            ):
                rating = book.get(person)
                games, events = (rating.games, rating.events) if rating else (0, 0)
                book[person] = RatingRow(
                    now, games + count, events + 1, starts_at, now - was
                )

    def fingerprint(self) -> str:
        """Return the fingerprint of all that was read and rated, by a full run."""
        rows = rating_generations.series_rows(self._held)
        books = self._held.values()
        moments = {rating.last_at for book in books for rating in book.values()}
        stored = {moment: stored_moment(moment) for moment in moments}
        ratings = (
            (
                *(rows[name], person, rating.rating, rating.games, rating.events),
                *(stored[rating.last_at], rating.last_change),
            )
            for name, book in self._held.items()
            for person, rating in book.items()
        )
        names = {row: name for name, row in rows.items()}
        return self._fingerprint.value(ratings, names, self._merged)

    def differences(self) -> tuple[dict[tuple[int, int], RatingRow], list[int]]:
        """Return the ratings that are not what they were, and the rows they replace."""
        for name, person in self._lost:
            self._held[name][person] = self._with_last(name, person)
        rows = rating_generations.series_rows(self._held)
        now = {
            (rows[name], person): rating
            for name, book in self._held.items()
            for person, rating in book.items()
        }
        new = {
            key: rating
            for key, rating in now.items()
            if key not in self._before or self._before[key][1] != rating
        }
        dead = [
            pk for key, (pk, _) in self._before.items() if key not in now or key in new
        ]
        return new, dead
