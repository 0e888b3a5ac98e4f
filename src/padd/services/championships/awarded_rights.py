"""Book what championships give and what events use up, from the processed reports.

Booking compares the rights that should exist with those that do, so it can be
repeated at any time: after a correction, a void, a merge, or for everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from padd.core.championships.awards import ChampionshipResult, championship_result
from padd.core.championships.ledger import EntryKind, RightState
from padd.core.model import ChampionshipKind, ChampionshipStage, EventChampionship
from padd.core.refusal import RefusalError
from padd.services.championships.expired_rights import note_expired
from padd.services.championships.used_rights import book_uses
from padd.services.ratings.projection import book_of, facts_of_finished, people_of
from padd.store.championship_stages import stage_of
from padd.store.models import Championship, Event, EventState, Right
from padd.store.right_entries import (
    BOOKING,
    add_entry,
    fold,
    with_entries,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from padd.core.championships.awards import WonRight
    from padd.core.model import Event as Facts
    from padd.rulebooks.schema import Rulebook
    from padd.store.models import Person, StageEvent

Key = tuple[int, int, str]
COUNTED: Final = frozenset({EventState.PROCESSED})
PLAYED: Final = COUNTED | {EventState.RESULTS_ENTERED, EventState.AWAITING_PROCESSING}


def book_event(event: Event, *, now: datetime) -> None:
    """Let the ledger follow an event that has come to count, or counts no more."""
    event = Event.objects.select_related("region__parent").get(pk=event.pk)
    try:
        label = facts_of_finished(event).championship
    except RefusalError:
        label = None
    stage = stage_of(event, now=now, label=label)
    if stage is not None:
        book_championship(stage.championship, now=now)
        book_uses(event, now=now)


def book_people(people: Iterable[Person], *, now: datetime) -> None:
    """Book anew wherever these people played, after a merge."""
    played = Event.objects.filter(finished__placings__person__in=list(people))
    for event in played.exclude(stage=None).distinct():
        book_event(event, now=now)


def book_everything(*, now: datetime) -> int:
    """Book every championship again, the earliest first; return how many."""
    rows = list(Championship.objects.order_by("year", "created_at", "id"))
    for row in rows:
        book_championship(row, now=now)
    events = Event.objects.exclude(stage=None).order_by("starts_at", "id")
    for event in events.select_related("region"):
        book_uses(event, now=now)
    note_expired(now=now)
    return len(rows)


def book_championship(championship: Championship, *, now: datetime) -> None:
    """Grant what the ranking gives, and take back what it gives no more."""
    result = result_of(championship)
    _crown(championship, result)
    wanted: dict[Key, WonRight] = {}
    if result is not None:
        wanted = {
            (int(right.person), right.place, right.target): right
            for right in result.rights
        }
    for right in with_entries().filter(origin=championship):
        key = (right.person_id, right.place or 0, right.target)
        _follow(right, won=wanted.pop(key, None), now=now)
    won_at = _decided_at(championship) if wanted else None
    for (person, place, target), won in wanted.items():
        right = Right.objects.create(
            person_id=person,
            edition=championship.edition,
            rounds=list(won.rounds),
            points=won.points,
            target=target,
            year=won.year,
            areas=list(won.areas),
            origin=championship,
            place=place,
            won_at=won_at or now,
            cite=won.cite,
        )
        add_entry(right, EntryKind.GRANTED, now=now)


def _crown(championship: Championship, result: ChampionshipResult | None) -> None:
    """Note who stands first; the disqualified of any stage win nothing (AMB-131)."""
    first = next(iter(result.ranking), None) if result else None
    won = first is not None and not first.disqualified and first.person.isdecimal()
    person = int(first.person) if first is not None and won else None
    if championship.champion_id != person:
        championship.champion_id = person
        championship.save()


def _follow(right: Right, *, won: WonRight | None, now: datetime) -> None:
    """Bring a right that exists up to date; what the desk decided stays."""
    entries = list(right.entries.all())
    last = next((e for e in reversed(entries) if e.kind in _GRANTING), None)
    by_desk = last is not None and last.by != BOOKING
    given = last is not None and last.kind == EntryKind.GRANTED
    if won is None and given and not by_desk:
        add_entry(right, EntryKind.WITHDRAWN, now=now)
    elif won is not None and not given and not by_desk:
        add_entry(right, EntryKind.GRANTED, now=now)


_GRANTING = frozenset({EntryKind.GRANTED, EntryKind.WITHDRAWN})


def result_of(
    championship: Championship, *, processed_only: bool = True
) -> ChampionshipResult | None:
    """Return what the stages come to; nothing while one is missing.

    Stages count once they are processed; a preview takes all that are finished.
    People are named by their number here, so that stages join them.
    """
    books: dict[str, Rulebook] = {}
    events: list[Facts] = []
    for stage in _stages(championship):
        if stage.event.state not in (COUNTED if processed_only else PLAYED):
            continue
        facts = _as_stage(stage, championship)
        books[facts.name] = book_of(stage.event, facts)
        events.append(facts)
    try:
        return championship_result(
            events, lambda event: books[event.name], seed=championship.draw_seed
        )
    except RefusalError:
        return None


def _stages(championship: Championship) -> list[StageEvent]:
    stages = championship.stages.select_related("event__region")
    return list(stages.order_by("event__starts_at", "event_id"))


def _decided_at(championship: Championship) -> datetime | None:
    starts = [stage.event.starts_at for stage in _stages(championship)]
    return max(starts, default=None)


def _as_stage(stage: StageEvent, championship: Championship) -> Facts:
    facts = facts_of_finished(stage.event)
    people = people_of(stage.event, (player.id for player in facts.players))

    def known_as(player: str) -> str:
        person = people.get(player)
        return "" if person is None else str(person.merged_into_id or person.pk)

    return msgspec.structs.replace(
        facts,
        # The name tells the stages apart for their rulebooks.
        name=stage.event.public_id,
        players=tuple(
            msgspec.structs.replace(player, handle=known_as(player.id))
            for player in facts.players
        ),
        championship=EventChampionship(
            id=championship.public_id,
            kind=ChampionshipKind(championship.kind),
            year=championship.year,
            area=championship.area,
            stage=ChampionshipStage(stage.stage),
        ),
    )


def spent_without_award() -> list[Right]:
    """Return rights that were used and are awarded no more, for the desk."""
    return [
        right
        for right in with_entries().filter(entries__kind=EntryKind.USED).distinct()
        if fold(right).state is RightState.USED and _withdrawn(right)
    ]


def _withdrawn(right: Right) -> bool:
    kinds = [entry.kind for entry in right.entries.all() if entry.kind in _GRANTING]
    return bool(kinds) and kinds[-1] == EntryKind.WITHDRAWN
