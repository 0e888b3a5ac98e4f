"""The outcome of a finished stage, by person: calculated once and stored with it.

Booking and pages read the record instead of the whole event. It is recalculated when
the event is booked, and whenever it does not match what is stored now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from hashlib import sha256
from typing import Final

import msgspec

from padd import __version__
from padd.core.championships.awards import ChampionshipResult, result_of_stages
from padd.core.championships.stages import PeopleByHandle, PlayedStage, finished_stage, join_stages
from padd.core.model import ChampionshipKind, ChampionshipStage, EventChampionship, StrictStruct
from padd.core.model import Event as Facts
from padd.core.refusal import RefusalError
from padd.services.ratings import facts_of_finished, finished_event_rulebook, matched_people
from padd.services.rulebooks.event_rulebook import event_start_date, rulebook_on
from padd.store.models.championships import Championship, StageEvent


class UsedRight(StrictStruct, frozen=True, kw_only=True):
    """A right that a person used at an event."""

    player: str
    """The player of an event, or the number of the person in a record."""
    rounds: tuple[int, ...]
    """The rounds of byes; none for a head start."""
    points: int


class StageRecord(StrictStruct, frozen=True, kw_only=True):
    """A finished stage: who came where, and which byes and head starts it used."""

    rulebook: str
    starts: date | None
    stage: PlayedStage
    uses: tuple[UsedRight, ...]


PACKED: Final = msgspec.msgpack.Decoder(StageRecord)


def uses_in(facts: Facts) -> Iterator[UsedRight]:
    """Give every earned bye and head start that an event made use of."""
    for player in facts.players:
        rounds = tuple(r.number for r in facts.rounds if player.id in r.earned_byes)
        if rounds:
            yield UsedRight(player=player.id, rounds=rounds, points=0)
        if player.head_start:
            yield UsedRight(player=player.id, rounds=(), points=player.head_start)


def stage_record(stage: StageEvent, seed: int) -> StageRecord | None:
    """Return the record of a stage; none of an event that is not finished."""
    source = _source(stage, seed)
    if source and stage.record is not None and stage.made_from == source:
        return PACKED.decode(bytes(stage.record))
    try:
        return _make_record(stage, seed)
    except RefusalError:
        return None


def store_stage_record(stage: StageEvent, seed: int) -> None:
    """Make the record of a stage anew and keep it."""
    try:
        made = msgspec.msgpack.encode(_make_record(stage, seed))
    except RefusalError:
        made = None
    source = _source(stage, seed) if made else ""
    if (stage.made_from, stage.record and bytes(stage.record)) != (source, made):
        stage.record, stage.made_from = made, source
        stage.save()


def _source(stage: StageEvent, seed: int) -> str:
    """Name what a record follows from: the log, the rules, the draw, the program."""
    finished = getattr(stage.event, "finished", None)
    if finished is None:
        return ""
    log = (finished.sequence, finished.head)
    named = (__version__, *log, stage.event.rulings, seed)
    return sha256(repr(named).encode()).hexdigest()


def _make_record(stage: StageEvent, seed: int) -> StageRecord:
    facts = facts_of_finished(stage.event)
    people = matched_people(stage.event, (player.id for player in facts.players))
    rows = {player: str(person.merged_into_id or person.pk) for player, person in people.items()}
    named = msgspec.structs.replace(
        facts,
        players=tuple(
            msgspec.structs.replace(player, handle=rows.get(player.id, ""))
            for player in facts.players
        ),
    )
    book = finished_event_rulebook(stage.event, facts)
    return StageRecord(
        rulebook=facts.rulebook,
        starts=event_start_date(facts),
        stage=finished_stage(named, stage.event_id, book, PeopleByHandle(), seed),
        uses=tuple(
            msgspec.structs.replace(use, player=rows[use.player])
            for use in uses_in(facts)
            if use.player in rows
        ),
    )


def result_of_records(
    championship: Championship, stages: Sequence[StageEvent]
) -> ChampionshipResult | None:
    """Return what the records of some stages come to; nothing while one is missing."""
    seed = championship.draw_seed
    records = [stage_record(stage, seed) for stage in stages]
    found = [record for record in records if record is not None]
    if len(found) < len(stages):
        return None
    labels = [
        EventChampionship(
            id=championship.public_id,
            kind=ChampionshipKind(championship.kind),
            year=championship.year,
            area=championship.area,
            stage=ChampionshipStage(stage.stage),
        )
        for stage in stages
    ]
    books = [
        rulebook_on(record.rulebook, record.starts, only=stage.event.rulings)
        for record, stage in zip(found, stages, strict=True)
    ]
    try:
        played = [record.stage for record in found]
        read = join_stages(labels, played, books, edition=championship.edition)
        return result_of_stages(read, seed=seed)
    except RefusalError:
        return None
