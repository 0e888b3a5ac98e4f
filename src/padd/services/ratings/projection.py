"""Project finished events into the tables that ratings and profiles read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from hashlib import sha256
from typing import Final

import msgspec

from padd.core.formats.format import LOSS, TIE, WIN
from padd.core.formats.registry import ranking_of
from padd.core.formats.tribbles.phases import events_to_report
from padd.core.messages import message, verbatim
from padd.core.model import Event as Facts
from padd.core.ratings.corrections import Fix, corrected
from padd.core.ratings.sheet import RatingSheet, meetings_of, rating_sheet, record_scores
from padd.rulebooks.schema import Rulebook
from padd.services.refusal import refusal_error
from padd.services.rulebooks.event_rulebook import event_rulebook
from padd.store.columns.packed_ratings import (
    PackedGame,
    PackedMeeting,
    PackedSheet,
    SeriesName,
    pack,
    request_refresh,
)
from padd.store.models.eventlog import FinishedEvent
from padd.store.models.events import Event
from padd.store.models.messages import Reason, stored_reasons
from padd.store.models.people import Person
from padd.store.models.ratings import EventRecord, Played
from padd.store.models.reports import PlayerMatch, RatingCorrection
from padd.store.writes.rating_generations import RecordKey

WHOLE: Final = "not-rated-by-correction"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectedPart:
    """One part of an event with the rules it goes by, and who its players are."""

    number: int
    facts: Facts
    book: Rulebook
    people: Mapping[str, Person]


def facts_of_finished(event: Event) -> Facts:
    """Return the facts of a finished event, with the registration we know of.

    A file may claim any moment of registration; a listing of our own calendar is
    evidence. One that was only made for a file or at the table is none.
    """
    finished = FinishedEvent.objects.filter(event=event).first()
    if finished is None:
        raise refusal_error("not-finished", message("The event is not finished."))
    return with_registration(event, msgspec.convert(finished.facts, Facts, str_keys=True))


def with_registration(event: Event, facts: Facts) -> Facts:
    """Return the facts of an event with the registration that our calendar knows."""
    made_for_it = event.registrar_id is None and event.registered_at == event.created_at
    if event.registered_at is None or made_for_it:
        return facts
    at = event.registered_at.astimezone(UTC).isoformat(timespec="seconds")
    return msgspec.structs.replace(facts, registered=at)


def matched_people(event: Event, players: Iterable[str]) -> dict[str, Person]:
    """Return who the players of a log are here, as far as it is known."""
    ids = list(players)
    persons = Person.objects.in_bulk(ids, field_name="public_id")
    matched = PlayerMatch.objects.filter(event=event).select_related("person")
    return dict(persons) | {row.player: row.person for row in matched}


def finished_event_rulebook(event: Event, facts: Facts) -> Rulebook:
    """Return the rulebook of an event, with the rulings it was run by."""
    return event_rulebook(facts, only=event.rulings)


@dataclass(frozen=True, kw_only=True)
class ReportedEvent:
    """A finished event with its facts, rulebook, people and ranking, each made once."""

    row: Event
    facts: Facts
    book: Rulebook
    people: Mapping[str, Person]

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The players in their final order."""
        return tuple(ranking_of(self.facts, self.book).order)


def reported_event(event: Event) -> ReportedEvent:
    """Return a finished event as it is reported."""
    facts = facts_of_finished(event)
    return ReportedEvent(
        row=event,
        facts=facts,
        book=finished_event_rulebook(event, facts),
        people=matched_people(event, (player.id for player in facts.players)),
    )


def write_records(event: Event, reported: ReportedEvent | None = None) -> None:
    """Let the record say what the finished event says; the ratings are to follow.

    Belongs into the transaction that makes the event count.
    """
    reported = reported or reported_event(event)
    facts, book, people = reported.facts, reported.book, reported.people
    unknown = [player.id for player in facts.players if player.id not in people]
    if unknown:
        reason = message("No player here has the handle {unknown}.", unknown=", ".join(unknown))
        raise refusal_error("players-unknown", reason)
    fixes = _fixes_of(event)
    numbers = [_written(event, part, fixes) for part in _parts(facts, book, people)]
    gone = EventRecord.objects.filter(event=event).exclude(pk__in=numbers)
    gone.update(counts=False, sheet=None)
    request_refresh([*numbers, *gone.values_list("pk", flat=True)])


def _parts(facts: Facts, book: Rulebook, people: Mapping[str, Person]) -> Iterator[ProjectedPart]:
    for number, part in enumerate(events_to_report(facts, book)):
        yield ProjectedPart(number=number, facts=part, book=book, people=people)


def rating_sheets(event: Event, facts: Facts) -> dict[RecordKey, PackedSheet]:
    """Return what facts of an event would do to ratings; nothing is written.

    Everybody in the facts has to be known here.
    """
    people = matched_people(event, (player.id for player in facts.players))
    fixes = _fixes_of(event)
    sheets: dict[RecordKey, PackedSheet] = {}
    for part in _parts(facts, finished_event_rulebook(event, facts), people):
        sheet, _ = _sheet(event, part, fixes)
        if sheet is not None:
            key = RecordKey(_start(event, part), event.public_id, part.number)
            sheets[key] = _packed(event, part, sheet)
    return sheets


def _fixes_of(event: Event) -> list[RatingCorrection]:
    rows = RatingCorrection.objects.filter(event=event, withdrawn_at=None)
    return list(rows.select_related("first", "second"))


def remove_records(event: Event) -> None:
    """Take an event out of the record; the ratings are to follow."""
    rows = EventRecord.objects.filter(event=event)
    rows.update(counts=False)
    request_refresh(rows.values_list("pk", flat=True))


def _written(event: Event, part: ProjectedPart, fixes: Sequence[RatingCorrection]) -> int:
    sheet, reasons = _sheet(event, part, fixes)
    meetings = tuple(_meetings(part, sheet))
    packed = None if sheet is None else pack(_packed(event, part, sheet))
    made_from = sha256(packed or b"")
    made_from.update(pack(meetings))
    row, _ = EventRecord.objects.update_or_create(
        event=event,
        part=part.number,
        defaults={
            "name": part.facts.name or event.name,
            "starts_at": _start(event, part),
            "counts": True,
            "reasons": stored_reasons(reasons),
            "sheet": packed,
            "games": pack(meetings),
            "made_from": made_from.hexdigest(),
        },
    )
    Played.objects.filter(record=row).delete()
    Played.objects.bulk_create(_played(row, part, meetings))
    return row.pk


def _start(event: Event, part: ProjectedPart) -> datetime:
    starts = part.facts.starts
    if starts is None:
        return event.starts_at
    start = datetime.fromisoformat(starts)
    return start if start.tzinfo else start.replace(tzinfo=UTC)


def _sheet(
    event: Event, part: ProjectedPart, fixes: Sequence[RatingCorrection]
) -> tuple[RatingSheet | None, list[Reason]]:
    """Return the rated games, or why nothing is rated."""
    for fix in fixes:
        if fix.round is None:
            return None, [Reason(WHOLE, verbatim(fix.reason), "")]
    sheet = rating_sheet(
        part.facts,
        part.book,
        id_=event.public_id,
        known_as=lambda player, _: part.people[player.id].public_id,
    )
    if not isinstance(sheet, RatingSheet):
        return None, [Reason(f.code, f.message, f.rule) for f in sheet.findings]
    return corrected(sheet, _fixes(fixes)), []


def _fixes(rows: Iterable[RatingCorrection]) -> Iterator[Fix]:
    for row in rows:
        first, second, number = row.first, row.second, row.round
        if number is not None and first is not None and second is not None:
            yield Fix(number, first.public_id, second.public_id, row.score)


def _packed(event: Event, part: ProjectedPart, sheet: RatingSheet) -> PackedSheet:
    rows = {person.public_id: person.pk for person in part.people.values()}
    return PackedSheet(
        k=sheet.k,
        rulebook=sheet.rulebook,
        rulings=tuple(event.rulings),
        day=(part.facts.starts or "")[:10],
        series=tuple(
            SeriesName(series.keeper, series.edition, series.list) for series in sheet.series
        ),
        players=tuple(rows[player] for player in sheet.players),
        counts=sheet.counts,
        games=tuple(
            PackedGame(game.first, game.second, game.score, game.weight, game.round)
            for game in sheet.games
        ),
    )


def _meetings(part: ProjectedPart, sheet: RatingSheet | None) -> Iterator[PackedMeeting]:
    """Yield every game between two people, and whether it is rated."""
    rated = _rated_pairs(part, sheet)
    for met in meetings_of(part.facts, part.book):
        first, second = (part.people[player].pk for player in met.players)
        pair = met.round, *sorted((first, second))
        yield PackedMeeting(met.round, first, second, met.score, met.codes, pair in rated)


def _rated_pairs(part: ProjectedPart, sheet: RatingSheet | None) -> set[tuple[int, ...]]:
    if sheet is None:
        return set()
    rows = {person.public_id: person.pk for person in part.people.values()}
    return {
        (game.round, *sorted(rows[sheet.players[seat]] for seat in (game.first, game.second)))
        for game in sheet.games
    }


def _played(
    row: EventRecord, part: ProjectedPart, meetings: Sequence[PackedMeeting]
) -> Iterator[Played]:
    order = ranking_of(part.facts, part.book).order
    scores = record_scores(
        part.facts.kind, ((game.round, game.first, game.second, game.score) for game in meetings)
    )
    byes = [
        player
        for round_ in part.facts.every_round
        for player in (*round_.byes, *round_.earned_byes)
    ]
    for place, player in enumerate(order, start=1):
        person = part.people[player].pk
        own = scores.get(person, [])
        yield Played(
            record=row,
            person_id=person,
            place=place,
            players=len(order),
            won=own.count(WIN),
            tied=own.count(TIE),
            lost=own.count(LOSS),
            byes=byes.count(player),
        )
