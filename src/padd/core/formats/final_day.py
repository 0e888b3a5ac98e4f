"""From finished heats to the event of the final day, seeded (§9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn

import msgspec

from padd.core.formats.bracket.styles import swiss_elimination
from padd.core.formats.heats import HeatPlan, HeatRecord, Seeded, deal_seeds
from padd.core.formats.registry import format_of
from padd.core.messages import Message, message
from padd.core.model import BRACKET_STYLES, Event, Player, PlayerId, StrictStruct
from padd.core.refusal import Refusal, RefusalError, cite_refusals
from padd.core.scoring.standings import participants
from padd.rulebooks.schema import Rulebook, cite


class FinalDay(StrictStruct, frozen=True):
    """The event of the final day, and where each of its seeds was won."""

    event: Event
    seeds: tuple[Seeded, ...]


def final_day(
    announced: Event,
    heats: Sequence[Event],
    book_of: Callable[[Event], Rulebook],
    *,
    seed: int = 0,
    confirmed: bool = False,
) -> FinalDay:
    """Return the announced event with its qualifiers on their seeds.

    `confirmed` is the director's word for a larger cut than the rulebook advises.
    """
    book = book_of(announced)
    plan = HeatPlan(heats=announced.heats, in_groups_of=_group_size(announced, book))
    _check_announced(announced, book)
    for index, heat in enumerate(heats):
        if heat.edition is not announced.edition:
            differ = message(
                "This heat is {edition}, but the final day is {final}.",
                edition=heat.edition,
                final=announced.edition,
            )
            _refuse("heats-differ", differ, f"heats[{index}]", book)
    people = {_person_key(p): p for heat in heats for p in heat.players}
    records = [_heat_record(heat, index, book_of(heat), seed) for index, heat in enumerate(heats)]
    _check_cut(plan, records, book, confirmed=confirmed)
    with cite_refusals(book):
        rows = deal_seeds(plan, records)
    ids = _final_ids(rows, people)
    return FinalDay(
        event=msgspec.structs.replace(
            announced,
            players=tuple(_finalist(row, people, ids) for row in rows),
            heats=tuple(
                msgspec.structs.replace(
                    heat, qualified=tuple(ids[r.player] for r in rows if r.heat == number)
                )
                for number, heat in enumerate(announced.heats, start=1)
            ),
        ),
        seeds=tuple(msgspec.structs.replace(row, player=ids[row.player]) for row in rows),
    )


def _group_size(announced: Event, book: Rulebook) -> int:
    group = book.brackets.heats.seed_group
    if group is None and len(announced.heats) > 1:
        no_heats = message(
            "{rulebook} has no heats; seed the bracket from one event.", rulebook=book.title
        )
        _refuse("no-heats", no_heats, "heats", book)
    return group or 1


def _check_announced(announced: Event, book: Rulebook) -> None:
    if announced.rounds:
        raise RefusalError(
            Refusal(
                code="event-begun",
                message=message("The final day has started, so its seeds can’t change."),
                rule=cite(book, "brackets.heats.announced"),
                place="rounds",
            )
        )
    if announced.pairing_style not in BRACKET_STYLES:
        raise RefusalError(
            Refusal(
                code="not-a-bracket",
                message=message(
                    '"{pairing_style}" is played without seeds.',
                    pairing_style=announced.pairing_style,
                ),
                rule=cite(book, "brackets.elimination.rounds"),
                place="pairing_style",
            )
        )


def _check_cut(
    plan: HeatPlan, records: Sequence[HeatRecord], book: Rulebook, *, confirmed: bool
) -> None:
    """Keep to the share of the field that the rulebook lets go on, if it says one."""
    if book.brackets.elimination.most_of_field is not None and records:
        field = len(records[0].ranking)
        size = plan.heats[0].qualifiers
        with cite_refusals(book):
            swiss_elimination(field, book.brackets, size=size, confirmed=confirmed)


def _person_key(player: Player) -> PlayerId:
    """Return what a person is known by in all heats."""
    return PlayerId(player.handle.casefold() or player.id)


def _heat_record(heat: Event, index: int, book: Rulebook, seed: int) -> HeatRecord:
    """Return a heat's ranking of those who played, by what they are known by."""
    ranking = format_of(heat).standings(heat, book, seed=seed)
    if not ranking.final:
        unfinished = message("This heat is not finished: rounds or results are missing.")
        _refuse("heat-open", unfinished, f"heats[{index}]", book)
    keys = {player.id: _person_key(player) for player in heat.players}
    there = participants(heat)
    used = {player for round_ in heat.rounds for player in round_.earned_byes}
    return HeatRecord(
        ranking=tuple(
            keys[row.player] for row in ranking.rows if row.player in there and not row.disqualified
        ),
        earned_byes_used_by=frozenset(keys[player] for player in used),
    )


def _final_ids(
    rows: Sequence[Seeded], people: Mapping[PlayerId, Player]
) -> dict[PlayerId, PlayerId]:
    """Return every player's id on the final day: that of the heat, if it is free."""
    ids: dict[PlayerId, PlayerId] = {}
    used: set[PlayerId] = set()
    for row in rows:
        id_ = people[row.player].id
        ids[row.player] = row.player if id_ in used else id_
        used.add(ids[row.player])
    return ids


def _finalist(
    row: Seeded, people: Mapping[PlayerId, Player], ids: Mapping[PlayerId, PlayerId]
) -> Player:
    person = people[row.player]
    return Player(id=ids[row.player], name=person.name, handle=person.handle, seed=row.seed)


def _refuse(code: str, message: Message, place: str, book: Rulebook) -> NoReturn:
    rule = book.citations["brackets.heats.announced"].cite
    raise RefusalError(Refusal(code=code, message=message, rule=rule, place=place))
