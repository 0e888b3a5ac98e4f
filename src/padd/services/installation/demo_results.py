"""Play the season of the made-up community: results, standings, ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

import msgspec

from padd.core.event_file import write_event
from padd.core.formats.ranking import ranking_of
from padd.core.model import Edition, Ending, Match, PlayerId, Pod, Round
from padd.core.model import Event as Facts
from padd.core.pairing.next_round import pair_next
from padd.core.refusal import RefusalError
from padd.core.rng import Rng
from padd.services.access.actors import Actor
from padd.services.championships.awarded_rights import book_event_rights
from padd.services.championships.used_rights import usable_rights
from padd.services.eventlog.finished_events import without_names
from padd.services.ratings.projection import write_records
from padd.services.ratings.recalculation import catch_up
from padd.services.rulebooks.event_rulebook import event_rulebook
from padd.store.columns.event_rows import event_settings
from padd.store.models.eventlog import FinishedEvent, Placing
from padd.store.models.events import Event, EventState
from padd.store.models.people import Person
from padd.store.models.reports import Report, ReportSource, ReportState

FEWEST: Final = 3
LONG: Final = timedelta(hours=6)
SKILLS: Final = 100
POD: Final = 4
FULL: Final = 100


def play_season(*, by: Actor, now: datetime, seed: int) -> int:
    """Play every past event to its end, and rate it; return how many."""
    chance = Rng(seed, "demo results")
    people = Person.objects.order_by("pk").values_list("public_id", flat=True)
    skill = {person: chance.below(SKILLS) for person in people}
    rows = (
        Event.objects.filter(state=EventState.PROCESSED)
        .select_related("region")
        .prefetch_related("directorships__person")
        .order_by("starts_at", "pk")
    )
    played = sum(_play(row, skill, chance, by=by, now=now) for row in rows)
    catch_up(by=by, clock=lambda: now, cause="demo")
    return played


def _play(row: Event, skill: Mapping[str, int], chance: Rng, *, by: Actor, now: datetime) -> bool:
    facts = _with_rights(event_settings(row), row)
    if len(facts.players) < FEWEST:
        return False
    try:
        over = _tribbles(facts, skill, chance)
        if facts.edition is not Edition.TRIBBLES:
            over = _swiss(facts, skill, chance)
        order = ranking_of(over, event_rulebook(over)).order
    except RefusalError:
        return False
    finished = FinishedEvent.objects.create(
        event=row,
        sequence=0,
        head=sha256(write_event(over)).hexdigest(),
        finished_at=row.starts_at + LONG,
        facts=msgspec.to_builtins(without_names(over), str_keys=True),
    )
    rows = Person.objects.in_bulk(order, field_name="public_id")
    Placing.objects.bulk_create(
        Placing(finished=finished, player=player, place=place, person=rows[player])
        for place, player in enumerate(order, start=1)
    )
    Report.objects.create(
        event=row,
        head=finished.head,
        sequence=0,
        source=ReportSource.HERE,
        state=ReportState.PROCESSED,
        by=by.label,
        at=min(now, row.starts_at + LONG),
    )
    write_records(row)
    book_event_rights(row, now=min(now, row.starts_at + LONG))
    return True


def _with_rights(facts: Facts, row: Event) -> Facts:
    """Let whoever has byes or head starts use the best."""
    good = usable_rights(row)
    people = Person.objects.filter(pk__in=list(good))
    rights = {person.public_id: good[person.pk][-1] for person in people}
    return msgspec.structs.replace(
        facts,
        players=tuple(
            msgspec.structs.replace(
                player,
                earned_byes=tuple(rights[player.id].rounds),
                head_start=rights[player.id].points,
            )
            if player.id in rights
            else player
            for player in facts.players
        ),
    )


def _swiss(facts: Facts, skill: Mapping[str, int], chance: Rng) -> Facts:
    book = event_rulebook(facts)
    for _ in range(facts.rounds_planned):
        paired = pair_next(facts, book, seed=chance.below(1 << 32))
        matches = tuple(
            _match(at, (pair[0], pair[1]), skill, chance)
            for at, pair in enumerate(paired.draw.tables, start=1)
        )
        round_ = Round(
            number=paired.number,
            matches=matches,
            byes=paired.draw.byes,
            earned_byes=paired.earned_byes,
        )
        facts = msgspec.structs.replace(facts, rounds=(*facts.rounds, round_))
    return facts


def _match(
    table: int, players: tuple[PlayerId, PlayerId], skill: Mapping[str, int], chance: Rng
) -> Match:
    """Let the stronger player win more often; some games run out of time."""
    first, second = players
    edge = SKILLS + skill[first] - skill[second]
    wins = chance.below(2 * SKILLS) < edge
    less = 5 * chance.below(18)
    in_time = chance.below(5) > 0
    most = FULL if in_time else less + 5 * (1 + chance.below(3))
    scores = (most, less) if wins else (less, most)
    return Match(
        players=players,
        table=table,
        ending=Ending.COMPLETE if in_time else Ending.TIME,
        winner=players[0 if wins else 1] if in_time else None,
        scores=scores,
    )


def _tribbles(facts: Facts, skill: Mapping[str, int], chance: Rng) -> Facts:
    """Let tables of about four play all rounds together."""
    players = chance.shuffled(player.id for player in facts.players)
    count = max(1, len(players) // POD)
    tables = [players[at::count] for at in range(count)]
    rounds = tuple(
        Round(
            number=number,
            pods=tuple(
                _pod(at, seated, skill, chance) for at, seated in enumerate(tables, start=1)
            ),
        )
        for number in range(1, facts.rounds_planned + 1)
    )
    return msgspec.structs.replace(facts, rounds=rounds)


def _pod(table: int, seated: Sequence[PlayerId], skill: Mapping[str, int], chance: Rng) -> Pod:
    luck = {player: skill[player] + chance.below(SKILLS) for player in seated}
    out = max(seated, key=luck.__getitem__)
    points = (1000, 10_000, 100_000)[chance.below(3)] + 100 * chance.below(9)
    return Pod(
        players=tuple(seated),
        table=table,
        scores={player: points if player == out else 0 for player in seated},
        went_out=(out,),
    )
