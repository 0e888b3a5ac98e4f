"""Book the rights that championships award and events use, from processed reports.

Booking compares the rights that should exist with those that do, so it can be
repeated at any time: after a correction, a void, a merge, or for everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet

from padd.core.championships.awards import ChampionshipResult, WonRight
from padd.core.championships.ledger import EntryKind, RightState
from padd.core.model import EventChampionship
from padd.core.refusal import RefusalError
from padd.services.championships.right_ledger import RightLedger, record_expired_rights
from padd.services.championships.stage_records import (
    result_of_records,
    stage_record,
    store_stage_record,
)
from padd.services.championships.used_rights import book_uses
from padd.services.ratings import facts_of_finished
from padd.services.refusal import NotFound
from padd.store.models.championships import TARGETS, Championship, Right, RightEntry, StageEvent
from padd.store.models.events import Event, EventKind, EventState
from padd.store.models.people import Person
from padd.store.queries.championships.championships import target_events
from padd.store.writes.championship_stages import stage_of, stage_still_matches
from padd.store.writes.right_ledger import BOOKING, fold_right, rights_with_entries

Key = tuple[int, int, str]
COUNTED: Final = frozenset({EventState.PROCESSED})
PLAYED: Final = COUNTED | {EventState.RESULTS_ENTERED, EventState.AWAITING_PROCESSING}


def book_event_rights(event: Event, *, now: datetime) -> None:
    """Let the ledger follow an event that has come to count, or counts no more."""
    rows = Event.objects.select_related("region__parent", "stage__championship")
    event = rows.get(pk=event.pk)
    known: StageEvent | None = getattr(event, "stage", None)
    if event.kind == EventKind.OTHER and known is None:
        return
    settled = known is not None and stage_still_matches(event, known)
    label = None if settled else _label_of(event)
    noted = known if settled else stage_of(event, now=now, label=label)
    if noted is not None:
        stages = list(_stages().filter(championship=noted.championship_id))
        stage = next(one for one in stages if one.pk == noted.pk)
        championship = stage.championship
        store_stage_record(stage, championship.draw_seed)
        ledger = _ledger_of(stage)
        _book(championship, stages, ledger, now=now)
        targets = target_events() if championship.kind in TARGETS else ()
        book_uses(stage, ledger, targets, now=now)


def _label_of(event: Event) -> EventChampionship | None:
    """Return what the file of an event says about its championship."""
    try:
        return facts_of_finished(event).championship
    except RefusalError:
        return None


def _ledger_of(stage: StageEvent) -> RightLedger:
    """Return what a championship gave, and the rights used at one of its events."""
    record = stage_record(stage, stage.championship.draw_seed)
    people = [int(use.player) for use in record.uses] if record else []
    noted = RightEntry.objects.filter(event=stage.event_id).values("right")
    concerned = Q(origin=stage.championship_id) | Q(pk__in=noted)
    return RightLedger(Right.objects.filter(concerned | Q(person__in=people)))


def book_rights_of_people(people: Iterable[Person], *, now: datetime) -> None:
    """Book anew wherever these people played, after a merge."""
    played = Event.objects.filter(finished__placings__person__in=list(people))
    for event in played.exclude(stage=None).distinct():
        book_event_rights(event, now=now)


def book_all_rights(*, now: datetime) -> int:
    """Book every championship again, the earliest first; return how many.

    All is read at once and compared in memory; only what differs is written.
    """
    rows = list(Championship.objects.order_by("year", "created_at", "id"))
    stages: dict[int, list[StageEvent]] = {row.pk: [] for row in rows}
    titles = {row.pk: row for row in rows}
    for stage in _stages().select_related(None).select_related("event__finished"):
        stage.championship = titles[stage.championship_id]
        stages[stage.championship_id].append(stage)
    ledger = RightLedger()
    for row in rows:
        for stage in stages[row.pk]:
            if stage.record is None and stage.event.state in COUNTED:
                store_stage_record(stage, row.draw_seed)
        _book(row, stages[row.pk], ledger, now=now)
    targets = target_events()
    played = [stage for found in stages.values() for stage in found]
    for stage in sorted(played, key=lambda one: one.event.starts_at):
        book_uses(stage, ledger, targets, now=now)
    record_expired_rights(ledger, targets, now=now)
    return len(rows)


def book_championship_rights(championship: Championship, *, now: datetime) -> None:
    """Grant what the ranking gives, and take back what it gives no more."""
    stages = list(_stages().filter(championship=championship))
    ledger = RightLedger(Right.objects.filter(origin=championship))
    _book(championship, stages, ledger, now=now)


def _book(
    championship: Championship, stages: Sequence[StageEvent], ledger: RightLedger, *, now: datetime
) -> None:
    processed = [stage for stage in stages if stage.event.state in COUNTED]
    result = result_of_records(championship, processed)
    _set_champion(championship, result)
    wanted: dict[Key, WonRight] = {}
    if result is not None:
        wanted = {(int(right.person), right.place, right.target): right for right in result.rights}
    for right in ledger.won_at(championship.pk):
        key = (right.person_id, right.place or 0, right.target)
        _update_right(right, ledger, won=wanted.pop(key, None), now=now)
    decided = max((stage.event.starts_at for stage in stages), default=now)
    for won in wanted.values():
        right = Right.objects.create(
            person_id=int(won.person),
            edition=championship.edition,
            rounds=list(won.rounds),
            points=won.points,
            target=won.target,
            year=won.year,
            areas=list(won.areas),
            origin=championship,
            place=won.place,
            won_at=decided,
            cite=won.cite,
        )
        ledger.add(right, EntryKind.GRANTED, now=now)


def _set_champion(championship: Championship, result: ChampionshipResult | None) -> None:
    """Note who stands first; the disqualified of any stage win nothing (AMB-131)."""
    first = next(iter(result.ranking), None) if result else None
    won = first is not None and not first.disqualified and first.person.isdecimal()
    person = int(first.person) if first is not None and won else None
    if championship.champion_id != person:
        championship.champion_id = person
        championship.save()


def _update_right(
    right: Right, ledger: RightLedger, *, won: WonRight | None, now: datetime
) -> None:
    """Bring a right that exists up to date; what the desk decided stays."""
    lines = ledger.lines(right)
    last = next((line for line in reversed(lines) if line.kind in _GRANTING), None)
    by_desk = last is not None and last.by != BOOKING
    given = last is not None and last.kind == EntryKind.GRANTED
    if won is None and given and not by_desk:
        ledger.add(right, EntryKind.WITHDRAWN, now=now)
    elif won is not None and not given and not by_desk:
        ledger.add(right, EntryKind.GRANTED, now=now)


_GRANTING = frozenset({EntryKind.GRANTED, EntryKind.WITHDRAWN})


def championship_result(
    championship: Championship, *, processed_only: bool = True
) -> ChampionshipResult | None:
    """Return what the stages come to; nothing while one is missing.

    Stages count once they are processed; a preview takes all that are finished.
    People are named by their number here, so that stages join them.
    """
    counted = COUNTED if processed_only else PLAYED
    stages = [
        stage
        for stage in _stages().filter(championship=championship)
        if stage.event.state in counted
    ]
    return result_of_records(championship, stages)


def _stages() -> QuerySet[StageEvent]:
    """Return stages in the order of play, without the facts of their events."""
    rows = StageEvent.objects.select_related("championship", "event__finished")
    of_event = ("public_id", "state", "kind", "edition", "starts_at", "rulings")
    asked = rows.only(
        *("stage", "record", "made_from", "championship"),
        *(f"event__{name}" for name in of_event),
        *(f"event__finished__{name}" for name in ("event", "sequence", "head")),
    )
    return asked.order_by("event__starts_at", "event_id")


def spent_without_award() -> list[Right]:
    """Return rights that were used and are awarded no more, for the desk."""
    return [
        right
        for right in rights_with_entries().filter(entries__kind=EntryKind.USED).distinct()
        if fold_right(right).state is RightState.USED and _withdraw(right)
    ]


def _withdraw(right: Right) -> bool:
    kinds = [entry.kind for entry in right.entries.all() if entry.kind in _GRANTING]
    return bool(kinds) and kinds[-1] == EntryKind.WITHDRAWN


def championship_outcome(championship: str) -> ChampionshipResult | None:
    """Return what the processed stages come to; nothing while one is missing.

    The people of the ranking are named by their rows.
    """
    row = Championship.objects.filter(public_id=championship).first()
    if row is None:
        raise NotFound("championship")
    return championship_result(row)
